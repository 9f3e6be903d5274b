package layout

import (
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
)

// errorNames are the names under which vectors expect the errors.
var errorNames = map[string]error{
	"ErrProof": sigma.ErrProof, "ErrElement": group.ErrElement, "ErrScalar": group.ErrScalar,
	"ErrLength": group.ErrLength, "ErrZeroKey": ErrZeroKey,
}

// layoutFile is layout.json. The bodies stand beside it as hexadecimal text.
type layoutFile struct {
	Comment string        `json:"comment"`
	Cases   []layoutCase  `json:"cases"`
	Invalid []invalidCase `json:"invalid"`
}

type layoutCase struct {
	Name     string      `json:"name"`
	Rules    string      `json:"rules"`
	Context  contextText `json:"context"`
	Layout   string      `json:"layout"`
	Key      vector.Hex  `json:"k"`
	NonceKey vector.Hex  `json:"nonce_key"`
	Fresh    vector.Hex  `json:"fresh"`
	Nonce    vector.Hex  `json:"nonce"`
	TapeSeed vector.Hex  `json:"tape_seed"`

	Tape     vector.Hex `json:"tape_commitment"`
	Columns  int        `json:"columns"`
	Sent     int        `json:"columns_sent"`
	Y        vector.Hex `json:"Y"`
	First    vector.Hex `json:"first_column_s"` // s[p,j] of the first column that is sent
	Blinder  vector.Hex `json:"first_piece_t"`  // t[0]
	State    vector.Hex `json:"state"`          // of the sponge, before the first messages
	Firsts   vector.Hex `json:"state_after_first_messages"`
	Gamma    vector.Hex `json:"gamma"`
	E1       vector.Hex `json:"e1"`
	E0       vector.Hex `json:"e0"`
	K1       vector.Hex `json:"K1"`
	K0       vector.Hex `json:"K0"`
	C        vector.Hex `json:"c"`
	Body     string     `json:"body"` // name of the file
	BodyHash vector.Hex `json:"body_sha512_256"`
}

type contextText struct {
	Rules vector.Hex `json:"rules"`
	Match vector.Hex `json:"match"`
	Seat  string     `json:"seat"`
	Key   vector.Hex `json:"key"`
}

func (x contextText) context(t *testing.T) sigma.Context {
	seat, err := engine.ParseSeat(x.Seat)
	require.NoError(t, err)
	return sigma.Context{Rules: [32]byte(x.Rules), Match: [32]byte(x.Match), Seat: seat, Key: [32]byte(x.Key)}
}

// setupBody is the first case's body, made with a setup.
const setupBody = "layout-setup.hex"

// An invalidCase is the body of the first case with some bytes overwritten, cut or
// added, or in another context; or a body of its own.
type invalidCase struct {
	Comment string       `json:"comment"`
	Context *contextText `json:"context,omitempty"`
	At      int          `json:"at"`
	Put     vector.Hex   `json:"put,omitempty"`
	Length  int          `json:"length,omitempty"` // cut or pad with zeros to so many bytes
	Body    string       `json:"body,omitempty"`   // name of the file, if it is not the first case's
	Error   string       `json:"error"`
}

func (c *layoutCase) secret(t *testing.T) *Secret {
	l, err := engine.ParseLayout(c.Layout)
	require.NoError(t, err)
	key, err := ParseKey(c.Key)
	require.NoError(t, err)
	return &Secret{
		Key: key, Layout: l, Nonces: sigma.Nonces{Key: [32]byte(c.NonceKey), Fresh: [32]byte(c.Fresh)},
		Nonce: [32]byte(c.Nonce), TapeSeed: [32]byte(c.TapeSeed),
	}
}

func (c *layoutCase) body(t *testing.T) []byte {
	text, err := os.ReadFile(vector.Path(c.Body))
	require.NoError(t, err)
	body, err := hex.DecodeString(strings.ReplaceAll(string(text), "\n", ""))
	require.NoError(t, err)
	return body
}

// lines writes a body as hexadecimal text, an element or scalar in each line.
func lines(b []byte) []byte {
	var out bytes.Buffer
	for len(b) > 0 {
		n := min(32, len(b))
		fmt.Fprintf(&out, "%x\n", b[:n])
		b = b[n:]
	}
	return out.Bytes()
}

func TestVectors(t *testing.T) {
	f := layoutFile{Comment: "two seats of one match; a body file has 32 bytes in each line"}
	hash := func(seed string) vector.Hex { h := sha512.Sum512_256([]byte("vector " + seed)); return h[:] }
	for i, army := range []string{army, "72435/9.6.3/B1.58/7.B.6/134M1/22MFM"} {
		rs, shape := standard(t)
		seat := engine.Seat(i).String()
		k := group.UniformScalar(sha512.Sum512([]byte("vector k " + seat)))
		c := layoutCase{
			Name: seat, Rules: rs.Canonical(), Layout: army, Key: k.Bytes(),
			NonceKey: hash("nonce key " + seat), Fresh: hash("fresh " + seat), Nonce: hash("nonce " + seat),
			TapeSeed: hash("tape seed " + seat), Columns: shape.columns, Sent: shape.sent(), Body: "layout-" + seat + ".hex",
		}
		digest := rs.Digest()
		c.Context = contextText{digest[:], hash("match"), seat, hash("key " + seat)}
		s, ctx := c.secret(t), c.Context.context(t)
		body, err := Prove(ctx, rs, s)
		require.NoError(t, err)
		vector.CheckBytes(t, c.Body, lines(body))
		h := sha512.Sum512_256(body)
		c.BodyHash = h[:]

		// The reference tells what stands in between.
		random := s.randomness(ctx)
		r := &reference{
			shape: shape, ctx: ctx, k: k, y: rowsOf(shape, s.Layout), nonce: s.Nonce, tape: TapeCommitment(s.TapeSeed),
			random: func(label string, index int, sponge *sigma.Sponge) *group.Scalar {
				return s.Nonces.Scalar(label, uint32(index), sponge.State(), random.witness)
			},
		}
		require.Equal(t, body, r.prove())
		y := s.Key.Public().Bytes()
		c.Tape, c.Y = r.tape[:], y[:]
		c.First, c.Blinder = random.column(0, shape.allowed[0][0]).Bytes(), random.piece(0).Bytes()
		seen := &r.seen
		c.State, c.Firsts, c.Gamma, c.C = seen.state[:], seen.firsts[:], seen.gamma.Bytes(), seen.c.Bytes()
		c.E1, c.E0, c.K1, c.K0 = seen.e1.Bytes(), seen.e0.Bytes(), seen.k1.Bytes(), seen.k0.Bytes()
		f.Cases = append(f.Cases, c)
		if i == 0 {
			setup := []byte("a resolver's setup")
			with := *r // whose values the case keeps
			with.tail = append([]byte{0, byte(len(setup))}, setup...)
			vector.CheckBytes(t, setupBody, lines(with.prove()))
		}
	}
	f.invalid(t)
	vector.Check(t, "layout.json", f)

	var read layoutFile
	vector.Read(t, "layout.json", &read)
	for _, c := range read.Cases {
		rs, err := engine.ParseCanonical(c.Rules)
		require.NoError(t, err)
		body, err := Prove(c.Context.context(t), rs, c.secret(t))
		require.NoError(t, err)
		require.Equal(t, c.body(t), body, c.Name)
		commitment, err := Verify(c.Context.context(t), rs, body)
		require.NoError(t, err, c.Name)
		opened, err := commitment.Open(c.secret(t).Key)
		require.NoError(t, err)
		require.Equal(t, c.Layout, opened.String())
	}
	first := read.Cases[0]
	rs, err := engine.ParseCanonical(first.Rules)
	require.NoError(t, err)
	for _, c := range read.Invalid {
		body, ctx := first.body(t), first.Context
		if c.Body != "" {
			body = (&layoutCase{Body: c.Body}).body(t)
		}
		copy(body[c.At:], c.Put)
		if c.Length > 0 {
			body = append(body, make([]byte, max(0, c.Length-len(body)))...)[:c.Length]
		}
		if c.Context != nil {
			ctx = *c.Context
		}
		_, err := Verify(ctx.context(t), rs, body)
		require.ErrorIs(t, err, errorNames[c.Error], c.Comment)
	}
}

// invalid lists what must be refused, as changes to the first case.
func (f *layoutFile) invalid(t *testing.T) {
	_, s := standard(t)
	first := &f.Cases[0]
	body := first.body(t)
	pieces := group.ElementSize + s.sent()*group.CiphertextSize
	proof := s.statementSize()
	at := struct{ e, pieces, nonce, setup, c, k1, z, zt, zk, zq, end int }{
		e: 32, pieces: pieces, nonce: pieces + 25*32, setup: proof - 2, c: proof, k1: proof + 32, z: proof + 64,
		zt: proof + 64 + 64*s.sent(), zk: len(body) - 64, zq: len(body) - 32, end: len(body),
	}
	put := func(comment, err string, at int, b ...byte) {
		f.Invalid = append(f.Invalid, invalidCase{Comment: comment, At: at, Put: b, Error: err})
	}
	flip := func(comment string, at int) { put("a bit of "+comment, "ErrProof", at, body[at]^1) }
	tooLarge := bytes.Repeat([]byte{0xff}, 32)
	zero := make([]byte, 32)

	put("Y is the identity", "ErrZeroKey", 0, zero...)
	put("Y is not canonical", "ErrElement", 0, tooLarge...)
	put("another Y", "ErrProof", 0, group.H().Element().Bytes()...)
	put("U of the first column is not canonical", "ErrElement", at.e, tooLarge...)
	put("V of the last column is not canonical", "ErrElement", at.pieces-32, tooLarge...)
	put("U of the first column is the identity", "ErrProof", at.e, zero...)
	put("U and V of the first column swapped", "ErrProof", at.e, append(bytes.Clone(body[at.e+32:at.e+64]), body[at.e:at.e+32]...)...)
	row := (len(s.allowed[0]) - 1) * 64
	put("the rows of the first two pieces swapped", "ErrProof", at.e, append(bytes.Clone(body[at.e+row:at.e+2*row]), body[at.e:at.e+row]...)...)
	put("the commitments of the first two pieces swapped", "ErrProof", at.pieces, append(bytes.Clone(body[at.pieces+32:at.pieces+64]), body[at.pieces:at.pieces+32]...)...)
	put("the first commitment is not canonical", "ErrElement", at.pieces, tooLarge...)
	flip("the nonce", at.nonce)
	flip("the tape commitment", at.nonce+32)
	put("a setup that is not there", "ErrLength", at.setup, 0, 1)
	put("a setup that takes all of the proof", "ErrLength", at.setup, 0xff, 0xff)
	f.Invalid = append(f.Invalid, invalidCase{Comment: "with a setup, well proven", Body: setupBody, Error: "ErrLength"})
	put("c is not reduced", "ErrScalar", at.c, tooLarge...)
	flip("c", at.c)
	put("c is zero", "ErrProof", at.c, zero...)
	put("K1 is not canonical", "ErrElement", at.k1, tooLarge...)
	put("another K1", "ErrProof", at.k1, group.H().Element().Bytes()...)
	put("the first z is not reduced", "ErrScalar", at.z, tooLarge...)
	flip("the first z", at.z)
	flip("the first w", at.z+32)
	flip("the first zt", at.zt)
	flip("zk", at.zk)
	flip("zq", at.zq)
	put("zq is not reduced", "ErrScalar", at.zq, tooLarge...)
	for _, n := range []int{at.c, at.end - 32, at.end - 1} {
		f.Invalid = append(f.Invalid, invalidCase{Comment: fmt.Sprintf("cut to %d bytes", n), Length: n, Error: "ErrLength"})
	}
	f.Invalid = append(f.Invalid,
		invalidCase{Comment: "a byte too many", Length: at.end + 1, Error: "ErrLength"},
		invalidCase{Comment: "longer than any layout", Length: 1 << 15, Error: "ErrLength"})
	for _, x := range []struct {
		what   string
		change func(*contextText)
	}{
		{"another ruleset", func(c *contextText) { c.Rules = tooLarge }},
		{"another match", func(c *contextText) { c.Match = tooLarge }},
		{"another seat: a layout that was copied", func(c *contextText) { c.Seat = "blue" }},
		{"another seat's key", func(c *contextText) { c.Key = tooLarge }},
	} {
		c := first.Context
		x.change(&c)
		f.Invalid = append(f.Invalid, invalidCase{Comment: x.what, Context: &c, Error: "ErrProof"})
	}
}
