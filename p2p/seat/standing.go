package seat

import (
	"github.com/darkjunqi/darkjunqi/engine"
)

// state returns how the match stands, by the last Look. The lock is held.
func (s *Seat) state() State {
	l := &s.look
	st := l.state()
	st.Number, st.Can = s.log.number, s.can()
	if s.game == nil {
		return st
	}
	s.game.show(&st, s.marks)
	for i := range l.Sides {
		if l.Rules.Clock() > 0 {
			st.Clocks = append(st.Clocks, Clock{
				Seat: st.Seats[i].Seat, Deadline: millis(l.Sides[i].Deadline), Since: millis(l.Sides[i].Moving),
				Timeouts: s.game.position.Timeouts(engine.Seat(i)),
			})
		}
	}
	if l.Decision == DoMove {
		st.Moves = s.game.moves()
		if st.Deal != nil {
			st.Deal.Flips = st.Deal.Down
		}
	}
	return st
}

// state returns what there is to say without the game.
func (l *Look) state() State {
	st := State{
		Phase: l.Phase, Decision: l.Decision, Can: []string{}, Owes: owed(l.Owes),
		Pieces: []Piece{}, Moves: map[string][]string{}, Offers: []string{}, Clocks: []Clock{}, Seats: []Seating{},
		Conviction: l.conviction(),
		Connection: l.connection(), Traffic: l.Traffic, Proofs: l.Proofs, Invites: l.Invites, WatchInvite: l.WatchInvite, Watchers: l.Watchers, Talk: l.Talk, TalkTo: append([]string{}, l.TalkTo...), Claimable: millis(l.Claimable), VoteAt: millis(l.VoteAt),
	}
	if st.Invites == nil {
		st.Invites = map[string]string{}
	}
	if own := l.own(); own != nil {
		st.Layout = l.Rules.FormatLayout(own)
	}
	for i := range l.Sides {
		st.Seats = append(st.Seats, l.Sides[i].seating(engine.Seat(i)))
	}
	return st
}

// show writes the game into a State.
func (g *game) show(st *State, marks map[engine.Piece]string) {
	p := &g.position
	st.First, st.Ply, st.Quiet, st.Turns, st.Last = g.first.String(), p.Ply(), p.Quiet(), g.turns, g.last
	st.Result = g.result()
	if p.Phase() != engine.PhaseOver {
		st.ToMove = g.position.Turn().String()
	}
	st.Offers = seatNames(p.Offers())
	st.Pieces = g.draw(marks)
	st.Deal = g.deal()
	for i := range st.Seats {
		g.fill(&st.Seats[i], engine.Seat(i), st.Pieces)
	}
}

// seating returns what is known of a seat whether or not the game has begun.
func (side *Side) seating(seat engine.Seat) Seating {
	return Seating{
		Seat: seat.String(), Joined: side.Joined, Arranging: side.Arranging, Chosen: side.Chosen, Ready: side.Ready,
		Online: side.Online, Path: string(side.Path), Since: millis(side.Since), Revealed: side.Revealed, Claims: side.Claims, Again: side.Again, Muted: side.Muted, Votes: side.Votes, PutOut: side.PutOut, Peek: side.Peek,
		LostTypes: map[string]int{},
	}
}

func owed(dues []Due) []Owed {
	list := []Owed{}
	for _, d := range dues {
		list = append(list, Owed{Seat: d.Seat.String(), What: d.What, Since: millis(d.Since)})
	}
	return list
}

// connection returns how the program is linked to the others.
func (l *Look) connection() Connection {
	k := &l.Link
	c := Connection{Online: k.Online, Hold: k.Hold, Since: millis(k.Since), How: k.How, Path: string(k.Path), Done: k.Done, Deserted: k.Deserted}
	if k.Trouble != nil {
		p := ProblemOf(k.Trouble)
		c.Trouble = &p
	}
	return c
}

// can lists the commands that make sense now.
func (s *Seat) can() []string {
	l := &s.look
	list := []string{}
	add := func(command string, can bool) {
		if can {
			list = append(list, command)
		}
	}
	acts := !l.Watching && l.Phase != Sealed
	signs := acts && l.Link.Hold == ""
	add(DoLayout, signs && l.Decision == DoLayout)
	add(DoArranging, signs && l.Decision == DoLayout)
	if s.game != nil {
		p := &s.game.position
		moves := signs && l.Decision == DoMove
		add(DoMove, moves)
		add(DoFlip, moves && !p.Down().Empty())
		add(CanOffer, moves && !p.MustProve())
		add(DoAccept, moves && p.OfferOpen())
		add(DoPass, moves && l.Rules.Clock() > 0 && !p.MustProve())
		add(DoResign, signs && p.Phase() != engine.PhaseOver && p.Out(l.Seat) == engine.NotOver && p.Ply() >= l.Rules.ResignFrom())
	}
	add(DoClaim, acts && !l.Claimable.IsZero() && !s.now().Before(l.Claimable))
	add(DoWait, acts && !l.VoteAt.IsZero() && !s.now().Before(l.Claimable))
	add(DoMark, s.game != nil)
	return list
}
