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
	"github.com/darkjunqi/darkjunqi/engine/junqi"
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
	Key      vector.Hex  `json:"key"`
	NonceKey vector.Hex  `json:"nonce_key"`
	Fresh    vector.Hex  `json:"fresh"`
	Nonce    vector.Hex  `json:"nonce"`
	TapeSeed vector.Hex  `json:"tape_seed"`

	Columns  int        `json:"columns"` // all p,j with j in A(p)
	Sent     int        `json:"sent"`    // of them
	Tape     vector.Hex `json:"tape_commitment"`
	First    vector.Hex `json:"first_k"` // k of piece 0
	Random   vector.Hex `json:"first_s"` // s of the first type that is sent
	Blinder  vector.Hex `json:"first_t"` // t of piece 0
	State    vector.Hex `json:"state"`   // of the sponge, after the statement
	X        vector.Hex `json:"first_x"` // x of the first type
	Xi       vector.Hex `json:"xi"`
	Delta    vector.Hex `json:"delta"`
	Eta      vector.Hex `json:"eta"`
	Target   vector.Hex `json:"pi_N"` // the product that the counts make
	Gamma    vector.Hex `json:"gamma"`
	Step     vector.Hex `json:"message_R"` // the first message of the first step
	Keys     vector.Hex `json:"message_K"` // of the keys
	Pieces   vector.Hex `json:"message_A"` // of the commitments
	Tie      vector.Hex `json:"message_T"` // of the tie
	Firsts   vector.Hex `json:"state_after_first_messages"`
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
	l, err := junqi.Standard().ParseLayout(c.Layout)
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
		c := layoutCase{
			Name: seat, Rules: string(rs.Text()), Layout: army, Key: hash("key seed " + seat),
			NonceKey: hash("nonce key " + seat), Fresh: hash("fresh " + seat), Nonce: hash("nonce " + seat),
			TapeSeed: hash("tape seed " + seat), Columns: shape.columns() + shape.pieces(), Sent: shape.columns(),
			Body: "layout-" + seat + ".hex",
		}
		digest := rs.Digest()
		c.Context = contextText{digest[:], hash("match"), seat, hash("key " + seat)}
		s, ctx := c.secret(t), c.Context.context(t)
		body, err := Prove(ctx, rs, s)
		require.NoError(t, err)
		vector.CheckBytes(t, c.Body, lines(body))
		h := sha512.Sum512_256(body)
		c.BodyHash = h[:]

		// The reference gives what lies in between.
		r := referenceOf(t, shape, s)
		r.ctx = ctx
		require.Equal(t, body, r.prove())
		random, seen := s.randomness(ctx), &r.seen
		c.Tape, c.First = r.tape[:], s.Key.Scalar(0).Bytes()
		c.Random, c.Blinder = random.column(shape.sent[0]).Bytes(), random.piece(0).Bytes()
		c.State, c.Firsts, c.C = seen.state[:], seen.firsts[:], seen.c.Bytes()
		c.X, c.Xi, c.Delta = seen.ch.x[shape.held[0]].Bytes(), seen.ch.xi.Bytes(), seen.ch.deltas[0].Bytes()
		c.Eta, c.Gamma, c.Target = seen.ch.etas[0].Bytes(), seen.ch.gammas[0].Bytes(), seen.ch.target().Bytes()
		last := seen.messages[len(seen.messages)-3:]
		c.Step, c.Keys, c.Pieces, c.Tie = seen.messages[0], last[0], last[1], last[2]
		f.Cases = append(f.Cases, c)
	}
	f.invalid(t)
	vector.Check(t, "layout.json", f)

	var read layoutFile
	vector.Read(t, "layout.json", &read)
	for _, c := range read.Cases {
		rs, err := engine.ParseCanonical([]byte(c.Rules))
		require.NoError(t, err)
		body, err := Prove(c.Context.context(t), rs, c.secret(t))
		require.NoError(t, err)
		require.Equal(t, c.body(t), body, c.Name)
		commitment, err := Verify(c.Context.context(t), rs, body)
		require.NoError(t, err, c.Name)
		opened, err := commitment.Open(c.secret(t).Key)
		require.NoError(t, err)
		require.Equal(t, c.Layout, rs.FormatLayout(opened))
	}
	first := read.Cases[0]
	rs, err := engine.ParseCanonical([]byte(first.Rules))
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
	s := mustShape(t)
	first := &f.Cases[0]
	body := first.body(t)
	n := s.pieces()
	var at struct{ y, u, v, pieces, nonce, products, firsts, z, h, q, w, zt, zk, end int }
	at.u = at.y + 32*n
	at.v = at.u + 32*len(s.sent)
	at.pieces = at.v + 32*s.columns()
	at.nonce = at.pieces + 32*n
	at.products = at.nonce + 64
	at.firsts = at.products + 32*(n-1)
	at.z = at.firsts + 32*s.firsts()
	at.h = at.z + 32*n
	at.q = at.h + 32*n
	at.w = at.q + 32*(len(s.held)-1)
	at.zt = at.w + 32*len(s.sent)
	at.zk = at.zt + 32
	at.end = len(body)
	require.Equal(t, at.end, at.zk+32)
	put := func(comment, err string, at int, b ...byte) {
		f.Invalid = append(f.Invalid, invalidCase{Comment: comment, At: at, Put: b, Error: err})
	}
	flip := func(comment string, at int) { put("a bit of "+comment, "ErrProof", at, body[at]^1) }
	swap := func(comment string, at, n int) {
		put(comment, "ErrProof", at, append(bytes.Clone(body[at+n:at+2*n]), body[at:at+n]...)...)
	}
	tooLarge := bytes.Repeat([]byte{0xff}, 32)
	zero := make([]byte, 32)

	put("the first Y is the identity", "ErrZeroKey", at.y, zero...)
	put("the last Y is the identity", "ErrZeroKey", at.u-32, zero...)
	put("the first Y is not canonical", "ErrElement", at.y, tooLarge...)
	put("another Y", "ErrProof", at.y, group.H().Element().Bytes()...)
	swap("the first two Y swapped", at.y, 32)
	put("the first U is not canonical", "ErrElement", at.u, tooLarge...)
	put("the last V is not canonical", "ErrElement", at.pieces-32, tooLarge...)
	put("the first U is the identity", "ErrProof", at.u, zero...)
	swap("the first two U swapped", at.u, 32)
	swap("the first two V swapped", at.v, 32)
	swap("the rows of the first two pieces swapped", at.v, (len(s.allowed[0])-1)*32)
	swap("the commitments of the first two pieces swapped", at.pieces, 32)
	put("the first commitment is not canonical", "ErrElement", at.pieces, tooLarge...)
	flip("the nonce", at.nonce)
	flip("the tape commitment", at.nonce+32)
	put("the first product is not canonical", "ErrElement", at.products, tooLarge...)
	put("another product", "ErrProof", at.products, group.H().Element().Bytes()...)
	swap("the first two products swapped", at.products, 32)
	for _, x := range []struct {
		what string
		at   int
	}{
		{"first step", at.firsts}, {"last step", at.firsts + 32*(n-1)}, {"first U", at.firsts + 32*n},
		{"keys", at.z - 96}, {"commitments", at.z - 64}, {"tie", at.z - 32},
	} {
		put("the first message of the "+x.what+" is not canonical", "ErrElement", x.at, tooLarge...)
		put("another first message of the "+x.what, "ErrProof", x.at, group.H().Element().Bytes()...)
		put("the first message of the "+x.what+" is the identity", "ErrProof", x.at, zero...)
	}
	swap("the first two first messages swapped", at.firsts, 32)
	put("all first messages are the identity", "ErrProof", at.firsts, make([]byte, at.z-at.firsts)...)
	for _, x := range []struct {
		what string
		at   int
	}{{"the first z", at.z}, {"the first h", at.h}, {"the first Z", at.q}, {"the first w", at.w}, {"zt", at.zt}, {"zk", at.zk}} {
		put(x.what+" is not reduced", "ErrScalar", x.at, tooLarge...)
		flip(x.what, x.at)
	}
	for _, n := range []int{at.z, at.end - 32, at.end - 1} {
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
