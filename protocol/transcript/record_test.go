package transcript

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
)

func testKey(t require.TestingT, seed byte) (ed25519.PrivateKey, PublicKey) {
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{seed}, 32))
	pub, err := NewPublicKey(key.Public().(ed25519.PublicKey))
	require.NoError(t, err)
	return key, pub
}

func TestRecordRoundTrip(t *testing.T) {
	key, pub := testKey(t, 1)
	rapid.Check(t, func(rt *rapid.T) {
		kind := Kind(rapid.IntRange(int(Terms), int(Claim)).Draw(rt, "kind"))
		seat := engine.Seat(rapid.IntRange(0, 1).Draw(rt, "seat"))
		body := rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(rt, "body")
		at := Link{Match: Hash{1}, Prev: Hash{2}}
		r := Sign(key, at, kind, seat, body)
		raw := r.Marshal()
		got, err := Parse(raw)
		require.NoError(rt, err)
		require.Equal(rt, raw, got.Marshal())
		require.True(rt, got.Verify(pub, at))
	})
}

// A signature fits one record in one place of one match, and nothing else.
func TestSignatureBindsEverything(t *testing.T) {
	key, pub := testKey(t, 1)
	_, other := testKey(t, 2)
	at := Link{Match: Hash{1}, Prev: Hash{2}}
	r := Sign(key, at, Move, engine.Red, []byte{1, 2, 3})
	require.True(t, r.Verify(pub, at))

	require.False(t, r.Verify(other, at), "another key")
	require.False(t, r.Verify(PublicKey{}, at), "no key")
	require.False(t, r.Verify(pub, Link{Match: Hash{9}, Prev: at.Prev}), "another match")
	require.False(t, r.Verify(pub, Link{Match: at.Match, Prev: Hash{9}}), "another place")
	changed := r
	changed.Kind = Answer
	require.False(t, changed.Verify(pub, at), "another kind")
	changed = r
	changed.Seat = engine.Blue
	require.False(t, changed.Verify(pub, at), "another seat")
	raw := r.Marshal()
	for i := range raw {
		for bit := range 8 {
			mangled := bytes.Clone(raw)
			mangled[i] ^= 1 << bit
			if got, err := Parse(mangled); err == nil {
				require.False(t, got.Verify(pub, at), "byte %d bit %d", i, bit)
			}
		}
	}
}

// Records outside the chain have their own domains: a Reveal's signature is
// not good for a chained record with the same bytes, nor the other way round.
func TestDomainsAreApart(t *testing.T) {
	domains := map[string]Kind{}
	for kind := range kinds {
		require.Equal(t, slices.Contains([]Kind{Seen, Reveal, Claim, Fault, Vote, State}, kind), kind.Extra(), kind)
		if kind.Extra() {
			previous, taken := domains[kind.domain()]
			require.False(t, taken, "%s and %s share a domain", kind, previous)
			domains[kind.domain()] = kind
		}
	}
	require.NotContains(t, domains, Move.domain())
}

func TestParseRefuses(t *testing.T) {
	key, _ := testKey(t, 1)
	r := Sign(key, Link{}, Move, engine.Red, []byte("body"))
	raw := r.Marshal()
	for name, bad := range map[string][]byte{
		"nothing":        {},
		"truncated":      raw[:len(raw)-1],
		"trailing byte":  append(bytes.Clone(raw), 0),
		"kind zero":      append([]byte{0}, raw[1:]...),
		"unknown kind":   (&Record{Kind: 200}).Marshal(),
		"unknown seat":   append([]byte{raw[0], engine.MaxSeats}, raw[2:]...),
		"oversized body": (&Record{Kind: Move, Body: make([]byte, MaxBody+1)}).Marshal(),
		"oversized seal": (&Record{Kind: Fault, Body: make([]byte, MaxFault+1)}).Marshal(),
	} {
		_, err := Parse(bad)
		require.ErrorIs(t, err, ErrMalformed, name)
	}
}

func TestFile(t *testing.T) {
	key, _ := testKey(t, 1)
	var records [][]byte
	for i := range 5 {
		r := Sign(key, Link{}, Move, engine.Red, bytes.Repeat([]byte{byte(i)}, i*10))
		records = append(records, r.Marshal())
	}
	file := MarshalFile(records)
	got, sound, err := ParseFile(file)
	require.NoError(t, err)
	require.Equal(t, records, got)
	require.Equal(t, len(file), sound)

	t.Run("torn anywhere", func(t *testing.T) {
		boundaries := map[int]bool{}
		for n := range records {
			boundaries[len(MarshalFile(records[:n]))] = true
		}
		for n := range len(file) {
			got, sound, err := ParseFile(file[:n])
			switch {
			case boundaries[n]:
				require.NoError(t, err)
			case n == 0:
				require.ErrorIs(t, err, ErrForeign)
			default:
				require.ErrorIs(t, err, ErrTorn, "%d bytes", n)
				if n > len(Magic) {
					require.Equal(t, MarshalFile(got), file[:sound], "what is sound stays")
				}
			}
		}
	})
	t.Run("foreign", func(t *testing.T) {
		for _, bad := range []string{"", "PK\x03\x04", "hello\n"} {
			_, _, err := ParseFile([]byte(bad))
			require.ErrorIs(t, err, ErrForeign)
		}
	})
	t.Run("another version", func(t *testing.T) {
		_, _, err := ParseFile([]byte("darkjunqi transcript 2\n"))
		require.ErrorIs(t, err, ErrVersion)
	})
	t.Run("a frame that claims to be huge", func(t *testing.T) {
		_, _, err := ParseFile(binary.BigEndian.AppendUint32([]byte(Magic), 1<<31))
		require.ErrorIs(t, err, ErrOversized)
	})
}

func TestTermsOfAnotherVersion(t *testing.T) {
	_, pub := testKey(t, 1)
	terms := TermsBody{Rules: []byte("r"), Resolver: "elgamal", Key: pub, Invites: []PublicKey{pub}}
	body := terms.Marshal()
	got, err := ParseTerms(body)
	require.NoError(t, err)
	require.Equal(t, terms, got)
	body[1]++
	_, err = ParseTerms(body)
	var version *VersionError
	require.ErrorAs(t, err, &version)
	require.EqualValues(t, Version+1, version.Theirs)
}

func TestFaultIsNotNested(t *testing.T) {
	key, _ := testKey(t, 1)
	move := Sign(key, Link{}, Move, engine.Red, nil)
	fault := FaultBody{Records: [][]byte{move.Marshal()}}
	_, err := ParseFault(fault.Marshal())
	require.NoError(t, err)
	inner := Sign(key, Link{}, Fault, engine.Red, fault.Marshal())
	nested := FaultBody{Records: [][]byte{inner.Marshal()}}
	_, err = ParseFault(nested.Marshal())
	require.ErrorIs(t, err, ErrMalformed)
	many := FaultBody{Records: slices.Repeat([][]byte{move.Marshal()}, MaxEvidence)}
	_, err = ParseFault(many.Marshal())
	require.NoError(t, err)
	many.Records = append(many.Records, move.Marshal())
	_, err = ParseFault(many.Marshal())
	require.ErrorIs(t, err, ErrMalformed)
	_, err = ParseFault((&FaultBody{}).Marshal())
	require.ErrorIs(t, err, ErrMalformed)
}

// Commitments of the two seats to the same Layout body differ, and the coin
// depends on everything that goes into it.
func TestCommitmentAndCoinBind(t *testing.T) {
	_, red := testKey(t, 1)
	_, blue := testKey(t, 2)
	body := []byte("layout")
	base := Commitment(Hash{1}, engine.Red, red, body)
	require.NotEqual(t, base, Commitment(Hash{2}, engine.Red, red, body))
	require.NotEqual(t, base, Commitment(Hash{1}, engine.Blue, red, body))
	require.NotEqual(t, base, Commitment(Hash{1}, engine.Red, blue, body))
	require.NotEqual(t, base, Commitment(Hash{1}, engine.Red, red, []byte("other")))

	var first [2]int
	for i := range byte(200) {
		first[Coin(Hash{1}, [][32]byte{{i}, {}})]++
	}
	require.Greater(t, first[0], 60)
	require.Greater(t, first[1], 60)
}
