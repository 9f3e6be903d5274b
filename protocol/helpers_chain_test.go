package protocol_test

import (
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// tip is the record of the chain that a player has made last, complete or not.
func tip(p *protocol.Player) (raw []byte) {
	for _, note := range p.Notes() {
		if kind := transcript.Kind(note[0]); !kind.Extra() && engine.Seat(note[1]) == p.Seat() {
			raw = note
		}
	}
	if raw == nil {
		raw = p.Match().Record(p.Match().Len() - 1)
	}
	return raw
}

// again is a seat as a second program with its secrets would have it now, without its journal.
func (tb *table) again(seat engine.Seat) *protocol.Player {
	tb.t.Helper()
	p := tb.players[seat]
	twin, err := protocol.Restore(p.Secret(), p.Match().Records(), p.Match().Extras())
	require.NoError(tb.t, err)
	return twin
}

// chainFile is the chain of a match in one piece.
func chainFile(m *protocol.Match) (all []byte) {
	for _, raw := range m.Records() {
		all = append(all, raw...)
	}
	return all
}

// seatsOf are for whom a player waits.
func seatsOf(p *protocol.Player) (seats []engine.Seat) {
	for _, w := range p.Waits() {
		seats = append(seats, w.Seat)
	}
	return seats
}
