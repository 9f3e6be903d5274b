//go:build js

package webfs

import (
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"sync"
	"syscall/js"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Indexed is a [store.FS] in IndexedDB, which is slower than OPFS, and all that older browsers have, and pages
// over plain HTTP. The worker's script does each step in one transaction (web/files.js).
type Indexed struct {
	files js.Value // what openFiles of web/files.js gives

	mu   sync.Mutex
	open map[string]*indexedFile // for writing, by path
}

// openIndexed opens the origin's files in IndexedDB. The error says that a browser has none; such
// as for a page from a disk, whose files every other such page could read.
func openIndexed() (*Indexed, error) {
	global := js.Global()
	if global.Get("origin").String() == "null" {
		return nil, fs.ErrPermission
	}
	files, err := asked(global, "openFiles")
	if err != nil {
		return nil, err
	}
	return &Indexed{files: files, open: map[string]*indexedFile{}}, nil
}

// MkdirAll implements [store.FS].
func (x *Indexed) MkdirAll(name string, _ fs.FileMode) error {
	for name = path.Clean("/" + name); name != "/"; name = path.Dir(name) {
		if _, err := asked(x.files, "folder", name); err != nil {
			return failed("mkdir", name, err)
		}
	}
	return nil
}

// ReadDir implements [store.FS].
func (x *Indexed) ReadDir(name string) (list []fs.DirEntry, err error) {
	name = path.Clean("/" + name)
	if _, err := x.entry("read", name); err != nil {
		return nil, err
	}
	both, err := asked(x.files, "list", name)
	if err != nil {
		return nil, failed("read", name, err)
	}
	paths, entries := both.Index(0), both.Index(1)
	for i := range paths.Length() { // in their order
		if at := paths.Index(i).String(); path.Dir(at) == name {
			list = append(list, fs.FileInfoToDirEntry(infoOf(at, entries.Index(i))))
		}
	}
	return list, nil
}

// entry returns the entry of a file or folder.
func (x *Indexed) entry(op, name string) (js.Value, error) {
	found, err := asked(x.files, "entry", name)
	if err == nil && found.IsUndefined() {
		err = fs.ErrNotExist
	}
	return found, failed(op, name, err)
}

func infoOf(name string, entry js.Value) fileInfo {
	return fileInfo{
		path.Base(name), entry.Get("folder").Bool(), int64(entry.Get("size").Float()),
		time.UnixMilli(int64(entry.Get("modified").Float())),
	}
}

// ReadFile implements [store.FS].
func (x *Indexed) ReadFile(name string, limit int64) ([]byte, error) {
	name = path.Clean("/" + name)
	entry, err := x.entry("open", name)
	if err != nil {
		return nil, err
	}
	x.mu.Lock()
	var unwritten []byte
	if f := x.open[name]; f != nil {
		unwritten = f.pending()
	}
	x.mu.Unlock()
	if infoOf(name, entry).size+int64(len(unwritten)) > limit {
		return nil, store.ErrOversized
	}
	pieces, err := asked(x.files, "read", name)
	if err != nil {
		return nil, failed("read", name, err)
	}
	var data []byte
	for i := range pieces.Length() {
		piece := make([]byte, pieces.Index(i).Length())
		js.CopyBytesToGo(piece, pieces.Index(i))
		data = append(data, piece...)
	}
	return append(data, unwritten...), nil
}

// OpenFile implements [store.FS]. Every writer appends.
func (x *Indexed) OpenFile(name string, flag int, _ fs.FileMode) (store.File, error) {
	name = path.Clean("/" + name)
	found, err := asked(x.files, "entry", name)
	if err != nil {
		return nil, failed("open", name, err)
	}
	f := &indexedFile{of: x, name: name}
	switch {
	case found.IsUndefined() && flag&os.O_CREATE == 0:
		return nil, failed("open", name, fs.ErrNotExist)
	case found.IsUndefined() || flag&os.O_TRUNC != 0:
		if _, err := asked(x.files, "create", name); err != nil {
			return nil, failed("open", name, err)
		}
	default:
		f.at = infoOf(name, found).size
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	x.open[name] = f
	return f, nil
}

// Rename implements [store.FS].
func (x *Indexed) Rename(oldname, newname string) error {
	_, err := asked(x.files, "rename", path.Clean("/"+oldname), path.Clean("/"+newname))
	return failed("rename", oldname, err)
}

// Remove implements [store.FS].
func (x *Indexed) Remove(name string) error {
	_, err := asked(x.files, "remove", path.Clean("/"+name))
	return failed("remove", name, err)
}

// SyncDir does nothing: each step is durable.
func (x *Indexed) SyncDir(string) error { return nil }

// Lock implements [store.FS]. Here, too, the browser gives the lock back when the tab ends.
func (x *Indexed) Lock(name string) (io.Closer, error) {
	held, err := asked(js.Global(), "takeLock", name)
	switch {
	case err != nil:
		return nil, failed("lock", name, err)
	case held.IsNull():
		return nil, errOtherTab
	}
	return database{held}, nil
}

// database is an open database that nobody else has: a lock.
type database struct{ js.Value }

func (d database) Close() error {
	d.Call("close")
	return nil
}

// indexedFile is a file that is open for writing. What is written goes to the database with Sync or Close.
type indexedFile struct {
	of   *Indexed
	name string

	mu        sync.Mutex
	at        int64
	unwritten strings.Builder
}

func (f *indexedFile) pending() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return []byte(f.unwritten.String())
}

func (f *indexedFile) Write(data []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.unwritten.Write(data)
}

func (f *indexedFile) Sync() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	size := f.unwritten.Len()
	if size == 0 {
		return nil
	}
	array := js.Global().Get("Uint8Array").New(size)
	js.CopyBytesToJS(array, []byte(f.unwritten.String()))
	if _, err := asked(f.of.files, "append", f.name, f.at, array); err != nil {
		return failed("sync", f.name, err)
	}
	f.at += int64(size)
	f.unwritten.Reset()
	return nil
}

func (f *indexedFile) Close() error {
	err := f.Sync()
	f.of.mu.Lock()
	defer f.of.mu.Unlock()
	if f.of.open[f.name] == f {
		delete(f.of.open, f.name)
	}
	return err
}
