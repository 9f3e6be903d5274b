package p2p

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/internal/admission"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
)

// Those who sit at a match can talk: in set phrases, which every program words in its reader's
// language, and where that gives nothing away in free text. It goes over the link between the two
// programs alone (after the match over a link for talk), is in no transcript, and nobody vouches for it.

// MaxSay is the maximum length of a free text, in characters; Phrases is the number of set phrases, from 1.
const (
	MaxSay  = wire.MaxSay
	Phrases = wire.Phrases
)

// Saying is something that was said. One of Phrase and Text is set.
type Saying struct {
	Number int // from 1, in the order in which they were heard here
	From   engine.Seat
	Phrase int
	Text   string
}

// keptSayings is the number of sayings a session remembers.
const keptSayings = 64

// talk holds what the players have said. It belongs to the session's lock.
type talk struct {
	said  []Saying
	count int
	muted engine.SeatSet
	pace  admission.Meter // of this seat's own
}

func (t *talk) add(say Saying) {
	t.count++
	say.Number = t.count
	if len(t.said) == keptSayings {
		t.said = slices.Delete(t.said, 0, 1)
	}
	t.said = append(t.said, say)
}

// Say says a set phrase, or for 0 a text, to those to whom the rules of the match let this seat say
// it. The error is ErrNoTalk if there are none, ErrSayUnheard if none of them is linked to this
// program, ErrSayFast if too much was said lately, or an error about an impossible phrase or text.
func (s *Session) Say(phrase int, text string) error {
	f, err := wire.NewSay(phrase, text)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	allowed := false
	var send []func(wire.Frame)
	for _, p := range s.peers {
		if !s.mayTalkLocked(s.replica.own, p.seat, phrase) {
			continue
		}
		allowed = true
		if p.isHere() {
			send = append(send, p.link.pushLocked)
		} else if p.talk != nil {
			send = append(send, p.talk.push)
		}
	}
	switch {
	case !allowed:
		return ErrNoTalk
	case len(send) == 0:
		return ErrSayUnheard
	case !s.talk.pace.Spend(link.WordPace, s.cfg.Clock.Now()):
		return ErrSayFast
	}
	for _, push := range send {
		push(f)
	}
	s.talk.add(Saying{From: s.replica.own, Phrase: phrase, Text: text})
	s.life.notify()
	return nil
}

// Errors of Session.Say.
var (
	ErrNoTalk     = coded.Errorf("p2p.no-talk", "the rules of this match don't allow you to say that here")
	ErrSayUnheard = coded.Errorf("p2p.say-unheard", "nobody heard it: there is no direct link just now")
	ErrSayFast    = coded.Errorf("p2p.say-fast", "that is too much at once: wait a few seconds")
)

// mayTalkLocked reports whether one seat may say something to another in this match.
func (s *Session) mayTalkLocked(from, to engine.Seat, phrase int) bool {
	m := s.replica.match()
	if m == nil || !m.Joined() || !from.Valid() || !to.Valid() {
		return false
	}
	least := engine.TalkPhrases
	if phrase == 0 {
		least = engine.TalkFree
	}
	return m.Rules().Talk(from, to) >= least
}

// Mute stops hearing a seat, or hears it again. The seat doesn't learn of it.
func (s *Session) Mute(seat engine.Seat, on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.talk.muted = s.talk.muted.Remove(seat); on {
		s.talk.muted = s.talk.muted.Add(seat)
	}
	s.life.notify()
}

// takeSayLocked hears what a seat says; of a program without one p is nil.
func (s *Session) takeSayLocked(p *peer, payload []byte) error {
	phrase, text, err := wire.ParseSay(payload)
	if err != nil {
		return link.Malformed(err)
	}
	if p == nil || !s.mayTalkLocked(p.seat, s.replica.own, phrase) {
		return link.Refuse("p2p.say-unasked", "these rules let this seat say nothing like that")
	}
	if !p.sayings.Spend(link.WordPace, s.cfg.Clock.Now()) || s.talk.muted.Has(p.seat) {
		return nil
	}
	s.talk.add(Saying{From: p.seat, Phrase: phrase, Text: text})
	s.life.notify()
	return nil
}
