package play

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// watched is the session of whoever has seen the beginning of a match.
func watched(t *testing.T) *p2p.Session {
	t.Helper()
	net := pipe.New()
	rs, err := junqi.Rules("standard")
	require.NoError(t, err)
	secret, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	red, err := protocol.Host(protocol.HostConfig{Rules: rs, Invites: secret.Invites(rs, engine.Red)}, rand.Reader)
	require.NoError(t, err)
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	host, err := p2p.Host(net.Host(transport.Identity{1}), p2p.Files(dir), red, secret, p2p.Config{})
	require.NoError(t, err)
	inv, err := host.WatchInvite()
	require.NoError(t, err)
	watcher, err := p2p.Watch(net.Host(transport.Identity{2}), inv, p2p.Config{})
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	ran := make(chan error, 2)
	for _, s := range []*p2p.Session{host, watcher} {
		go func() { ran <- s.Run(ctx) }()
	}
	for {
		changed := watcher.Changed()
		if watcher.Snapshot().Records > 0 {
			break
		}
		<-changed
	}
	stop()
	for range 2 {
		require.ErrorIs(t, <-ran, context.Canceled)
	}
	require.NoError(t, host.Close())
	t.Cleanup(func() { watcher.Close() })
	return watcher
}

// What was seen is in the file however the watching ended, and is judged where only the others
// have gone.
func TestWatchedFileIsWritten(t *testing.T) {
	session := watched(t)
	for _, one := range []struct {
		name   string
		err    error
		judged bool
	}{
		{"the match is over", nil, true},
		{"who watches has left", errLeft, true},
		{"the host has gone", p2p.ErrHostGone, true},
		{"the others have gone at the end", p2p.ErrPeerGone, true},
		{"another version", &p2p.VersionError{Base: coded.Errorf("test.version", "another version")}, false},
		{"anything else", errors.New("broken"), false},
	} {
		t.Run(one.name, func(t *testing.T) {
			var out bytes.Buffer
			env := cli.NewEnv("darkjunqi", &bytes.Buffer{}, &out, &out, func(string) string { return "" })
			name := filepath.Join(t.TempDir(), "match.djq")
			err := endOfWatch(env, session, watchFlags{out: name}, one.err)
			require.Equal(t, one.judged, err == nil, "%v", err)
			require.Equal(t, one.judged, bytes.Contains(out.Bytes(), []byte("match.djq")))
			file, err := os.ReadFile(name)
			require.NoError(t, err)
			records, _, err := transcript.ParseFile(file)
			require.NoError(t, err)
			require.Len(t, records, 1)
		})
	}
}

// quiet is a view with nothing to tell.
type quiet struct{ presenter }

func (quiet) tell(*viewmodel.Scene, []seat.Event) error { return nil }

func (quiet) alarm() time.Time { return time.Time{} }

// What is watched is in the file before it is told, and what comes soon after it a second later; whatever is there is
// whole, and other files are left as they are.
func TestWatchedFileGrows(t *testing.T) {
	session := watched(t)
	dir := t.TempDir()
	name, link := filepath.Join(dir, "match.djq"), filepath.Join(dir, "link.djq")
	require.NoError(t, os.WriteFile(name, []byte("an older one"), 0o600))
	require.NoError(t, os.Symlink("match.djq", link))
	env := cli.NewEnv("darkjunqi", &bytes.Buffer{}, &bytes.Buffer{}, &bytes.Buffer{}, func(string) string { return "" })
	k, ok := withSaver(env, quiet{}, session, watchFlags{out: link}).(*transcriptSaver)
	require.True(t, ok)
	require.NoError(t, k.tell(nil, nil))
	whole := seenOf(session)
	requireFile := func(want []byte) {
		t.Helper()
		file, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, want, file)
	}
	requireFile(whole)
	require.True(t, k.alarm().IsZero(), "all is in the file")

	k.kept = nil                     // as if there were more now,
	k.at = time.Now().Add(time.Hour) // and too soon
	require.NoError(t, os.Truncate(name, 9))
	require.NoError(t, k.tell(nil, nil))
	requireFile(whole[:9])
	require.Equal(t, k.at.Add(keepEvery), k.alarm())
	k.at = time.Time{}
	require.NoError(t, k.tell(nil, nil))
	requireFile(whole)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	info, err := os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&os.ModeSymlink)
	info, err = os.Stat(name)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode())
	require.Equal(t, quiet{}, withSaver(env, quiet{}, session, watchFlags{out: dir}), "what is not a file is written to at the end")
}
