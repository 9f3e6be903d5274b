package protocol

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// liars sign whatever may do harm, and show it to whom they like, when they like, or never.
// They know all that anybody has signed.
type liars struct {
	seats   *seats
	all     *messages
	who     []engine.Seat
	acts    []string
	secrets [engine.MaxSeats]*private.Secret
	made    map[lie]*message // nil if the rules don't take it
}

// A lie is what a liar could sign on a base.
type lie struct {
	by        engine.Seat
	base      transcript.Hash
	kind      transcript.Kind // of one that is signed without asking anything
	what      string          // its body, or what is done
	requested bool            // by a request to resign
}

// make returns the message that a lie is.
func (l *liars) make(what lie, sign func() (*message, error)) *message {
	if m, ok := l.made[what]; ok {
		return m
	}
	m, err := sign()
	if err != nil {
		m = nil
	}
	l.made[what] = m
	return m
}

// sign makes a message on a base, without asking anything.
func (l *liars) sign(by engine.Seat, base transcript.Hash, kind transcript.Kind, body []byte) *message {
	return l.make(lie{by: by, base: base, kind: kind, what: string(body)}, func() (*message, error) {
		r := transcript.Sign(l.secrets[by].SigningKey(), transcript.Link{Match: l.all.match.id, Prev: base}, kind, by, body)
		return l.all.add(r.Marshal(), func() transcript.Hash { return base }), nil
	})
}

// record makes one that the rules take at a base: a Player that has the liar's secrets and knows
// nothing else does what a text says, or, with none, what it does by itself.
func (l *liars) record(by engine.Seat, base transcript.Hash, m *Match, act string, request *message) *message {
	return l.make(lie{by: by, base: base, what: act, requested: request != nil}, func() (*message, error) {
		p := &Player{match: m.Fork(), secret: l.secrets[by]}
		p.match.faults = [engine.MaxSeats]*fault{}
		rng := seeded(by, base, act)
		var err error
		switch {
		case request != nil:
			err = p.ReceiveResignRequest(request.raw)
			if err == nil {
				_, err = p.Proceed(rng)
			}
		case act == "" || act == "other":
			_, err = p.Proceed(rng)
		default:
			err = p.act(act, rng)
		}
		if err != nil || len(p.tip.nodes) == 0 {
			return nil, err
		}
		n := p.tip.nodes[len(p.tip.nodes)-1]
		return l.all.add(n.raw, func() transcript.Hash { return n.base }), nil
	})
}

// show calls say with all messages that a liar could show to a seat now, beside those that are
// signed already.
func (l *liars) show(s *seatState, signed *pool, say func(*message)) {
	p := s.player
	if p.match.course() != Play {
		l.old(s, signed, say)
		return
	}
	head := p.match.Base()
	l.onBase(s, head, p.match, signed, say)
	for _, n := range p.tip.nodes {
		if n.after.course() == Play {
			l.onBase(s, n.hash, n.after, signed, say)
		}
		for _, by := range l.who { // Seen of what the seat holds
			if n.on.after.lives(by) && n.seat != by && !n.signsOut(by) {
				body := transcript.SeenBody{Base: n.base, Record: n.hash}
				say(l.sign(by, n.base, transcript.Seen, body.Marshal()))
			}
		}
	}
	l.old(s, signed, say)
}

// onBase are records, Votes and States on a base.
func (l *liars) onBase(s *seatState, base transcript.Hash, m *Match, signed *pool, say func(*message)) {
	own := s.seat()
	for _, by := range l.who {
		if !m.lives(by) {
			continue
		}
		if m.writer() == by {
			for _, act := range append([]string{"", "other"}, l.acts...) {
				if r := l.record(by, base, m, act, nil); r != nil {
					say(r)
				}
			}
			signed.each(func(id int) bool {
				if q := l.all.list[id]; q.kind == 0 && q.base == m.Head() && q.by != by {
					if r := l.record(by, base, m, "", q); r != nil {
						say(r)
					}
				}
				return true
			})
			bogus := l.sign(by, base, transcript.Show, []byte{0})
			bogus.bogus = true
			say(bogus)
		}
		for _, x := range m.voters(by).Seats() {
			for _, cause := range []transcript.Cause{transcript.Absent, transcript.Convicted} {
				if m.CheckSignOut(x, cause) != nil {
					continue
				}
				if m.SignOutWriter(x) == own && s.player.voted(base, own, x, cause) {
					body := transcript.VoteBody{Base: base, Seat: x, Cause: cause}
					say(l.sign(by, base, transcript.Vote, body.Marshal()))
				}
				if m.SignOutWriter(x) == by {
					if body, all := l.ballot(base, m, by, x, cause, signed); all {
						say(l.sign(by, base, transcript.SignOut, body))
					}
				}
			}
			if base == s.player.match.Base() {
				l.second(s, by, x, signed, say)
			}
		}
	}
}

// ballot is the body of a SignOut, if all honest seats have voted for it.
func (l *liars) ballot(base transcript.Hash, m *Match, by, x engine.Seat, cause transcript.Cause, signed *pool) ([]byte, bool) {
	body := transcript.SignOutBody{Seat: x, Cause: cause}
	for _, voter := range m.voters(x).Remove(by).Seats() {
		vote := transcript.VoteBody{Base: base, Seat: x, Cause: cause}
		var v *message
		if slices.Contains(l.who, voter) {
			v = l.sign(voter, base, transcript.Vote, vote.Marshal())
		} else {
			signed.each(func(id int) bool {
				if o := l.all.list[id]; o.kind == transcript.Vote && o.by == voter && o.base == base && o.about == x && o.cause == cause {
					v = o
				}
				return v == nil
			})
		}
		if v == nil {
			return nil, false
		}
		body.Votes = append(body.Votes, signatureOf(v.raw))
	}
	return body.Marshal(), true
}

// second are the States that a liar could show to the seat that collects them, and the SignOuts
// that it could make of them.
func (l *liars) second(s *seatState, by, x engine.Seat, signed *pool, say func(*message)) {
	m := s.player.match
	base, own := m.Base(), s.seat()
	if m.CheckSignOut(x, transcript.Convicted) != nil {
		return
	}
	if !s.player.voted(base, own, x, transcript.Divided) && m.SignOutWriter(x) != by {
		return
	}
	state := func(by engine.Seat, record transcript.Hash) *message {
		body := transcript.StateBody{Base: base, Seat: x, Record: record}
		return l.sign(by, base, transcript.State, body.Marshal())
	}
	choices := []transcript.Hash{{}}
	signed.each(func(id int) bool {
		if o := l.all.list[id]; o.isRecord() && o.base == base && !o.bogus {
			choices = append(choices, o.record)
		}
		return true
	})
	switch m.SignOutWriter(x) {
	case own:
		for _, record := range choices {
			say(state(by, record))
		}
	case by:
		lists := [][]*message{nil}
		for _, voter := range m.voters(x).Seats() {
			var can []*message
			if slices.Contains(l.who, voter) {
				for _, record := range choices {
					can = append(can, state(voter, record))
				}
			} else {
				signed.each(func(id int) bool {
					if o := l.all.list[id]; o.isState() && o.by == voter && o.base == base && o.about == x {
						can = append(can, o)
					}
					return true
				})
			}
			var longer [][]*message
			for _, list := range lists {
				for _, c := range can {
					longer = append(longer, append(slices.Clip(list), c))
				}
			}
			lists = longer
		}
		for _, list := range lists {
			body := transcript.SignOutBody{Seat: x, Cause: transcript.Divided}
			for _, c := range list {
				body.Stated, body.Votes = append(body.Stated, c.record), append(body.Votes, signatureOf(c.raw))
			}
			say(l.sign(by, transcript.SecondBase(base), transcript.SignOut, body.Marshal()))
		}
	}
}

// old are second records for places of the seat's chain, and SignOuts of the seat there.
func (l *liars) old(s *seatState, signed *pool, say func(*message)) {
	for c := s.chain.before; c != nil; c = c.before {
		m := l.seats.bases[c.hash]
		if m == nil || m.course() != Play {
			continue
		}
		base := c.hash
		for _, by := range l.who {
			if !m.lives(by) {
				continue
			}
			if m.writer() == by {
				for _, act := range append([]string{"", "other"}, l.acts...) {
					if r := l.record(by, base, m, act, nil); r != nil {
						say(r)
					}
				}
			}
			for _, x := range m.voters(by).Seats() {
				if m.CheckSignOut(x, transcript.Absent) == nil && m.SignOutWriter(x) == by {
					if body, all := l.ballot(base, m, by, x, transcript.Absent, signed); all {
						say(l.sign(by, base, transcript.SignOut, body))
					}
				}
			}
		}
	}
}

// fork has the writer, a liar, sign two records on the head, brings one of them first to some
// honest seats and the other to the rest, and then everybody what convicts it.
func (s *search) fork(w world) world {
	var pair []*message
	s.liars.show(s.state(&w, s.honest[0]), s.pools.list[w.signed], func(m *message) {
		if m.isRecord() && m.by == s.searchCase.liars[0] && m.kind == transcript.Move && len(pair) < 2 {
			pair = append(pair, m)
		}
	})
	if s.missed {
		w = s.voteOnFork(w, pair[0])
	}
	for round := range 2 {
		for i, seat := range s.honest {
			one := round
			if i < s.first {
				one = 1 - round
			}
			w, _ = s.take(w, event{seat, input{hears, pair[one].id}})
		}
	}
	return w
}

// voteOut has all honest seats but the writer vote against it.
func (s *search) voteOut(w world) world {
	for _, seat := range s.honest {
		if s.state(&w, seat).votable {
			w, _ = s.take(w, event{seat, input{votes, 0}})
		}
	}
	return w
}

// voteOnFork has all honest seats but the last choose a record, vote against that one, whose Seen is
// missing, and hear all votes and the SignOut, those of liars too.
func (s *search) voteOnFork(w world, record *message) world {
	last := len(s.honest) - 1
	others, missing := s.honest[:last], s.honest[last]
	hear := func(ids []int) {
		for _, seat := range others {
			for _, id := range ids {
				w, _ = s.take(w, event{seat, input{hears, id}})
			}
		}
	}
	hear([]int{record.id})
	for range 3 { // the Seen, the votes, the SignOut
		var ids []int
		for _, seat := range others {
			s.liars.show(s.state(&w, seat), s.pools.list[w.signed], func(m *message) {
				against := (m.kind == transcript.Vote || m.kind == transcript.SignOut) && m.about == missing
				if against || m.kind == transcript.Seen && m.record == record.record {
					ids = append(ids, m.id)
				}
			})
			ids = append(ids, s.state(&w, seat).shows...)
		}
		hear(ids)
		for _, seat := range others {
			if s.state(&w, seat).votable {
				w, _ = s.take(w, event{seat, input{votes, 0}})
			}
		}
	}
	return w
}

// signatureOf returns the signature at the end of a record.
func signatureOf(raw []byte) [64]byte { return [64]byte(raw[len(raw)-64:]) }
