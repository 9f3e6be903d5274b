package layout

import (
	"bytes"
	"testing"

	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/stretchr/testify/require"
)

// marshal writes a decoded body again: what parses marshals to the same bytes.
func (s *shape) marshal(c *Commitment, pr *proof) (b []byte) {
	elements := func(e ...*group.Base) {
		for _, e := range e {
			encoding := e.Bytes()
			b = append(b, encoding[:]...)
		}
	}
	scalars := func(x ...*group.Scalar) {
		for _, x := range x {
			b = append(b, x.Bytes()...)
		}
	}
	elements(c.y...)
	for _, j := range s.sent {
		elements(c.u[j])
	}
	for p := range s.allowed {
		elements(c.v[p]...)
	}
	elements(c.pieces...)
	b = append(append(b, c.nonce[:]...), c.tape[:]...)
	elements(pr.products...)
	elements(pr.firsts...)
	scalars(pr.z...)
	scalars(pr.h...)
	for _, j := range s.held[:len(s.held)-1] {
		scalars(pr.q[j])
	}
	for _, j := range s.sent {
		scalars(pr.w[j])
	}
	scalars(pr.zt, pr.zk)
	return b
}

func FuzzParse(f *testing.F) {
	shape := mustShape(f)
	r := newReference(f, rowsOf(shape, legalNumbers(f)))
	body := r.prove()
	f.Add(body)
	f.Add(make([]byte, len(body)))
	f.Add(body[:len(body)-1])
	f.Fuzz(func(t *testing.T, body []byte) {
		c, _, rest, err := shape.parseStatement(body)
		if err != nil {
			return
		}
		pr, err := shape.parseProof(rest)
		if err != nil {
			return
		}
		require.Equal(t, body, shape.marshal(c, pr))
	})
}

func TestParseDoesNotKeepTheBody(t *testing.T) {
	shape := mustShape(t)
	r := newReference(t, rowsOf(shape, legalNumbers(t)))
	body := r.prove()
	want := bytes.Clone(body)
	c, _, rest, err := shape.parseStatement(body)
	require.NoError(t, err)
	pr, err := shape.parseProof(rest)
	require.NoError(t, err)
	clear(body)
	require.Equal(t, want, shape.marshal(c, pr))
}

// ErrLength before any work: a body of the wrong length is not decoded.
func TestParseChecksTheLengthFirst(t *testing.T) {
	shape := mustShape(t)
	for _, n := range []int{0, 1, shape.size() - 1, shape.size() + 1, 1 << 15} {
		_, _, _, err := shape.parseStatement(bytes.Repeat([]byte{0xff}, n))
		require.ErrorIs(t, err, group.ErrLength)
	}
}
