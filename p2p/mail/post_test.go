package mail_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A post links to nobody.
func TestNoLinks(t *testing.T) {
	post, err := mail.Open(t.TempDir(), mail.Config{})
	require.NoError(t, err)
	_, err = post.Dial(t.Context(), post.Key(), nil)
	require.True(t, errors.Is(err, mail.ErrNoLinks))
	_, err = mail.Open(t.TempDir(), mail.Config{Kept: []byte("short")})
	require.Error(t, err)
	again, err := mail.Open(t.TempDir(), mail.Config{Kept: post.Keep()})
	require.NoError(t, err)
	require.Equal(t, post.Key(), again.Key())
	dir, ok := mail.Folder(post.Keep())
	require.True(t, ok)
	require.Equal(t, post.Dir(), dir)
	_, ok = mail.Folder(append(post.Keep()[:32:32], 0x0f, 0xa1)) // of libp2p, with a port
	require.False(t, ok)
	_, ok = mail.Folder([]byte("short"))
	require.False(t, ok)
}

// patient is a session that answers every letter alike, and counts how often it is asked.
type patient struct {
	mu      sync.Mutex
	changed chan struct{}
	taken   int
	err     error
}

func (p *patient) Letter() *mail.Letter { return nil }
func (p *patient) TakeLetter(*mail.Letter) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.taken++
	return p.err
}
func (p *patient) Changed() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.changed
}

// change tells of a change, and returns how often it was asked before.
func (p *patient) change() (taken int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.changed)
	p.changed = make(chan struct{})
	return p.taken
}

// Letters that are refused, for instance because they continue one which never comes, are not read again every second, but
// when something has changed; others are read once.
func TestRefusedLettersAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	letter := &mail.Letter{Seat: engine.Blue, First: 9, Chain: [][]byte{[]byte("record")}}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mail 1"), []byte(letter.String()), 0o600))
	for _, c := range []struct {
		err   error
		again int
	}{
		{mail.NewGapError(9, 1), 2},
		{&protocol.Refusal{Kind: transcript.Reveal, Err: errors.New("early")}, 2},
		{mail.NewOtherMatchError(transcript.Hash{}), 1},
		{nil, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			told := 0
			post, err := mail.Open(dir, mail.Config{Report: func(string, error) { told++ }})
			require.NoError(t, err)
			s := &patient{changed: make(chan struct{}), err: c.err}
			ctx, cancel := context.WithCancel(t.Context())
			carried := make(chan error, 1)
			go func() { carried <- post.Carry(ctx, s) }()
			time.Sleep(time.Hour)
			require.Equal(t, 1, s.change())
			time.Sleep(time.Hour)
			require.Equal(t, c.again, s.change(), "%v", c.err)
			cancel()
			require.NoError(t, <-carried)
			require.Equal(t, c.err != nil, told == 1, "once")
		})
	}
}
