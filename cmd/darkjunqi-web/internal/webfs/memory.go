package webfs

import (
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Memory is a [store.FS] that keeps nothing beyond the tab, for browsers that keep nothing.
type Memory struct {
	mu    sync.Mutex
	files map[string]*remembered // by path
	locks map[string]bool
}

// NewMemory returns an empty file system.
func NewMemory() *Memory {
	return &Memory{files: map[string]*remembered{"/": {folder: true}}, locks: map[string]bool{}}
}

// MkdirAll implements [store.FS].
func (m *Memory) MkdirAll(name string, _ fs.FileMode) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name = path.Clean("/" + name); m.files[name] == nil; name = path.Dir(name) {
		m.files[name] = &remembered{folder: true}
	}
	return nil
}

// ReadDir implements [store.FS].
func (m *Memory) ReadDir(name string) (list []fs.DirEntry, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	name = path.Clean("/" + name)
	if f := m.files[name]; f == nil || !f.folder {
		return nil, failed("read", name, fs.ErrNotExist)
	}
	for _, at := range slices.Sorted(maps.Keys(m.files)) {
		if f := m.files[at]; at != "/" && path.Dir(at) == name {
			list = append(list, fs.FileInfoToDirEntry(fileInfo{path.Base(at), f.folder, int64(len(f.data)), f.modified}))
		}
	}
	return list, nil
}

// ReadFile implements [store.FS].
func (m *Memory) ReadFile(name string, limit int64) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.files[path.Clean("/"+name)]
	switch {
	case f == nil || f.folder:
		return nil, failed("open", name, fs.ErrNotExist)
	case int64(len(f.data)) > limit:
		return nil, store.ErrOversized
	}
	return slices.Clone(f.data), nil
}

// OpenFile implements [store.FS].
func (m *Memory) OpenFile(name string, flag int, _ fs.FileMode) (store.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	name = path.Clean("/" + name)
	f := m.files[name]
	switch {
	case f == nil && flag&os.O_CREATE == 0:
		return nil, failed("open", name, fs.ErrNotExist)
	case f == nil:
		f = &remembered{in: m, modified: time.Now()}
		m.files[name] = f
	case flag&os.O_TRUNC != 0:
		f.data = nil
	}
	return f, nil
}

// Rename implements [store.FS].
func (m *Memory) Rename(oldname, newname string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	oldname = path.Clean("/" + oldname)
	f := m.files[oldname]
	if f == nil {
		return failed("rename", oldname, fs.ErrNotExist)
	}
	delete(m.files, oldname)
	m.files[path.Clean("/"+newname)] = f
	return nil
}

// Remove implements [store.FS].
func (m *Memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	name = path.Clean("/" + name)
	if m.files[name] == nil {
		return failed("remove", name, fs.ErrNotExist)
	}
	delete(m.files, name)
	return nil
}

// SyncDir implements [store.FS].
func (m *Memory) SyncDir(string) error { return nil }

// Lock implements [store.FS]. Nobody else sees these files.
func (m *Memory) Lock(name string) (io.Closer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.locks[name] {
		return nil, store.ErrInUse
	}
	m.locks[name] = true
	return held{m, name}, nil
}

type held struct {
	in   *Memory
	name string
}

func (h held) Close() error {
	h.in.mu.Lock()
	defer h.in.mu.Unlock()
	delete(h.in.locks, h.name)
	return nil
}

// remembered is a folder, or a file, which may be open for writing. Every writer appends.
type remembered struct {
	in       *Memory
	folder   bool
	data     []byte
	modified time.Time
}

func (r *remembered) Write(data []byte) (int, error) {
	r.in.mu.Lock()
	defer r.in.mu.Unlock()
	r.data, r.modified = append(r.data, data...), time.Now()
	return len(data), nil
}

func (r *remembered) Sync() error  { return nil }
func (r *remembered) Close() error { return nil }

// fileInfo describes a file in a listing.
type fileInfo struct {
	name     string
	folder   bool
	size     int64
	modified time.Time
}

func (i fileInfo) Name() string       { return i.name }
func (i fileInfo) Size() int64        { return i.size }
func (i fileInfo) ModTime() time.Time { return i.modified }
func (i fileInfo) IsDir() bool        { return i.folder }
func (i fileInfo) Sys() any           { return nil }

func (i fileInfo) Mode() fs.FileMode {
	if i.folder {
		return fs.ModeDir
	}
	return 0
}
