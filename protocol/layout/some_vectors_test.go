package layout

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// partsFile is parts.json: proofs None and Some about pieces of red in layout.json.
type partsFile struct {
	Comment string      `json:"comment"`
	Cases   []partsCase `json:"cases"`
	Invalid []partsCase `json:"invalid"`
}

type partsCase struct {
	Name  string       `json:"name"`
	Some  bool         `json:"some"`
	Prev  vector.Hex   `json:"prev"`
	Front vector.Hex   `json:"front"`
	Index uint8        `json:"index"`
	Parts []partText   `json:"parts"`
	Types []int        `json:"types"` // with a column in the sum
	W     vector.Hex   `json:"W"`
	X     []vector.Hex `json:"X"`     // by these types
	State vector.Hex   `json:"state"` // of the sponge, before the first messages
	C     vector.Hex   `json:"c"`
	Proof vector.Hex   `json:"proof"`
}

type partText struct {
	Piece int   `json:"piece"`
	Types []int `json:"types"`
}

func TestPartsVectors(t *testing.T) {
	seats, commitments, _ := seatsOfVectors(t)
	red, c := seats["red"], commitments["red"]
	secret := red.secret(t)
	at := sigma.Place{
		Context: red.Context.context(t), Prev: [32]byte(bytes.Repeat([]byte{0x11}, 32)), Body: []byte{9, 8, 7}, Index: 1,
	}
	f := partsFile{Comment: "None and Some (9.6) about pieces of red in layout.json. W and X are what the columns of the parts add up to, by the types of which a column is in it"}
	movable := engine.TypeSet(0)
	for j := junqi.Engineer; j <= junqi.Bomb; j++ {
		movable = movable.Add(j)
	}
	// Pieces of red that can't move, and others.
	var fixed, mobile []int
	for p, of := range secret.Layout {
		if movable.Has(of) {
			mobile = append(mobile, p)
		} else {
			fixed = append(fixed, p)
		}
	}
	made := func(name string, some bool, parts ...Part) partsCase {
		prove, kind := c.ProveNone, NoneKind
		if some {
			prove, kind = c.ProveSome, SomeKind
		}
		proof, err := prove(at, parts, secret, secret.Nonces)
		require.NoError(t, err)
		m, err := c.mass(parts)
		require.NoError(t, err)
		s := c.partsSponge(kind, at, parts)
		state, w := s.State(), m.w.Bytes()
		firsts := len(m.types) + 1
		s.Absorb(proof[:group.ElementSize*firsts])
		x := partsCase{
			Name: name, Some: some, Prev: at.Prev[:], Front: at.Body, Index: at.Index, Types: m.types,
			W: w[:], State: state[:], C: s.SqueezeScalar().Bytes(), Proof: proof,
		}
		for _, e := range m.x {
			b := e.Bytes()
			x.X = append(x.X, b[:])
		}
		for _, part := range parts {
			text := partText{Piece: part.Piece}
			for _, j := range part.Types.Types() {
				text.Types = append(text.Types, int(j))
			}
			x.Parts = append(x.Parts, text)
		}
		return x
	}
	commander := engine.TypeSet(0).Add(junqi.Commander)
	bomb := engine.TypeSet(0).Add(junqi.Bomb)
	last, first := fixed[len(fixed)-1], fixed[0]
	f.Cases = []partsCase{
		made("two pieces that can't move", false, Part{first, movable}, Part{last, movable}),
		made("a piece other than a commander and one other than a bomb", false, Part{first, commander}, Part{last, bomb}),
		made("one of three can move", true, Part{first, movable}, Part{last, movable}, Part{mobile[0], movable}),
		made("two of three can move", true, Part{mobile[1], movable}, Part{last, movable}, Part{mobile[0], movable}),
	}
	none, some := f.Cases[0], f.Cases[2]
	change := func(name string, from partsCase, edit func(*partsCase)) {
		from.Name, from.Proof = name, bytes.Clone(from.Proof)
		edit(&from)
		f.Invalid = append(f.Invalid, from)
	}
	f.Invalid = append(f.Invalid,
		made("none, of pieces one of which can move", false, Part{mobile[0], movable}, Part{last, movable}),
		made("some, of pieces none of which can move", true, Part{first, movable}, Part{last, movable}))
	change("another index", none, func(x *partsCase) { x.Index++ })
	change("another record before", some, func(x *partsCase) { x.Prev = make([]byte, 32) })
	change("another piece", none, func(x *partsCase) { x.Parts = []partText{{mobile[0], x.Parts[0].Types}, x.Parts[1]} })
	change("a piece too few", none, func(x *partsCase) { x.Parts = x.Parts[:1] })
	change("a bit of the first message", some, func(x *partsCase) { x.Proof[0] ^= 1 })
	change("a bit of the last response", some, func(x *partsCase) { x.Proof[len(x.Proof)-32] ^= 1 })
	change("a response too few", none, func(x *partsCase) { x.Proof = x.Proof[:len(x.Proof)-32] })
	vector.Check(t, "parts.json", f)

	var read partsFile
	vector.Read(t, "parts.json", &read)
	verify := func(x partsCase) error {
		var parts []Part
		for _, part := range x.Parts {
			set := engine.TypeSet(0)
			for _, j := range part.Types {
				set = set.Add(engine.Type(j))
			}
			parts = append(parts, Part{part.Piece, set})
		}
		at := at
		at.Prev, at.Body, at.Index = [32]byte(x.Prev), x.Front, x.Index
		var b sigma.Batch
		check := c.VerifyNone
		if x.Some {
			check = c.VerifySome
		}
		if err := check(at, parts, x.Proof, &b); err != nil {
			return err
		}
		return b.Verify()
	}
	for _, x := range read.Cases {
		require.NoError(t, verify(x), x.Name)
	}
	for _, x := range read.Invalid {
		require.Error(t, verify(x), x.Name)
	}
}
