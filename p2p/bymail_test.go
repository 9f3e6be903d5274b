package p2p_test

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/internal/p2ptest"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// byMail is a match between two folders of letters.
type byMail struct {
	t       *testing.T
	folders [2]string
	dirs    [2]*store.Dir
	both    [2]*p2p.Session
	report  func(file string, err error)
}

func (m *byMail) open(i int, kept []byte) *mail.Post {
	m.t.Helper()
	post, err := mail.Open(m.folders[i], mail.Config{Kept: kept, Report: m.report})
	require.NoError(m.t, err)
	return post
}

// newMatch lets red host a match, whose first letter somebody carries, and blue join it.
func newMatch(t *testing.T) *byMail {
	m := &byMail{t: t}
	for i := range 2 {
		m.folders[i], m.dirs[i] = t.TempDir(), p2ptest.TempDir(t)
	}
	m.report = func(file string, err error) { require.NoError(t, err, file) }
	table, err := invite.NewHostSecret(rand.Reader)
	require.NoError(t, err)
	red, err := protocol.Host(protocol.HostConfig{
		Rules: p2ptest.QuickRules(t), Seat: engine.Red, Invites: table.Invites(p2ptest.QuickRules(t), engine.Red),
	}, rand.Reader)
	require.NoError(t, err)
	m.both[0], err = p2p.Host(m.open(0, nil), p2p.Files(m.dirs[0]), red, table, p2p.Config{})
	require.NoError(t, err)
	inv, err := m.both[0].Invite(engine.Blue)
	require.NoError(t, err)
	first := filepath.Join(m.folders[0], "letter-0001-red.txt")
	require.NoError(t, os.WriteFile(first, []byte(m.both[0].Letter().String()), 0o600))
	m.mail(0)
	post := m.open(1, nil)
	terms, err := p2p.FetchTerms(t.Context(), post, inv)
	require.NoError(t, err)
	blue, err := protocol.Join(terms, inv.Seat(), inv.Key(), rand.Reader)
	require.NoError(t, err)
	m.both[1], err = p2p.Join(post, p2p.Files(m.dirs[1]), inv, blue, p2p.Config{})
	require.NoError(t, err)
	return m
}

// mail carries what lies in one folder to the other, under names of its own and as a mail
// program shows it.
func (m *byMail) mail(from int) (carried int) {
	m.t.Helper()
	names, err := filepath.Glob(filepath.Join(m.folders[from], "letter-*"))
	require.NoError(m.t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		require.NoError(m.t, err)
		to := filepath.Join(m.folders[1-from], "mail "+filepath.Base(name))
		if _, err := os.Stat(to); err == nil {
			continue
		}
		text = []byte("Hello, here is my letter:\r\n" + strings.ReplaceAll(string(text), "\n", "\r\n ") + "\r\n\r\nbye\r\n")
		put(m.t, to, text)
		carried++
	}
	return carried
}

// put puts a file into a folder as a whole.
func put(t *testing.T, path string, text []byte) {
	t.Helper()
	temp := filepath.Join(filepath.Dir(path), ".coming")
	require.NoError(t, os.WriteFile(temp, text, 0o600))
	require.NoError(t, os.Rename(temp, path))
}

// postman carries letters between both folders now and then.
func (m *byMail) postman(ctx context.Context) {
	for ctx.Err() == nil {
		time.Sleep(time.Minute)
		m.mail(0)
		m.mail(1)
	}
}

// resume continues one side's match.
func (m *byMail) resume(i int) {
	m.t.Helper()
	st, err := m.dirs[i].Open(m.both[i].ID())
	require.NoError(m.t, err)
	kept, err := p2p.Kept(st)
	require.NoError(m.t, err)
	m.both[i], err = p2p.Resume(m.open(i, kept), st, p2p.Config{})
	require.NoError(m.t, err)
}

// A whole match goes by mail, and both programs are ended in the middle of it.
func TestMatchByMail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMatch(t)
		ctx, stop := context.WithCancel(t.Context())
		go m.postman(ctx)
		bots := [2]*p2ptest.Decider{p2ptest.New(t, 1, 20), p2ptest.New(t, 2, 20)}
		day, evening := context.WithTimeout(ctx, 10*time.Minute)
		ran := make(chan error, 2)
		for i := range 2 {
			go func() { ran <- bots[i].Play(day, m.both[i]) }()
		}
		for range 2 {
			require.ErrorIs(t, <-ran, context.DeadlineExceeded)
		}
		evening()
		for i := range 2 {
			require.NoError(t, m.both[i].Close())
			require.Greater(t, m.both[i].Snapshot().Records, 6)
			require.False(t, m.both[i].Snapshot().Over)
			m.resume(i)
		}
		for i := range 2 {
			go func() { ran <- bots[i].Play(ctx, m.both[i]) }()
		}
		for range 2 {
			require.NoError(t, <-ran)
		}
		stop()
		var files [2][]byte
		for i, s := range m.both {
			require.True(t, s.Snapshot().Done)
			require.NoError(t, s.Close())
			var err error
			files[i], err = os.ReadFile(m.dirs[i].PublicFile(s.ID()))
			require.NoError(t, err)
		}
		require.Equal(t, files[0], files[1])
		require.Equal(t, protocol.Honest, protocol.Audit(files[0]).Verdict)
		time.Sleep(2 * time.Minute) // the postman goes home
	})
}

// Letters that are lost, come twice or in a bad order do no harm, and what is not a letter
// is told, once.
func TestBadMail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newMatch(t)
		var mu sync.Mutex
		told := map[string]error{}
		of := func(file string) error {
			mu.Lock()
			defer mu.Unlock()
			return told[file]
		}
		m.report = func(file string, err error) {
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				require.NotContains(t, told, file)
				told[file] = err
			}
		}
		ctx, stop := context.WithCancel(t.Context())
		ran := make(chan error, 2)
		for i := range 2 {
			require.NoError(t, m.both[i].Close())
			m.resume(i)
			go func() { ran <- p2ptest.New(t, uint64(i), 4).Play(ctx, m.both[i]) }()
		}
		give := func(name, text string) {
			put(t, filepath.Join(m.folders[0], name), []byte(text))
		}
		letter := func(i int) string {
			names, err := filepath.Glob(filepath.Join(m.folders[i], "letter-*"))
			require.NoError(t, err)
			text, err := os.ReadFile(names[len(names)-1])
			require.NoError(t, err)
			return string(text)
		}
		time.Sleep(time.Minute)
		give("note.txt", "buy milk")
		give("cut.txt", letter(1)[:200])
		time.Sleep(time.Minute)
		require.ErrorIs(t, of("note.txt"), mail.ErrNotLetter)
		require.ErrorIs(t, of("cut.txt"), mail.ErrTyping)
		mu.Lock()
		delete(told, "cut.txt")
		mu.Unlock()
		give("cut.txt", letter(1)) // now it is whole
		time.Sleep(time.Minute)
		require.True(t, m.both[0].Snapshot().Joined)

		first := letter(0)
		for m.mail(1)+m.mail(0) > 0 {
			time.Sleep(time.Minute)
		}
		give("again.txt", first)
		for range 2 {
			require.NoError(t, <-ran)
		}
		stop()
		require.Len(t, told, 1)
		for i := range 2 {
			require.NoError(t, m.both[i].Close())
		}
	})
}

// A letter of another match is told once, to whoever waits for the terms and to whoever plays, with
// what that match is called.
func TestLetterOfAnotherMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, other := newMatch(t), newMatch(t)
		first := filepath.Join(m.folders[0], "letter-0001-red.txt")
		own, err := os.ReadFile(first)
		require.NoError(t, err)
		require.NoError(t, os.Remove(first))
		letter, err := os.ReadFile(filepath.Join(other.folders[0], "letter-0001-red.txt"))
		require.NoError(t, err)
		put(t, filepath.Join(m.folders[0], "a.txt"), letter)
		told := make(chan error, 9)
		m.report = func(file string, err error) {
			if err != nil {
				require.Equal(t, "a.txt", file)
				told <- err
			}
		}
		require.NoError(t, m.both[0].Close())
		m.resume(0)
		inv, err := m.both[0].Invite(engine.Blue)
		require.NoError(t, err)
		post := m.open(0, nil)
		got := make(chan error, 1)
		go func() {
			_, err := p2p.FetchTerms(t.Context(), post, inv)
			got <- err
		}()
		time.Sleep(time.Minute)
		var otherMatch *mail.OtherMatchError
		require.ErrorAs(t, <-told, &otherMatch)
		require.True(t, strings.HasPrefix(other.both[0].ID(), otherMatch.Table()+"-"))
		put(t, first, own)
		require.NoError(t, <-got)
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		require.NoError(t, post.Carry(ctx, m.both[0]))
		require.Empty(t, told, "it was told")
		require.ErrorIs(t, m.both[0].Run(ctx), context.DeadlineExceeded)
		require.ErrorAs(t, <-told, &otherMatch, "by the post of the match itself")
		require.Empty(t, told)
		for _, s := range append(m.both[:], other.both[:]...) {
			require.NoError(t, s.Close())
		}
	})
}
