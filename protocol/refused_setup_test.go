package protocol

import (
	"bytes"
	"crypto/ed25519"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The tests of the files refused_*_test.go put one false record each before a
// Match, and demand that it is refused for the one reason that it is false for.

// refusedAs appends a record to a copy of m and demands a refusal that says
// so, and that blames the signer exactly if it should.
func refusedAs(t testing.TB, m *Match, raw []byte, provable bool, reason string) {
	t.Helper()
	var refusal *Refusal
	err := m.Fork().append(raw)
	require.ErrorAs(t, err, &refusal)
	require.ErrorContains(t, err, reason)
	require.Equal(t, provable, refusal.Provable, "%v", err)
}

// termsOf returns sound Terms of a host, for tests to spoil.
func termsOf(t testing.TB, tb *table) (transcript.TermsBody, ed25519.PrivateKey) {
	r, err := transcript.Parse(tb.match().Record(0))
	require.NoError(t, err)
	body, err := transcript.ParseTerms(r.Body)
	require.NoError(t, err)
	return body, tb.players[engine.Red].secret.SigningKey()
}

func TestFalseTermsAreRefused(t *testing.T) {
	tb := newTable(t, "standard", 1)
	sound, key := termsOf(t, tb)
	sign := func(change func(*transcript.TermsBody)) []byte {
		body := sound
		change(&body)
		r := transcript.Sign(key, transcript.Link{}, transcript.Terms, engine.Red, body.Marshal())
		return r.Marshal()
	}
	require.NoError(t, NewMatch().Append(sign(func(*transcript.TermsBody) {})))
	never, err := junqi.Rules("standard,reveal=never")
	require.NoError(t, err)
	late, err := junqi.Rules("standard,resign-from=257")
	require.NoError(t, err)
	for reason, change := range map[string]func(*transcript.TermsBody){
		"signature":     func(b *transcript.TermsBody) { b.Key = b.Invites[0] },
		"rules:":        func(b *transcript.TermsBody) { b.Rules = []byte("standard") },
		"2 invite keys": func(b *transcript.TermsBody) { b.Invites = append(b.Invites, b.Invites[0]) },
		"can't play": func(b *transcript.TermsBody) {
			b.Computers = transcript.Computers{engine.Blue: engine.Red, engine.Red: engine.Blue}
		},
		"not the key of red": func(b *transcript.TermsBody) { b.Computers = transcript.Computers{engine.Blue: engine.Red} },
		"unknown resolver":   func(b *transcript.TermsBody) { b.Resolver = "oracle" },
		"reveal=never": func(b *transcript.TermsBody) {
			b.Resolver, b.Rules = Resolvers()[1], never.Text()
		},
		"resign-from=256": func(b *transcript.TermsBody) {
			b.Resolver, b.Rules = Resolvers()[1], late.Text()
		},
	} {
		refusedAs(t, NewMatch(), sign(change), false, reason)
	}
	// Terms are signed for no match and on no record.
	body := sound
	placed := transcript.Sign(key, transcript.Link{Prev: transcript.Hash{1}}, transcript.Terms, engine.Red, body.Marshal())
	refusedAs(t, NewMatch(), placed.Marshal(), false, "signature")
	refusedAs(t, NewMatch(), nil, false, "malformed")
}

func TestFalseJoinIsRefused(t *testing.T) {
	tb := newTable(t, "standard", 1)
	m := NewMatch()
	require.NoError(t, m.Append(tb.match().Record(0)))
	_, invite := inviteKeys(1)
	_, stranger := inviteKeys(2)
	host, guest := tb.players[engine.Red].secret.SigningKey(), tb.players[engine.Blue].secret.SigningKey()
	public := func(key ed25519.PrivateKey) transcript.PublicKey {
		k, err := publicKey(key)
		require.NoError(t, err)
		return k
	}
	join := func(seat engine.Seat, named, signer, invite ed25519.PrivateKey, terms transcript.Hash) []byte {
		body := transcript.JoinBody{Key: public(named)}
		body.SignInvite(invite, terms, seat)
		r := transcript.Sign(signer, transcript.Link{Prev: m.Head()}, transcript.Join, seat, body.Marshal())
		return r.Marshal()
	}
	require.NoError(t, m.Fork().append(join(engine.Blue, guest, guest, invite, m.Head())))
	refusedAs(t, m, join(engine.Red, guest, guest, invite, m.Head()), false, "out of turn")
	refusedAs(t, m, join(engine.Blue, host, host, invite, m.Head()), false, "same key")
	refusedAs(t, m, join(engine.Blue, guest, stranger, invite, m.Head()), false, "does not match the key")
	refusedAs(t, m, join(engine.Blue, guest, guest, stranger, m.Head()), false, "not signed with the invite")
	refusedAs(t, m, join(engine.Blue, guest, guest, invite, transcript.Hash{1}), false, "not signed with the invite")
	refusedAs(t, m, tb.match().Record(0), false, "out of turn")
}

// The layouts of these tests: commanders face each other on c6 and c7, and all
// that can't move follows.
const facing = "42932/2.1.6/74.58/1.3.1/MM35M/BF76B"

// facingTable is a match in which red is to move first, both with that layout.
func facingTable(t testing.TB, rules string) *table {
	tb := newTable(t, rules, 1)
	l, err := junqi.Standard().ParseLayout(facing)
	require.NoError(t, err)
	for _, p := range tb.players {
		require.NoError(t, p.Place(l))
	}
	tb.sync()
	return tb
}

func TestFalseCommitOrLayoutIsRefused(t *testing.T) {
	tb := newTable(t, "standard", 1)
	red := tb.players[engine.Red]
	l, err := junqi.Standard().ParseLayout(facing)
	require.NoError(t, err)
	require.NoError(t, red.Place(l))
	m := tb.players[engine.Blue].Match()
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Commit, make([]byte, 33)), true, "wrong length")
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Commit, make([]byte, 31)), true, "wrong length")

	body, err := layout.Prove(m.contexts[engine.Red], m.rules, red.secret.LayoutSecret())
	require.NoError(t, err)
	spoilt := bytes.Clone(body)
	spoilt[len(spoilt)-1] ^= 1
	committed := func(body []byte) *Match {
		at := m.Fork()
		h := transcript.Commitment(m.id, engine.Red, m.keys[engine.Red], body)
		require.NoError(t, at.append(transcriptOn(tb, at, engine.Red, transcript.Commit, h[:])))
		require.NoError(t, at.append(transcriptOn(tb, at, engine.Blue, transcript.Commit, h[:])))
		return at
	}
	at := committed(body)
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Layout, spoilt), true, "not the layout that the Commit promised")
	require.NoError(t, at.append(transcriptOn(tb, at, engine.Red, transcript.Layout, body)))
	// Blue has copied red's commitment, and can do nothing with it.
	refusedAs(t, at, transcriptOn(tb, at, engine.Blue, transcript.Layout, body), true, "not the layout that the Commit promised")
	at = committed(spoilt)
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Layout, spoilt), true, "proof")
}

// At each place of a match only the seat and the kinds that belong in the
// specification's order of records are taken (spec, section 6); all others
// convict. The order is told here again, from the match as it went on.
func TestOrderOfRecords(t *testing.T) {
	for _, rules := range []string{"standard,first=red", "standard,first=red,mode=open"} {
		tb := facingTable(t, rules)
		tb.moves("c6-c7")
		_, err := tb.mover().Resign()
		require.NoError(t, err)
		tb.sync()
		m := tb.match()
		turn := []transcript.Kind{transcript.Move, transcript.Pass, transcript.Resign, transcript.AcceptDraw, transcript.Resigned}
		at, err := m.prefix(2)
		require.NoError(t, err)
		for n := 2; n < m.Len(); n++ {
			next, err := transcript.Parse(m.Record(n))
			require.NoError(t, err)
			allowed := map[transcript.Kind]bool{next.Kind: true}
			if at.Stage() == Play && next.Kind != transcript.Answer && next.Kind != transcript.Show {
				for _, kind := range turn {
					allowed[kind] = true
				}
				allowed[transcript.NoMove] = rules == "standard,first=red"
			}
			for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
				for kind := transcript.Terms; kind <= transcript.Reveal; kind++ {
					if seat == next.Seat && allowed[kind] {
						continue
					}
					if kind == transcript.Seen {
						continue // which is refused, and convicts nobody
					}
					raw := transcriptOn(tb, at, seat, kind, next.Body)
					refusedAs(t, at, raw, true, "out of turn")
				}
			}
			require.NoError(t, at.Append(m.Record(n)))
		}
	}
}

// After the seal nothing is taken, and nothing that comes is a false record.
func TestSealTakesNothing(t *testing.T) {
	m, _ := sealedMatch(t, false)
	tb := newTable(t, "standard,first=red", 1)
	tb.place()
	tb.play(3)
	for _, seat := range []engine.Seat{engine.Red, engine.Blue} {
		claim := transcript.ClaimBody{At: m.Head()}
		refusedAs(t, m, transcriptOn(tb, m, seat, transcript.Claim, claim.Marshal()), false, "sealed")
		refusedAs(t, m, transcriptOn(tb, m, seat, transcript.Resign, nil), false, "sealed")
		refusedAs(t, m, transcriptOn(tb, m, seat, transcript.Reveal, make([]byte, 64)), false, "sealed")
	}
}

// Records outside the chain: one of a kind for each seat, and only about
// records that are here. What comes twice or too early is nobody's fault.
func TestExtrasThatBlameNobody(t *testing.T) {
	tb := shortMatch(t)
	m := tb.match()
	red := tb.players[engine.Red].secret
	reveal := transcript.RevealBody{Tape: red.Tape, Key: [32]byte(red.Key.Bytes())}
	refusedAs(t, m, transcriptOn(tb, m, engine.Red, transcript.Reveal, reveal.Marshal()), false, "the match already has this seat's record")

	at, err := m.prefix(m.Len())
	require.NoError(t, err)
	claim := transcript.ClaimBody{At: m.Head()}
	raw := transcriptOn(tb, at, engine.Red, transcript.Claim, claim.Marshal())
	require.NoError(t, at.Append(raw))
	refusedAs(t, at, raw, false, "the match already has this seat's record")
	unknown := transcript.ClaimBody{At: transcript.Hash{1}}
	early := tb.forgeOn(unknown.At, engine.Blue, transcript.Claim, unknown.Marshal())
	refusedAs(t, at, early, false, "not in this chain")
	require.NoError(t, at.Receive(early), "a peer's chain may be longer")
	for _, kind := range []transcript.Kind{transcript.Claim, transcript.Fault} {
		refusedAs(t, at, transcriptOn(tb, at, engine.Blue, kind, make([]byte, 31)), false, "malformed")
	}
}

// The Reveals of open mode are part of the chain, and open the layouts.
func TestFalseRevealInOpenMode(t *testing.T) {
	tb := facingTable(t, "standard,first=red,mode=open")
	at, err := tb.match().prefix(6)
	require.NoError(t, err)
	red, blue := tb.players[engine.Red].secret, tb.players[engine.Blue].secret
	reveal := transcript.RevealBody{Tape: red.Tape, Key: [32]byte(blue.Key.Bytes())}
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Reveal, reveal.Marshal()), true, "not the one that the layout is encrypted under")
	reveal = transcript.RevealBody{Tape: blue.Tape, Key: [32]byte(red.Key.Bytes())}
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Reveal, reveal.Marshal()), true, "tape seed")
	reveal.Key = [32]byte{}
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Reveal, reveal.Marshal()), true, "not the one that the layout is encrypted under")
	refusedAs(t, at, transcriptOn(tb, at, engine.Red, transcript.Reveal, make([]byte, 63)), true, "malformed")
}
