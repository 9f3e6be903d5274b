package transcript

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
)

// FuzzParse: what parses marshals back to the same bytes.
func FuzzParse(f *testing.F) {
	key, _ := testKey(f, 1)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		r := Sign(key, Link{}, kind, engine.Blue, []byte{0, 1, 2})
		f.Add(r.Marshal())
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if r, err := Parse(raw); err == nil {
			require.Equal(t, raw, r.Marshal())
		}
	})
}

// FuzzBodies: every body parser is total, and what parses marshals back to
// the same bytes.
func FuzzBodies(f *testing.F) {
	key, pub := testKey(f, 1)
	terms := TermsBody{Rules: []byte("rules"), Resolver: "elgamal", Key: pub, Invites: []PublicKey{pub}}
	join := JoinBody{Key: pub}
	join.SignInvite(key, Hash{}, engine.Blue)
	inner := Sign(key, Link{}, Move, engine.Red, nil)
	fault := FaultBody{Records: [][]byte{inner.Marshal()}}
	request := SignResignRequest(key, Hash{}, engine.Red, Hash{})
	for _, seed := range [][]byte{
		terms.Marshal(), join.Marshal(), {5, 6, 1}, {3, 255}, {1}, make([]byte, 64),
		fault.Marshal(), make([]byte, 32), request.Marshal(),
		(&SignOutBody{Seat: engine.Blue, Cause: Absent, Votes: make([][64]byte, 2)}).Marshal(),
		(&VoteBody{Cause: Convicted}).Marshal(), (&SeenBody{}).Marshal(), (&StateBody{}).Marshal(),
		(&SignOutBody{Seat: engine.Blue, Cause: Divided, Votes: make([][64]byte, 2), Stated: make([]Hash, 2)}).Marshal(),
		make([]byte, 128), {7, 1, 9}, make([]byte, 97),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		for name, parse := range parsers {
			if v, err := parse(body); err == nil {
				require.Equal(t, body, v.Marshal(), name)
			}
		}
	})
}

type marshaler interface{ Marshal() []byte }

// parsers read the bodies, by kind, of all kinds but the opaque ones.
var parsers = map[string]func([]byte) (marshaler, error){
	"Terms":    func(b []byte) (marshaler, error) { v, err := ParseTerms(b); return &v, err },
	"Join":     func(b []byte) (marshaler, error) { v, err := ParseJoin(b); return &v, err },
	"Move":     func(b []byte) (marshaler, error) { v, err := ParseMove(b); return &v, err },
	"Answer":   func(b []byte) (marshaler, error) { v, err := ParseAnswer(b); return &v, err },
	"Show":     func(b []byte) (marshaler, error) { v, err := ParseShow(b); return &v, err },
	"Reveal":   func(b []byte) (marshaler, error) { v, err := ParseReveal(b); return &v, err },
	"Fault":    func(b []byte) (marshaler, error) { v, err := ParseFault(b); return &v, err },
	"Claim":    func(b []byte) (marshaler, error) { v, err := ParseClaim(b); return &v, err },
	"SignOut":  func(b []byte) (marshaler, error) { v, err := ParseSignOut(b); return &v, err },
	"Vote":     func(b []byte) (marshaler, error) { v, err := ParseVote(b); return &v, err },
	"Seen":     func(b []byte) (marshaler, error) { v, err := ParseSeen(b); return &v, err },
	"State":    func(b []byte) (marshaler, error) { v, err := ParseState(b); return &v, err },
	"Key":      func(b []byte) (marshaler, error) { v, err := ParseKey(b); return &v, err },
	"Flip":     func(b []byte) (marshaler, error) { v, err := ParseFlip(b); return &v, err },
	"Arrive":   func(b []byte) (marshaler, error) { v, err := ParseArrive(b); return &v, err },
	"Resigned": func(b []byte) (marshaler, error) { v, err := ParseResigned(b); return &v, err },
	"Face":     func(b []byte) (marshaler, error) { v, err := ParseFace(b); return &v, err },
	"request":  func(b []byte) (marshaler, error) { v, err := ParseResignRequest(b); return &v, err },
}

// opaque are the kinds whose bodies are empty, a hash or a proof alone, which protocol reads.
var opaque = []Kind{Commit, Layout, Step, Pass, NoMove, Resign, AcceptDraw, Dispute, Shuffle, Share, Lots}

// The fuzzer reads the body of every kind.
func TestEveryBodyIsFuzzed(t *testing.T) {
	for kind := range kinds {
		require.NotEqual(t, slices.Contains(opaque, kind), parsers[kind.String()] != nil, "%s: a body that transcript parses is in parsers, another in opaque", kind)
	}
}

// FuzzParseFile: any bytes either parse to records that marshal back to the
// same file, or are refused; whatever is called sound is.
func FuzzParseFile(f *testing.F) {
	key, _ := testKey(f, 1)
	r := Sign(key, Link{}, Move, engine.Red, []byte("abc"))
	f.Add(MarshalFile([][]byte{r.Marshal(), r.Marshal()}))
	f.Add([]byte(Magic))
	f.Fuzz(func(t *testing.T, file []byte) {
		records, sound, err := ParseFile(file)
		if err == nil {
			require.Equal(t, file, MarshalFile(records))
		} else if sound > 0 {
			require.Equal(t, file[:sound], MarshalFile(records))
		}
	})
}
