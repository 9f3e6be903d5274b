package lab

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha512"
	"io"
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
)

// ranks is the number of values that the classical protocols compare: the ranks of pieces.
const ranks = int(junqi.Commander-junqi.Engineer) + 1

// rank returns the type of a number: 0 is an engineer, the highest a commander.
func rank(n int) engine.Type { return junqi.Engineer + engine.Type(n) }

// A classic is a classical protocol, and what is said of each of its messages.
type classic struct {
	resolver func() audited.Resolver
	messages [4]messages.Text
}

// classics are the classical ways of comparing, by their names in --by.
var classics = map[string]classic{
	"list":    {yao82.New, [4]messages.Text{messages.CompareListOffer, messages.CompareListRequest, messages.CompareListReply, messages.CompareListAnswer}},
	"circuit": {garbled.New, [4]messages.Text{messages.CompareCircuitOffer, messages.CompareCircuitRequest, messages.CompareCircuitReply, messages.CompareCircuitAnswer}},
}

// boutMagic begins the terms of a bout.
const boutMagic = "darkjunqi bout 1\n"

// boutTerms are the terms of a comparison by a classical protocol.
type boutTerms struct {
	by      string
	session [32]byte
	parties []ed25519.PublicKey // red and blue
}

func (t boutTerms) encode() []byte {
	return slices.Concat(t.session[:], t.parties[0], t.parties[1], []byte(t.by))
}

func (t boutTerms) id() [32]byte { return sha512.Sum512_256(append([]byte(boutMagic), t.encode()...)) }

func (t boutTerms) file() []byte { return append([]byte(boutMagic), t.encode()...) }

func parseBout(file []byte) (t boutTerms, is bool) {
	const head = len(boutMagic) + 32 + 2*ed25519.PublicKeySize
	if len(file) < head || string(file[:len(boutMagic)]) != boutMagic {
		return t, false
	}
	b := file[len(boutMagic):]
	t = boutTerms{string(file[head:]), [32]byte(b), []ed25519.PublicKey{b[32:64], b[64:96]}}
	_, known := classics[t.by]
	return t, known
}

func aboutTerms(env *cli.Env, file []byte) (boards.About, error) {
	t, is := parseBout(file)
	if !is {
		return boards.Terms(env, file)
	}
	env.Say(messages.CompareBout, t.by, ranks-1)
	return boards.About{ID: t.id(), Parties: t.parties, Command: "compare"}, nil
}

// A bout is one side of a comparison by a classical protocol: a clash of two ranks, in which red
// attacks. Its messages prove nothing, and make no board; but they are signed, since anybody on the
// path can write to the link.
type bout struct {
	classic
	env      *cli.Env // shows all messages
	terms    boutTerms
	number   int
	key      ed25519.PrivateKey
	resolver audited.Resolver
	seat     audited.Seat
	round    *audited.Round // the one the next message answers
	value    int
	bytes    int
	refused  error
}

func newBout(env *cli.Env, t boutTerms, number int, key ed25519.PrivateKey, value int) (*bout, error) {
	rules, err := junqi.Rules("standard")
	if err != nil {
		return nil, err
	}
	var pieces engine.TypeSet
	for n := range ranks {
		pieces |= 1 << rank(n)
	}
	b := &bout{classic: classics[t.by], env: env, terms: t, number: number, key: key, value: value}
	b.resolver = b.classic.resolver()
	var seed [32]byte
	rand.Read(seed[:])
	b.seat = b.resolver.Sit(seed)
	b.round = (&audited.Round{Clash: audited.Clash{Rules: rules, Match: t.id(), Attackers: pieces, Defenders: pieces}}).Answering(t.id())
	return b, nil
}

func (b *bout) signed(message []byte) []byte {
	head := b.round.Answered[b.round.Next()]
	return slices.Concat([]byte("darkjunqi/lab/bout"), head[:], message)
}

// maker returns the party that makes the next message, -1 after the last.
func (b *bout) maker() int {
	switch {
	case b.round.Next() > tape.Answer:
		return -1
	case b.round.Next().Role() == tape.Attacker:
		return 0
	}
	return 1
}

func (b *bout) next(bool, gone) ([]byte, error) {
	if b.maker() != b.number {
		return nil, nil
	}
	message, err := b.seat.Make(b.round, rank(b.value))
	if err != nil {
		return nil, err
	}
	record := append(message, ed25519.Sign(b.key, b.signed(message))...)
	return record, b.Append(record)
}

// Append takes the next message.
func (b *bout) Append(record []byte) error {
	maker, n := b.maker(), len(record)-ed25519.SignatureSize
	if maker < 0 || n < 0 || !ed25519.Verify(b.terms.parties[maker], b.signed(record[:n]), record[n:]) {
		return tally.ErrRecord
	}
	message, step := record[:n:n], b.round.Next()
	with := b.round.With(message)
	if b.refused = b.resolver.Check(with); b.refused != nil {
		return b.refused
	}
	b.round = with.Answering(sha512.Sum512_256(message))
	b.bytes += len(message)
	args := []any{len(message)}
	if step == tape.Answer { // its first byte is the entry
		args = append(args, message[0])
	}
	b.env.Say(b.messages[step], args...)
	return nil
}

func (b *bout) end() error {
	if b.refused != nil {
		return cli.Wrap(b.refused)
	}
	if b.maker() >= 0 {
		b.env.Code = cli.ExitUnfinished
		b.env.Say(messages.CompareUnfinished)
		return nil
	}
	text := messages.CompareBlue
	switch announced := b.round.Rules.Codes()[b.round.Said[tape.Answer][0]]; {
	case announced.BothLeave():
		text = messages.CompareEqual
	case announced.DefenderLeaves:
		text = messages.CompareRed
	}
	b.env.Say(text)
	b.env.Say(messages.CompareTotal, b.bytes)
	return nil
}

// quiet returns an Env whose output nobody sees.
func quiet(env *cli.Env) *cli.Env {
	q := *env
	q.Out = io.Discard
	return &q
}
