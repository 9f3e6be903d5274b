//go:build js

package webfs

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"syscall"
	"syscall/js"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// errOtherTab is [store.ErrInUse] in a browser's words.
var errOtherTab error = otherTab{coded.Errorf("web.other-tab", "another tab is playing this match: continue there, or close it first")}

type otherTab struct{ said *coded.Error }

func (o otherTab) Error() string { return o.said.Error() }
func (o otherTab) Unwrap() error { return o.said }

func (otherTab) Is(target error) bool { return target == store.ErrInUse }

// OPFS is a [store.FS] of this page's origin.
type OPFS struct {
	root js.Value

	mu   sync.Mutex
	open map[string]*file // for writing, by path: a browser lets nobody else have them
}

// openOPFS opens the origin's files. The error says that a browser keeps none: there are browsers
// that don't in a private window, or for a page that comes from a disk.
func openOPFS() (*OPFS, error) {
	storage := js.Global().Get("navigator").Get("storage")
	if storage.IsUndefined() || js.Global().Get("navigator").Get("locks").IsUndefined() {
		return nil, fs.ErrPermission // not a secure context
	}
	root, err := asked(storage, "getDirectory")
	if err != nil {
		return nil, err
	}
	o := &OPFS{root: root, open: map[string]*file{}}
	// Some browsers show the folder and then let nobody write.
	const probe = "/.probe"
	f, err := o.OpenFile(probe, os.O_WRONLY|os.O_CREATE, 0)
	if errors.Is(err, syscall.ENOSPC) {
		return o, nil // it is full: what it has can be read
	}
	if err != nil {
		return nil, err
	}
	if err := f.Close(); err != nil {
		return nil, err
	}
	return o, o.Remove(probe)
}

// Files are this page's files; kept says whether they outlive the tab.
func Files() (files store.FS, kept bool) {
	if opfs, err := openOPFS(); err == nil {
		return opfs, true
	}
	if indexed, err := openIndexed(); err == nil {
		return indexed, true
	}
	return NewMemory(), false
}

func (o *OPFS) folder(name string, create bool) (js.Value, error) {
	at := o.root
	for part := range strings.SplitSeq(strings.Trim(name, "/"), "/") {
		if part == "" {
			continue
		}
		var err error
		if at, err = asked(at, "getDirectoryHandle", part, map[string]any{"create": create}); err != nil {
			return at, failed("open", name, err)
		}
	}
	return at, nil
}

func (o *OPFS) handle(name string, create bool) (js.Value, error) {
	dir, err := o.folder(path.Dir(name), false)
	if err != nil {
		return dir, err
	}
	return asked(dir, "getFileHandle", path.Base(name), map[string]any{"create": create})
}

// MkdirAll implements [store.FS].
func (o *OPFS) MkdirAll(name string, _ fs.FileMode) error {
	_, err := o.folder(name, true)
	return err
}

// ReadDir implements [store.FS].
func (o *OPFS) ReadDir(name string) ([]fs.DirEntry, error) {
	dir, err := o.folder(name, false)
	if err != nil {
		return nil, err
	}
	all, err := call(dir, "values")
	if err != nil {
		return nil, failed("read", name, err)
	}
	var list []fs.DirEntry
	for {
		next, err := asked(all, "next")
		if err != nil {
			return nil, failed("read", name, err)
		}
		if next.Get("done").Bool() {
			slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
			return list, nil
		}
		found := next.Get("value")
		list = append(list, entry{o, path.Join(name, found.Get("name").String()), found})
	}
}

// ReadFile implements [store.FS].
func (o *OPFS) ReadFile(name string, limit int64) ([]byte, error) {
	if f := o.opened(name); f != nil {
		return f.read(limit)
	}
	h, err := o.handle(name, false)
	if err != nil {
		return nil, failed("open", name, err)
	}
	content, err := asked(h, "getFile")
	if err != nil {
		return nil, failed("open", name, err)
	}
	if int64(content.Get("size").Float()) > limit {
		return nil, store.ErrOversized
	}
	buffer, err := asked(content, "arrayBuffer")
	if err != nil {
		return nil, failed("read", name, err)
	}
	array := js.Global().Get("Uint8Array").New(buffer)
	data := make([]byte, array.Get("length").Int())
	js.CopyBytesToGo(data, array)
	return data, nil
}

// OpenFile implements [store.FS].
func (o *OPFS) OpenFile(name string, flag int, _ fs.FileMode) (store.File, error) {
	h, err := o.handle(name, flag&os.O_CREATE != 0)
	if err != nil {
		return nil, failed("open", name, err)
	}
	access, err := asked(h, "createSyncAccessHandle")
	if err != nil {
		return nil, failed("open", name, err)
	}
	f := &file{fs: o, name: name, access: access, written: time.Now()}
	if flag&os.O_TRUNC != 0 {
		_, err = call(access, "truncate", 0)
	} else if flag&os.O_APPEND != 0 {
		f.at, err = f.size()
	}
	if err != nil {
		call(access, "close")
		return nil, failed("open", name, err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.open[name] = f
	return f, nil
}

func (o *OPFS) opened(name string) *file {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.open[name]
}

// Rename implements [store.FS]. Both names are of one folder.
func (o *OPFS) Rename(oldname, newname string) error {
	h, err := o.handle(oldname, false)
	if err == nil {
		_, err = asked(h, "move", path.Base(newname))
	}
	return failed("rename", oldname, err)
}

// Remove implements [store.FS].
func (o *OPFS) Remove(name string) error {
	dir, err := o.folder(path.Dir(name), false)
	if err != nil {
		return err
	}
	_, err = asked(dir, "removeEntry", path.Base(name))
	return failed("remove", name, err)
}

// SyncDir does nothing: a page can't ask for more than a file's flush.
func (o *OPFS) SyncDir(string) error { return nil }

// Lock implements [store.FS]. The browser gives the lock back when the tab ends, however it does.
func (o *OPFS) Lock(name string) (io.Closer, error) { return webLock(name) }

// webLock takes a Web Lock.
func webLock(name string) (io.Closer, error) {
	got := make(chan bool, 1)
	released := make(chan js.Value, 1)
	hold := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if args[0].IsNull() {
			got <- false
			return nil
		}
		executor := js.FuncOf(func(_ js.Value, args []js.Value) any { released <- args[0]; return nil })
		defer executor.Release()
		until := js.Global().Get("Promise").New(executor)
		got <- true
		return until
	})
	locks := js.Global().Get("navigator").Get("locks")
	_, err := call(locks, "request", "darkjunqi:"+name, map[string]any{"ifAvailable": true}, hold)
	if err != nil {
		hold.Release()
		return nil, failed("lock", name, err)
	}
	free := <-got
	hold.Release()
	if !free {
		return nil, errOtherTab
	}
	return lock{<-released}, nil
}

// lock is held until its promise is resolved.
type lock struct{ resolve js.Value }

func (l lock) Close() error {
	l.resolve.Invoke()
	return nil
}
