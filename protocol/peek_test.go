package protocol_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

const teal = engine.Teal

// four is a table of four whose layouts stand, under options of siguo.
func four(t testing.TB, options string) *table {
	rs, err := junqi.Rules("siguo,first=red," + options)
	require.NoError(t, err)
	return setting{rules: rs, seed: 4}.sit(t)
}

// peekOf is what a seat has to send to its only partner, nil if it is nothing.
func peekOf(p *protocol.Player) []byte {
	if list := p.Peeks(); list != nil {
		return list[0]
	}
	return nil
}

func layoutOf(p *protocol.Player) engine.Layout {
	l, _ := p.Layout()
	return l
}

// seal seals bytes of one's own, or an honest Peek of another layout, from one seat to
// another.
func (tb *table) seal(from, to engine.Seat, peek []byte) []byte {
	theirs := tb.secret(to).BoxPublic()
	p := transcript.SealPeek(from, to, peek, [24]byte{1}, &theirs, tb.secret(from).BoxKey())
	return p.Marshal()
}

// peekOf is the Peek of a seat, before it is sealed, if its layout were l.
func (tb *table) peekOf(from, to engine.Seat, l engine.Layout) []byte {
	s := tb.secret(from).LayoutSecret()
	s.Layout = l
	return tb.match().Commitment(from).ProvePeek(tb.contextOf(from), tb.readerOf(to), s)
}

func (tb *table) contextOf(seat engine.Seat) sigma.Context {
	m := tb.match()
	return sigma.Context{Rules: m.Rules().Digest(), Match: m.ID(), Seat: seat, Key: m.Key(seat).Bytes()}
}

func (tb *table) readerOf(seat engine.Seat) layout.Reader {
	return layout.Reader{Context: tb.contextOf(seat), Commitment: tb.match().Commitment(seat)}
}

// 双明: each shows its pieces to its partner, who takes them for true, and keeps them over
// a restart. Nobody else can read it, and the transcript does not know of it.
func TestPartnersShowTheirPieces(t *testing.T) {
	tb := four(t, "way=partners")
	file := tb.match().File()
	for seat, p := range tb.players {
		seat, partner := engine.Seat(seat), engine.Seat(seat+2)%4
		raw := peekOf(p)
		require.NotNil(t, raw)
		require.Equal(t, raw, peekOf(p), "sent again it is the same")
		again, err := protocol.Restore(p.Secret(), tb.chain(tb.match().Len()), nil)
		require.NoError(t, err)
		require.Equal(t, raw, peekOf(again), "over a restart too")

		for _, enemy := range []engine.Seat{(seat + 1) % 4, (seat + 3) % 4} {
			require.ErrorIs(t, tb.players[enemy].ReceivePeek(raw), protocol.ErrPeekEarly)
			readdressed := bytes.Clone(raw)
			readdressed[1] = byte(enemy)
			require.ErrorIs(t, tb.players[enemy].ReceivePeek(readdressed), protocol.ErrPeekEarly)
			sealed, err := transcript.ParsePeek(raw)
			require.NoError(t, err)
			public := tb.secret(seat).BoxPublic()
			_, ok := sealed.Open(&public, tb.secret(enemy).BoxKey())
			require.False(t, ok)
		}
		require.ErrorIs(t, p.ReceivePeek(raw), protocol.ErrPeekEarly, "its own")

		reader := tb.players[partner]
		_, ok := reader.Shown(seat)
		require.False(t, ok)
		require.NoError(t, reader.ReceivePeek(raw))
		require.NoError(t, reader.ReceivePeek(raw), "twice is no news")
		again, err = protocol.Restore(reader.Secret(), tb.chain(tb.match().Len()), nil)
		require.NoError(t, err)
		for _, reader := range []*protocol.Player{reader, again} {
			seen, ok := reader.Shown(seat)
			require.True(t, ok)
			require.Equal(t, layoutOf(p), seen)
			require.NoError(t, reader.PeekRefused(seat))
		}
		require.Equal(t, "player of "+partner.String(), fmt.Sprintf("%+v", reader))
	}
	require.Equal(t, file, tb.match().File())
}

// Where the rules hide partners' pieces nobody shows any, nor before both Layouts stand,
// nor when the game is over.
func TestPeeksAreDueByTheRules(t *testing.T) {
	none := func(tb *table) {
		for _, p := range tb.players {
			require.Nil(t, peekOf(p))
		}
	}
	none(setting{}.sit(t)) // two seats
	for _, options := range []string{"way=dark", "way=open", "way=partners"} {
		rs, err := junqi.Rules("siguo," + options)
		require.NoError(t, err)
		require.Equal(t, options == "way=partners", setting{rules: rs}.seats(t).players[red].Match().Shows(red, amber))
	}

	rs, err := junqi.Rules("siguo,way=partners")
	require.NoError(t, err)
	tb := setting{rules: rs}.seats(t).join()
	none(tb)
	for _, p := range tb.players { // all but the last place
		if p.Seat() != teal {
			require.NoError(t, p.Place(rs.RandomLayout(rand.New(tb.rng))))
		}
	}
	none(tb.sync())
	for _, pair := range [][2]engine.Seat{{red, blue}, {red, teal}, {red, red}, {red, 9}, {9, red}} {
		require.False(t, tb.match().Shows(pair[0], pair[1]), "%v", pair)
	}

	tb = four(t, "way=partners,resign-from=off")
	tb.resign(red)
	require.NotNil(t, peekOf(tb.players[amber]), "who is out goes on seeing its partner")
	tb.random(9, func() bool { return tb.mover().Seat() == amber })
	tb.resign(amber)
	require.True(t, tb.match().Result().Over)
	none(tb)
}

// A seat that is out sees what its partner has, from then on, and shows nothing itself.
func TestWhoIsOutSeesItsPartner(t *testing.T) {
	tb := four(t, "out-sees=on,resign-from=off")
	for _, p := range tb.players {
		require.Nil(t, peekOf(p))
	}
	early := tb.seal(amber, red, tb.peekOf(amber, red, layoutOf(tb.players[amber])))
	require.ErrorIs(t, tb.players[red].ReceivePeek(early), protocol.ErrPeekEarly)
	tb.resign(red)
	for _, seat := range []engine.Seat{red, blue, teal} {
		require.Nil(t, peekOf(tb.players[seat]), "%s", seat)
	}
	require.ErrorIs(t, tb.players[amber].ReceivePeek(tb.seal(red, amber, tb.peekOf(red, amber, layoutOf(tb.players[red])))),
		protocol.ErrPeekEarly, "the layout of a seat that is out stays hidden")
	require.NoError(t, tb.players[red].ReceivePeek(peekOf(tb.players[amber])))
	seen, _ := tb.players[red].Shown(amber)
	require.Equal(t, layoutOf(tb.players[amber]), seen)
}

// A false Peek is told to its reader alone, and convicts nobody: it plays without, and
// takes a true one that comes later.
func TestFalsePeekConvictsNobody(t *testing.T) {
	tb := four(t, "way=partners")
	reader, lie := tb.players[amber], slices.Clone(layoutOf(tb.players[red]))
	for p := 1; p < len(lie); p++ { // two pieces that could stand the other way
		rs := tb.rules
		if lie[p] != lie[0] && rs.Allowed(p).Has(lie[0]) && rs.Allowed(0).Has(lie[p]) {
			lie[0], lie[p] = lie[p], lie[0]
			break
		}
	}
	require.NoError(t, tb.rules.CheckLayout(lie))
	file := tb.match().File()
	err := reader.ReceivePeek(tb.seal(red, amber, tb.peekOf(red, amber, lie)))
	require.ErrorIs(t, err, sigma.ErrProof)
	require.ErrorIs(t, reader.PeekRefused(red), sigma.ErrProof)
	_, ok := reader.Shown(red)
	require.False(t, ok)
	for what, peek := range map[string][]byte{
		"empty": {}, "short": make([]byte, 20), "zeros": make([]byte, tb.match().Commitment(red).PeekSize()),
		"another's":        tb.peekOf(teal, amber, layoutOf(tb.players[teal])),
		"another reader's": tb.peekOf(red, blue, layoutOf(tb.players[red])),
	} {
		require.Error(t, reader.ReceivePeek(tb.seal(red, amber, peek)), what)
	}
	owed, err := reader.Proceed(tb.rng)
	require.NoError(t, err)
	require.False(t, owed, "there is nothing to seal")
	require.Equal(t, file, reader.Match().File())

	require.NoError(t, reader.ReceivePeek(peekOf(tb.players[red])))
	require.NoError(t, reader.PeekRefused(red))
}

// What was made or changed on the way says nothing about the partner; what the reader
// makes up can't be told from what the partner has made.
func TestPeekOfAnotherMaker(t *testing.T) {
	tb := four(t, "way=partners")
	t.Run("made up by its reader", func(t *testing.T) { readerCouldHaveMadeIt(t, tb) })
	raw, reader := peekOf(tb.players[red]), tb.players[amber]
	for i := 2; i < len(raw); i++ {
		bad := bytes.Clone(raw)
		bad[i] ^= 1
		require.ErrorIs(t, reader.ReceivePeek(bad), protocol.ErrPeekSealed, "byte %d", i)
	}
	forged := tb.seal(blue, amber, tb.peekOf(red, amber, layoutOf(tb.players[red])))
	forged[0] = byte(red)
	require.ErrorIs(t, reader.ReceivePeek(forged), protocol.ErrPeekSealed, "blue is not red")
	for n := range raw {
		require.Error(t, reader.ReceivePeek(raw[:n]))
	}
	require.NoError(t, reader.PeekRefused(red))
	require.NoError(t, reader.ReceivePeek(raw))
}

// The reader could have made the whole of it, box and all: whom it shows a Peek, and even
// its box key, learns nothing that it could not have made up.
func readerCouldHaveMadeIt(t *testing.T, tb *table) {
	lie := layoutOf(tb.players[red])
	secret := tb.secret(teal)
	forged := tb.match().Commitment(blue).ForgePeek(tb.contextOf(blue), tb.readerOf(teal), lie, secret.Key, secret.Nonces([32]byte{9}))
	public := tb.secret(blue).BoxPublic()
	made := transcript.SealPeek(blue, teal, forged, [24]byte{9}, &public, secret.BoxKey())
	require.Len(t, made.Marshal(), len(peekOf(tb.players[blue])))
	require.NoError(t, tb.players[teal].ReceivePeek(made.Marshal()))
	seen, _ := tb.players[teal].Shown(blue)
	require.Equal(t, lie, seen)
}

func FuzzParsePeek(f *testing.F) {
	p := transcript.SealPeek(red, amber, make([]byte, 473), [24]byte{1}, &[32]byte{2}, &[32]byte{3})
	f.Add(p.Marshal())
	f.Fuzz(func(t *testing.T, raw []byte) {
		if p, err := transcript.ParsePeek(raw); err == nil {
			require.Equal(t, raw, p.Marshal())
		}
	})
}
