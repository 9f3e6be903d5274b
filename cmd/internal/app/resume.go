package app

import (
	"context"
	"errors"
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// maxResumed is the maximum number of matches that are resumed when the program starts: others are when somebody opens them.
const maxResumed = 16

// ResumeAll continues the matches that others may be waiting for, the last played first. It does
// not wait for them.
func (a *App) ResumeAll() { a.work.Go(a.resumeAll) }

func (a *App) resumeAll() {
	list, err := a.dir.List()
	if err != nil {
		a.o.Log.Warn("the matches can't be listed", "error", err)
		return
	}
	taken := 0
	for _, in := range list {
		_, practice := a.practiceLevel(in.ID)
		if !in.Secret || in.Running || in.Finished() || practice || taken == maxResumed {
			continue
		}
		taken++
		if _, err := a.Resume(in.ID); err != nil && !errors.Is(err, errClosed) {
			a.o.Log.Warn("the match can't be resumed", "match", in.ID, "error", err)
		}
	}
}

// Resume returns a match of the data folder, which is resumed if this program is not running it.
func (a *App) Resume(match string) (*Match, error) {
	if r := a.Match(match); r != nil {
		return r, nil
	}
	if !store.ValidID(match) {
		return nil, store.ErrBadID
	}
	a.opening.Lock()
	defer a.opening.Unlock()
	if a.ctx.Err() != nil {
		return nil, errClosed
	}
	if r := a.Match(match); r != nil {
		return r, nil
	}
	st, err := a.dir.Open(match)
	if err != nil {
		return nil, err
	}
	if level, ok := a.findPractice(match); ok {
		return a.resumePractice(st, level)
	}
	if st.Done() && !leftOut(st) { // nobody waits for it
		m, _, err := a.resumeAt(inMemory(pipe.New()), st, "", nil)
		if err != nil {
			return nil, err
		}
		m.names, m.closed = a.namesOf(match), true
		return a.open(m)
	}
	listen := func(kept []byte) (Network, error) {
		if keptInMemory(kept) {
			return Network{}, errBotsGone
		}
		return a.o.Listen(kept)
	}
	computers := a.computersOf(match)
	m, inside, err := a.resumeAt(listen, st, a.Name(), computers)
	if err != nil {
		return nil, err
	}
	m.names = a.namesOf(match)
	if m.bots, err = a.seatBots(a.computerPlace(inside, m), m.session, computers); err != nil {
		return nil, errors.Join(err, m.close())
	}
	return a.open(m)
}

// leftOut reports whether a seat was put out for its silence: it may come back later, and wait for the rest.
func leftOut(st *store.Match) bool {
	m, _, err := protocol.Fold(st.Records())
	return err == nil && m.Rules() != nil && slices.ContainsFunc(m.Rules().Seats(), func(seat engine.Seat) bool {
		out := m.SignedOut(seat)
		return out != nil && out.Cause == transcript.Absent
	})
}

// Seat returns the seat at a match, which is resumed if it is not running.
func (a *App) Seat(_ context.Context, match string) (Seat, error) {
	r, err := a.Resume(match)
	if err != nil {
		return nil, err
	}
	return r.seat, nil
}

// Phrase returns a few words that the players of a match can compare aloud: if they differ, somebody sits between.
func (a *App) Phrase(_ context.Context, match string) (messages.Names, error) {
	r, err := a.Resume(match)
	if err != nil {
		return nil, err
	}
	terms := r.Terms()
	if terms == (transcript.Hash{}) {
		return nil, store.ErrUnknown
	}
	return PhraseOf(terms), nil
}

// PhraseOf returns the phrase of a match with these Terms, in each language.
func PhraseOf(terms transcript.Hash) messages.Names {
	return messages.Each(func(l messages.Lang) string { return l.Phrase(terms) })
}
