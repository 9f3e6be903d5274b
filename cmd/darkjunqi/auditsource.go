package main

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// exhibit is one transcript that is to be audited. It is read where it is audited, so
// that no more of them are in memory than are audited at once.
type exhibit struct {
	name string
	read func() ([]byte, error)
	done func() // when it is audited; nil for nothing
	cut  bool   // it is of a stream that can't be told apart behind it
}

// transcriptSuffix is how the files that a folder is searched for end.
const transcriptSuffix = ".djq"

var errTooLarge = coded.Errorf("cmd.transcript-too-large", "larger than any transcript (%d MiB)", transcript.MaxFile>>20)

// exhibits yields what `audit` is given, in its order: files; folders with all transcripts
// below them, by name; for - the transcripts of standard input; and last what lists name.
func exhibits(env *cli.Env, args, lists []string) iter.Seq[exhibit] {
	return func(yield func(exhibit) bool) {
		for _, arg := range args {
			for x := range meant(env, arg) {
				if !yield(x) {
					return
				}
			}
		}
		for _, list := range lists {
			for x := range listedIn(env, list) {
				if !yield(x) {
					return
				}
			}
		}
	}
}

// meant yields the transcripts that one argument means.
func meant(env *cli.Env, arg string) iter.Seq[exhibit] {
	if arg == "-" {
		return transcriptsIn(env.In)
	}
	file, err := matchFile(arg)
	if err != nil {
		return func(yield func(exhibit) bool) { yield(brokenExhibit(arg, store.ErrAmbiguous)) }
	}
	return filesBelow(file)
}

// filesBelow yields the transcripts in a folder and below it, or the file of a name that is no
// folder's. Only files are ever opened there: a pipe in a folder would hold up
// everything. Links to files are followed, links to folders only where they are named.
func filesBelow(name string) iter.Seq[exhibit] {
	return func(yield func(exhibit) bool) {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			yield(fileExhibit(name))
			return
		}
		found := false
		// The separator makes a link to a folder the folder.
		err := filepath.WalkDir(strings.TrimRight(name, "/")+"/", func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				if !yield(brokenExhibit(path, cli.Pathless(err))) {
					return fs.SkipAll
				}
				return nil
			case entry.IsDir() || !strings.HasSuffix(path, transcriptSuffix) || !isFile(path):
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

// isFile reports whether a name is that of a file, or of a link to one. What can't be
// looked at is for who opens it to complain of.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

func fileExhibit(name string) exhibit {
	in := &intake{alone: &largeFile}
	return exhibit{name: name, read: func() ([]byte, error) { return in.file(name) }, done: in.leave}
}

func brokenExhibit(name string, err error) exhibit {
	return exhibit{name: name, read: func() ([]byte, error) { return nil, err }}
}

// listedIn yields what a list names: files, one a line, and one exhibit for each name, so that who
// writes a list can tell what is said of which. Who wrote it may be a stranger, so nothing
// but files is opened.
func listedIn(env *cli.Env, list string) iter.Seq[exhibit] {
	return func(yield func(exhibit) bool) {
		var r io.Reader = env.In
		if list != "-" {
			f, err := os.Open(list)
			if err != nil {
				yield(brokenExhibit(list, cli.Pathless(err)))
				return
			}
			defer f.Close()
			r = f
		}
		for name, err := range names(r) {
			x := brokenExhibit(list, err)
			if err == nil {
				x = listedExhibit(name)
			}
			if !yield(x) {
				return
			}
		}
	}
}

func listedExhibit(name string) exhibit {
	if !isFile(name) {
		return brokenExhibit(name, coded.Errorf("cmd.not-a-file", "it is no file"))
	}
	return fileExhibit(name)
}

// maxNameLine is more than the name of any file takes.
const maxNameLine = 32 << 10

// names yields the lines of a list that are not empty. One that is too long to be a name is
// an error, and so is what can't be read, which ends the list.
func names(r io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		lines := bufio.NewReaderSize(r, maxNameLine)
		for {
			line, err := lines.ReadSlice('\n')
			name := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
			var wrong error
			if errors.Is(err, bufio.ErrBufferFull) {
				wrong = coded.Errorf("cmd.long-name", "the list has a line of more than %d bytes, which is no name", maxNameLine)
				for errors.Is(err, bufio.ErrBufferFull) {
					_, err = lines.ReadSlice('\n')
				}
			}
			if (name != "" || wrong != nil) && !yield(name, wrong) {
				return
			}
			if err != nil {
				if !errors.Is(err, io.EOF) {
					yield("", cli.Pathless(err))
				}
				return
			}
		}
	}
}

// streamMark is how every transcript begins. Where a record is due these bytes can't be
// the length of one: it would be larger than any record. So transcripts need nothing
// between them.
const streamMark = "dark"

// transcriptsIn yields the transcripts of a stream, called -, -#2, -#3 and so on; none if it
// is empty. What is no transcript or is torn ends it: from there on nobody can tell where the
// next one begins.
func transcriptsIn(r io.Reader) iter.Seq[exhibit] {
	return func(yield func(exhibit) bool) {
		in := bufio.NewReaderSize(r, 64<<10)
		if _, err := in.Peek(1); errors.Is(err, io.EOF) {
			return
		}
		for number := 1; ; number++ {
			name := "-"
			if number > 1 {
				name += "#" + strconv.Itoa(number)
			}
			one := &intake{alone: &largeStream}
			more, err := one.next(in)
			x := exhibit{name: name, done: one.leave, cut: err != nil, read: func() ([]byte, error) { return one.Bytes(), err }}
			if errors.Is(err, io.ErrUnexpectedEOF) { // the audit calls it torn
				err = nil
			}
			if !yield(x) || !more {
				return
			}
		}
	}
}

var errNoStream = coded.Errorf("cmd.no-stream", "no transcript begins here; a list of names is read by --names -")

// next takes in a transcript up to the next one or the end of the stream. It looks at no more
// than the lengths of the frames; what they hold is the audit's to judge. The error is
// io.ErrUnexpectedEOF where the stream ends in the middle of it.
func (b *intake) next(in *bufio.Reader) (more bool, err error) {
	if head, err := in.Peek(len(streamMark)); err == nil && string(head) != streamMark {
		return false, errNoStream
	}
	if err := b.take(in, len(transcript.Magic)); err != nil {
		return false, err
	}
	for {
		head, err := in.Peek(len(streamMark))
		switch {
		case len(head) == 0 && errors.Is(err, io.EOF):
			return false, nil
		case len(head) < len(streamMark):
			b.Write(head)
			return false, unexpected(err)
		case string(head) == streamMark:
			return true, nil
		}
		size := len(head) + int(uint32(head[0])<<24|uint32(head[1])<<16|uint32(head[2])<<8|uint32(head[3]))
		switch {
		case size > len(head)+transcript.MaxRecord:
			return false, coded.Errorf("cmd.stream-torn", "after %d bytes neither a record nor a transcript begins: it is torn, or something stands behind it", b.Len())
		case b.Len()+size > transcript.MaxFile:
			return false, errTooLarge
		}
		if err := b.take(in, size); err != nil {
			return false, err
		}
	}
}
