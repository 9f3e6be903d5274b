// Package crashfs is a file system in memory that dies at a chosen operation,
// and comes back as a killed process or a loss of power would leave it. Tests
// of what must survive a crash run on it.
package crashfs

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing/fstest"

	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// Every operation returns ErrCrashed from the crash on.
var ErrCrashed = errors.New("crashed")

// Survival says what of the things not yet made durable a crash leaves.
type Survival int

const (
	Killed     Survival = iota // the process died: all that was written is there
	powerLost                  // only what was synced is there
	powerTorn                  // of what was not synced, the first half of the bytes
	powerZeros                 // of what was not synced, the length but no bytes
)

// Survivals lists them all.
var Survivals = []Survival{Killed, powerLost, powerTorn, powerZeros}

func (s Survival) String() string {
	return [...]string{"killed", "power lost", "power lost, torn", "power lost, zeros"}[s]
}

// Disk is a file system. It implements store.FS.
type Disk struct {
	mu      sync.Mutex
	names   map[string]*file
	durable map[string]*file // the names that survive a loss of power
	locks   map[*file]bool
	ops     int
	failAt  int
	dead    bool
}

type file struct {
	data   []byte
	synced []byte
}

var _ store.FS = (*Disk)(nil)

// New returns an empty disk that never crashes.
func New() *Disk {
	return &Disk{names: map[string]*file{}, durable: map[string]*file{}, locks: map[*file]bool{}, failAt: -1}
}

// CrashAt lets the disk die at its n-th operation that changes something,
// counted from 0 and from now. A write is half done then.
func (d *Disk) CrashAt(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ops, d.failAt = 0, n
}

// Reboot returns the disk as it is after a crash now. Nobody holds a lock on
// it.
func (d *Disk) Reboot(s Survival) *Disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dead = true
	next := New()
	names := d.durable
	if s == Killed {
		names = d.names
	}
	for name, f := range names {
		var data []byte
		rest := max(len(f.data)-len(f.synced), 0)
		switch s {
		case Killed:
			data = slices.Clone(f.data)
		case powerLost:
			data = slices.Clone(f.synced)
		case powerTorn:
			data = slices.Concat(f.synced, f.data[len(f.data)-rest:][:rest/2])
		case powerZeros:
			data = slices.Concat(f.synced, make([]byte, rest))
		}
		node := &file{data: data, synced: slices.Clone(data)}
		next.names[name], next.durable[name] = node, node
	}
	return next
}

// Copy returns the disk as a backup would have it now.
func (d *Disk) Copy() *Disk {
	d.mu.Lock()
	defer d.mu.Unlock()
	next := New()
	for name, f := range d.names {
		node := &file{data: slices.Clone(f.data), synced: slices.Clone(f.data)}
		next.names[name], next.durable[name] = node, node
	}
	return next
}

// Put writes a file, durably.
func (d *Disk) Put(name string, data []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	node := &file{data: slices.Clone(data), synced: slices.Clone(data)}
	d.names[name], d.durable[name] = node, node
}

// op counts an operation, and fails at the one to die at and after.
func (d *Disk) op() error {
	if d.dead = d.dead || d.ops == d.failAt; d.dead {
		return ErrCrashed
	}
	d.ops++
	return nil
}

// MkdirAll does nothing: folders are made durable at once.
func (d *Disk) MkdirAll(string, fs.FileMode) error { return nil }

// ReadDir lists a folder.
func (d *Disk) ReadDir(path string) ([]fs.DirEntry, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return nil, ErrCrashed
	}
	folder := fstest.MapFS{}
	for name, f := range d.names {
		if filepath.Dir(name) == filepath.Clean(path) {
			folder[filepath.Base(name)] = &fstest.MapFile{Data: f.data, Mode: 0o600}
		}
	}
	return folder.ReadDir(".")
}

// ReadFile returns a whole file.
func (d *Disk) ReadFile(name string, limit int64) ([]byte, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return nil, ErrCrashed
	}
	f, ok := d.names[name]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if int64(len(f.data)) > limit {
		return nil, store.ErrOversized
	}
	return slices.Clone(f.data), nil
}

// OpenFile opens a file for appending, or makes it again.
func (d *Disk) OpenFile(name string, flag int, _ fs.FileMode) (store.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	f, ok := d.names[name]
	if !ok && flag&os.O_CREATE == 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if !ok || flag&os.O_TRUNC != 0 {
		if err := d.op(); err != nil {
			return nil, err
		}
		if !ok {
			f = &file{}
			d.names[name] = f
		}
		f.data = nil
	} else if d.dead {
		return nil, ErrCrashed
	}
	return &handle{d, f}, nil
}

// Rename replaces newname by oldname.
func (d *Disk) Rename(oldname, newname string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	f, ok := d.names[oldname]
	if !ok {
		return &fs.PathError{Op: "rename", Path: oldname, Err: fs.ErrNotExist}
	}
	if err := d.op(); err != nil {
		return err
	}
	delete(d.names, oldname)
	d.names[newname] = f
	return nil
}

// Remove deletes a file.
func (d *Disk) Remove(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, ok := d.names[name]; !ok {
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	}
	if err := d.op(); err != nil {
		return err
	}
	delete(d.names, name)
	return nil
}

// SyncDir makes the names of a folder durable.
func (d *Disk) SyncDir(path string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.op(); err != nil {
		return err
	}
	in := func(name string) bool { return filepath.Dir(name) == filepath.Clean(path) }
	maps.DeleteFunc(d.durable, func(name string, _ *file) bool { return in(name) })
	for name, f := range d.names {
		if in(name) {
			d.durable[name] = f
		}
	}
	return nil
}

// Lock takes the lock of the file that has a name now.
func (d *Disk) Lock(name string) (io.Closer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return nil, ErrCrashed
	}
	f := d.names[name]
	if f == nil {
		f = &file{}
		d.names[name] = f
	}
	if d.locks[f] {
		return nil, store.ErrInUse
	}
	d.locks[f] = true
	return &lock{d, f}, nil
}

type lock struct {
	d *Disk
	f *file
}

func (l *lock) Close() error {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	delete(l.d.locks, l.f)
	return nil
}

type handle struct {
	d *Disk
	f *file
}

func (h *handle) Write(b []byte) (int, error) {
	h.d.mu.Lock()
	defer h.d.mu.Unlock()
	wasDead := h.d.dead
	err := h.d.op()
	switch {
	case wasDead:
		b = nil
	case err != nil:
		b = b[:len(b)/2]
	}
	h.f.data = append(h.f.data, b...)
	return len(b), err
}

func (h *handle) Sync() error {
	h.d.mu.Lock()
	defer h.d.mu.Unlock()
	if err := h.d.op(); err != nil {
		return err
	}
	h.f.synced = slices.Clone(h.f.data)
	return nil
}

func (h *handle) Close() error {
	h.d.mu.Lock()
	defer h.d.mu.Unlock()
	if h.d.dead {
		return ErrCrashed
	}
	return nil
}
