package webfs

import (
	"io"
	"io/fs"
	"os"
	"path"
	"sync"
	"testing/fstest"
	"time"

	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Memory is a [store.FS] that keeps nothing beyond the tab, for browsers that keep nothing.
type Memory struct {
	mu    sync.Mutex
	files fstest.MapFS // by path without its first slash
	locks map[string]bool
}

// NewMemory returns an empty file system.
func NewMemory() *Memory { return &Memory{files: fstest.MapFS{}, locks: map[string]bool{}} }

// key returns a path as [fstest.MapFS] has it.
func key(name string) string {
	if name = path.Clean("/" + name); name != "/" {
		return name[1:]
	}
	return "."
}

// MkdirAll implements [store.FS].
func (m *Memory) MkdirAll(name string, _ fs.FileMode) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.files[key(name)] = &fstest.MapFile{Mode: fs.ModeDir | 0o700}
	return nil
}

// ReadDir implements [store.FS].
func (m *Memory) ReadDir(name string) ([]fs.DirEntry, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.files.ReadDir(key(name))
}

// ReadFile implements [store.FS].
func (m *Memory) ReadFile(name string, limit int64) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	data, err := m.files.ReadFile(key(name))
	if int64(len(data)) > limit {
		return nil, store.ErrOversized
	}
	return data, err
}

// OpenFile implements [store.FS].
func (m *Memory) OpenFile(name string, flag int, perm fs.FileMode) (store.File, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.files[key(name)]
	switch {
	case f == nil && flag&os.O_CREATE == 0:
		return nil, failed("open", name, fs.ErrNotExist)
	case f == nil:
		f = &fstest.MapFile{Mode: perm, ModTime: time.Now()}
		m.files[key(name)] = f
	case flag&os.O_TRUNC != 0:
		f.Data = nil
	}
	return remembered{m, f}, nil
}

// Rename implements [store.FS].
func (m *Memory) Rename(oldname, newname string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	f := m.files[key(oldname)]
	if f == nil {
		return failed("rename", oldname, fs.ErrNotExist)
	}
	delete(m.files, key(oldname))
	m.files[key(newname)] = f
	return nil
}

// Remove implements [store.FS].
func (m *Memory) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.files[key(name)] == nil {
		return failed("remove", name, fs.ErrNotExist)
	}
	delete(m.files, key(name))
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

// remembered is a file that is open for writing. Every writer appends.
type remembered struct {
	in   *Memory
	file *fstest.MapFile
}

func (r remembered) Write(data []byte) (int, error) {
	r.in.mu.Lock()
	defer r.in.mu.Unlock()
	r.file.Data, r.file.ModTime = append(r.file.Data, data...), time.Now()
	return len(data), nil
}

func (r remembered) Sync() error  { return nil }
func (r remembered) Close() error { return nil }
