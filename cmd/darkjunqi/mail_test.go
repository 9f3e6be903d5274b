package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// postman carries letters between two folders, both ways, until it is told not to: what people do with files. Each takes the name
// "from " and the folder's, so that it is never taken for one of the folder's own.
type postman struct {
	stop chan struct{}
	done sync.WaitGroup
}

type mailKey struct{}

const mailEvery = 50 * time.Millisecond

func carry(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: carry FOLDER FOLDER")
	}
	m := ts.Value(mailKey{}).(*postman)
	a, b := ts.MkAbs(args[0]), ts.MkAbs(args[1])
	m.done.Go(func() {
		for {
			m.round(ts, a, b)
			m.round(ts, b, a)
			select {
			case <-m.stop:
				return
			case <-time.After(mailEvery):
			}
		}
	})
}

// round carries what is new from one folder to the other, as a whole.
func (m *postman) round(ts *testscript.TestScript, from, to string) {
	letters, err := filepath.Glob(filepath.Join(from, "letter-*.txt"))
	ts.Check(err)
	for _, letter := range letters {
		at := filepath.Join(to, "from "+filepath.Base(from)+" "+filepath.Base(letter))
		if _, err := os.Stat(at); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		text, err := os.ReadFile(letter)
		if err != nil {
			return // the script is over
		}
		if os.WriteFile(at+".coming", text, 0o600) == nil {
			_ = os.Rename(at+".coming", at)
		}
	}
}

func carryNoMore(ts *testscript.TestScript, neg bool, args []string) {
	ts.Value(mailKey{}).(*postman).end()
}

// end waits until nothing is carried any more; then it can begin again.
func (m *postman) end() {
	close(m.stop)
	m.done.Wait()
	m.stop = make(chan struct{})
}
