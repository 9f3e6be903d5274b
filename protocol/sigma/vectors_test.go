package sigma

import (
	"bytes"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/bound"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/stretchr/testify/require"
)

// errorNames are the names under which vectors expect the errors.
var errorNames = map[string]error{
	"ErrProof": ErrProof, "ErrElement": group.ErrElement, "ErrScalar": group.ErrScalar, "ErrLength": group.ErrLength,
}

// spongeFile is sponge.json. Its draft part is not ours to write: it restates
// published figures, and -update leaves it alone.
type spongeFile struct {
	Comment string       `json:"comment"`
	Source  string       `json:"source"`
	Draft   []spongeCase `json:"draft"`
	Cases   []spongeCase `json:"cases"`
	Places  []placeCase  `json:"places"`
	Nonces  []nonceCase  `json:"nonces"`
}

// A spongeCase either derives a session id from a tag, or takes a session id
// through steps; output is all that was squeezed, scalar the output modulo q.
type spongeCase struct {
	Name      string      `json:"name"`
	Tag       *vector.Hex `json:"tag,omitempty"`
	SessionID vector.Hex  `json:"session_id,omitempty"`
	Steps     []step      `json:"steps,omitempty"`
	Output    vector.Hex  `json:"output"`
	Scalar    vector.Hex  `json:"scalar,omitempty"`
}

type step struct {
	Absorb  *vector.Hex `json:"absorb,omitempty"`
	Times   int         `json:"times,omitempty"` // how often in a row, as one string
	Squeeze *int        `json:"squeeze,omitempty"`
}

// A placeCase gives the state of the sponge of a place: its next 32 bytes.
type placeCase struct {
	Name  string     `json:"name"`
	Kind  string     `json:"kind"`
	Place placeText  `json:"place"`
	State vector.Hex `json:"state"`
}

type placeText struct {
	Rules vector.Hex `json:"rules"`
	Match vector.Hex `json:"match"`
	Seat  string     `json:"seat"`
	Key   vector.Hex `json:"key"`
	Prev  vector.Hex `json:"prev"`
	Body  vector.Hex `json:"body"`
	Index uint8      `json:"index"`
}

func textOf(p Place) placeText {
	return placeText{p.Rules[:], p.Match[:], p.Seat.String(), p.Key[:], p.Prev[:], p.Body, p.Index}
}

func (x placeText) place(t *testing.T) Place {
	seat, err := engine.ParseSeat(x.Seat)
	require.NoError(t, err)
	return Place{
		Context: Context{Rules: [32]byte(x.Rules), Match: [32]byte(x.Match), Seat: seat, Key: [32]byte(x.Key)},
		Prev:    [32]byte(x.Prev), Body: x.Body, Index: x.Index,
	}
}

type nonceCase struct {
	Key     vector.Hex `json:"key"`
	Fresh   vector.Hex `json:"fresh"`
	Label   string     `json:"label"`
	Index   uint32     `json:"index"`
	State   vector.Hex `json:"state"`
	Witness vector.Hex `json:"witness"`
	Nonce   vector.Hex `json:"nonce"`
}

func (c *nonceCase) run() vector.Hex {
	n := Nonces{Key: [32]byte(c.Key), Fresh: [32]byte(c.Fresh)}
	return n.Scalar(c.Label, c.Index, [32]byte(c.State), c.Witness).Bytes()
}

// run gives the output of a case.
func (c *spongeCase) run() vector.Hex {
	if c.Tag != nil {
		id := DeriveSessionID(string(*c.Tag))
		return id[:]
	}
	s := NewSponge([32]byte(c.SessionID))
	var out []byte
	for _, st := range c.Steps {
		if st.Squeeze != nil {
			b := make([]byte, *st.Squeeze)
			s.Squeeze(b)
			out = append(out, b...)
			continue
		}
		s.Absorb(bytes.Repeat(*st.Absorb, max(st.Times, 1)))
	}
	return out
}

func TestSpongeGivesThePublishedFigures(t *testing.T) {
	var f spongeFile
	vector.Read(t, "sponge.json", &f)
	require.Contains(t, f.Source, "draft-irtf-cfrg-fiat-shamir")
	require.Len(t, f.Draft, 12)
	for _, c := range f.Draft {
		require.Equal(t, c.Output, c.run(), c.Name)
	}
}

func hexOf(s string) *vector.Hex { h := vector.Hex(s); return &h }

func TestVectorsSponge(t *testing.T) {
	var f spongeFile
	vector.Read(t, "sponge.json", &f)
	f.Cases, f.Places, f.Nonces = nil, nil, nil

	for _, kind := range []string{OpeningKind, "darkjunqi/v1/proof/layout", "darkjunqi/v1/proof/clash", "darkjunqi/v1/proof/none", "darkjunqi/v1/proof/some"} {
		c := spongeCase{Name: "session id of " + kind, Tag: hexOf(kind + Suite)}
		c.Output = c.run()
		f.Cases = append(f.Cases, c)
	}
	id, n := DeriveSessionID(OpeningKind+Suite), 64
	c := spongeCase{Name: "a challenge", SessionID: id[:], Steps: []step{{Absorb: hexOf("first message")}, {Squeeze: &n}}}
	c.Output = c.run()
	c.Scalar = group.UniformScalar([64]byte(c.Output)).Bytes()
	f.Cases = append(f.Cases, c)

	add := func(name, kind string, p Place) {
		state := p.Sponge(kind).State()
		f.Places = append(f.Places, placeCase{name, kind, textOf(p), state[:]})
	}
	add("a place", OpeningKind, testPlace())
	p := testPlace()
	p.Index = 0
	add("another index", OpeningKind, p)
	p = testPlace()
	p.Body = nil
	add("a record without a body", OpeningKind, p)
	add("another kind", "darkjunqi/v1/proof/clash", testPlace())

	for i, witness := range []string{"", "witness"} {
		state := testPlace().Sponge(OpeningKind).State()
		c := nonceCase{
			Key: bytes.Repeat([]byte{0xaa}, 32), Fresh: bytes.Repeat([]byte{0xbb}, 32),
			Label: OpeningKind, Index: uint32(i), State: state[:], Witness: []byte(witness),
		}
		c.Nonce = c.run()
		f.Nonces = append(f.Nonces, c)
	}
	vector.Check(t, "sponge.json", f)

	var read spongeFile
	vector.Read(t, "sponge.json", &read)
	for _, c := range read.Cases {
		require.Equal(t, c.Output, c.run(), c.Name)
	}
	for _, c := range read.Places {
		state := c.Place.place(t).Sponge(c.Kind).State()
		require.Equal(t, c.State, vector.Hex(state[:]), c.Name)
	}
	for _, c := range read.Nonces {
		require.Equal(t, c.Nonce, c.run())
	}
}

// openingFile is opening.json.
type openingFile struct {
	Comment string        `json:"comment"`
	Cases   []openingCase `json:"cases"`
	Invalid []openingCase `json:"invalid"`
}

type openingCase struct {
	Name      string       `json:"name,omitempty"`
	Comment   string       `json:"comment,omitempty"`
	Place     placeText    `json:"place"`
	Key       vector.Hex   `json:"k,omitempty"`
	NonceKey  vector.Hex   `json:"nonce_key,omitempty"`
	Fresh     vector.Hex   `json:"fresh,omitempty"`
	Y         vector.Hex   `json:"Y"`
	U         vector.Hex   `json:"U"`
	V         vector.Hex   `json:"V"`
	M         uint8        `json:"m"`
	State     vector.Hex   `json:"state,omitempty"` // of the sponge, before the first messages
	Blinder   vector.Hex   `json:"r,omitempty"`
	First     []vector.Hex `json:"first_messages,omitempty"`
	Challenge vector.Hex   `json:"challenge,omitempty"`
	Proof     vector.Hex   `json:"proof"`
	Error     string       `json:"error,omitempty"`
}

func (c *openingCase) opening(t *testing.T) Opening {
	decode := func(b []byte) *group.Element {
		e, err := group.DecodeElement(b)
		require.NoError(t, err)
		return e
	}
	return opening(group.NewBase(decode(c.Y)), group.Ciphertext{U: decode(c.U), V: decode(c.V)}, c.M)
}

func TestVectorsOpening(t *testing.T) {
	f := openingFile{Comment: "Y = kB, V - mB = kU; proof = first messages rB, rU, and z"}
	k := scalar(t, "vector k")
	y := group.NewBase(group.B().Mult(k))
	n := Nonces{Key: [32]byte{1, 2, 3}, Fresh: [32]byte{4, 5, 6}}
	add := func(name string, at Place, m uint8, r *group.Scalar) openingCase {
		o := opening(y, encrypt(y, m, r), m)
		s := o.sponge(at)
		state := s.State()
		blinder := n.Scalar(OpeningKind, 0, state, k.Bytes())
		enc, u, v := y.Bytes(), o.U.Bytes(), o.V.Bytes()
		proof := o.Prove(at, k, n)
		s.Absorb(proof[:64])
		c := openingCase{
			Name: name, Place: textOf(at), Key: k.Bytes(), NonceKey: n.Key[:], Fresh: n.Fresh[:],
			Y: enc[:], U: u[:], V: v[:], M: m, State: state[:], Blinder: blinder.Bytes(),
			First:     []vector.Hex{group.B().Mult(blinder).Bytes(), o.U.Mult(blinder).Bytes()},
			Challenge: s.SqueezeScalar().Bytes(), Proof: proof,
		}
		f.Cases = append(f.Cases, c)
		return c
	}
	good := add("an opening to 1", testPlace(), 1, scalar(t, "vector r"))
	add("an opening to 0", testPlace(), 0, scalar(t, "vector r0"))
	add("a code", otherPlaces()["index"], 7, scalar(t, "vector r7"))
	add("trivial randomness: U is the identity", testPlace(), 1, group.NewScalar())

	bad := func(comment, err string, change func(*openingCase)) {
		c := openingCase{
			Comment: comment, Place: good.Place, Y: good.Y, U: good.U, V: good.V, M: good.M,
			Proof: bytes.Clone(good.Proof), Error: err,
		}
		change(&c)
		f.Invalid = append(f.Invalid, c)
	}
	bad("another number than was proven", "ErrProof", func(c *openingCase) { c.M = 0 })
	bad("another U", "ErrProof", func(c *openingCase) { c.U = group.H().Element().Bytes() })
	bad("another V", "ErrProof", func(c *openingCase) { c.V = group.H().Element().Bytes() })
	bad("another Y", "ErrProof", func(c *openingCase) { c.Y = group.H().Element().Bytes() })
	for _, what := range []string{"ruleset", "match", "seat", "key", "previous record", "body", "shorter body", "index"} {
		bad("another place: "+what, "ErrProof", func(c *openingCase) { c.Place = textOf(otherPlaces()[what]) })
	}
	bad("another first message", "ErrProof", func(c *openingCase) { copy(c.Proof, good.Proof[32:64]) })
	bad("another second message", "ErrProof", func(c *openingCase) { copy(c.Proof[32:], good.Proof[:32]) })
	bad("a first message that is not canonical", "ErrElement", func(c *openingCase) { copy(c.Proof, bytes.Repeat([]byte{0xff}, 32)) })
	bad("a bit of the response", "ErrProof", func(c *openingCase) { c.Proof[64] ^= 1 })
	bad("the response plus q", "ErrScalar", func(c *openingCase) { addOrder(c.Proof[64:]) })
	bad("a byte is missing", "ErrLength", func(c *openingCase) { c.Proof = c.Proof[:95] })
	bad("a byte too many", "ErrLength", func(c *openingCase) { c.Proof = append(c.Proof, 0) })
	bad("U is the identity, V - mB is not", "ErrProof", func(c *openingCase) {
		c.U = make([]byte, 32)
		o := c.opening(t)
		c.Proof = o.Prove(testPlace(), k, n)
	})
	vector.Check(t, "opening.json", f)

	var read openingFile
	vector.Read(t, "opening.json", &read)
	for _, c := range read.Cases {
		n := Nonces{Key: [32]byte(c.NonceKey), Fresh: [32]byte(c.Fresh)}
		o := c.opening(t)
		require.Equal(t, c.Proof, vector.Hex(o.Prove(c.Place.place(t), mustScalar(t, c.Key), n)), c.Name)
		require.NoError(t, o.Verify(c.Place.place(t), c.Proof), c.Name)
	}
	for _, c := range read.Invalid {
		o := c.opening(t)
		require.ErrorIs(t, o.Verify(c.Place.place(t), c.Proof), errorNames[c.Error], c.Comment)
	}
}

// linearFile is linear.json.
type linearFile struct {
	Comment string       `json:"comment"`
	Cases   []linearCase `json:"cases"`
	Invalid []linearCase `json:"invalid"`
}

type linearCase struct {
	Name      string       `json:"name,omitempty"`
	Comment   string       `json:"comment,omitempty"`
	Kind      string       `json:"kind"`
	Place     placeText    `json:"place"`
	NonceKey  vector.Hex   `json:"nonce_key,omitempty"`
	Fresh     vector.Hex   `json:"fresh,omitempty"`
	Witness   []vector.Hex `json:"witness,omitempty"`
	Witnesses int          `json:"witnesses"`
	Equations [][]termText `json:"equations"`
	State     vector.Hex   `json:"state,omitempty"` // of the sponge, before the first messages
	Blinders  []vector.Hex `json:"blinders,omitempty"`
	Challenge vector.Hex   `json:"challenge,omitempty"`
	Proof     vector.Hex   `json:"proof"`
	Error     string       `json:"error,omitempty"`
}

// A termText is a base and its form: pairs of the index of a scalar, -1 for 1, and how
// often it is there.
type termText struct {
	Base vector.Hex `json:"base"`
	Form [][2]int   `json:"form"`
}

func textOfLinear(l *Linear) (out [][]termText) {
	for _, e := range l.Equations {
		var terms []termText
		for _, term := range e {
			b := term.Base.Bytes()
			x := termText{Base: b[:]}
			for _, p := range term.Form {
				x.Form = append(x.Form, [2]int{p.Witness, p.Times})
			}
			terms = append(terms, x)
		}
		out = append(out, terms)
	}
	return out
}

func (c *linearCase) linear(t *testing.T) *Linear {
	l := &Linear{Witnesses: c.Witnesses, Bound: bound.ByCaller()}
	for _, terms := range c.Equations {
		var e Equation
		for _, x := range terms {
			base, err := group.DecodeBase(x.Base)
			require.NoError(t, err)
			term := Term{Base: base}
			for _, p := range x.Form {
				term.Form = append(term.Form, Part{p[0], p[1]})
			}
			e = append(e, term)
		}
		l.Equations = append(l.Equations, e)
	}
	return l
}

func TestVectorsLinear(t *testing.T) {
	f := linearFile{Comment: "for each equation the sum of form times base is 0; proof = first messages, responses"}
	n := Nonces{Key: [32]byte{1, 2, 3}, Fresh: [32]byte{4, 5, 6}}
	add := func(name string, l *Linear, x []*group.Scalar) linearCase {
		l.Bound = bound.ByCaller() // as in records
		s := testPlace().Sponge(testKind)
		state := s.State()
		proof := l.Prove(s, testKind, x, n)
		s.Absorb(proof[:32*len(l.Equations)])
		c := linearCase{
			Name: name, Kind: testKind, Place: textOf(testPlace()), NonceKey: n.Key[:], Fresh: n.Fresh[:],
			Witnesses: l.Witnesses, Equations: textOfLinear(l), State: state[:],
			Challenge: s.SqueezeScalar().Bytes(), Proof: proof,
		}
		var all []byte
		for _, x := range x {
			c.Witness = append(c.Witness, x.Bytes())
			all = append(all, x.Bytes()...)
		}
		for i := range l.Witnesses {
			c.Blinders = append(c.Blinders, n.Scalar(testKind, uint32(i), state, all).Bytes())
		}
		f.Cases = append(f.Cases, c)
		return c
	}
	l, x := pair(t)
	good := add("a Pedersen commitment and a multiple of H", l, x)
	add("Schnorr", &Linear{Witnesses: 1, Equations: []Equation{
		{{group.NewBase(group.B().Mult(x[0])), Times(-1, One)}, {group.B(), Times(1, 0)}},
	}}, x[:1])
	identity := group.NewBase(group.NewElement())
	add("identities", &Linear{Witnesses: 1, Equations: []Equation{
		{{identity, Times(-1, One)}, {identity, Times(1, 0)}},
	}}, x[:1])
	add("forms", &Linear{Witnesses: 2, Equations: []Equation{
		{{group.B(), Form{{0, 2}, {1, -3}, {One, 5}}}, {
			group.NewBase(group.B().Mult(Form{{0, 2}, {1, -3}, {One, 5}}.at(x, group.SmallScalar(1)))), Times(-1, One),
		}},
	}}, x)

	bad := func(comment, err string, change func(*linearCase)) {
		c := linearCase{
			Comment: comment, Kind: testKind, Place: good.Place, Witnesses: good.Witnesses,
			Equations: textOfLinear(l), Proof: bytes.Clone(good.Proof), Error: err,
		}
		change(&c)
		f.Invalid = append(f.Invalid, c)
	}
	bad("another constant", "ErrProof", func(c *linearCase) { c.Equations[0][0].Form[0][1] = 1 })
	bad("another base", "ErrProof", func(c *linearCase) { c.Equations[0][1].Base = group.H().Element().Bytes() })
	bad("another index", "ErrProof", func(c *linearCase) { c.Equations[0][1].Form[0][0] = 1 })
	bad("an equation is missing", "ErrLength", func(c *linearCase) { c.Equations = c.Equations[:1] })
	bad("the equations are swapped", "ErrProof", func(c *linearCase) {
		c.Equations[0], c.Equations[1] = c.Equations[1], c.Equations[0]
	})
	bad("another kind of proof", "ErrProof", func(c *linearCase) { c.Kind += "s" })
	bad("another place", "ErrProof", func(c *linearCase) { c.Place.Index ^= 1 })
	bad("the responses are swapped", "ErrProof", func(c *linearCase) {
		copy(c.Proof[64:], good.Proof[96:])
		copy(c.Proof[96:], good.Proof[64:96])
	})
	bad("the first messages are swapped", "ErrProof", func(c *linearCase) {
		copy(c.Proof, good.Proof[32:64])
		copy(c.Proof[32:], good.Proof[:32])
	})
	bad("a first message that is not canonical", "ErrElement", func(c *linearCase) { copy(c.Proof, bytes.Repeat([]byte{0xff}, 32)) })
	bad("a response plus q", "ErrScalar", func(c *linearCase) { addOrder(c.Proof[64:96]) })
	bad("a response is missing", "ErrLength", func(c *linearCase) { c.Proof = c.Proof[:96] })
	bad("a response too many", "ErrLength", func(c *linearCase) { c.Proof = append(c.Proof, make([]byte, 32)...) })
	vector.Check(t, "linear.json", f)

	var read linearFile
	vector.Read(t, "linear.json", &read)
	for _, c := range read.Cases {
		n := Nonces{Key: [32]byte(c.NonceKey), Fresh: [32]byte(c.Fresh)}
		var x []*group.Scalar
		for _, b := range c.Witness {
			x = append(x, mustScalar(t, b))
		}
		s := c.Place.place(t).Sponge(c.Kind)
		require.Equal(t, c.Proof, vector.Hex(c.linear(t).Prove(s, c.Kind, x, n)), c.Name)
		require.NoError(t, c.linear(t).Verify(s, c.Proof), c.Name)
	}
	for _, c := range read.Invalid {
		s := c.Place.place(t).Sponge(c.Kind)
		require.ErrorIs(t, c.linear(t).Verify(s, c.Proof), errorNames[c.Error], c.Comment)
	}
}
