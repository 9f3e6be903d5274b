// Package sample makes keys, layouts and contexts for the tests and vectors of
// the proofs. All of it comes from a seed, and none of it is secret.
package sample

import (
	"crypto/sha3"
	"fmt"
	"io"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// Reader returns an endless stream of bytes that depends on the seed only.
func Reader(seed string) io.Reader {
	h := sha3.NewSHAKE128()
	h.Write([]byte(seed))
	return h
}

// bytesOf returns 32 bytes that depend on the seed only.
func bytesOf(seed string) (b [32]byte) {
	io.ReadFull(Reader(seed), b[:])
	return b
}

// Rules returns the ruleset of a specification that is known to be good.
func Rules(spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	if err != nil {
		panic("sample: " + err.Error())
	}
	return rs
}

// Context returns a context that depends on the ruleset, the seat and the seed.
func Context(rs *engine.Ruleset, seat engine.Seat, seed string) sigma.Context {
	return sigma.Context{
		Rules: rs.Digest(), Match: bytesOf(seed + "/match"), Seat: seat, Key: bytesOf(seed + "/" + seat.String()),
	}
}

// Place returns a place in that context.
func Place(ctx sigma.Context, seed string) sigma.Place {
	return sigma.Place{Context: ctx, Prev: bytesOf(seed + "/prev"), Body: []byte(seed + "/body")}
}

// Nonces returns nonces that depend on the seed only.
func Nonces(seed string) sigma.Nonces {
	return sigma.Nonces{Key: bytesOf(seed + "/nonce key"), Fresh: bytesOf(seed + "/fresh")}
}

// Layout returns a legal layout, not uniformly chosen, in which the pieces of
// fixed have the types that it gives them. It panics if there is none.
func Layout(rs *engine.Ruleset, seed string, fixed map[int]engine.Type) engine.Layout {
	rng := Reader(seed + "/layout")
	for range 1000 {
		if l, ok := tryLayout(rs, rng, fixed); ok {
			return l
		}
	}
	panic(fmt.Sprintf("sample: no layout with %v", fixed))
}

func tryLayout(rs *engine.Ruleset, rng io.Reader, fixed map[int]engine.Type) (l engine.Layout, ok bool) {
	left := make([]int, rs.NumTypes())
	for j := range left {
		left[j] = rs.Count(engine.Type(j))
	}
	l = make(engine.Layout, rs.ArmySize())
	for p := range l {
		l[p] = engine.NoType
		if j, ok := fixed[p]; ok {
			l[p] = j
			left[j]--
		}
	}
	// Flags and mines have the fewest posts, then bombs.
	order := []engine.Type{junqi.Flag, junqi.Mine, junqi.Bomb}
	for j := junqi.Engineer; j <= junqi.Commander; j++ {
		order = append(order, j)
	}
	for _, j := range order {
		for ; left[j] > 0; left[j]-- {
			var posts []int
			for p := range l {
				if l[p] == engine.NoType && rs.Allowed(p).Has(j) {
					posts = append(posts, p)
				}
			}
			if len(posts) == 0 {
				return l, false
			}
			var b [2]byte
			io.ReadFull(rng, b[:])
			l[posts[(int(b[0])<<8|int(b[1]))%len(posts)]] = j
		}
	}
	return l, rs.CheckLayout(l) == nil
}

// A Seat is one seat of a match, from its secret to its verified commitment.
type Seat struct {
	Context    sigma.Context
	Secret     *layout.Secret
	Body       []byte
	Commitment *layout.Commitment
}

// NewSeat makes a seat with a layout from Layout.
func NewSeat(rs *engine.Ruleset, seat engine.Seat, seed string, fixed map[int]engine.Type) *Seat {
	ctx := Context(rs, seat, seed)
	seed += "/" + seat.String()
	key, err := layout.NewKey(Reader(seed + "/key"))
	if err != nil {
		panic("sample: " + err.Error())
	}
	s := &Seat{Context: ctx, Secret: &layout.Secret{
		Key:      key,
		Layout:   Layout(rs, seed, fixed),
		Nonces:   Nonces(seed),
		Nonce:    bytesOf(seed + "/coin"),
		TapeSeed: bytesOf(seed + "/tape"),
	}}
	if s.Body, err = layout.Prove(ctx, rs, s.Secret); err != nil {
		panic("sample: " + err.Error())
	}
	if s.Commitment, err = layout.Verify(ctx, rs, s.Body); err != nil {
		panic("sample: " + err.Error())
	}
	return s
}
