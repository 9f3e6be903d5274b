//go:build js

package webfs

import (
	"io"
	"io/fs"
	"path"
	"sync"
	"syscall/js"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// file is a file that is open for writing.
type file struct {
	fs   *OPFS
	name string

	mu      sync.Mutex
	access  js.Value // a FileSystemSyncAccessHandle
	at      int64
	written time.Time
}

func (f *file) size() (int64, error) {
	size, err := call(f.access, "getSize")
	if err != nil {
		return 0, err
	}
	return int64(size.Float()), nil
}

func (f *file) Write(data []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	array := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(array, data)
	count, err := call(f.access, "write", array, map[string]any{"at": f.at})
	if err != nil {
		return 0, failed("write", f.name, err)
	}
	n := count.Int()
	if n > len(data) { // which Chromium says of the files that a private window has deleted: as elsewhere the match plays on
		n = len(data)
		js.Global().Call("postMessage", map[string]any{"deleted": true})
	}
	f.at, f.written = f.at+int64(n), time.Now()
	if n < len(data) {
		return n, failed("write", f.name, io.ErrShortWrite)
	}
	return n, nil
}

func (f *file) Sync() error {
	_, err := call(f.access, "flush")
	return failed("sync", f.name, err)
}

func (f *file) Close() error {
	f.fs.mu.Lock()
	defer f.fs.mu.Unlock()
	if f.fs.open[f.name] == f {
		delete(f.fs.open, f.name)
	}
	_, err := call(f.access, "close")
	return failed("close", f.name, err)
}

// read returns the whole file.
func (f *file) read(limit int64) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	size, err := f.size()
	if err != nil {
		return nil, failed("read", f.name, err)
	}
	if size > limit {
		return nil, store.ErrOversized
	}
	array := js.Global().Get("Uint8Array").New(size)
	if _, err := call(f.access, "read", array, map[string]any{"at": 0}); err != nil {
		return nil, failed("read", f.name, err)
	}
	data := make([]byte, size)
	js.CopyBytesToGo(data, array)
	return data, nil
}

// entry is a file or folder in a listing.
type entry struct {
	fs     *OPFS
	name   string // with its folder
	handle js.Value
}

func (e entry) Name() string { return path.Base(e.name) }
func (e entry) IsDir() bool  { return e.handle.Get("kind").String() == "directory" }

func (e entry) Type() fs.FileMode {
	if e.IsDir() {
		return fs.ModeDir
	}
	return 0
}

func (e entry) Info() (fs.FileInfo, error) {
	i := info{entry: e}
	if e.IsDir() {
		return i, nil
	}
	if f := e.fs.opened(e.name); f != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		size, err := f.size()
		i.size, i.modified = size, f.written
		return i, failed("stat", e.name, err)
	}
	content, err := asked(e.handle, "getFile")
	if err != nil {
		return nil, failed("stat", e.name, err)
	}
	i.size = int64(content.Get("size").Float())
	i.modified = time.UnixMilli(int64(content.Get("lastModified").Float()))
	return i, nil
}

// info describes a file in a listing.
type info struct {
	entry
	size     int64
	modified time.Time
}

func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return i.Type() }
func (i info) ModTime() time.Time { return i.modified }
func (i info) Sys() any           { return nil }
