package layout

import (
	"bytes"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/stretchr/testify/require"
)

// marshal writes a decoded body again: what parses marshals to the same bytes.
func (s *shape) marshal(c *Commitment, pr *proof) []byte {
	y := c.y.Bytes()
	b := append([]byte(nil), y[:]...)
	s.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			b = append(b, c.columns[p][j].Bytes()...)
		}
	})
	for _, piece := range c.pieces {
		e := piece.Bytes()
		b = append(b, e[:]...)
	}
	b = append(b, c.nonce[:]...)
	b = append(b, c.tape[:]...)
	b = append(b, make([]byte, zerosSize)...)
	k1 := pr.k1.Bytes()
	b = append(append(b, pr.c.Bytes()...), k1[:]...)
	s.each(func(p int, j engine.Type, implied bool) {
		if !implied {
			b = append(append(b, pr.z[p][j].Bytes()...), pr.w[p][j].Bytes()...)
		}
	})
	for _, zt := range pr.zt {
		b = append(b, zt.Bytes()...)
	}
	return append(append(b, pr.zk.Bytes()...), pr.zq.Bytes()...)
}

func FuzzParse(f *testing.F) {
	rs, shape := standard(f)
	r := newReference(f, rowsOf(shape, legalLayout(f)))
	body := r.prove()
	f.Add(body)
	f.Add(make([]byte, len(body)))
	f.Add(body[:len(body)-1])
	f.Fuzz(func(t *testing.T, body []byte) {
		c, _, rest, err := shape.parseStatement(rs, body)
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
	rs, shape := standard(t)
	r := newReference(t, rowsOf(shape, legalLayout(t)))
	body := r.prove()
	want := bytes.Clone(body)
	c, _, rest, err := shape.parseStatement(rs, body)
	require.NoError(t, err)
	pr, err := shape.parseProof(rest)
	require.NoError(t, err)
	clear(body)
	require.Equal(t, want, shape.marshal(c, pr))
}

// ErrLength before any work: a body of the wrong length is not decoded.
func TestParseChecksTheLengthFirst(t *testing.T) {
	rs, shape := standard(t)
	for _, n := range []int{0, 1, shape.size() - 1, shape.size() + 1, 1 << 15} {
		_, _, _, err := shape.parseStatement(rs, bytes.Repeat([]byte{0xff}, n))
		require.ErrorIs(t, err, group.ErrLength)
	}
}
