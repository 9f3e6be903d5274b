package matchfile

import (
	"bufio"
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

var errTooLarge = coded.Errorf("cmd.transcript-too-large", "larger than any transcript (%d MiB)", transcript.MaxFile>>20)

// Mark begins every transcript. Where a record is expected these bytes can't be its
// length, which would be larger than any record. So transcripts need no separator.
const Mark = "dark"

var errNoStream = coded.Errorf("cmd.no-stream", "no transcript begins here; use --names - for a list of names")

// ReadNext reads a transcript, up to the next one or the end of the stream. It looks only at the
// lengths of the frames; the audit judges their contents. The error is io.ErrUnexpectedEOF if the
// stream ends in the middle.
func (b *Reader) ReadNext(in *bufio.Reader) (more bool, err error) {
	if head, err := in.Peek(len(Mark)); err == nil && string(head) != Mark {
		return false, errNoStream
	}
	if err := b.take(in, len(transcript.Magic)); err != nil {
		return false, err
	}
	for {
		head, err := in.Peek(len(Mark))
		switch {
		case len(head) == 0 && errors.Is(err, io.EOF):
			return false, nil
		case len(head) < len(Mark):
			b.Write(head)
			return false, unexpected(err)
		case string(head) == Mark:
			return true, nil
		}
		size := len(head) + int(uint32(head[0])<<24|uint32(head[1])<<16|uint32(head[2])<<8|uint32(head[3]))
		switch {
		case size > len(head)+transcript.MaxRecord:
			return false, coded.Errorf("cmd.stream-torn",
				"after %d bytes neither a record nor a transcript begins: it is torn, or something follows it", b.Len())
		case b.Len()+size > transcript.MaxFile:
			return false, errTooLarge
		}
		if err := b.take(in, size); err != nil {
			return false, err
		}
	}
}

// OrdinarySize is larger than the transcript of a match that people play, in bytes.
const OrdinarySize = 1 << 20

// Only one file larger than an ordinary match is in memory at a time, and only one such
// transcript of a stream: its reader holds the lock until it is audited. There are two locks
// because a transcript of a stream is read before its turn, and must not block the file that is
// reported before it.
var LargeFile, LargeStream sync.Mutex

// Reader buffers one transcript, whatever its length turns out to be.
type Reader struct {
	bytes.Buffer
	Alone *sync.Mutex // held while it is larger; nil if nobody else reads
	large bool
}

// room makes room for a transcript of that many bytes. Above the ordinary size it allocates the
// largest size at once, because a growing buffer is in memory twice.
func (b *Reader) room(size int) {
	if size <= OrdinarySize || b.large {
		return
	}
	if b.Alone != nil {
		b.Alone.Lock()
	}
	b.large = true
	b.Grow(transcript.MaxFile + 1 + bytes.MinRead - b.Len())
}

// Release frees the buffer.
func (b *Reader) Release() {
	b.Buffer = bytes.Buffer{}
	if b.large && b.Alone != nil {
		b.Alone.Unlock()
	}
	b.large = false
}

// take reads size more bytes. The error is io.ErrUnexpectedEOF if there are fewer.
func (b *Reader) take(r io.Reader, size int) error {
	b.room(b.Len() + size)
	_, err := io.CopyN(b, r, int64(size))
	return unexpected(err)
}

// unexpected turns io.EOF into io.ErrUnexpectedEOF.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// readAll reads to the end, but not more than a transcript can contain.
func (b *Reader) readAll(r io.Reader) ([]byte, error) {
	for _, limit := range []int{OrdinarySize, transcript.MaxFile} {
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

// errSilentPipe is the error for a pipe that would block forever.
var errSilentPipe = coded.Errorf("cmd.silent-pipe", "it is a pipe that nothing writes to")

// ReadFile reads a file. It reads from a pipe only if it has a writer.
func (b *Reader) ReadFile(name string) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // otherwise opening a pipe waits for a writer
	if err != nil {
		return nil, unread(err)
	}
	defer f.Close()
	file, err := b.readAll(f)
	if err == nil && len(file) == 0 {
		if info, err := f.Stat(); err == nil && info.Mode()&fs.ModeNamedPipe != 0 {
			return nil, errSilentPipe
		}
	}
	return file, unread(err)
}

// unread returns why a file can't be read, without its name.
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
