package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// ordinarySize is more than the transcript of a match that people play holds, in bytes.
const ordinarySize = 1 << 20

// Of files that are larger than an ordinary match one alone is in memory, and of such
// transcripts in streams one alone: each is held by who reads it until it is audited. They are
// two, because a transcript of a stream is read before it is its turn: it must not keep
// out the file that is told of before it.
var largeFile, largeStream sync.Mutex

// intake is where one transcript is read into, of whatever length it turns out to be.
type intake struct {
	bytes.Buffer
	alone *sync.Mutex // held while it is larger than that; nil where nobody else reads
	large bool
}

// room makes room for a transcript of that many bytes. Beyond the ordinary that is all that
// one may ever hold, at once, because a buffer that grows is in memory twice.
func (b *intake) room(size int) {
	if size <= ordinarySize || b.large {
		return
	}
	if b.alone != nil {
		b.alone.Lock()
	}
	b.large = true
	b.Grow(transcript.MaxFile + 1 + bytes.MinRead - b.Len())
}

// leave lets go of what was read.
func (b *intake) leave() {
	b.Buffer = bytes.Buffer{}
	if b.large && b.alone != nil {
		b.alone.Unlock()
	}
	b.large = false
}

// take reads that many bytes more. The error is io.ErrUnexpectedEOF where there are fewer.
func (b *intake) take(r io.Reader, size int) error {
	b.room(b.Len() + size)
	_, err := io.CopyN(b, r, int64(size))
	return unexpected(err)
}

// unexpected calls the end what it is in the middle of something.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// all reads to the end, but no more than a transcript can hold.
func (b *intake) all(r io.Reader) ([]byte, error) {
	for _, limit := range []int{ordinarySize, transcript.MaxFile} {
		b.room(limit)
		if _, err := b.ReadFrom(io.LimitReader(r, int64(limit+1-b.Len()))); err != nil {
			return nil, cli.Pathless(err)
		}
		if b.Len() <= limit {
			return b.Bytes(), nil
		}
	}
	return nil, errTooLarge
}

// errSilentPipe is what a pipe is found to be that would be waited for without end.
var errSilentPipe = coded.Errorf("cmd.silent-pipe", "it is a pipe into which nobody writes")

// file reads a file. Of a pipe it reads what is written into it, if anybody writes.
func (b *intake) file(name string) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // to open a pipe waits for who writes
	if err != nil {
		return nil, unread(err)
	}
	defer f.Close()
	file, err := b.all(f)
	if err == nil && len(file) == 0 {
		if info, err := f.Stat(); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
			return nil, errSilentPipe
		}
	}
	return file, unread(err)
}

// unread is why a file can't be read, without its name.
func unread(err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return coded.Errorf("cmd.no-file", "%w", cli.Pathless(err))
	case errors.Is(err, fs.ErrPermission):
		return coded.Errorf("cmd.no-permission", "%w", cli.Pathless(err))
	case err != nil && coded.Code(err) == "":
		return coded.Errorf("cmd.unread", "%w", cli.Pathless(err))
	}
	return err
}
