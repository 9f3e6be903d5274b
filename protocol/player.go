package protocol

import (
	"crypto/ed25519"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Player is one seat of a match: the public Match and the seat's secrets. It
// makes the records that its seat owes.
//
// The caller decides only the layout, the moves, and whether to resign or agree to a draw; Proceed
// makes everything else. Each method that makes a record appends it to the Player's own Match at
// once. The caller stores what is new (Secret, Fresh, Journal, records), and only then sends it: a
// record is made once and sent again byte for byte, never made twice.
//
// A Player is not safe for concurrent use: guard it with one lock, which is
// also what keeps it from signing two records on one place of the chain.
type Player struct {
	match     *Match
	secret    *private.Secret
	journal   journal
	resigning bool
	requests  map[engine.Seat]transcript.ResignRequest // of other seats, to resign
	evidence  [engine.MaxSeats]*transcript.FaultBody   // by whom it convicts, not yet sealed
	tip       tip
	graceOver bool
	released  bool
	own       *ownLayout              // in the making; nil before and after
	clashes   hand                    // makes the messages of clashes; nil until it is needed
	ahead     *answer                 // made while the attack was checked; nil without
	ready     *readiness              // of the present turn; nil without
	peeks     [engine.MaxSeats][]byte // for each partner; nil until it is due
	misled    [engine.MaxSeats]error  // what is wrong with the last Peek of each partner
}

// hidden keeps a struct that embeds it from being printed.
type hidden = secret.Hidden

// Format keeps the seat's secrets out of logs and errors.
func (p *Player) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "player of %s", p.Seat()) }

// LogValue keeps the seat's secrets out of logs.
func (p *Player) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(p)) }

// HostConfig holds what the host of a match decides.
type HostConfig struct {
	Rules    *engine.Ruleset
	Seat     engine.Seat         // the host's own
	Resolver string              // "" is the default, "elgamal"
	Invites  []ed25519.PublicKey // of each other seat, in turn order: anyone who can sign with it may take the seat
	// Computers are the seats that the host's program, or a guest's, plays too: in the Terms they have
	// the host's key, or the guest's invite key, instead of invite keys of their own.
	Computers transcript.Computers
}

// Host opens a match: the Player's chain holds its Terms. It refuses rules that
// the resolver can't play, and keys that transcript.NewPublicKey refuses.
func Host(c HostConfig, rng io.Reader) (*Player, error) {
	if c.Rules == nil {
		return nil, coded.Errorf("protocol.no-rules", "no rules: engine/junqi has the usual ones")
	}
	if c.Resolver == "" {
		c.Resolver = Resolvers()[0]
	}
	if int(c.Seat) >= c.Rules.NumSeats() {
		return nil, coded.Errorf("protocol.no-seat", "no seat %d: these rules have %d", c.Seat, c.Rules.NumSeats())
	}
	if _, err := startResolver(c.Rules, c.Resolver); err != nil {
		return nil, err
	}
	s, err := private.New(c.Seat, rng)
	if err != nil {
		return nil, err
	}
	p := &Player{match: NewMatch(), secret: s}
	terms := transcript.TermsBody{Rules: c.Rules.Text(), Resolver: c.Resolver}
	if terms.Key, err = publicKey(s.SigningKey()); err != nil {
		return nil, err
	}
	terms.Box = s.BoxPublic()
	for _, k := range c.Invites {
		invite, err := transcript.NewPublicKey(k)
		if err != nil {
			return nil, coded.Errorf("transcript.invite-key", "invite key: %w", err)
		}
		terms.Invites = append(terms.Invites, invite)
	}
	terms.Computers = c.Computers
	if err := checkSeats(&terms, c.Seat, c.Rules.NumSeats()); err != nil {
		return nil, err
	}
	for seat, player := range c.Computers {
		*seatKey(&terms, c.Seat, seat) = *seatKey(&terms, c.Seat, player)
	}
	if _, err := io.ReadFull(rng, terms.Nonce[:]); err != nil {
		return nil, err
	}
	return p, p.sign(transcript.Terms, terms.Marshal())
}

// Join takes a free seat of the match that the Terms record opens: the Player's Match holds Terms
// and its Join. The match continues when all seats are taken.
func Join(terms []byte, seat engine.Seat, invite ed25519.PrivateKey, rng io.Reader) (*Player, error) {
	return join(terms, seat, rng, func(j *transcript.JoinBody, terms transcript.Hash) { j.SignInvite(invite, terms, seat) })
}

// JoinComputer takes one of the HostConfig's Computers for the host's program; a guest's program takes
// its own with Join, by its invite. The new Player plays that seat, and shares nothing with the host's.
func (p *Player) JoinComputer(seat engine.Seat, rng io.Reader) (*Player, error) {
	if player, ok := p.match.Computers()[seat]; !ok || p.Seat() != p.match.Host() || player != p.Seat() {
		return nil, coded.Errorf("protocol.no-computer", "under these terms the host's program does not play %s", seat)
	}
	return join(p.match.Record(0), seat, rng, func(j *transcript.JoinBody, terms transcript.Hash) { j.SignInvite(p.secret.SigningKey(), terms, seat) })
}

// join takes a seat; sign signs with the seat's invite.
func join(terms []byte, seat engine.Seat, rng io.Reader, sign func(*transcript.JoinBody, transcript.Hash)) (*Player, error) {
	m := NewMatch()
	if err := m.Append(terms); err != nil {
		return nil, err
	}
	if seat == m.Host() || int(seat) >= m.rules.NumSeats() {
		return nil, coded.Errorf("protocol.seat-taken", "%s is not a seat that a guest can take in this match", seat)
	}
	s, err := private.New(seat, rng)
	if err != nil {
		return nil, err
	}
	p := &Player{match: m, secret: s}
	var body transcript.JoinBody
	if body.Key, err = publicKey(s.SigningKey()); err != nil {
		return nil, err
	}
	body.Box = s.BoxPublic()
	if _, err := io.ReadFull(rng, body.Nonce[:]); err != nil {
		return nil, err
	}
	sign(&body, m.chain[0].hash)
	return p, p.sign(transcript.Join, body.Marshal())
}

// Restore brings a Player back after a restart, from its Secret and the
// records stored with it. Give it its journal next, with Remember.
func Restore(secret []byte, chain, extras [][]byte) (*Player, error) {
	s, err := private.Parse(secret)
	if err != nil {
		return nil, err
	}
	m, sound, err := Fold(slices.Concat(chain, extras))
	if err != nil {
		return nil, coded.Errorf("protocol.stored", "record %d of the stored match: %w", sound, err)
	}
	p := &Player{match: m, secret: s}
	own, err := publicKey(s.SigningKey())
	if err != nil {
		return nil, err
	}
	if p.match.Key(s.Seat).Bytes() != own.Bytes() {
		return nil, coded.Errorf("protocol.other-secret", "the private file and the transcript beside it belong to different matches")
	}
	p.bind()
	p.rememberChain()
	return p, nil
}

// bind derives the secrets of the match, once it has its id.
func (p *Player) bind() {
	if p.match.Joined() && p.secret.Key == nil {
		p.secret.Bind(p.match.id)
		p.startLayout()
	}
}

func publicKey(key ed25519.PrivateKey) (transcript.PublicKey, error) {
	return transcript.NewPublicKey(key.Public().(ed25519.PublicKey))
}

// Secret returns everything private that the seat must not lose, for a file of mode 0600. It
// changes only when Place has chosen the layout, and when a partner's arrives.
func (p *Player) Secret() []byte { return p.secret.Marshal() }

// Match returns the public state. Append to it only through the Player.
func (p *Player) Match() *Match { return p.match }

// Seat returns the Player's seat.
func (p *Player) Seat() engine.Seat { return p.secret.Seat }

// Layout returns the seat's own layout, if it has been chosen.
func (p *Player) Layout() (engine.Layout, bool) {
	return slices.Clone(p.secret.Layout), p.secret.Layout != nil
}

// sign makes the seat's next record and appends it, or proposes it to the others where every
// record is acknowledged.
func (p *Player) sign(kind transcript.Kind, body []byte) error {
	if p.acknowledges() && !p.match.extra(kind) {
		return p.propose(p.head(), p.head().hash, kind, body)
	}
	return p.signOn(p.match.Base(), kind, body)
}

// signOn makes a record on a base of the chain and appends it.
func (p *Player) signOn(base transcript.Hash, kind transcript.Kind, body []byte) error {
	if err := p.bindTo(base, kind, body, func(raw []byte, _ word) error { return p.match.Append(raw) }); err != nil {
		return err
	}
	p.bind()
	return nil
}

// drawFresh draws the fresh bytes of a record that is about to be made. They are kept nowhere: a record
// is made once, and sent again byte for byte.
func drawFresh(rng io.Reader) (fresh [32]byte, err error) {
	if _, err := io.ReadFull(rng, fresh[:]); err != nil {
		return fresh, coded.Errorf("protocol.fresh", "drawing fresh bytes: %w", err)
	}
	return fresh, nil
}

// Decision identifies what a Player needs from the person or bot at its seat.
type Decision uint8

// The decisions, each with the methods that take it.
const (
	Nothing      Decision = iota // it is another seat's turn, or Proceed's
	ChooseLayout                 // Place
	ChooseMove                   // Play, Flip, AcceptDraw, Resign; Pass when time is up
)

// Decision returns what the Player waits for. After Proceed has returned
// false it is Nothing only while the other seat owes something or the match
// is over.
func (p *Player) Decision() Decision {
	switch {
	case !p.match.Joined() || p.match.Stage() == Sealed:
		return Nothing
	case p.secret.Layout == nil && !p.dealt():
		return ChooseLayout
	case p.owesMove() && p.free(transcript.Move) && !p.stuck():
		return ChooseMove
	}
	return Nothing
}

func (p *Player) owesMove() bool { return p.match.owing().allows(p.Seat(), transcript.Move) }

// stuck reports whether the seat has no legal move, so that it owes NoMove.
func (p *Player) stuck() bool {
	return !p.match.position.HasMove(p.Seat(), p.secret.Layout)
}

// Errors about decisions that can't be taken now.
var (
	ErrNotYourTurn = coded.Errorf("protocol.not-your-turn", "it is not your turn")
	ErrPlaced      = coded.Errorf("protocol.placed", "the layout has already been chosen")
	ErrDealt       = coded.Errorf("protocol.dealt", "with a deck nobody chooses a layout: the seats shuffle it")
	ErrNoOffer     = coded.Errorf("protocol.no-offer", "no draw has been offered")
	ErrNoClock     = coded.Errorf("protocol.no-clock", "there is no clock in these rules, so no turn can be passed")
	ErrNoMove      = coded.Errorf("protocol.stuck", "you have no legal move: the record that proves it puts you out")
	ErrDecided     = coded.Errorf("protocol.decided", "you have decided already: wait until all others have confirmed it")
	ErrNoGame      = coded.Errorf("protocol.no-game", "there is no game to resign")
	ErrNobodyOwes  = coded.Errorf("protocol.nobody-owes", "no other seat owes anything now, so there is no silence to claim")
)

// Place chooses the seat's layout. It can't be changed afterwards. Store
// Secret before anything is sent. The error is ErrPlaced, ErrDealt, or engine.Ruleset.CheckLayout's.
func (p *Player) Place(l engine.Layout) error {
	if p.secret.Layout != nil {
		return ErrPlaced
	}
	if p.dealt() {
		return ErrDealt
	}
	if err := p.match.rules.CheckLayout(l); err != nil {
		return err
	}
	p.secret.Layout = slices.Clone(l)
	p.startLayout()
	return nil
}

// checkTurn reports why the seat can't act now.
func (p *Player) checkTurn() error {
	switch {
	case p.Decision() == ChooseMove:
		return nil
	case p.secret.Layout == nil && !p.dealt() || !p.owesMove():
		return ErrNotYourTurn
	case p.stuck():
		return ErrNoMove
	}
	return ErrDecided
}

// Play moves a piece and may offer a draw with it. The error is
// ErrNotYourTurn, ErrDecided, ErrNoMove, an *engine.RuleError if the move is not among the legal
// moves of the seat's own pieces, or ErrTooManyClashes.
func (p *Player) Play(m engine.Move, offer bool, rng io.Reader) error {
	if err := p.checkTurn(); err != nil {
		return err
	}
	if err := p.match.position.CheckMove(p.Seat(), p.secret.Layout, m); err != nil {
		return err
	}
	return p.move(m, offer, rng)
}

// AcceptDraw ends the game by accepting the offers of all others, instead of moving. The error is
// ErrNotYourTurn, ErrDecided, ErrNoMove or ErrNoOffer.
func (p *Player) AcceptDraw(rng io.Reader) error {
	if err := p.checkTurn(); err != nil {
		return err
	}
	if !p.match.position.OfferOpen() {
		return ErrNoOffer
	}
	return p.instead(transcript.AcceptDraw, rng)
}

// Pass gives up the turn because its time is over, which the caller measures.
// The error is ErrNotYourTurn, ErrDecided, ErrNoMove or ErrNoClock.
func (p *Player) Pass(rng io.Reader) error {
	if err := p.checkTurn(); err != nil {
		return err
	}
	if p.match.rules.Clock() == 0 {
		return ErrNoClock
	}
	return p.instead(transcript.Pass, rng)
}

// Resign gives up the game: at once if the seat owes a move and has signed none, otherwise as soon as
// it does and the rules allow it. While another seat is to move it returns a signed request, which that
// seat may use; it is valid for the present head only: call Resign again for the next. The error is ErrNoGame, or an *engine.RuleError where
// the rules let nobody resign yet.
func (p *Player) Resign() (request []byte, err error) {
	if p.match.Stage() != Play || p.match.position.Out(p.Seat()) != engine.NotOver {
		return nil, ErrNoGame
	}
	position := p.match.position
	if err := position.Apply(engine.ResignEvent(p.Seat())); position.Phase() == engine.PhaseMove && err != nil {
		return nil, err
	}
	if p.owesMove() && p.free(transcript.Resign) {
		return nil, p.sign(transcript.Resign, nil)
	}
	p.resigning = true
	if p.owesMove() { // and its move is not acknowledged yet
		return nil, nil
	}
	q := transcript.SignResignRequest(p.secret.SigningKey(), p.match.id, p.Seat(), p.match.Head())
	return q.Marshal(), nil
}

// ReceiveResignRequest takes another seat's request to resign. Proceed acts
// on it if it still fits the head.
func (p *Player) ReceiveResignRequest(raw []byte) error {
	q, err := transcript.ParseResignRequest(raw)
	if err != nil {
		return err
	}
	if q.Seat == p.Seat() || !p.match.Joined() || !q.Verify(p.match.Key(q.Seat), p.match.id) {
		return coded.Errorf("protocol.foreign-request", "this request to resign does not come from another seat of this match")
	}
	if p.requests == nil {
		p.requests = map[engine.Seat]transcript.ResignRequest{}
	}
	p.requests[q.Seat] = q
	return nil
}

// request returns a request to resign that fits the head and that the rules take now.
func (p *Player) request() (transcript.ResignRequest, bool) {
	for _, seat := range p.match.rules.Seats() {
		q, ok := p.requests[seat]
		position := p.match.position
		if ok && q.Head == p.match.Head() && position.Apply(engine.ResignEvent(seat)) == nil {
			return q, true
		}
	}
	return transcript.ResignRequest{}, false
}

// GraceOver lets a winner reveal although losers have not: their time to do
// so is over. It releases no key until every seat that owes a Seen has signed it.
func (p *Player) GraceOver() { p.graceOver = true }

// ReleaseKey lets the seat reveal although others have not signed a Seen of the end: its player
// accepts that one of them may have been shown another end, and may play on against an open layout.
func (p *Player) ReleaseKey() { p.graceOver, p.released = true, true }

// ClaimSilence states, signed but outside the chain, that another seat owes
// a record and has been silent past the grace, which the caller measures. It
// changes nothing else and releases nothing. Under rules without a grace
// silence is never claimed.
func (p *Player) ClaimSilence() error {
	if p.acknowledges() && len(p.on(p.head())) > 0 {
		return ErrNobodyOwes // the writer has written; VoteAbsent is about what its record lacks
	}
	if !p.match.Joined() || !p.match.owing().awaitsOther(p.Seat()) {
		return ErrNobodyOwes
	}
	if p.match.rules.Grace() == 0 {
		return coded.Errorf("protocol.claim-no-grace", "%w: wait, or resign", errNoGrace)
	}
	body := transcript.ClaimBody{At: p.match.Base()}
	return p.signOn(body.At, transcript.Claim, body.Marshal())
}

// Receive takes a record of another seat as Match.Receive does: the next of the chain, an extra, an
// echo, or one that only travels. If every record is acknowledged, a record of the chain enters the
// Match when it is complete. An error is a *Refusal, or means that the record has no place in this
// match; if it is a provable *Refusal, Proceed makes a Fault.
func (p *Player) Receive(raw []byte) error {
	return p.receive(raw, p.match.Len()-maxSought, p.match.Len())
}

// ReceiveOther is Receive for a record that another chain holds at this index, where ours differs.
// Receive finds the place itself only near the end of the chain.
func (p *Player) ReceiveOther(index int, raw []byte) error { return p.receive(raw, index, index+1) }

// receive looks in the places from one to another for what a refused record proves.
func (p *Player) receive(raw []byte, from, to int) error {
	if p.acknowledges() {
		if done, err := p.hear(raw); done {
			return err
		}
	}
	faults := p.match.faults
	err := p.match.Receive(raw)
	if err == nil {
		p.bind()
		for seat, f := range p.match.faults {
			if f != faults[seat] && p.acknowledges() { // an echo's are known, or would cost again
				p.hearFault(f)
			}
		}
		return nil
	}
	return p.judge(raw, err, from, to)
}

// accuse keeps the first evidence against a seat. A seat does not accuse
// itself, and one Fault against each is enough.
func (p *Player) accuse(culprit engine.Seat, evidence *transcript.FaultBody) {
	if culprit == p.Seat() || p.isAccused(culprit) {
		return
	}
	p.evidence[culprit] = evidence
}

// isAccused reports whether a Fault convicts a seat, or the Player has evidence for one.
func (p *Player) isAccused(seat engine.Seat) bool {
	return p.match.faults[seat] != nil || p.evidence[seat] != nil
}

// errForeignNote is about a Vote or State that no seat has signed.
var errForeignNote = coded.Errorf("protocol.foreign-vote", "no seat of this match signed this")
