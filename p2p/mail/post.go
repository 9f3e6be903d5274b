// Package mail carries a match where no network does: in letters, which people paste
// into any chat or mail as files.
//
// A Post is a folder. Outgoing letters appear in it, as letter-0001-red.txt and so on; incoming
// ones are put there, under any name. Two players may also share the folder, through anything that
// copies files. All letters stay: they, the player's own included, bring a player that continues an
// old copy of a match up to date.
//
// A Post is given to Host, Join or Resume instead of a network, and everything else is as over one:
// Session.Run calls Carry, a program does not. A program with its own way to carry letters, such as
// a chat, implements MailTransport as Post does.
package mail

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Config describes how a Post is kept. Its zero value is usable.
type Config struct {
	// Kept is the name of this program in a match (Kept), which it has first of all: a match
	// that was hosted or joined under one is resumed under the same. nil draws a new one.
	Kept []byte
	// Report learns of each letter that was written (err is nil), and of each file that
	// was put there and is no use; the same file again only when it has changed. It
	// may be nil.
	Report func(file string, err error)
}

// Post is a folder through which letters come and go. It is a transport.Transport that
// can link to nobody, and a MailTransport.
type Post struct {
	dir    string
	id     transport.Identity
	report func(file string, err error)
	read   map[string]stamp
	waits  map[string]stamp // letters that were refused; they are read again when something has changed
	told   map[string]stamp // files that are of no use, as they were when that was reported
}

var (
	_ transport.Transport = (*Post)(nil)
)

// Session exchanges the letters of a match: a p2p.Session.
type Session interface {
	// Letter returns what should be sent to the others now, nil if there is nothing new.
	Letter() *Letter
	// TakeLetter takes a letter that has come.
	TakeLetter(*Letter) error
	// Changed returns a channel that is closed at the next change.
	Changed() <-chan struct{}
}

// stamp shows whether a file has changed.
type stamp struct {
	size int64
	at   time.Time
}

const (
	lookEvery = time.Second
	maxFile   = 16 << 20
)

// ErrNoLinks: by hand nobody is dialled.
var ErrNoLinks = coded.Errorf("byhand.no-links", "this match is played by hand: send the letters that appear, and put those you receive into the same folder")

// Open opens a folder, which it creates if needed.
func Open(dir string, c Config) (*Post, error) {
	dir, err := filepath.Abs(dir)
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err != nil {
		return nil, coded.Errorf("byhand.no-folder", "open the folder of letters: %w", err)
	}
	p := &Post{dir: dir, report: c.Report, read: map[string]stamp{}, waits: map[string]stamp{}, told: map[string]stamp{}}
	if p.report == nil {
		p.report = func(string, error) {}
	}
	if c.Kept != nil {
		p.id, _, err = transport.Kept(c.Kept)
	} else {
		p.id, err = transport.NewIdentity(rand.Reader)
	}
	return p, err
}

// Format keeps the post's identity out of logs and errors.
func (p *Post) Format(f fmt.State, _ rune) { io.WriteString(f, "[post]") }

// LogValue keeps the post's identity out of logs.
func (p *Post) LogValue() slog.Value { return slog.StringValue("[post]") }

// Dir returns where the folder is, whatever folder the program runs in.
func (p *Post) Dir() string { return p.dir }

// Key names this program, in case the match continues over a network.
func (p *Post) Key() transport.Key { return p.id.Key() }

// Keep returns the identity, and where the folder is.
func (p *Post) Keep() []byte {
	return append(append(p.id[:len(p.id):len(p.id)], keptMark...), p.dir...)
}

// keptMark separates the identity from the folder: no other transport keeps such bytes.
const keptMark = "byhand:"

// Folder returns the folder of a match that went by hand (Kept); ok is false for one that went over
// a network.
func Folder(kept []byte) (dir string, ok bool) {
	_, rest, err := transport.Kept(kept)
	if err != nil {
		return "", false
	}
	return strings.CutPrefix(string(rest), keptMark)
}

// There are no Addrs, nor anything else that concerns links.
func (p *Post) Addrs() []transport.Addr                { return nil }
func (p *Post) AddrsOf(transport.Key) []transport.Addr { return nil }

// LentReservation is none.
func (p *Post) LentReservation(transport.Key) transport.Addr { return "" }

// UseReservation takes none.
func (p *Post) UseReservation(transport.Addr) bool { return false }
func (p *Post) Drop(transport.Key)                 {}
func (p *Post) Serve(transport.Acceptor)           {}

// Dial fails with ErrNoLinks.
func (p *Post) Dial(context.Context, transport.Key, []transport.Addr) (transport.Conn, error) {
	return nil, ErrNoLinks
}

// Terms waits for a letter with the Terms of a match.
func (p *Post) Terms(ctx context.Context, terms [32]byte) (raw []byte, err error) {
	seen := map[string]stamp{}
	for {
		_, err := p.look(seen, func(l *Letter) error {
			if l.Terms != terms {
				return NewOtherMatchError(l.Terms)
			}
			if first, ok := l.Record(0); ok && transcript.HashRecord(first) == terms {
				raw = first
			}
			return nil
		})
		if raw != nil || err != nil {
			return raw, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(lookEvery):
		}
	}
}

// Carry gives the session what is in the folder and what is put there, and writes what
// it has to say, until ctx ends. Session.Run calls it. A letter that is refused is reported,
// and the next one is read; only a folder or a match that can't continue ends it.
func (p *Post) Carry(ctx context.Context, s Session) error {
	var last <-chan struct{}
	for {
		changed := s.Changed()
		if changed != last {
			clear(p.waits)
			last = changed
		}
		for took := true; took; { // a letter may continue one that was read after it
			took = false
			refused, err := p.look(p.read, func(l *Letter) error {
				err := s.TakeLetter(l)
				took = took || err == nil
				return err
			})
			if err != nil {
				return err
			}
			if took {
				clear(p.waits)
				continue
			}
			for _, letter := range refused {
				p.waits[letter.name] = letter.stamp
				p.tell(letter)
			}
		}
		if l := s.Letter(); l != nil {
			if err := p.write(l); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-changed:
		case <-time.After(lookEvery):
		}
	}
}

// look gives the letters of the folder that have not been read to take, in the order of
// their names. Files that will never be of use are reported; a refused letter may come after what it lacks.
func (p *Post) look(read map[string]stamp, take func(*Letter) error) (refused []useless, err error) {
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		return nil, coded.Errorf("byhand.no-folder", "open the folder of letters: %w", err)
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || e.Name()[0] == '.' {
			continue
		}
		now := stamp{info.Size(), info.ModTime()}
		if read[e.Name()] == now || p.waits[e.Name()] == now {
			continue
		}
		l, err := p.open(e.Name())
		if err == nil {
			err = take(l)
			if _, other := errors.AsType[*OtherMatchError](err); err != nil && !other {
				refused = append(refused, useless{e.Name(), now, err})
				continue
			}
		}
		read[e.Name()] = now
		if err != nil {
			p.tell(useless{e.Name(), now, err})
		}
	}
	return refused, nil
}

// useless is a file that can't be read, or not yet.
type useless struct {
	name  string
	stamp stamp
	why   error
}

// tell reports a file, once until it changes.
func (p *Post) tell(file useless) {
	if p.told[file.name] != file.stamp {
		p.told[file.name] = file.stamp
		p.report(file.name, file.why)
	}
}

func (p *Post) open(name string) (*Letter, error) {
	f, err := os.Open(filepath.Join(p.dir, name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	return Parse(string(text))
}

// letterNumber returns the number in the name of a letter's file, of 4 to 9 digits; 0 if there is none.
func letterNumber(file string) int {
	name, is := strings.CutPrefix(file, "letter-")
	number, _, more := strings.Cut(name, "-")
	if !is || !more || len(number) < 4 || len(number) > 9 || strings.Trim(number, "0123456789") != "" {
		return 0
	}
	n, _ := strconv.Atoi(number)
	return n
}

// write puts a letter into the folder, as a whole or not at all, under a name that sorts
// behind all others.
func (p *Post) write(l *Letter) error {
	name, err := p.next(l)
	if err != nil {
		return err
	}
	path := filepath.Join(p.dir, name)
	temp := filepath.Join(p.dir, "."+name)
	_ = os.Remove(temp) // others may share the folder, and a link of that name may lead out of it
	if err := os.WriteFile(temp, []byte(l.String()), 0o600); err != nil {
		return coded.Errorf("byhand.not-written", "write a letter: %w", err)
	}
	if err := os.Rename(temp, path); err != nil {
		return coded.Errorf("byhand.not-written", "write a letter: %w", err)
	}
	if info, err := os.Stat(path); err == nil {
		p.read[name] = stamp{info.Size(), info.ModTime()}
	}
	p.report(name, nil)
	return nil
}

func (p *Post) next(l *Letter) (string, error) {
	entries, err := fs.ReadDir(os.DirFS(p.dir), ".")
	if err != nil {
		return "", coded.Errorf("byhand.no-folder", "open the folder of letters: %w", err)
	}
	last, taken := 0, map[string]bool{}
	for _, e := range entries {
		last, taken[e.Name()] = max(last, letterNumber(e.Name())), true
	}
	for {
		last++
		if name := fmt.Sprintf("letter-%04d-%s.txt", last, l.Seat); !taken[name] {
			return name, nil
		}
	}
}
