package transcript

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// parser decodes a body and says why not.
type parser func([]byte) error

// bodies are sound bodies of every kind that has a decoder.
func bodies(t testing.TB) map[string]struct {
	body  []byte
	parse parser
} {
	key, pub := testKey(t, 1)
	terms := TermsBody{Rules: []byte("rules"), Resolver: "elgamal", Key: pub, Invites: []PublicKey{pub, pub}}
	join := JoinBody{Key: pub}
	move := MoveBody{}
	record := Sign(key, Link{}, Move, engine.Red, move.Marshal())
	fault := FaultBody{Records: [][]byte{record.Marshal()}}
	claim := ClaimBody{}
	reveal := RevealBody{}
	resigned := ResignedBody{Seat: engine.Blue}
	request := SignResignRequest(key, Hash{1}, engine.Red, Hash{2})
	out := SignOutBody{Seat: engine.Blue, Cause: Absent}
	vote := VoteBody{Hash{1}, engine.Blue, Convicted}
	seen := SeenBody{Hash{1}, Hash{2}}
	state := StateBody{Hash{1}, engine.Blue, Hash{2}}
	return map[string]struct {
		body  []byte
		parse parser
	}{
		"Terms":          {terms.Marshal(), func(b []byte) error { _, err := ParseTerms(b); return err }},
		"Join":           {join.Marshal(), func(b []byte) error { _, err := ParseJoin(b); return err }},
		"Fault":          {fault.Marshal(), func(b []byte) error { _, err := ParseFault(b); return err }},
		"Claim":          {claim.Marshal(), func(b []byte) error { _, err := ParseClaim(b); return err }},
		"Reveal":         {reveal.Marshal(), func(b []byte) error { _, err := ParseReveal(b); return err }},
		"Resigned":       {resigned.Marshal(), func(b []byte) error { _, err := ParseResigned(b); return err }},
		"SignOut":        {out.Marshal(), func(b []byte) error { _, err := ParseSignOut(b); return err }},
		"Vote":           {vote.Marshal(), func(b []byte) error { _, err := ParseVote(b); return err }},
		"Seen":           {seen.Marshal(), func(b []byte) error { _, err := ParseSeen(b); return err }},
		"State":          {state.Marshal(), func(b []byte) error { _, err := ParseState(b); return err }},
		"Key":            {make([]byte, 128), func(b []byte) error { _, err := ParseKey(b); return err }},
		"Face":           {make([]byte, 97), func(b []byte) error { _, err := ParseFace(b); return err }},
		"resign request": {request.Marshal(), func(b []byte) error { _, err := ParseResignRequest(b); return err }},
	}
}

// Bodies of a fixed form are refused if a byte is missing or one is left over.
func TestBodiesAreReadToTheLastByte(t *testing.T) {
	for kind, b := range bodies(t) {
		require.NoError(t, b.parse(b.body), kind)
		require.ErrorIs(t, b.parse(append(bytes.Clone(b.body), 0)), ErrMalformed, kind)
		for n := range b.body {
			require.ErrorIs(t, b.parse(b.body[:n]), ErrMalformed, "%s, %d bytes", kind, n)
		}
	}
	for _, body := range [][]byte{nil, {1}, {1, 2}, {1, 2, 2}, {1, 2, 255}} {
		_, err := ParseMove(body)
		require.ErrorIs(t, err, ErrMalformed)
	}
	for _, body := range [][]byte{nil, {1}, {1, 2}, {1, 255, 0}} {
		_, err := ParseFlip(body)
		require.ErrorIs(t, err, ErrMalformed)
	}
	for _, kind := range []string{"SignOut", "Vote"} {
		b := bodies(t)[kind]
		for _, cause := range []byte{0, 4} {
			b.body[len(b.body)-1] = cause
			require.ErrorIs(t, b.parse(b.body), ErrMalformed, kind)
		}
	}
	request := bodies(t)["resign request"]
	request.body[0] = engine.MaxSeats
	require.ErrorIs(t, request.parse(request.body), ErrMalformed, "an unknown seat")

	_, pub := testKey(t, 1)
	for _, terms := range []TermsBody{
		{Rules: make([]byte, engine.MaxRulesText+1), Key: pub},
		{Resolver: string(make([]byte, maxResolver+1)), Key: pub},
	} {
		_, err := ParseTerms(terms.Marshal())
		require.ErrorIs(t, err, ErrMalformed)
	}
	fault := FaultBody{Records: [][]byte{[]byte("no record")}}
	_, err := ParseFault(fault.Marshal())
	require.ErrorIs(t, err, ErrMalformed)
}

// A computer's seat is named once, after those before it.
func TestTermsHoldComputersInOrder(t *testing.T) {
	_, pub := testKey(t, 1)
	terms := TermsBody{Key: pub, Computers: Computers{engine.Teal: engine.Red, engine.Blue: engine.Amber}}
	sound := terms.Marshal()
	read, err := ParseTerms(sound)
	require.NoError(t, err)
	require.Equal(t, terms.Computers, read.Computers)
	for _, last := range []engine.Seat{engine.Teal, engine.Amber, engine.Red} {
		_, err = ParseTerms(append(bytes.Clone(sound), byte(last), byte(engine.Red)))
		require.ErrorContains(t, err, "order of their seats")
	}
}

// A key of small order, under which one signature fits every message, is
// refused wherever a body brings a key.
func TestBodiesHoldGoodKeys(t *testing.T) {
	_, pub := testKey(t, 1)
	identity := PublicKey{key: [32]byte{1}}
	for _, terms := range []TermsBody{{Key: identity}, {Key: pub, Invites: []PublicKey{pub, identity}}} {
		_, err := ParseTerms(terms.Marshal())
		require.ErrorIs(t, err, ErrPublicKey)
	}
	join := JoinBody{Key: identity}
	_, err := ParseJoin(join.Marshal())
	require.ErrorIs(t, err, ErrPublicKey)
}

// An invite's signature is good for one Join under one Terms, a request to
// resign for one seat at one head of one match.
func TestInviteAndResignationBind(t *testing.T) {
	key, pub := testKey(t, 1)
	_, other := testKey(t, 2)
	join := JoinBody{Key: pub, Nonce: [32]byte{7}}
	join.SignInvite(key, Hash{1}, engine.Blue)
	require.True(t, join.VerifyInvite(pub, Hash{1}, engine.Blue))
	require.False(t, join.VerifyInvite(pub, Hash{2}, engine.Blue), "other Terms")
	require.False(t, join.VerifyInvite(other, Hash{1}, engine.Blue), "another invite")
	require.False(t, join.VerifyInvite(pub, Hash{1}, engine.Amber), "another seat")
	stolen := join
	stolen.Key = other
	require.False(t, stolen.VerifyInvite(pub, Hash{1}, engine.Blue), "another guest")
	again := join
	again.Nonce = [32]byte{8}
	require.False(t, again.VerifyInvite(pub, Hash{1}, engine.Blue), "another Join")

	q := SignResignRequest(key, Hash{1}, engine.Red, Hash{2})
	require.True(t, q.Verify(pub, Hash{1}))
	require.False(t, q.Verify(pub, Hash{3}), "another match")
	require.False(t, q.Verify(other, Hash{1}), "another key")
	later := q
	later.Head = Hash{4}
	require.False(t, later.Verify(pub, Hash{1}), "another head")
	elsewhere := q
	elsewhere.Seat = engine.Blue
	require.False(t, elsewhere.Verify(pub, Hash{1}), "the other seat")
}

func TestFileOfTooManyRecords(t *testing.T) {
	r := Record{Kind: Pass}
	records := make([][]byte, MaxRecords+1)
	for i := range records {
		records[i] = r.Marshal()
	}
	_, _, err := ParseFile(MarshalFile(records[1:]))
	require.NoError(t, err)
	_, _, err = ParseFile(MarshalFile(records))
	require.ErrorIs(t, err, ErrOversized)
}

func TestFileOfBadRecords(t *testing.T) {
	sound := Record{Kind: Pass}
	for _, bad := range [][]byte{nil, []byte("no record"), make([]byte, recordOverhead)} {
		got, size, err := ParseFile(MarshalFile([][]byte{sound.Marshal(), bad}))
		require.ErrorIs(t, err, ErrMalformed)
		require.Len(t, got, 1)
		require.Equal(t, len(MarshalFile(got)), size)
	}
}

// A Key holds Y first, then the nonce, then the proof.
func TestKeyHoldsTheNonceBetweenYAndTheProof(t *testing.T) {
	proof := make([]byte, 96)
	for i := range proof {
		proof[i] = byte(i)
	}
	key := KeyBody{[32]byte{200, 31: 201}, proof}
	body := key.Marshal()
	require.Equal(t, proof[:32], body[:32])
	require.Equal(t, key.Nonce[:], body[32:64])
	require.Equal(t, proof[32:], body[64:])
	again, err := ParseKey(body)
	require.NoError(t, err)
	require.Equal(t, key, again)
}

// Each seat has its share in the coin, and so has the match.
func TestCoinIsOfBothSeats(t *testing.T) {
	var heads [3]int
	for i := range byte(100) {
		heads[0] += int(Coin(Hash{i}, make([][32]byte, 2)))
		heads[1] += int(Coin(Hash{}, [][32]byte{{i}, {}}))
		heads[2] += int(Coin(Hash{}, [][32]byte{{}, {i}}))
	}
	for _, n := range heads {
		require.Greater(t, n, 25)
		require.Less(t, n, 75)
	}
}

// With three seats each begins about as often, and four are not two pairs.
func TestCoinIsFairAmongSeats(t *testing.T) {
	for seats := 2; seats <= engine.MaxSeats; seats++ {
		first := make([]int, seats)
		for i := range 600 {
			nonces := make([][32]byte, seats)
			nonces[0] = [32]byte{byte(i), byte(i >> 8)}
			first[Coin(Hash{1}, nonces)]++
		}
		for seat, n := range first {
			require.InDelta(t, 600/seats, n, 60, "seat %d of %d", seat, seats)
		}
	}
}
