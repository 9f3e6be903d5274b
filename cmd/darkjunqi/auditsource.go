package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// exhibit is one transcript that is to be audited. It is read where it is audited, so
// that no more of them are in memory than are audited at once.
type exhibit struct {
	name string
	read func() ([]byte, error)
}

// transcriptSuffix is how the files that a folder is searched for end.
const transcriptSuffix = ".djq"

// maxTranscript is more than any match takes: a long one is below a mebibyte.
const maxTranscript = 64 << 20

var errTooLarge = coded.Errorf("cmd.transcript-too-large", "larger than any transcript (%d MiB)", maxTranscript>>20)

// exhibits yields what the arguments of `audit` name, in their order: files; folders with
// all transcripts below them, by name; and - for standard input.
func (a *app) exhibits(args []string) iter.Seq[exhibit] {
	return func(yield func(exhibit) bool) {
		for _, arg := range args {
			list := filesBelow(matchFile(arg))
			if arg == "-" {
				list = exhibitsFrom(a.in)
			}
			for x := range list {
				if !yield(x) {
					return
				}
			}
		}
	}
}

// filesBelow yields a file, or the transcripts in a folder and below it.
func filesBelow(name string) iter.Seq[exhibit] {
	return func(yield func(exhibit) bool) {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			yield(fileExhibit(name))
			return
		}
		found := false
		err := filepath.WalkDir(name, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				if !yield(brokenExhibit(path, pathless(err))) {
					return fs.SkipAll
				}
				return nil
			case entry.IsDir() || !strings.HasSuffix(path, transcriptSuffix):
				return nil
			}
			found = true
			if !yield(fileExhibit(path)) {
				return fs.SkipAll
			}
			return nil
		})
		if err == nil && !found {
			yield(brokenExhibit(name, coded.Errorf("cmd.no-transcripts", "there is no transcript (*%s) in this folder", transcriptSuffix)))
		}
	}
}

func fileExhibit(name string) exhibit {
	return exhibit{name, func() ([]byte, error) {
		f, err := os.Open(name)
		if err != nil {
			return nil, pathless(err)
		}
		defer f.Close()
		return readTranscript(f)
	}}
}

func brokenExhibit(name string, err error) exhibit {
	return exhibit{name, func() ([]byte, error) { return nil, err }}
}

// readTranscript reads no more than a transcript can hold.
func readTranscript(r io.Reader) ([]byte, error) {
	file, err := io.ReadAll(io.LimitReader(r, maxTranscript+1))
	if err != nil {
		return nil, pathless(err)
	}
	if len(file) > maxTranscript {
		return nil, errTooLarge
	}
	return file, nil
}

// exhibitsFrom yields what a stream holds: transcripts, one behind the other, or else the
// names of files and folders, one a line.
func exhibitsFrom(r io.Reader) iter.Seq[exhibit] {
	in := bufio.NewReaderSize(r, 64<<10)
	if head, err := in.Peek(len(streamMark)); err == nil && string(head) == streamMark || errors.Is(err, io.EOF) && len(head) == 0 {
		return transcriptsIn(in)
	}
	return namesIn(in)
}

// namesIn yields the files that are named a line each.
func namesIn(r io.Reader) iter.Seq[exhibit] {
	return func(yield func(exhibit) bool) {
		lines := bufio.NewScanner(r)
		for lines.Scan() {
			name := strings.TrimSuffix(lines.Text(), "\r")
			if name == "" {
				continue
			}
			for x := range filesBelow(name) {
				if !yield(x) {
					return
				}
			}
		}
		if err := lines.Err(); err != nil {
			yield(brokenExhibit("-", err))
		}
	}
}

// streamMark is how every transcript begins. Where a record is due these bytes can't be
// the length of one: it would be larger than any record. So transcripts need nothing
// between them.
const streamMark = "dark"

// transcriptsIn yields the transcripts of a stream, called -, -#2, -#3 and so on. What is
// no transcript ends it: from there on nobody can tell where the next one begins.
func transcriptsIn(in *bufio.Reader) iter.Seq[exhibit] {
	return func(yield func(exhibit) bool) {
		for number := 1; ; number++ {
			name := "-"
			if number > 1 {
				name += "#" + strconv.Itoa(number)
			}
			file, more, err := nextTranscript(in)
			x := exhibit{name, func() ([]byte, error) { return file, err }}
			if !yield(x) || !more || err != nil {
				return
			}
		}
	}
}

// nextTranscript reads a transcript up to the next one or the end of the stream. It looks
// at no more than the lengths of the frames; what they hold is the audit's to judge.
func nextTranscript(in *bufio.Reader) (file []byte, more bool, err error) {
	var b bytes.Buffer
	if _, err := io.CopyN(&b, in, int64(len(transcript.Magic))); err != nil {
		return b.Bytes(), false, ignoreEOF(err)
	}
	for {
		head, err := in.Peek(len(streamMark))
		switch {
		case len(head) < len(streamMark): // the end, perhaps in the middle of a frame
			b.Write(head)
			return b.Bytes(), false, ignoreEOF(err)
		case string(head) == streamMark:
			return b.Bytes(), true, nil
		}
		size := len(head) + int(uint32(head[0])<<24|uint32(head[1])<<16|uint32(head[2])<<8|uint32(head[3]))
		if size > len(head)+transcript.MaxRecord || b.Len()+size > maxTranscript {
			return nil, false, errTooLarge
		}
		if _, err := io.CopyN(&b, in, int64(size)); err != nil {
			return b.Bytes(), false, ignoreEOF(err)
		}
	}
}

// ignoreEOF leaves the end of a stream to the audit, which calls the transcript torn.
func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
