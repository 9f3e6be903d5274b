package protocol_test

import (
	"crypto/ed25519"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func isNotConvicting(err error) bool { return errors.Is(err, protocol.ErrNotConvicting) }

// A table is the Players of a small match, whose secrets the testkit knows: it can sign
// whatever a cheat could. All that is random is drawn from one stream.
type table struct {
	t       testing.TB
	rules   *engine.Ruleset
	rng     *rand.ChaCha8
	players []*protocol.Player
	invites []ed25519.PrivateKey // of all seats but the host's, in turn order
}

// A setting is what a table is made of.
type setting struct {
	change   func(*engine.Rules) // of the small ruleset
	rules    *engine.Ruleset     // instead of it
	resolver string
	host     engine.Seat
	seed     uint64

	computers transcript.Computers
}

// seats opens a match: the host has its Terms, nobody has joined.
func (s setting) seats(t testing.TB) *table {
	tb := &table{t: t, rules: s.rules}
	if tb.rules == nil {
		tb.rules = protocol.SmallRules(t, s.change)
	}
	var seed [32]byte
	copy(seed[:], "testkit")
	seed[31] = byte(s.seed)
	tb.rng = rand.NewChaCha8(seed)
	var public []ed25519.PublicKey
	for range tb.rules.NumSeats() - 1 {
		seed := make([]byte, ed25519.SeedSize)
		tb.rng.Read(seed)
		tb.invites = append(tb.invites, ed25519.NewKeyFromSeed(seed))
		public = append(public, tb.invites[len(tb.invites)-1].Public().(ed25519.PublicKey))
	}
	host, err := protocol.Host(protocol.HostConfig{Rules: tb.rules, Seat: s.host, Resolver: s.resolver, Invites: public, Computers: s.computers}, tb.rng)
	require.NoError(t, err)
	tb.players = make([]*protocol.Player, tb.rules.NumSeats())
	tb.players[s.host] = host
	guests := tb.guests()
	for seat, player := range s.computers {
		if player != s.host {
			tb.invites[slices.Index(guests, seat)] = tb.invites[slices.Index(guests, player)]
		}
	}
	return tb
}

// host is the first player, and its match.
func (tb *table) host() (*protocol.Player, *protocol.Match) {
	for _, p := range tb.players {
		if p != nil && p.Seat() == p.Match().Host() {
			return p, p.Match()
		}
	}
	panic("nobody hosts")
}

// terms is the Terms record.
func (tb *table) terms() []byte {
	_, m := tb.host()
	return m.Record(0)
}

// join seats everybody.
func (tb *table) join() *table {
	for i, seat := range tb.guests() {
		p, err := protocol.Join(tb.terms(), seat, tb.invites[i], tb.rng)
		if host, m := tb.host(); m.Computers()[seat] == m.Host() && m.Computers().Has(seat) {
			p, err = host.JoinComputer(seat, tb.rng)
		}
		require.NoError(tb.t, err)
		tb.players[seat] = p
	}
	tb.sync()
	return tb
}

// guests are the seats that are not the host's.
func (tb *table) guests() (out []engine.Seat) {
	for seat, p := range tb.players {
		if p == nil || p.Match().Host() != engine.Seat(seat) {
			out = append(out, engine.Seat(seat))
		}
	}
	return out
}

// sit is the table with all layouts in place, by their texts in turn order; a seat without
// a text gets a random one.
func (s setting) sit(t testing.TB, layouts ...string) *table {
	tb := s.seats(t).join()
	for seat, p := range tb.players {
		if tb.rules.Deck() != nil || tb.rules.Drawn() {
			break
		}
		l := tb.rules.RandomLayout(rand.New(tb.rng))
		if seat < len(layouts) && layouts[seat] != "" {
			var err error
			l, err = tb.rules.ParseLayout(layouts[seat])
			require.NoError(t, err)
		}
		require.NoError(t, p.Place(l))
	}
	return tb.sync()
}

// sync carries everything to everybody, and lets all make what they owe, until nothing
// moves any more.
func (tb *table) sync() *table {
	for moved := true; moved; {
		moved = tb.carry()
		for _, p := range tb.players {
			made, err := p.Proceed(tb.rng)
			require.NoError(tb.t, err)
			moved = moved || made
		}
	}
	return tb
}

// carry carries everything to everybody, has all acknowledge it, and reports whether anything
// was new.
func (tb *table) carry() (moved bool) {
	moved = tb.bring()
	for range 4 {
		for _, p := range tb.players {
			if p.Held() > 0 {
				_, err := p.Proceed(tb.rng)
				require.NoError(tb.t, err)
			}
		}
		moved = tb.bring() || moved
	}
	return moved
}

// bring carries everything to everybody, and no more.
func (tb *table) bring() (moved bool) {
	for _, from := range tb.players {
		for _, to := range tb.players {
			length, extras := to.Match().Len(), len(to.Match().Extras())+len(to.Notes())
			for i := length; i < from.Match().Len(); i++ {
				require.NoError(tb.t, to.Receive(from.Match().Record(i)))
			}
			for _, extra := range append(from.Match().Extras(), from.Notes()...) {
				require.NoError(tb.t, to.Receive(extra))
			}
			moved = moved || to.Match().Len() > length || len(to.Match().Extras())+len(to.Notes()) > extras
		}
	}
	return moved
}

// match is what all agree on.
func (tb *table) match() *protocol.Match { return tb.players[0].Match() }

// mover is the player who is to choose a move; nil if nobody is.
func (tb *table) mover() *protocol.Player {
	for _, p := range tb.players {
		if p.Decision() == protocol.ChooseMove {
			return p
		}
	}
	return nil
}

// play makes moves by their texts, "offer:" in front of one that offers a draw.
func (tb *table) play(moves ...string) *table {
	for _, text := range moves {
		tb.step(text)
		tb.sync()
	}
	return tb
}

// step makes one move, and nothing that follows from it.
func (tb *table) step(text string) *table {
	offer := len(text) > 6 && text[:6] == "offer:"
	if offer {
		text = text[6:]
	}
	m, err := tb.rules.Board().ParseMove(text)
	require.NoError(tb.t, err)
	p := tb.mover()
	require.NotNil(tb.t, p)
	require.NoError(tb.t, p.Play(m, offer, tb.rng))
	tb.carry()
	return tb
}

// moves lists the legal moves of whoever is to move.
func (tb *table) moves() []engine.Move {
	p := tb.mover()
	own, _ := p.Layout()
	position := p.Match().Position()
	return position.LegalMoves(p.Seat(), own)
}

// random makes random moves, attacks if it can, until a condition holds; it reports
// whether it ever did.
func (tb *table) random(most int, until func() bool) bool {
	for range most {
		if until() {
			return true
		}
		if tb.mover() == nil {
			return false
		}
		moves := tb.moves()
		position := tb.match().Position()
		attacks := slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return position.At(m.To) == engine.NoPiece })
		if len(attacks) > 0 {
			moves = attacks
		}
		require.NoError(tb.t, tb.mover().Play(moves[tb.rng.Uint64()%uint64(len(moves))], false, tb.rng))
		tb.sync()
	}
	return until()
}

// from is the setting with another seed: of a game that is known to come to what is wanted.
func (s setting) from(seed uint64) setting {
	s.seed = seed
	return s
}

// found plays random games of a setting, from its seed on, until a condition holds in one.
func (s setting) found(t testing.TB, until func(*table) bool) *table {
	for first := s.seed; s.seed < first+200; s.seed++ {
		tb := s.sit(t)
		if tb.random(80, func() bool { return until(tb) }) {
			return tb
		}
	}
	t.Fatal("no game came to that")
	return nil
}

func (tb *table) resign(seat engine.Seat) *table {
	_, err := tb.players[seat].Resign()
	require.NoError(tb.t, err)
	return tb.sync()
}

// key is a seat's signature key.
func (tb *table) key(seat engine.Seat) ed25519.PrivateKey { return tb.secret(seat).SigningKey() }

func (tb *table) secret(seat engine.Seat) *private.Secret {
	s, err := private.Parse(tb.players[seat].Secret())
	require.NoError(tb.t, err)
	if tb.match().Joined() {
		s.Bind(tb.match().ID())
	}
	return s
}

// sign makes any record of a seat on the next base.
func (tb *table) sign(seat engine.Seat, kind transcript.Kind, body []byte) []byte {
	return tb.signOn(tb.match().Base(), seat, kind, body)
}

func (tb *table) signOn(base transcript.Hash, seat engine.Seat, kind transcript.Kind, body []byte) []byte {
	at := transcript.Link{Match: tb.match().ID(), Prev: base}
	r := transcript.Sign(tb.key(seat), at, kind, seat, body)
	return r.Marshal()
}

// body of a record of the chain.
func (tb *table) body(i int) []byte { return bodyOf(tb.match().Record(i)) }

func bodyOf(raw []byte) []byte { return slices.Clone(raw[5 : len(raw)-ed25519.SignatureSize]) }

// chain is the first n records.
func (tb *table) chain(n int) (out [][]byte) {
	for i := range n {
		out = append(out, tb.match().Record(i))
	}
	return out
}

// all are the records of the file.
func (tb *table) all() [][]byte { return append(tb.chain(tb.match().Len()), tb.match().Extras()...) }

// with is the file of the chain, without what stands outside it, and some records more.
func (tb *table) with(more ...[]byte) []byte {
	return transcript.MarshalFile(append(tb.chain(tb.match().Len()), more...))
}

// after is the file of the first n records of the chain, and some more.
func (tb *table) after(n int, more ...[]byte) []byte {
	return transcript.MarshalFile(append(tb.chain(n), more...))
}

// extras of a kind.
func (tb *table) extras(kind transcript.Kind) (out [][]byte) {
	for _, raw := range tb.match().Extras() {
		if transcript.Kind(raw[0]) == kind {
			out = append(out, raw)
		}
	}
	return out
}

// fault seals with evidence on a base.
func (tb *table) fault(by engine.Seat, base transcript.Hash, records ...[]byte) []byte {
	body := transcript.FaultBody{At: base, Records: records}
	return tb.signOn(base, by, transcript.Fault, body.Marshal())
}

func (tb *table) claim(by engine.Seat, base transcript.Hash) []byte {
	body := transcript.ClaimBody{At: base}
	return tb.signOn(base, by, transcript.Claim, body.Marshal())
}

// base of the i-th place.
func (tb *table) base(i int) transcript.Hash { return tb.match().Place(i).Prev }
