package audit

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

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/matchfile"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// auditInput is a transcript to be audited. It is read when it is audited, so that no more of
// them are in memory than are audited at once.
type auditInput struct {
	name string
	read func() ([]byte, error)
	done func() // called after the audit; nil for nothing
	cut  bool   // its stream can't be split after it

	known string // the SHA-256 of a file of that name that an earlier run reported on, in hex
}

// transcriptSuffix and boardSuffix end the names that are looked for in folders: of matches, and of
// votes and the like.
const (
	transcriptSuffix = ".djq"
	boardSuffix      = ".djt"
)

// inputs yields what `audit` is given, in order: files; the transcripts below folders, by name;
// the transcripts of standard input for -; and last what the lists name.
func inputs(env *cli.Env, args, lists []string) iter.Seq[auditInput] {
	return func(yield func(auditInput) bool) {
		var sources []iter.Seq[auditInput]
		for _, arg := range args {
			sources = append(sources, meant(env, arg))
		}
		for _, list := range lists {
			sources = append(sources, listedIn(env, list))
		}
		for _, source := range sources {
			for x := range source {
				if !yield(x) {
					return
				}
			}
		}
	}
}

// meant yields the transcripts for one argument.
func meant(env *cli.Env, arg string) iter.Seq[auditInput] {
	if arg == "-" {
		return transcriptsIn(env.In)
	}
	file, err := matchfile.Find(arg)
	if err != nil {
		return func(yield func(auditInput) bool) { yield(brokenInput(arg, store.ErrAmbiguous)) }
	}
	return filesBelow(file)
}

// filesBelow yields the transcripts in a folder and below it, or the file of that name. In
// folders it opens nothing but files, since a pipe would block it. It follows links to files, and
// a link to a folder only if that is the name.
func filesBelow(name string) iter.Seq[auditInput] {
	return func(yield func(auditInput) bool) {
		switch info, err := os.Stat(name); {
		case err != nil || info.Mode().IsRegular():
			yield(fileInput(name))
			return
		case !info.IsDir(): // a pipe, which may be slow: read now, so that no file before it waits for it
			in := &matchfile.Reader{Alone: &matchfile.LargeStream}
			data, err := in.ReadFile(name)
			yield(auditInput{name: name, read: func() ([]byte, error) { return data, err }, done: in.Release})
			return
		}
		found := false
		// With the separator a link to a folder is followed.
		err := filepath.WalkDir(strings.TrimRight(name, "/")+"/", func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				if !yield(brokenInput(path, cli.Pathless(err))) {
					return fs.SkipAll
				}
				return nil
			case entry.IsDir() || !strings.HasSuffix(path, transcriptSuffix) && !strings.HasSuffix(path, boardSuffix) || !isFile(path):
				return nil
			}
			found = true
			if !yield(fileInput(path)) {
				return fs.SkipAll
			}
			return nil
		})
		if err == nil && !found {
			yield(brokenInput(name, coded.Errorf("cmd.no-transcripts", "there is no transcript (*%s) in this folder", transcriptSuffix)))
		}
	}
}

// isFile reports whether a name belongs to a file, or to a link to one. If that can't be known it
// is true, and opening it will give the error.
func isFile(name string) bool {
	info, err := os.Stat(name)
	return err != nil || info.Mode().IsRegular()
}

func fileInput(name string) auditInput {
	in := &matchfile.Reader{Alone: &matchfile.LargeFile}
	return auditInput{name: name, read: func() ([]byte, error) { return in.ReadFile(name) }, done: in.Release}
}

func brokenInput(name string, err error) auditInput {
	return auditInput{name: name, read: func() ([]byte, error) { return nil, err }}
}

// listedIn yields what a list names, one file a line. Each name yields one input, so that the
// results can be matched to the list. The list may come from a stranger, so nothing but files is
// opened.
func listedIn(env *cli.Env, list string) iter.Seq[auditInput] {
	return func(yield func(auditInput) bool) {
		var r io.Reader = env.In
		if list != "-" {
			f, err := os.Open(list)
			if err != nil {
				yield(brokenInput(list, cli.Pathless(err)))
				return
			}
			defer f.Close()
			r = f
		}
		for name, err := range names(r) {
			x := brokenInput(list, err)
			if err == nil {
				x = listedInput(name)
			}
			if !yield(x) {
				return
			}
		}
	}
}

func listedInput(name string) auditInput {
	if !isFile(name) {
		return brokenInput(name, coded.Errorf("cmd.not-a-file", "it is not a file"))
	}
	return fileInput(name)
}

// maxNameLine is longer than the name of any file.
const maxNameLine = 32 << 10

// names yields the lines of a list that are not empty. A line that is too long to be a name is an
// error, and so is a read error, which ends the list.
func names(r io.Reader) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		lines := bufio.NewReaderSize(r, maxNameLine)
		for {
			line, err := lines.ReadSlice('\n')
			name := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
			var wrong error
			if errors.Is(err, bufio.ErrBufferFull) {
				wrong = coded.Errorf("cmd.long-name", "the list has a line of more than %d bytes, too long for a name", maxNameLine)
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

// transcriptsIn yields the transcripts of a stream, called -, -#2, -#3 and so on; none if it is
// empty. Anything else in it, or a torn transcript, ends the stream: nobody can find the start of
// the next one.
func transcriptsIn(r io.Reader) iter.Seq[auditInput] {
	return func(yield func(auditInput) bool) {
		in := bufio.NewReaderSize(r, 64<<10)
		if _, err := in.Peek(1); errors.Is(err, io.EOF) {
			return
		}
		for number := 1; ; number++ {
			name := "-"
			if number > 1 {
				name += "#" + strconv.Itoa(number)
			}
			one := &matchfile.Reader{Alone: &matchfile.LargeStream}
			more, err := one.ReadNext(in)
			x := auditInput{name: name, done: one.Release, cut: err != nil, read: func() ([]byte, error) { return one.Bytes(), err }}
			if errors.Is(err, io.ErrUnexpectedEOF) { // the audit calls it torn
				err = nil
			}
			if !yield(x) || !more {
				return
			}
		}
	}
}
