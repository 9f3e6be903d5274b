package adversary

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A Table is a match of two teams of two, all in memory, in which one seat cheats. What an
// honest program has, it passes on to all others.
type Table struct {
	Players []*protocol.Player // by seats
	Cheat   engine.Seat
	Refusal *protocol.Refusal // why an honest seat did not take what the cheat made; nil if all did
	Told    error             // what the partner of the cheat is told of a false Peek

	silent bool // nobody hears of the cheat's program any more but by others
	rng    *rand.ChaCha8
}

// quiet is the number of turns that are played before a cheat, and after it.
const quiet = 5

// PlayTable plays a match under rules of four seats in teams: some turns, a cheat at its occasion,
// what the others do about it, some more turns, and on to the end, if they may resign as they like.
// The error says what unexpectedly went wrong; whether the cheat was stopped is for
// TableKind.Check.
func PlayTable(kind TableKind, rules *engine.Ruleset, rng io.Reader) (t *Table, err error) {
	if !forTables(rules) {
		return nil, ErrNoTable
	}
	defer catch(&err)
	t = sitDown(rules, rng)
	t.turns(quiet)
	kind.lie(t)
	t.gossip()
	t.turns(quiet)
	t.end()
	return t, nil
}

// ErrNoTable says that a cheat needs other rules.
var ErrNoTable = coded.Errorf("adversary.no-table", "this cheat needs rules for two teams of two that put out a seat that a Fault convicts")

func forTables(rules *engine.Ruleset) bool {
	return rules.NumSeats() == 4 && rules.Partners(0, 2) && rules.Partners(1, 3) && !rules.Partners(0, 1) && !rules.AbsentStop() && rules.Grace() > 0
}

// Match returns the match as an honest seat has it.
func (t *Table) Match() *protocol.Match { return t.Players[t.after(t.Cheat)].Match() }

// after returns the next seat in turn order.
func (t *Table) after(seat engine.Seat) engine.Seat { return (seat + 1) % engine.Seat(len(t.Players)) }

// partner returns who plays with a seat.
func (t *Table) partner(seat engine.Seat) engine.Seat { return t.after(t.after(seat)) }

// honest returns the players whose programs are still heard.
func (t *Table) honest() []*protocol.Player {
	return slices.DeleteFunc(slices.Clone(t.Players), func(p *protocol.Player) bool { return t.silent && p.Seat() == t.Cheat })
}

// sitDown opens the match, and brings it to its first turn.
func sitDown(rules *engine.Ruleset, from io.Reader) *Table {
	t := &Table{}
	var seed [32]byte
	must(io.ReadFull(from, seed[:]))
	t.rng = rand.NewChaCha8(seed)
	t.Players = open(rules, "", t.rng)
	t.gossip()
	for _, p := range t.Players {
		check(p.Place(rules.RandomLayout(rand.New(t.rng))))
	}
	t.gossip()
	return t
}

// gossip has all who are heard pass on what they have, and make what they owe without being
// asked, until there is nothing new.
func (t *Table) gossip() {
	for news := true; news; {
		news = false
		for _, from := range t.honest() {
			for _, to := range t.honest() {
				before := summary(to)
				for _, raw := range lacks(to, from) {
					t.bring(to, raw)
				}
				for must(to.Proceed(t.rng)) {
				}
				news = news || summary(to) != before
			}
		}
	}
}

// summary changes with all that a player gets.
func summary(p *protocol.Player) [4]any {
	m := p.Match()
	return [4]any{m.Len(), m.Base(), len(m.Extras()), transcript.HashRecord(slices.Concat(p.Notes()...))}
}

// lacks returns the records of another from the first on that differs, and all that stands beside
// its chain.
func lacks(p, other *protocol.Player) (list [][]byte) {
	m, theirs, same := p.Match(), other.Match(), 0
	for same < min(m.Len(), theirs.Len()) && bytes.Equal(m.Record(same), theirs.Record(same)) {
		same++
	}
	for i := same; i < theirs.Len(); i++ {
		list = append(list, theirs.Record(i))
	}
	return slices.Concat(list, theirs.Extras(), other.Notes())
}

// bring brings somebody a record. Nobody but the cheat may be convicted by it.
func (t *Table) bring(to *protocol.Player, raw []byte) {
	err := to.Receive(raw)
	var refusal *protocol.Refusal
	switch {
	case !errors.As(err, &refusal):
		check(err)
	case refusal.Provable && refusal.Culprit != t.Cheat:
		check(fmt.Errorf("%s, who is honest, was convicted: %w", refusal.Culprit, err))
	case refusal.Provable && t.Refusal == nil:
		t.Refusal = refusal
	}
}

// mover returns the player whose turn it is, nil if the game is over or stands still.
func (t *Table) mover() *protocol.Player {
	for _, p := range t.honest() {
		if p.Decision() == protocol.ChooseMove {
			return p
		}
	}
	return nil
}

// quietMoves returns a player's moves to empty nodes.
func quietMoves(p *protocol.Player) []engine.Move {
	own, _ := p.Layout()
	position := p.Match().Position()
	return slices.DeleteFunc(position.LegalMoves(p.Seat(), own), func(m engine.Move) bool { return position.At(m.To) != engine.NoPiece })
}

func (t *Table) play(p *protocol.Player, n int) {
	moves := quietMoves(p)
	if n >= len(moves) {
		check(fmt.Errorf("%s has no move to an empty node", p.Seat()))
	}
	check(p.Play(moves[n], false, t.rng))
}

func (t *Table) turns(n int) {
	for range n {
		p := t.mover()
		if p == nil {
			return
		}
		t.play(p, 0)
		t.gossip()
	}
}

// end has one team after the other resign, until the game is over and all is revealed.
func (t *Table) end() {
	for p := t.mover(); p != nil; p = t.mover() {
		if _, err := p.Resign(); err != nil {
			return // these rules let nobody resign yet
		}
		t.gossip()
	}
}

// link returns where a record on a base stands.
func (t *Table) link(base transcript.Hash) transcript.Link {
	return transcript.Link{Match: t.Players[0].Match().ID(), Prev: base}
}

func (t *Table) sign(seat engine.Seat, at transcript.Link, kind transcript.Kind, body []byte) []byte {
	secret := must(private.Parse(t.Players[seat].Secret()))
	r := transcript.Sign(secret.SigningKey(), at, kind, seat, body)
	return r.Marshal()
}

// tell has the cheat send a record of its own making to all others, and nothing more.
func (t *Table) tell(kind transcript.Kind, base transcript.Hash, body []byte) {
	raw := t.sign(t.Cheat, t.link(base), kind, body)
	t.silent = true
	for _, p := range t.honest() {
		t.bring(p, raw)
	}
}
