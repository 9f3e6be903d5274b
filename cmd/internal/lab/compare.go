package lab

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha512"
	"errors"
	"io"
	"net"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/onehot"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// ranks is how many numbers the classical protocols compare: the ranks of pieces.
const ranks = int(junqi.Commander-junqi.Engineer) + 1

// A comparison is a way of comparing two numbers.
type comparison struct {
	most     int
	messages []messages.Text // what is said of each message: its maker, its bytes, and what it shows
	side     func(c *compared) (result uint8, err error)
}

// comparisons are the ways, by their names in --by.
var comparisons = map[string]comparison{
	"onehot":  {onehot.MaxValues - 1, []messages.Text{messages.CompareRow, messages.CompareRow, messages.CompareQuestion, messages.CompareAnswer}, oneHotSide},
	"list":    {ranks - 1, []messages.Text{messages.CompareListOffer, messages.CompareListRequest, messages.CompareListReply, messages.CompareListAnswer}, classicalSide(yao82.New)},
	"circuit": {ranks - 1, []messages.Text{messages.CompareCircuitOffer, messages.CompareCircuitRequest, messages.CompareCircuitReply, messages.CompareCircuitAnswer}, classicalSide(garbled.New)},
}

// byNumber is the order of the ways in the first frame between two programs.
var byNumber = []string{"onehot", "list", "circuit"}

func newCompare(env *cli.Env) *cobra.Command {
	var by, listen, join string
	var yes bool
	cmd := &cobra.Command{
		Use:     "compare NUMBER…",
		Example: "  darkjunqi-lab compare 7 4\n  darkjunqi-lab compare 7 4 --by list\n  darkjunqi-lab compare 7 --listen 127.0.0.1:4711 --by circuit\n  darkjunqi-lab compare 4 --join 127.0.0.1:4711",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			way, known := comparisons[by]
			alone := listen == "" && join == ""
			if !known || alone && len(args) != 2 || !alone && len(args) != 1 || listen != "" && join != "" {
				return env.Usage(cmd, messages.ErrCompareWay)
			}
			most := way.most
			if join != "" {
				most = onehot.MaxValues - 1 // the host says by what
			}
			var values [2]int
			for i, arg := range args {
				n, err := strconv.Atoi(arg)
				if err != nil || n < 0 || n > most {
					return env.Usage(cmd, messages.ErrCompare, arg, most)
				}
				values[i] = n
			}
			var err error
			switch {
			case listen != "":
				err = compareAsHost(env, by, listen, values[0], yes)
			case join != "":
				err = compareAsGuest(env, join, values[0], yes)
			default:
				err = compareHere(env, by, values)
			}
			var problem *cli.Problem
			if errors.As(err, &problem) {
				return problem
			}
			if err != nil {
				return cli.Wrap(err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&by, "by", "onehot", "")
	f.BoolVar(&yes, "yes", false, env.T(messages.FlagYes))
	f.StringVar(&listen, "listen", "", env.T(messages.FlagMeetListen))
	f.StringVar(&join, "join", "", env.T(messages.FlagMeetJoin))
	return cmd
}

// A bout is what both sides know before the first message. Its id is the match of proofs.
type bout struct {
	by      string
	session [32]byte
	keys    [2]ed25519.PublicKey // of red and blue
}

// id fixes who compares, and how.
func (b bout) id() [32]byte {
	return sha512.Sum512_256(slices.Concat([]byte("darkjunqi/lab/compare"), []byte(b.by), b.session[:], b.keys[engine.Red], b.keys[engine.Blue]))
}

// terms says what is compared.
func (b bout) terms(env *cli.Env) { env.Say(messages.CompareTerms, b.by, comparisons[b.by].most) }

// compareHere shows what red sees.
func compareHere(env *cli.Env, by string, values [2]int) error {
	quiet := *env
	quiet.Out = io.Discard
	_, err := compareTwo(env, &quiet, by, values)
	return err
}

// compareTwo lets red and blue talk through a pipe.
func compareTwo(redEnv, blueEnv *cli.Env, by string, values [2]int) (bytes int, err error) {
	red, blue := net.Pipe()
	b := bout{by: by}
	rand.Read(b.session[:])
	var keys [2]ed25519.PrivateKey
	for seat := range keys {
		if b.keys[seat], keys[seat], err = ed25519.GenerateKey(nil); err != nil {
			return 0, err
		}
	}
	done := make(chan error, 1)
	go func() {
		defer blue.Close()
		done <- newCompared(blueEnv, b, blue, engine.Blue, keys[engine.Blue], values[1]).run()
	}()
	c := newCompared(redEnv, b, red, engine.Red, keys[engine.Red], values[0])
	err = c.run()
	red.Close()
	if other := <-done; err == nil {
		err = other
	}
	return c.bytes, err
}

// compareAsHost is red: it says by what, and draws the session. Blue gives its key first.
func compareAsHost(env *cli.Env, by, address string, value int, yes bool) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	defer listener.Close()
	env.Say(messages.MeetListening, listener.Addr(), 1)
	conn, err := listener.Accept()
	if err != nil {
		return err
	}
	defer conn.Close()
	b := bout{by: by}
	rand.Read(b.session[:])
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	kind, theirs, err := receive(conn, patience)
	if err != nil {
		return err
	}
	if kind != frameHello[0] || len(theirs) != ed25519.PublicKeySize {
		return errFrame
	}
	b.keys = [2]ed25519.PublicKey{public, theirs}
	number := byte(slices.Index(byNumber, by))
	if err := send(conn, number, slices.Concat(b.session[:], public)); err != nil {
		return err
	}
	b.terms(env)
	if err := agree(env, b.id(), yes); err != nil {
		return err
	}
	if err := awaitAgreed(env, conn, 1, b.id()); err != nil {
		return err
	}
	return newCompared(env, b, conn, engine.Red, key, value).run()
}

// compareAsGuest is blue.
func compareAsGuest(env *cli.Env, address string, value int, yes bool) error {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer conn.Close()
	public, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		return err
	}
	if err := send(conn, frameHello[0], public); err != nil {
		return err
	}
	by, said, err := receive(conn, patience)
	if err != nil {
		return err
	}
	if int(by) >= len(byNumber) || len(said) != 32+ed25519.PublicKeySize || value > comparisons[byNumber[by]].most {
		return errFrame
	}
	b := bout{byNumber[by], [32]byte(said), [2]ed25519.PublicKey{said[32:], public}}
	id := b.id()
	b.terms(env)
	if err := agree(env, id, yes); err != nil {
		return err
	}
	if err := send(conn, frameAgreed, id[:]); err != nil {
		return err
	}
	return newCompared(env, b, conn, engine.Blue, key, value).run()
}

// compared is one side of a comparison. Both sides show all messages.
type compared struct {
	comparison
	env    *cli.Env
	conn   net.Conn
	seat   engine.Seat
	keys   [2]ed25519.PublicKey
	key    ed25519.PrivateKey
	match  [32]byte
	value  int
	number int // of messages so far
	bytes  int
}

func newCompared(env *cli.Env, b bout, conn net.Conn, seat engine.Seat, key ed25519.PrivateKey, value int) *compared {
	return &compared{
		comparison: comparisons[b.by], env: env, conn: conn, seat: seat, keys: b.keys, key: key, match: b.id(), value: value,
	}
}

// signed is what the signature of the next message is over: anybody on the path can write to the
// link.
func (c *compared) signed(message []byte) []byte {
	return slices.Concat([]byte("darkjunqi/lab/compare"), c.match[:], []byte{byte(c.number)}, message)
}

// say sends the side's message, signed, or receives the other's if there is none. It shows it with
// what else there is to be said of it.
func (c *compared) say(maker engine.Seat, message []byte, more ...any) ([]byte, error) {
	var err error
	if maker == c.seat {
		err = send(c.conn, frameRecord, append(ed25519.Sign(c.key, c.signed(message)), message...))
	} else {
		var kind byte
		kind, message, err = receive(c.conn, patience)
		if err == nil && (kind != frameRecord || len(message) < ed25519.SignatureSize ||
			!ed25519.Verify(c.keys[maker], c.signed(message[ed25519.SignatureSize:]), message[:ed25519.SignatureSize])) {
			err = errFrame
		}
		if err == nil {
			message = message[ed25519.SignatureSize:]
		}
	}
	if err != nil {
		return nil, err
	}
	c.bytes += len(message)
	text := c.messages[c.number]
	c.number++
	if len(more) == 0 && c.number == len(c.messages) && len(message) > 0 { // the answer's first byte is the entry
		more = []any{message[0]}
	}
	args := []any{len(message)}
	if text == messages.CompareRow {
		args = []any{maker, len(message), onehot.MaxValues - 1}
	}
	c.env.Say(text, append(args, more...)...)
	return message, nil
}

func (c *compared) run() error {
	result, err := c.side(c)
	if err != nil {
		return err
	}
	c.env.Say([]messages.Text{messages.CompareEqual, messages.CompareRed, messages.CompareBlue}[result])
	total := messages.CompareTotal
	if c.messages[0] != messages.CompareRow {
		total = messages.CompareTotalClassical
	}
	c.env.Say(total, c.bytes)
	return nil
}

// richer is the table of the millionaires: what is announced of red's and blue's number.
func richer(red, blue int) uint8 {
	switch {
	case red > blue:
		return 1
	case red < blue:
		return 2
	}
	return 0
}

// oneHotSide compares by package onehot: red asks and blue answers.
func oneHotSide(c *compared) (uint8, error) {
	place := func(seat engine.Seat, record byte) sigma.Place {
		return sigma.Place{Context: sigma.Context{Match: c.match, Seat: seat}, Body: []byte{record}}
	}
	x, err := onehot.Generators(onehot.MaxValues)
	if err != nil {
		return 0, err
	}
	var batch sigma.Batch
	nonces := freshNonces()
	var secret *onehot.Secret
	var rows [2]*onehot.Row
	for seat := range engine.Seat(2) {
		at := place(seat, byte(seat))
		var body []byte
		if seat == c.seat {
			if body, secret, err = onehot.Commit(at, x, c.value, nonces); err != nil {
				return 0, err
			}
		}
		if body, err = c.say(seat, body); err != nil {
			return 0, err
		}
		if rows[seat], err = onehot.Check(at, x, body, &batch); err != nil {
			return 0, err
		}
	}
	ask, reply := place(engine.Red, 2), place(engine.Blue, 3)
	var body []byte
	if c.seat == engine.Red {
		if err := batch.Verify(); err != nil {
			return 0, err
		}
		body = onehot.Ask(ask, rows[0], rows[1], richer, secret, nonces)
	}
	if body, err = c.say(engine.Red, body); err != nil {
		return 0, err
	}
	question, err := onehot.CheckQuestion(ask, rows[0], rows[1], richer, body, &batch)
	if err != nil {
		return 0, err
	}
	var answer []byte
	if c.seat == engine.Blue {
		if err := batch.Verify(); err != nil {
			return 0, err
		}
		entry, proof, err := question.Answer(func(uint8) sigma.Place { return reply }, secret, nonces)
		if err != nil {
			return 0, err
		}
		answer = append([]byte{entry}, proof...)
	}
	if answer, err = c.say(engine.Blue, answer); err != nil {
		return 0, err
	}
	if len(answer) < 1 || answer[0] > 2 {
		return 0, errFrame
	}
	if err := question.CheckAnswer(reply, answer[0], answer[1:], &batch); err != nil {
		return 0, err
	}
	return answer[0], batch.Verify()
}

// classicalSide compares as a clash of two ranks, red's attacking, by one of the classical
// protocols.
func classicalSide(resolver func() audited.Resolver) func(c *compared) (uint8, error) {
	return func(c *compared) (uint8, error) {
		rules, err := junqi.Rules("standard")
		if err != nil {
			return 0, err
		}
		var pieces engine.TypeSet
		for n := range ranks {
			pieces |= 1 << rank(n)
		}
		r := resolver()
		var seed [32]byte
		rand.Read(seed[:])
		seat := r.Sit(seed)
		round := &audited.Round{Clash: audited.Clash{Rules: rules, Match: c.match, Attackers: pieces, Defenders: pieces}}
		head := c.match
		for round.Next() <= tape.Answer {
			step := round.Next()
			maker := engine.Red
			if step.Role() == tape.Defender {
				maker = engine.Blue
			}
			round = round.Answering(head)
			var message []byte
			if maker == c.seat {
				if message, err = seat.Make(round, rank(c.value)); err != nil {
					return 0, err
				}
			}
			if message, err = c.say(maker, message); err != nil {
				return 0, err
			}
			round = round.With(message)
			if err := r.Check(round); err != nil {
				return 0, err
			}
			head = sha512.Sum512_256(message)
		}
		announced := rules.Codes()[round.Said[tape.Answer][0]]
		switch {
		case announced.BothLeave():
			return 0, nil
		case announced.DefenderLeaves:
			return 1, nil
		}
		return 2, nil
	}
}

// rank is the type of a number: 0 is an engineer, the highest a commander.
func rank(n int) engine.Type { return junqi.Engineer + engine.Type(n) }
