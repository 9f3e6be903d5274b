package adversary

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A Player is a seat that cheats. Until the occasion comes up it is an honest
// seat, and a lie that everybody would take for true is in its Match like any
// other record.
//
// What it sends is Record(0) to Record(Len()-1), in this order, and Extras: the chain as far as it
// is sound, and after it the false record that no Match accepts, not even its own. It is not safe
// for concurrent use.
type Player struct {
	kind   Kind
	honest *protocol.Player // its Match is the chain as it was really sent
	secret *private.Secret
	rng    io.Reader

	pending lies
	move    engine.Move // of the turn in which it lies
	node    engine.Node // or of the piece that it turns up then
	told    bool
	silent  bool // it withholds what it owes
	kept    int  // how many records of the chain are sent, -1: all

	forged, forgedExtras [][]byte

	body []byte // of the Layout that it has committed to, if it is not the honest one
}

// New makes a cheat of a seat that was opened by protocol.Host or Join, and has
// sent nothing yet. What it forges with is drawn from rng.
func New(kind Kind, honest *protocol.Player, rng io.Reader) (*Player, error) {
	p := &Player{kind: kind, honest: honest, rng: rng, pending: maps.Clone(kind.lies), kept: -1}
	if err := p.learn(); err != nil {
		return nil, err
	}
	if join, ok := p.pending[transcript.Join]; ok {
		// The honest Join was made with the Player. Another one is sent.
		raw, err := join.made(p)
		if err != nil {
			return nil, err
		}
		p.told, p.kept, p.forged = true, 1, [][]byte{raw}
	}
	return p, nil
}

// learn takes the seat's secrets, which the choice of the layout changes.
func (p *Player) learn() (err error) {
	if p.secret, err = private.Parse(p.honest.Secret()); err == nil {
		p.secret.Bind(p.Match().ID())
	}
	return err
}

// Told reports whether the lie has been told, or what is owed has been withheld.
func (p *Player) Told() bool { return p.told }

// Seat returns the cheat's seat.
func (p *Player) Seat() engine.Seat { return p.secret.Seat }

// Match returns the match as far as what was sent is sound.
func (p *Player) Match() *protocol.Match { return p.honest.Match() }

func (p *Player) sound() int {
	if p.kept >= 0 {
		return p.kept
	}
	return p.Match().Len()
}

// Len returns how many records there are to send.
func (p *Player) Len() int { return p.sound() + len(p.forged) }

// Record returns the i-th record to send.
func (p *Player) Record(i int) []byte {
	if i < p.sound() {
		return p.Match().Record(i)
	}
	return p.forged[i-p.sound()]
}

// Extras returns what is sent outside the chain.
func (p *Player) Extras() [][]byte { return append(p.Match().Extras(), p.forgedExtras...) }

// Receive takes a record of the other seat.
func (p *Player) Receive(raw []byte) error { return p.honest.Receive(raw) }

// over reports that the cheat has said what it had to say.
func (p *Player) over() bool { return p.silent || len(p.forged)+len(p.forgedExtras) > 0 }

// errLater is returned by a lie whose time has not come.
var errLater = errors.New("not yet")

// Decide takes the decision that the seat waits for, as the scene has it, and lies
// if it is time.
func (p *Player) Decide() error {
	if p.over() {
		return nil
	}
	if p.honest.Decision() != protocol.ChooseMove {
		return errors.Join(p.kind.Scene.Decide(p.honest, p.rng), p.learn())
	}
	turn, marked := p.kind.Scene.turn(p.Match())
	if !marked {
		return p.kind.Scene.Decide(p.honest, p.rng)
	}
	if turn != "" {
		var err error
		if name, flips := strings.CutPrefix(turn, flipPrefix); flips {
			p.node, err = nodeNamed(p.Match(), name)
		} else {
			p.move, _, err = parseTurn(p.Match(), turn)
		}
		if err != nil {
			return err
		}
	}
	_, err := p.lie(transcript.Move)
	return err
}

// Proceed makes the next record that needs no decision, true or false.
func (p *Player) Proceed(rng io.Reader) (made bool, err error) {
	rules := p.Match().Rules()
	dealt := rules.Deck() != nil || rules.Drawn()
	if p.over() || p.secret.Layout == nil && !dealt {
		return false, nil
	}
	if dealt && (p.secret.Deck == nil || p.secret.Layout == nil) {
		if err := p.learn(); err != nil {
			return false, err
		}
	}
	for _, kind := range p.Match().Owed().Of(p.Seat()).Kinds {
		if kind == transcript.Move || !p.timely(kind) {
			continue
		}
		if lied, err := p.lie(kind); lied || err != nil {
			return !p.silent, err
		}
	}
	return p.honest.Proceed(rng)
}

// timely reports whether an honest program would make a record of this kind now: a lie
// about it is sent then, and not before.
func (p *Player) timely(kind transcript.Kind) bool {
	m := p.Match()
	return m.Stage() != protocol.Ended || kind != transcript.Reveal || m.RevealsNow(p.Seat())
}

// lie tells the lie about a record of this kind, if there is one left.
func (p *Player) lie(kind transcript.Kind) (lied bool, err error) {
	tell, ok := p.pending[kind]
	if !ok {
		return false, nil
	}
	raw, err := tell.made(p)
	switch {
	case errors.Is(err, errLater):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("%s: %w", p.kind.Name, err)
	}
	delete(p.pending, kind)
	p.told = true
	p.send(raw)
	return true, nil
}

// send sends a record. What a Match takes is in the chain from now on.
func (p *Player) send(raw []byte) {
	switch {
	case raw == nil:
		p.silent = true
	case p.Match().Append(raw) == nil:
	case transcript.Kind(raw[0]).Extra():
		p.forgedExtras = append(p.forgedExtras, raw)
	default:
		p.forged = append(p.forged, raw)
	}
}

// made makes the record of a lie, or returns what has failed it.
func (l lie) made(p *Player) (raw []byte, err error) {
	defer catch(&err)
	return l(p), nil
}

// What lies are made with.

// withhold returns the lie that is not a record at all.
func withhold(*Player) []byte { return nil }

// sign signs a record of the seat on the head of the chain.
func (p *Player) sign(kind transcript.Kind, body []byte) []byte {
	return p.signOn(p.Match().Base(), kind, p.Seat(), body)
}

func (p *Player) signOn(prev transcript.Hash, kind transcript.Kind, seat engine.Seat, body []byte) []byte {
	at := transcript.Link{Match: p.Match().ID(), Prev: prev}
	r := transcript.Sign(p.secret.SigningKey(), at, kind, seat, body)
	return r.Marshal()
}

func bodyOf(raw []byte) []byte { return must(transcript.Parse(raw)).Body }

// context returns what all proofs of the seat bind.
func (p *Player) context() sigma.Context { return contextOf(p.Match(), p.Seat()) }

func contextOf(m *protocol.Match, seat engine.Seat) sigma.Context {
	return sigma.Context{Rules: m.Rules().Digest(), Match: m.ID(), Seat: seat, Key: m.Key(seat).Bytes()}
}

// place returns what a proof in the seat's next record binds.
func (p *Player) place(kind transcript.Kind, head []byte) sigma.Place {
	return sigma.Place{Context: p.context(), Prev: p.Match().Head(), Body: append([]byte{uint8(kind)}, head...)}
}

func (p *Player) nonces() sigma.Nonces {
	var fresh [32]byte
	must(io.ReadFull(p.rng, fresh[:]))
	return p.secret.Nonces(fresh)
}

// honestly returns the record that an honest program would make next, from the
// first n records and the seat's secrets, changed as one likes. That program must
// take its record for sound.
func (p *Player) honestly(n int, change func(*private.Secret), decide func(*protocol.Player) error) []byte {
	secret := *p.secret
	secret.Layout = slices.Clone(p.secret.Layout)
	if change != nil {
		change(&secret)
	}
	q := must(protocol.Restore(secret.Marshal(), p.Match().Records()[:n], nil))
	err := decide(q)
	if err == nil && q.Match().Len() == n {
		err = errors.New("an honest program would say nothing now")
	}
	check(err)
	return q.Match().Record(n)
}

// proceed returns the decision to do what is owed.
func (p *Player) proceed(q *protocol.Player) error {
	_, err := q.Proceed(p.rng)
	return err
}

// truth returns the record that an honest program would make next without being asked.
func (p *Player) truth() []byte { return p.honestly(p.Match().Len(), nil, p.proceed) }
