package layout

import (
	"bytes"
	"crypto/sha512"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/crypto/curve25519"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// peekFile is peek.json: what the seats of layout.json show each other.
type peekFile struct {
	Comment string        `json:"comment"`
	Cases   []peekCase    `json:"cases"`
	Invalid []invalidPeek `json:"invalid"`
}

type peekCase struct {
	Name      string       `json:"name"`
	From      string       `json:"from"`
	To        string       `json:"to"`
	Layout    string       `json:"layout"` // the one shown
	State     vector.Hex   `json:"state"`  // of the sponge, before the first messages
	W         vector.Hex   `json:"W"`
	X         []vector.Hex `json:"X"` // by type sent
	Keys      vector.Hex   `json:"D"`
	C         vector.Hex   `json:"c"`
	Peek      vector.Hex   `json:"peek"`
	BoxSecret vector.Hex   `json:"box_secret"` // of whoever sends
	BoxPublic vector.Hex   `json:"box_public"` // of whoever reads
	Nonce     vector.Hex   `json:"box_nonce"`
	Sealed    vector.Hex   `json:"sealed"`
	Opens     vector.Hex   `json:"box_secret_of_reader"`
}

// An invalidPeek is that of the first case with some bytes overwritten, cut or added, or
// taken for another's.
type invalidPeek struct {
	Comment string     `json:"comment"`
	Put     vector.Hex `json:"put,omitempty"`
	At      int        `json:"at"`
	Length  int        `json:"length,omitempty"` // cut or pad with zeros to so many bytes
	Turned  bool       `json:"turned,omitempty"` // shown by the reader to who showed it
	Peek    vector.Hex `json:"peek,omitempty"`   // another one
	Error   string     `json:"error"`
}

// seats are the two of layout.json, by their names.
func seatsOfVectors(t *testing.T) (map[string]*layoutCase, map[string]*Commitment, *engine.Ruleset) {
	var f layoutFile
	vector.Read(t, "layout.json", &f)
	cases, commitments := map[string]*layoutCase{}, map[string]*Commitment{}
	rs, err := engine.ParseCanonical([]byte(f.Cases[0].Rules))
	require.NoError(t, err)
	for i := range f.Cases {
		c := &f.Cases[i]
		cases[c.Name] = c
		commitments[c.Name], err = Verify(c.Context.context(t), rs, c.body(t))
		require.NoError(t, err)
	}
	return cases, commitments, rs
}

func TestPeekVectors(t *testing.T) {
	seats, commitments, rs := seatsOfVectors(t)
	f := peekFile{Comment: "what the seats of layout.json show each other: the second case is made by its reader, with its own key. X is by the types that are sent, D the sum of the reader's Y"}
	reader := func(name string) Reader { return Reader{seats[name].Context.context(t), commitments[name]} }
	boxKey := func(name string) (secret, public [32]byte) {
		secret = sha512.Sum512_256([]byte("vector box " + name))
		curve25519.ScalarBaseMult(&public, &secret)
		return secret, public
	}
	made := func(name, from, to string, peek []byte) {
		l := make(engine.Layout, commitments[from].Pieces())
		for p := range l {
			l[p] = engine.Type(peek[p])
		}
		g := &glance{commitments[from], reader(to), l}
		sponge := g.sponge(seats[from].Context.context(t))
		state := sponge.State()
		x, w := g.sums()
		c := peekCase{Name: name, From: from, To: to, Layout: rs.FormatLayout(l), State: state[:], Peek: peek}
		for _, j := range g.c.sent {
			c.X = append(c.X, x[j].Bytes())
		}
		encodedW, keys := w.Bytes(), g.reader.Commitment.keys().Bytes()
		c.W, c.Keys = encodedW[:], keys[:]
		scalar := func(i int) *group.Scalar {
			s, err := group.DecodeScalar(peek[len(l)+group.ScalarSize*i:][:group.ScalarSize])
			require.NoError(t, err)
			return s
		}
		c.C = new(group.Scalar).Add(scalar(0), scalar(1)).Bytes()
		secret, _ := boxKey(from)
		opens, public := boxKey(to)
		nonce := [24]byte(bytes.Repeat([]byte{0x24}, 24))
		sealed := transcript.SealPeek(seats[from].Context.context(t).Seat, reader(to).Seat, peek, nonce, &public, &secret)
		c.BoxSecret, c.BoxPublic, c.Nonce, c.Sealed, c.Opens = secret[:], public[:], nonce[:], sealed.Marshal(), opens[:]
		f.Cases = append(f.Cases, c)
	}
	red, blue := seats["red"], seats["blue"]
	peek := commitments["red"].ProvePeek(red.Context.context(t), reader("blue"), red.secret(t))
	made("red shows its layout to blue", "red", "blue", peek)
	blues := blue.secret(t)
	made("blue makes up what red could have shown to it", "red", "blue",
		commitments["red"].ForgePeek(red.Context.context(t), reader("blue"), blues.Layout, blues.Key, blues.Nonces))

	tooLarge := bytes.Repeat([]byte{0xff}, 32)
	put := func(comment, err string, at int, b ...byte) {
		f.Invalid = append(f.Invalid, invalidPeek{Comment: comment, At: at, Put: b, Error: err})
	}
	put("two pieces the other way", "ErrProof", 0, peek[1], peek[0])
	put("a type that the piece can't be", "ErrProof", 0, 0)
	put("no type of these rules", "ErrProof", 24, 0xff)
	n := commitments["red"].Pieces()
	for i, what := range []string{"c_1", "c_2", "the first z", "the second z"} {
		put(what+" is not reduced", "ErrScalar", n+32*i, tooLarge...)
		put("a bit of "+what, "ErrProof", n+32*i, peek[n+32*i]^1)
	}
	put("a bit of the last z", "ErrProof", len(peek)-32, peek[len(peek)-32]^1)
	put("the parts of c the other way", "ErrProof", n, append(bytes.Clone(peek[n+32:n+64]), peek[n:n+32]...)...)
	for _, length := range []int{1, n, len(peek) - 32, len(peek) - 1, len(peek) + 1} {
		f.Invalid = append(f.Invalid, invalidPeek{Comment: "of another length", Length: length, Error: "ErrLength"})
	}
	f.Invalid = append(f.Invalid, invalidPeek{Comment: "as if blue had shown it to red", Turned: true, Error: "ErrProof"})
	lie := *red.secret(t)
	lie.Layout = blues.Layout
	f.Invalid = append(f.Invalid, invalidPeek{
		Comment: "red shows another layout, proven as it would prove its own",
		Peek:    commitments["red"].ProvePeek(red.Context.context(t), reader("blue"), &lie), Error: "ErrProof",
	})
	vector.Check(t, "peek.json", f)

	var read peekFile
	vector.Read(t, "peek.json", &read)
	for _, c := range read.Cases {
		sealed, err := transcript.ParsePeek(c.Sealed)
		require.NoError(t, err)
		_, sender := boxKey(c.From)
		peek, ok := sealed.Open(&sender, (*[32]byte)(c.Opens))
		require.True(t, ok)
		require.Equal(t, c.Peek, vector.Hex(peek))
		l, err := commitments[c.From].VerifyPeek(seats[c.From].Context.context(t), reader(c.To), peek)
		require.NoError(t, err, c.Name)
		require.Equal(t, c.Layout, rs.FormatLayout(l))
	}
	for _, c := range read.Invalid {
		peek := bytes.Clone(read.Cases[0].Peek)
		if c.Peek != nil {
			peek = c.Peek
		}
		copy(peek[c.At:], c.Put)
		if c.Length > 0 {
			peek = append(peek, make([]byte, max(0, c.Length-len(peek)))...)[:c.Length]
		}
		from, to := "red", "blue"
		if c.Turned {
			from, to = to, from
		}
		_, err := commitments[from].VerifyPeek(seats[from].Context.context(t), reader(to), peek)
		require.ErrorIs(t, err, errorNames[c.Error], c.Comment)
	}
}
