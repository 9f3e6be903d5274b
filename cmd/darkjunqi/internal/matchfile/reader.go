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

var ErrTooLarge = coded.Errorf("cmd.transcript-too-large", "larger than any transcript (%d MiB)", transcript.MaxFile>>20)

// Mark is how every transcript begins. Where a record is due these bytes can't be
// the length of one: it would be larger than any record. So transcripts need nothing
// between them.
const Mark = "dark"

var ErrNoStream = coded.Errorf("cmd.no-stream", "no transcript begins here; a list of names is read by --names -")

// ReadNext takes in a transcript up to the next one or the end of the stream. It looks at no more
// than the lengths of the frames; what they hold is the audit's to judge. The error is
// io.ErrUnexpectedEOF where the stream ends in the middle of it.
func (b *Reader) ReadNext(in *bufio.Reader) (more bool, err error) {
	if head, err := in.Peek(len(Mark)); err == nil && string(head) != Mark {
		return false, ErrNoStream
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
			return false, coded.Errorf("cmd.stream-torn", "after %d bytes neither a record nor a transcript begins: it is torn, or something stands behind it", b.Len())
		case b.Len()+size > transcript.MaxFile:
			return false, ErrTooLarge
		}
		if err := b.take(in, size); err != nil {
			return false, err
		}
	}
}

// OrdinarySize is more than the transcript of a match that people play holds, in bytes.
const OrdinarySize = 1 << 20

// Of files that are larger than an ordinary match one alone is in memory, and of such
// transcripts in streams one alone: each is held by who reads it until it is audited. They are
// two, because a transcript of a stream is read before it is its turn: it must not keep
// out the file that is told of before it.
var LargeFile, LargeStream sync.Mutex

// Reader is where one transcript is read into, of whatever length it turns out to be.
type Reader struct {
	bytes.Buffer
	Alone *sync.Mutex // held while it is larger than that; nil where nobody else reads
	large bool
}

// room makes room for a transcript of that many bytes. Beyond the ordinary that is all that
// one may ever hold, at once, because a buffer that grows is in memory twice.
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

// Release lets go of what was read.
func (b *Reader) Release() {
	b.Buffer = bytes.Buffer{}
	if b.large && b.Alone != nil {
		b.Alone.Unlock()
	}
	b.large = false
}

// take reads that many bytes more. The error is io.ErrUnexpectedEOF where there are fewer.
func (b *Reader) take(r io.Reader, size int) error {
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

// ReadAll reads to the end, but no more than a transcript can hold.
func (b *Reader) ReadAll(r io.Reader) ([]byte, error) {
	for _, limit := range []int{OrdinarySize, transcript.MaxFile} {
		b.room(limit)
		if _, err := b.ReadFrom(io.LimitReader(r, int64(limit+1-b.Len()))); err != nil {
			return nil, cli.Pathless(err)
		}
		if b.Len() <= limit {
			return b.Bytes(), nil
		}
	}
	return nil, ErrTooLarge
}

// errSilentPipe is what a pipe is found to be that would be waited for without end.
var errSilentPipe = coded.Errorf("cmd.silent-pipe", "it is a pipe into which nobody writes")

// ReadFile reads a file. Of a pipe it reads what is written into it, if anybody writes.
func (b *Reader) ReadFile(name string) ([]byte, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // to open a pipe waits for who writes
	if err != nil {
		return nil, unread(err)
	}
	defer f.Close()
	file, err := b.ReadAll(f)
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
