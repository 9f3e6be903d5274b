package protocol

import (
	"encoding/binary"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Under an audited resolver everybody judges the form of each message, and
// that the attacker proves its mobility as if it moved onto an empty node.
func TestAuditedFalseMessagesAreRefused(t *testing.T) {
	tb := newAuditedTable(t, "standard,first=red", garbled.Name, 1)
	l, err := junqi.Standard().ParseLayout(facing)
	require.NoError(t, err)
	for _, p := range tb.players {
		require.NoError(t, p.Place(l))
	}
	tb.sync()
	tb.moves("a6xa7")
	m := tb.match()
	kinds := []transcript.Kind{transcript.Move, transcript.Step, transcript.Step, transcript.Answer}
	for n, kind := range kinds {
		at, err := m.prefix(6 + n)
		require.NoError(t, err)
		r, err := transcript.Parse(m.Record(6 + n))
		require.NoError(t, err)
		require.Equal(t, kind, r.Kind)
		sign := func(kind transcript.Kind, body []byte) []byte { return transcriptOn(tb, at, r.Seat, kind, body) }
		require.NoError(t, at.Fork().append(sign(r.Kind, r.Body)))
		refusedAs(t, at, sign(r.Kind, append(r.Body[:len(r.Body):len(r.Body)], 0)), true, "malformed")
		if kind == transcript.Step {
			refusedAs(t, at, sign(transcript.Answer, []byte{0, byte(engine.NoNode)}), true, "out of turn")
		}
		if n > 0 {
			require.NoError(t, at.Fork().append(sign(transcript.Dispute, nil)))
			refusedAs(t, at, sign(transcript.Dispute, []byte{0}), true, "has a body")
		}
	}
}

// An attacker that may be a mine by all that is known proves that it is none,
// even where no clash proof follows.
func TestAuditedAttackProvesItsMobility(t *testing.T) {
	tb := newAuditedTable(t, "standard,first=red", garbled.Name, 1)
	tb.place()
	for tb.mover() != nil {
		m := tb.match()
		position, seat := m.position, m.position.ToAct()
		own, _ := tb.players[seat].Layout()
		for _, move := range position.LegalMoves(seat, own) {
			if position.At(move.To) == engine.NoPiece || mobilityOpening(&position, move).Len() == 0 {
				continue
			}
			n := m.Len()
			require.NoError(t, tb.players[seat].Play(move, false, tb.rng))
			raw := tb.players[seat].Match().Record(n)
			at, err := tb.players[seat].Match().prefix(n)
			require.NoError(t, err)
			require.NoError(t, at.Fork().append(raw))
			r, err := transcript.Parse(raw)
			require.NoError(t, err)
			spoilt := append([]byte{}, r.Body...)
			spoilt[3+64] ^= 1 // of the response
			refusedAs(t, at, transcriptOn(tb, at, seat, transcript.Move, spoilt), true, "proof")
			refusedAs(t, at, transcriptOn(tb, at, seat, transcript.Move, spoilt[:40]), true, "no opening")
			return
		}
		tb.turn()
	}
	require.Fail(t, "no such attack in the whole game: the test tests nothing")
}

// Two records are double-dealing if both are in the chain's domain, of one
// seat, and both signed on the very hash.
func TestDoubleDealingIsOfOneSeat(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	m := tb.match()
	here := m.Head()
	on := func(at transcript.Hash, seat engine.Seat, kind transcript.Kind) []byte {
		return tb.forgeOn(at, seat, kind, nil)
	}
	c, err := m.convictDoubleAt(here, [][]byte{on(here, engine.Red, transcript.Pass), on(here, engine.Red, transcript.Resign)})
	require.NoError(t, err)
	require.Equal(t, engine.Red, c.Culprit)
	for what, pair := range map[string][2][]byte{
		"of two seats":                 {on(here, engine.Red, transcript.Pass), on(here, engine.Blue, transcript.Resign)},
		"the first signed elsewhere":   {on(m.Hash(4), engine.Red, transcript.Pass), on(here, engine.Red, transcript.Resign)},
		"the second signed elsewhere":  {on(here, engine.Red, transcript.Pass), on(m.Hash(4), engine.Red, transcript.Resign)},
		"the first is no record":       {nil, on(here, engine.Red, transcript.Resign)},
		"the second is no record":      {on(here, engine.Red, transcript.Resign), nil},
		"one and the same":             {on(here, engine.Red, transcript.Pass), on(here, engine.Red, transcript.Pass)},
		"the first is not of the seat": {on(here, engine.Red, transcript.Pass)[:3], on(here, engine.Red, transcript.Resign)},
	} {
		_, err := m.convictDoubleAt(here, pair[:])
		require.Error(t, err, what)
	}
}

// A seat may sign a Reveal, a Claim and a Fault on one head, and more than one
// of each: they are outside the chain and contradict nothing.
func TestExtrasAreNoDoubleDealing(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	m := tb.match()
	move := tb.forge(engine.Red, transcript.Resign, nil)
	for _, kind := range []transcript.Kind{transcript.Reveal, transcript.Claim, transcript.Fault} {
		extra := tb.forge(engine.Red, kind, make([]byte, 64))
		another := tb.forge(engine.Red, kind, make([]byte, 65))
		for _, pair := range [][2][]byte{{move, extra}, {extra, move}, {extra, another}} {
			_, err := m.convictDoubleAt(m.Head(), pair[:])
			require.ErrorContains(t, err, "not double-dealing")
		}
	}
}

// In open mode the Reveals are links of the chain, and count like all others: two
// different ones on one place, even two forms of the truth, are double-dealing.
func TestRevealsOfOpenModeAreLinks(t *testing.T) {
	tb := facingTable(t, "standard,first=red,mode=open")
	m := tb.match()
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	another := tb.forgeOn(m.Hash(5), engine.Red, transcript.Reveal, make([]byte, 64))
	c, err := m.convictDoubleAt(m.Hash(5), [][]byte{m.Record(6), another})
	require.NoError(t, err)
	require.Equal(t, engine.Red, c.Culprit)

	// A program that gets the other form seals the match with both.
	var refusal *Refusal
	require.ErrorAs(t, blue.Receive(another), &refusal)
	require.True(t, refusal.Provable)
	made, err := blue.Proceed(tb.rng)
	require.NoError(t, err)
	require.True(t, made)
	require.ErrorContains(t, blue.Match().Conviction().Reason, "two different records")
	certificate, err := Certify(blue.Match().File())
	require.NoError(t, err)
	c, err = VerifyCertificate(certificate)
	require.NoError(t, err)
	require.Equal(t, engine.Red, c.Culprit)

	// An honest seat makes the same Reveal each time, also from an old file.
	again, err := Restore(red.Secret(), chainOf(m)[:6], nil)
	require.NoError(t, err)
	_, err = again.Proceed(testRand(2))
	require.NoError(t, err)
	require.Equal(t, m.Record(6), again.Match().Record(6))
}

// What a Player's own seat asks for is checked before anything is signed: a
// mistake of a front end must not convict its player.
func TestPlayerDecidesWhatItMay(t *testing.T) {
	tb := newTable(t, "standard,first=red", 1)
	red := tb.players[engine.Red]
	good, err := junqi.Standard().ParseLayout(facing)
	require.NoError(t, err)
	bad := good.Clone()
	bad[0] = junqi.Commander // a second one
	require.Error(t, red.Place(bad))
	require.NoError(t, red.Place(good))
	require.ErrorIs(t, red.Place(good), ErrPlaced)
	require.NoError(t, tb.players[engine.Blue].Place(good))
	tb.sync()
	length := red.Match().Len()
	a2, b2 := parseMove(t, "a2-a3"), parseMove(t, "c2-c3")
	for _, move := range []engine.Move{a2, b2} { // a mine, and onto its own piece
		require.Error(t, red.Play(move, false, tb.rng))
	}
	require.ErrorIs(t, tb.players[engine.Blue].Play(parseMove(t, "c7-c6"), false, tb.rng), ErrNotYourTurn)
	require.ErrorIs(t, red.AcceptDraw(tb.rng), ErrNoOffer)
	require.Equal(t, length, red.Match().Len())
	tb.moves(moveOf(t, tb, engine.Red, true))
	require.Equal(t, length+1, red.Match().Len())
}

// What lies open after the Reveals: each event that the pieces contradict is
// found, and nothing is said where the cards that would show it are missing.
func TestContradictions(t *testing.T) {
	rs := junqi.Standard()
	layout, err := junqi.Standard().ParseLayout(facing)
	require.NoError(t, err)
	open := []engine.Layout{layout, layout}
	start := engine.Start(rs, engine.Red)
	stuck, err := engine.ParsePosition(rs, "bYXWVU/bTSRQP/bO1N1M/bLK1JI/bH1G1F/bEDCBA/5/5/5/5/rPQ3/1rV3 red move 100 0 0/0 - -/- - -/-")
	require.NoError(t, err)
	asked := start
	require.NoError(t, asked.Apply(engine.MoveEvent(engine.Red, parseMove(t, "c6-c7"), false)))
	truth := asked.Announce([]engine.Layout{layout, layout})
	lie := truth
	lie.Code = 0
	require.NotEqual(t, truth, lie)
	// A mine on a2 of which nobody knows that it is one, and the way is free.
	for _, c := range []struct {
		what   string
		p      engine.Position
		e      engine.Event
		reason string
	}{
		{"a pass with a move", start, engine.PassEvent(engine.Red), ""},
		{"a pass without one", stuck, engine.PassEvent(engine.Red), "had to say so or resign"},
		{"a draw taken without a move", stuck, engine.AcceptDrawEvent(engine.Red), "had to say so or resign"},
		{"a mine that moves", stuck, engine.MoveEvent(engine.Red, parseMove(t, "a2-a3"), false), "the mine on a2 can't go to a3"},
		{"a move", start, engine.MoveEvent(engine.Red, parseMove(t, "c6-c7"), false), ""},
		{"no move", stuck, engine.NoMoveEvent(engine.Red), ""},
		{"no move, falsely", start, engine.NoMoveEvent(engine.Red), "has a legal move, such as "},
		{"the truth", asked, truth, ""},
		{"a lie", asked, lie, "does not match the pieces"},
	} {
		said := contradiction(&c.p, c.e, open)
		if c.reason == "" {
			require.NoError(t, said, c.what)
		} else {
			require.ErrorContains(t, said, c.reason, c.what)
		}
		require.NoError(t, contradiction(&c.p, c.e, make([]engine.Layout, 2)), c.what)
	}
}

// The frames of a certificate: whole, not too large, as many as its form has.
func TestCertificateFrames(t *testing.T) {
	m, cheat := sealedMatch(t, true)
	certificate, err := Certify(m.File())
	require.NoError(t, err)
	_, frames, err := parseCertificate(certificate)
	require.NoError(t, err)
	require.Len(t, frames, 5)
	with := func(change func(f [][]byte) [][]byte) []byte {
		return marshalCertificate(formDouble, change(append([][]byte{}, frames...)))
	}
	for what, bad := range map[string][]byte{
		"four frames":            with(func(f [][]byte) [][]byte { return f[:4] }),
		"20 frames":              with(func(f [][]byte) [][]byte { return append(f, slices.Repeat(f[4:], 15)...) }),
		"a hash of another size": with(func(f [][]byte) [][]byte { f[2] = f[2][:31]; return f }),
		"no Join":                with(func(f [][]byte) [][]byte { f[1] = f[3]; return f }),
		"Terms twice":            with(func(f [][]byte) [][]byte { f[1] = f[0]; return f }),
		"a Move before the Join": with(func(f [][]byte) [][]byte { return slices.Insert(f, 1, f[3]) }),
	} {
		_, err := VerifyCertificate(bad)
		require.ErrorIs(t, err, ErrNoCertificate, what)
	}
	for what, bad := range map[string][]byte{
		"another place":   with(func(f [][]byte) [][]byte { f[2] = make([]byte, 32); return f }),
		"the same record": with(func(f [][]byte) [][]byte { f[3] = f[4]; return f }),
	} {
		_, err := VerifyCertificate(bad)
		require.ErrorIs(t, err, ErrNotConvicting, what)
	}
	c, err := VerifyCertificate(certificate)
	require.NoError(t, err)
	require.Equal(t, cheat, c.Culprit)

	huge := binary.BigEndian.AppendUint32(nil, transcript.MaxRecord+1)
	_, err = VerifyCertificate(append(marshalCertificate(formSequence, nil), append(huge, make([]byte, transcript.MaxRecord+1)...)...))
	require.ErrorIs(t, err, ErrNoCertificate)
	_, err = VerifyCertificate(append(marshalCertificate(formSequence, nil), make([]byte, 4*(transcript.MaxRecords+1))...)) // as many empty ones
	require.ErrorIs(t, err, ErrNoCertificate)
}

// What a host signed before there was a match is no double-dealing in one: only
// who knows the match id can be convicted.
func TestFaultStandsAfterTheMatchID(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	m := tb.match()
	host := tb.players[engine.Red].secret.SigningKey()
	body := transcript.FaultBody{At: m.Hash(0)}
	for nonce := range byte(2) {
		r := transcript.Sign(host, transcript.Link{Prev: m.Hash(0)}, transcript.Join, engine.Red, []byte{nonce})
		body.Records = append(body.Records, r.Marshal())
	}
	require.NoError(t, m.Append(tb.forgeOn(body.At, engine.Blue, transcript.Fault, body.Marshal())))
	require.Equal(t, engine.Blue, m.Conviction().Culprit, "it is bogus")
}

// A request to resign that named another head is void: the seat that got it does
// not act on it when its own turn comes.
func TestStaleRequestToResignIsVoid(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	red, blue := tb.players[engine.Red], tb.players[engine.Blue]
	request := transcript.SignResignRequest(blue.secret.SigningKey(), tb.match().id, engine.Blue, tb.match().Hash(4))
	require.NoError(t, red.ReceiveResignRequest(request.Marshal()))
	made, err := red.Proceed(tb.rng)
	require.NoError(t, err)
	require.False(t, made)
	require.Equal(t, Play, red.Match().Stage())
}

// The seat that is to move can sign a Claim too. It is about nobody's silence but
// its own, and the audit does not repeat it as the reason why the match stopped.
func TestClaimOfTheSeatThatOwes(t *testing.T) {
	tb := facingTable(t, "standard,first=red")
	m := tb.match()
	claim := transcript.ClaimBody{At: m.Head()}
	own, other := m.Fork(), m.Fork()
	require.NoError(t, own.append(transcriptOn(tb, m, engine.Red, transcript.Claim, claim.Marshal())))
	require.NoError(t, other.append(transcriptOn(tb, m, engine.Blue, transcript.Claim, claim.Marshal())))
	require.NotContains(t, fmt.Sprint(Audit(own.File()).Reason), "claimed")
	require.ErrorContains(t, Audit(other.File()).Reason, "claimed")
}

// Where the rules leave it to chance who begins, the coin of the match id and both
// Layouts decides, and it has two sides.
func TestCoinDecidesWhoBegins(t *testing.T) {
	tb := newTable(t, "standard", 1)
	tb.place()
	m := tb.match().Fork()
	require.Equal(t, m.FirstMover(), tb.mover().Seat())
	seen := map[engine.Seat]bool{}
	for n := range byte(20) {
		m.id[0] = n
		require.Equal(t, transcript.Coin(m.id, [][32]byte{m.layouts[engine.Red].Nonce(), m.layouts[engine.Blue].Nonce()}), m.FirstMover())
		seen[m.FirstMover()] = true
	}
	require.Len(t, seen, 2)
}
