package protocol

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Player is one seat of a match: the public Match and the seat's secrets. It
// makes the records that its seat owes.
//
// Whoever holds a Player decides only the layout, the moves, and whether to
// resign or agree a draw; Proceed makes everything else. Each method that
// makes a record appends it to the Player's own Match at once. The caller
// stores what is new (Secret, Draws, records), and only then sends it: a
// record is made once and sent again byte for byte, never made twice.
//
// A Player is not safe for concurrent use: guard it with one lock, which is
// also what keeps it from signing two records on one place of the chain.
type Player struct {
	match     *Match
	secret    *private.Secret
	draws     []Draw
	resigning bool
	request   *transcript.ResignRequest // the other seat's wish to resign
	evidence  *transcript.FaultBody     // against the other seat, not yet sealed
	graceOver bool
	ready     *readiness // of the present turn; nil without
	heard     int        // how many clashes before the latest were announced as the seat's own piece allows
}

// Draw is the 32 fresh random bytes that went into one record of this seat.
// It belongs in the private file.
type Draw struct {
	secret.Hidden
	Record int // index in the chain
	Fresh  [32]byte
}

// Format keeps the seat's secrets out of logs and errors.
func (p *Player) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "player of %s", p.Seat()) }

// LogValue keeps the seat's secrets out of logs.
func (p *Player) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(p)) }

// HostConfig is what the host of a match settles.
type HostConfig struct {
	Rules    *engine.Ruleset
	Seat     engine.Seat       // the host's own
	Resolver string            // "" is the default, "elgamal"
	Invite   ed25519.PublicKey // whoever can sign under it may join, once
}

// Host opens a match: the Player's chain holds its Terms. It refuses rules that
// the resolver can't play, and keys that transcript.NewPublicKey refuses.
func Host(c HostConfig, rng io.Reader) (*Player, error) {
	if c.Rules == nil {
		return nil, errors.New("no rules: engine.Standard has the usual ones")
	}
	if c.Resolver == "" {
		c.Resolver = Resolvers()[0]
	}
	if c.Seat != engine.Red && c.Seat != engine.Blue {
		return nil, fmt.Errorf("no seat %d: a host is red or blue", c.Seat)
	}
	if err := checkResolver(c.Rules, c.Resolver); err != nil {
		return nil, err
	}
	s, err := private.New(c.Seat, rng)
	if err != nil {
		return nil, err
	}
	p := &Player{match: NewMatch(), secret: s}
	terms := transcript.TermsBody{Rules: c.Rules.Canonical(), Digest: c.Rules.Digest(), Resolver: c.Resolver}
	if terms.Key, err = publicKey(s.SigningKey()); err != nil {
		return nil, err
	}
	if terms.InviteKey, err = transcript.NewPublicKey(c.Invite); err != nil {
		return nil, fmt.Errorf("invite key: %w", err)
	}
	if _, err := io.ReadFull(rng, terms.Nonce[:]); err != nil {
		return nil, err
	}
	return p, p.sign(transcript.Terms, terms.Marshal())
}

// Join takes the free seat of the match that the Terms record opens: the
// Player's chain holds Terms and Join.
func Join(terms []byte, invite ed25519.PrivateKey, rng io.Reader) (*Player, error) {
	m := NewMatch()
	if err := m.Append(terms); err != nil {
		return nil, err
	}
	s, err := private.New(m.Host().Other(), rng)
	if err != nil {
		return nil, err
	}
	p := &Player{match: m, secret: s}
	var join transcript.JoinBody
	if join.Key, err = publicKey(s.SigningKey()); err != nil {
		return nil, err
	}
	if _, err := io.ReadFull(rng, join.Nonce[:]); err != nil {
		return nil, err
	}
	join.SignInvite(invite, m.Head())
	if err := p.sign(transcript.Join, join.Marshal()); err != nil {
		return nil, err
	}
	p.secret.Bind(m.id)
	return p, nil
}

// Restore brings a Player back after a restart, from its Secret and the
// records stored with it.
func Restore(secret []byte, chain, extras [][]byte) (*Player, error) {
	s, err := private.Parse(secret)
	if err != nil {
		return nil, err
	}
	m, sound, err := Fold(slices.Concat(chain, extras))
	if err != nil {
		return nil, fmt.Errorf("record %d of the stored match: %w", sound, err)
	}
	p := &Player{match: m, secret: s}
	own, err := publicKey(s.SigningKey())
	if err != nil {
		return nil, err
	}
	if p.match.Key(s.Seat) != own {
		return nil, errors.New("the private file belongs to another match than the transcript beside it")
	}
	s.Bind(p.match.id)
	return p, nil
}

func publicKey(key ed25519.PrivateKey) (transcript.PublicKey, error) {
	return transcript.NewPublicKey(key.Public().(ed25519.PublicKey))
}

// Secret returns everything private that the seat must not lose, for a file
// of mode 0600. It changes only when Place has chosen the layout.
func (p *Player) Secret() []byte { return p.secret.Marshal() }

// Draws returns the fresh bytes of the records made since Host, Join or
// Restore, oldest first. The slice must not be changed.
func (p *Player) Draws() []Draw { return p.draws }

// Match returns the public state. Append to it only through the Player.
func (p *Player) Match() *Match { return p.match }

// Seat returns the Player's seat.
func (p *Player) Seat() engine.Seat { return p.secret.Seat }

// Layout returns the seat's own layout, if it has been chosen.
func (p *Player) Layout() (engine.Layout, bool) {
	if p.secret.Layout == nil {
		return engine.Layout{}, false
	}
	return *p.secret.Layout, true
}

// sign makes the seat's next record on the head and appends it.
func (p *Player) sign(kind transcript.Kind, body []byte) error {
	return p.signOn(p.match.Head(), kind, body)
}

func (p *Player) signOn(prev transcript.Hash, kind transcript.Kind, body []byte) error {
	r := transcript.Sign(p.secret.SigningKey(), transcript.Link{Match: p.match.id, Prev: prev}, kind, p.Seat(), body)
	return p.match.Append(r.Marshal())
}

// draw takes fresh bytes for the record that is about to be made.
func (p *Player) draw(rng io.Reader) ([32]byte, error) {
	var d Draw
	if _, err := io.ReadFull(rng, d.Fresh[:]); err != nil {
		return d.Fresh, fmt.Errorf("drawing fresh bytes: %w", err)
	}
	d.Record = p.match.Len()
	p.draws = append(p.draws, d)
	return d.Fresh, nil
}

// Decision is what a Player waits for from the person or bot at its seat.
type Decision uint8

// The decisions, each with the methods that take it.
const (
	Nothing      Decision = iota // it is the other's turn, or Proceed's
	ChooseLayout                 // Place
	ChooseMove                   // Play, AcceptDraw, Resign; Pass when time is up
)

// Decision returns what the Player waits for. After Proceed has returned
// false it is Nothing only while the other seat owes something or the match
// is over.
func (p *Player) Decision() Decision {
	switch {
	case p.match.id == (transcript.Hash{}) || p.match.Stage() == Sealed:
		return Nothing
	case p.secret.Layout == nil:
		return ChooseLayout
	case p.owesMove() && !p.stuck():
		return ChooseMove
	}
	return Nothing
}

func (p *Player) owesMove() bool { return p.match.Owed().allows(p.Seat(), transcript.Move) }

// stuck reports that the seat has no legal move, so that it owes NoMove.
func (p *Player) stuck() bool {
	return !p.match.position.HasMove(p.Seat(), *p.secret.Layout)
}

// Errors about decisions that can't be taken now.
var (
	ErrNotYourTurn = errors.New("it is not your turn")
	ErrPlaced      = errors.New("the layout is chosen already")
	ErrNoOffer     = errors.New("no draw has been offered")
	ErrNoClock     = errors.New("there is no clock in these rules, so no turn can be passed")
	ErrNoMove      = errors.New("you have no legal move: the game ends with the record that proves it")
)

// Place chooses the seat's layout. It can't be changed afterwards. Store
// Secret before anything is sent. The error is ErrPlaced, or that of
// engine.Ruleset.CheckLayout.
func (p *Player) Place(l engine.Layout) error {
	if p.secret.Layout != nil {
		return ErrPlaced
	}
	if err := p.match.rules.CheckLayout(l); err != nil {
		return err
	}
	p.secret.Layout = &l
	return nil
}

// checkTurn reports why the seat can't act in place of a move now.
func (p *Player) checkTurn() error {
	switch {
	case p.Decision() == ChooseMove:
		return nil
	case p.secret.Layout != nil && p.owesMove():
		return ErrNoMove
	}
	return ErrNotYourTurn
}

// Play moves a piece and may offer a draw with it. The error is
// ErrNotYourTurn, ErrNoMove, or an *engine.RuleError if the move is not among
// the legal moves of the seat's own pieces.
func (p *Player) Play(m engine.Move, offer bool, rng io.Reader) error {
	if err := p.checkTurn(); err != nil {
		return err
	}
	if err := p.match.position.CheckMove(p.Seat(), *p.secret.Layout, m); err != nil {
		return err
	}
	return p.move(m, offer, rng)
}

// AcceptDraw ends the game by the other's offer, in place of a move. The error
// is ErrNotYourTurn, ErrNoMove or ErrNoOffer.
func (p *Player) AcceptDraw() error {
	if err := p.checkTurn(); err != nil {
		return err
	}
	if !p.match.position.OfferOpen() {
		return ErrNoOffer
	}
	return p.sign(transcript.AcceptDraw, nil)
}

// Pass gives up the turn because its time is over, which the caller measures.
// The error is ErrNotYourTurn, ErrNoMove or ErrNoClock.
func (p *Player) Pass() error {
	if err := p.checkTurn(); err != nil {
		return err
	}
	if p.match.rules.Clock() == 0 {
		return ErrNoClock
	}
	return p.sign(transcript.Pass, nil)
}

// Resign gives up the game: at once if the seat owes a move, else as soon as
// it does. While the other seat is to move it returns a signed request, which
// the other may take up; it is good for the present head only.
func (p *Player) Resign() (request []byte, err error) {
	if p.match.Stage() != Play {
		return nil, errors.New("there is no game to resign")
	}
	if p.owesMove() {
		return nil, p.sign(transcript.Resign, nil)
	}
	p.resigning = true
	q := transcript.SignResignRequest(p.secret.SigningKey(), p.match.id, p.Seat(), p.match.Head())
	return q.Marshal(), nil
}

// ReceiveResignRequest takes the other seat's request to resign. Proceed acts
// on it if it still fits the head.
func (p *Player) ReceiveResignRequest(raw []byte) error {
	q, err := transcript.ParseResignRequest(raw)
	if err != nil {
		return err
	}
	if q.Seat == p.Seat() || !q.Verify(p.match.Key(q.Seat), p.match.id) {
		return errors.New("this request to resign is not the other seat's")
	}
	p.request = &q
	return nil
}

// GraceOver lets a winner reveal although the loser has not: its time to do
// so is over.
func (p *Player) GraceOver() { p.graceOver = true }

// ClaimSilence states, signed but outside the chain, that the other seat owes
// a record and has been silent past the grace, which the caller measures. It
// changes nothing else and releases nothing. Under rules without a grace
// (grace=off) silence is never claimed.
func (p *Player) ClaimSilence() error {
	owed := p.match.Owed()
	if p.match.id == (transcript.Hash{}) || !owed.awaits(p.Seat().Other()) {
		return errors.New("the other seat owes nothing now, so there is no silence to claim")
	}
	if p.match.rules.Grace() == 0 {
		return fmt.Errorf("%w: wait, or resign", errNoGrace)
	}
	body := transcript.ClaimBody{At: p.match.Head()}
	return p.signOn(body.At, transcript.Claim, body.Marshal())
}

// Receive takes a record of the other seat as Match.Receive does: the next of
// the chain, an extra, or nothing new. An error is a *Refusal; if it is provable,
// Proceed seals the match with a Fault.
func (p *Player) Receive(raw []byte) error {
	joined := p.match.id != (transcript.Hash{})
	err := p.match.Receive(raw)
	if err == nil {
		if !joined {
			p.secret.Bind(p.match.id)
		}
		return nil
	}
	if evidence, refusal := p.match.evidence(raw, err); evidence != nil {
		if refusal.Culprit != p.Seat() { // a seat does not seal against itself
			p.evidence = evidence
		}
		return refusal
	}
	return err
}
