package conformance_test

import (
	"encoding/hex"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/curve25519"
	"golang.org/x/crypto/nacl/box"
)

// Section 20, once more from the page.

// A showing is what a Peek is about: whose layout is shown to whom.
type showing struct {
	from, to     *commitment
	by, seenBy   context
	types        []int
	x            map[int]*element
	w, key       *element
	sent         []int
	c1, c2, zKey *scalar
	z            []*scalar
}

const peekKind = "darkjunqi/v1/proof/peek"

// readMessage is 20.1 up to the statement.
func readMessage(from, to *commitment, by, seenBy context, message []byte) *showing {
	in := &reader{message}
	sh := &showing{from: from, to: to, by: by, seenBy: seenBy, x: map[int]*element{}, w: zero(), key: zero()}
	for range from.rules.army {
		sh.types = append(sh.types, in.uint(1))
	}
	_, sh.sent = from.rules.heldAndSent()
	sh.c1, sh.c2 = in.scalar(), in.scalar()
	for range sh.sent {
		sh.z = append(sh.z, in.scalar())
	}
	sh.zKey = in.scalar()
	in.end()
	for _, j := range sh.sent {
		sh.x[j] = zero()
	}
	for p, is := range sh.types {
		a := from.rules.allowed(p)
		last := a[len(a)-1]
		if slices.Contains(a, is) {
			sh.w.Add(sh.w, from.e[p][is].v)
		}
		for _, j := range a[:len(a)-1] {
			switch is {
			case j:
				sh.x[j].Add(sh.x[j], from.y[p])
			case last:
				sh.x[j].Subtract(sh.x[j], from.y[p])
			}
		}
	}
	for _, y := range to.y {
		sh.key.Add(sh.key, y)
	}
	return sh
}

func (sh *showing) sponge() *sponge {
	s := sh.by.sponge(peekKind)
	s.absorb(sh.seenBy.seat, sh.seenBy.key, sh.from.digest, sh.to.digest, le32(len(sh.types)))
	for _, j := range sh.types {
		s.absorb(j)
	}
	return s
}

func (sh *showing) verify() {
	s := sh.sponge()
	target := minus(sh.w, times(small(len(sh.types)), base()))
	all := zero()
	for i, j := range sh.sent {
		s.absorb(minus(times(sh.z[i], base()), times(sh.c1, sh.from.u[j])))
		all.Add(all, times(sh.z[i], sh.x[j]))
	}
	s.absorb(minus(all, times(sh.c1, target)))
	s.absorb(minus(times(sh.zKey, base()), times(sh.c2, sh.key)))
	demand(s.challenge().Equal(add(sh.c1, sh.c2)) == 1, "the Peek does not verify")
}

// The Peeks of the vectors open, and verify, as the page says; those that are false do not.
func TestPeeksAlone(t *testing.T) {
	at, commitments, layouts := vectorLayouts(t)
	var peeks struct {
		Cases []struct {
			Name, From, To, Layout string
			State, W, D, C, Peek   hexBytes
			X                      []hexBytes
			Sealed                 hexBytes
			Secret                 hexBytes `json:"box_secret"`
			Public                 hexBytes `json:"box_public"`
			Opens                  hexBytes `json:"box_secret_of_reader"`
		}
		Invalid []struct {
			Comment    string
			Put, Peek  hexBytes
			At, Length int
			Turned     bool
		}
	}
	readVector(t, "peek.json", &peeks)
	require.Len(t, peeks.Cases, 2)
	for _, c := range peeks.Cases {
		in := &reader{c.Sealed}
		require.Equal(t, []int{at[c.From].seat, at[c.To].seat}, []int{in.uint(1), in.uint(1)})
		nonce := [24]byte(in.take(24))
		sender, err := curve25519.X25519(c.Secret, curve25519.Basepoint)
		require.NoError(t, err)
		message, ok := box.Open(nil, in.b, &nonce, (*[32]byte)(sender), (*[32]byte)(c.Opens))
		require.True(t, ok)
		require.Equal(t, []byte(c.Peek), message)

		sh := readMessage(commitments[c.From], commitments[c.To], at[c.From], at[c.To], message)
		require.Equal(t, []byte(c.State), sh.sponge().state())
		require.Equal(t, []byte(c.W), sh.w.Bytes())
		require.Equal(t, []byte(c.D), sh.key.Bytes())
		require.Equal(t, []byte(c.C), add(sh.c1, sh.c2).Bytes())
		for i, j := range sh.sent {
			require.Equal(t, []byte(c.X[i]), sh.x[j].Bytes())
		}
		require.NoError(t, caught(sh.verify), c.Name)
		var letters string
		for _, j := range sh.types {
			letters += sh.from.rules.Types[j].Letter
		}
		require.Equal(t, strings.NewReplacer("/", "", ".", "").Replace(c.Layout), letters)
	}

	first := peeks.Cases[0]
	for _, c := range peeks.Invalid {
		message := slices.Clone([]byte(first.Peek))
		if c.Peek != nil {
			message = c.Peek
		}
		copy(message[c.At:], c.Put)
		if c.Length > 0 {
			message = append(message, make([]byte, max(0, c.Length-len(message)))...)[:c.Length]
		}
		from, to := "red", "blue"
		if c.Turned {
			from, to = to, from
		}
		require.Error(t, caught(func() {
			readMessage(commitments[from], commitments[to], at[from], at[to], message).verify()
		}), c.Comment)
	}

	// The honest one is made as section 20.1 says, nonces and all.
	red := layouts.Cases[0]
	sh := readMessage(commitments["red"], commitments["blue"], at["red"], at["blue"], first.Peek)
	s := at["red"].sponge("darkjunqi/v1/nonce/layout")
	s.absorb([]byte(red.Nonce), []byte(red.Tape))
	w := []byte(red.Key)
	for _, j := range sh.types {
		w = append(w, byte(j))
	}
	n := nonces{red.NonceKey, red.Fresh}
	var secrets []*scalar
	var witness []byte
	for _, j := range sh.sent {
		secrets = append(secrets, n.scalar("darkjunqi/v1/nonce/layout/s", j, s.state(), w))
		witness = append(witness, secrets[len(secrets)-1].Bytes()...)
	}
	state := sh.sponge().state()
	require.Equal(t, n.scalar(peekKind+"/c", 0, state, witness).Bytes(), sh.c2.Bytes())
	for i := range sh.sent {
		require.Equal(t, add(n.scalar(peekKind, i, state, witness), mul(sh.c1, secrets[i])).Bytes(), sh.z[i].Bytes())
	}
	require.Equal(t, n.scalar(peekKind, len(sh.sent), state, witness).Bytes(), sh.zKey.Bytes())
}

// vectorLayouts are those of layout.json, verified, by their names.
func vectorLayouts(t *testing.T) (at map[string]context, commitments map[string]*commitment, layouts layoutVectors) {
	readVector(t, "layout.json", &layouts)
	at, commitments = map[string]context{}, map[string]*commitment{}
	for _, c := range layouts.Cases {
		rules, err := readRules([]byte(c.Rules))
		require.NoError(t, err)
		body, err := hex.DecodeString(strings.ReplaceAll(read(t, "../testdata/vectors/"+c.Body), "\n", ""))
		require.NoError(t, err)
		at[c.Name] = context{c.Context.Rules, c.Context.Match, seatNumber(c.Context.Seat), c.Context.Key}
		commitments[c.Name] = verifyLayout(at[c.Name], rules, body)
	}
	return at, commitments, layouts
}

type layoutVectors struct {
	Cases []struct {
		Name    string
		Context struct {
			Rules, Match, Key hexBytes
			Seat              string
		}
		Body          string
		Key, Fresh    hexBytes
		NonceKey      hexBytes `json:"nonce_key"`
		Nonce         hexBytes
		Tape          hexBytes `json:"tape_commitment"`
		Layout, Rules string
	}
}

// The vectors of 9.6 are judged as the page says.
func TestPartsAlone(t *testing.T) {
	type parts struct {
		Name        string
		Some        bool
		Prev, Front hexBytes
		Index       int
		Parts       []struct {
			Piece int
			Types []int
		}
		Types       []int
		W, State, C hexBytes
		X           []hexBytes
		Proof       hexBytes
	}
	var v struct{ Cases, Invalid []parts }
	readVector(t, "parts.json", &v)
	at, commitments, _ := vectorLayouts(t)
	red := commitments["red"]
	judge := func(c parts, good bool) {
		here := place{at["red"], c.Prev, c.Front, c.Index}
		kind := "darkjunqi/v1/proof/none"
		if c.Some {
			kind = "darkjunqi/v1/proof/some"
		}
		var list []piecePart
		for _, part := range c.Parts {
			types := map[int]bool{}
			for _, j := range part.Types {
				types[j] = true
			}
			list = append(list, piecePart{part.Piece, types})
		}
		if !good {
			require.Error(t, caught(func() { red.verifyPieces(here, kind, list, c.Proof) }), c.Name)
			return
		}
		red.verifyPieces(here, kind, list, c.Proof)
		s, w, x := red.sumOfParts(here, kind, list)
		require.Equal(t, []byte(c.State), s.state(), c.Name)
		require.Equal(t, []byte(c.W), w.Bytes(), c.Name)
		require.Equal(t, c.Types, slices.Sorted(maps.Keys(x)), c.Name)
		for i, j := range c.Types {
			require.Equal(t, []byte(c.X[i]), x[j].Bytes(), c.Name)
		}
		s.absorb([]byte(c.Proof[:32*(len(x)+1)]))
		require.Equal(t, []byte(c.C), s.challenge().Bytes(), c.Name)
	}
	require.NotEmpty(t, v.Cases)
	require.NotEmpty(t, v.Invalid)
	for _, c := range v.Cases {
		judge(c, true)
	}
	for _, c := range v.Invalid {
		judge(c, false)
	}
}
