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

// auditInput is one transcript that is to be audited. It is read where it is audited, so
// that no more of them are in memory than are audited at once.
type auditInput struct {
	name string
	read func() ([]byte, error)
	done func() // when it is audited; nil for nothing
	cut  bool   // it is of a stream that can't be told apart behind it
}

// transcriptSuffix is how the files that a folder is searched for end.
const transcriptSuffix = ".djq"

// inputs yields what `audit` is given, in its order: files; folders with all transcripts
// below them, by name; for - the transcripts of standard input; and last what lists name.
func inputs(env *cli.Env, args, lists []string) iter.Seq[auditInput] {
	return func(yield func(auditInput) bool) {
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

// filesBelow yields the transcripts in a folder and below it, or the file of a name that is no
// folder's. Only files are ever opened there: a pipe in a folder would hold up
// everything. Links to files are followed, links to folders only where they are named.
func filesBelow(name string) iter.Seq[auditInput] {
	return func(yield func(auditInput) bool) {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			yield(fileInput(name))
			return
		}
		found := false
		// The separator makes a link to a folder the folder.
		err := filepath.WalkDir(strings.TrimRight(name, "/")+"/", func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				if !yield(brokenInput(path, cli.Pathless(err))) {
					return fs.SkipAll
				}
				return nil
			case entry.IsDir() || !strings.HasSuffix(path, transcriptSuffix) || !isFile(path):
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

// isFile reports whether a name is that of a file, or of a link to one. What can't be
// looked at is for who opens it to complain of.
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

// listedIn yields what a list names: files, one a line, and one exhibit for each name, so that who
// writes a list can tell what is said of which. Who wrote it may be a stranger, so nothing
// but files is opened.
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
		return brokenInput(name, coded.Errorf("cmd.not-a-file", "it is no file"))
	}
	return fileInput(name)
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

// transcriptsIn yields the transcripts of a stream, called -, -#2, -#3 and so on; none if it
// is empty. What is no transcript or is torn ends it: from there on nobody can tell where the
// next one begins.
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
