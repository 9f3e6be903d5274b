package seat

import (
	"time"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Session is a running match as a seat needs it. Its methods may be called by several
// goroutines at once.
//
// The errors of the decisions should have a code: methods Code() string and Args()
// []any, found by errors.As.
type Session interface {
	// Changed returns a channel that is closed at the next change of anything in Look.
	Changed() <-chan struct{}
	// Look returns the present state of the match, with the events of the game after the first so
	// many. The result is the caller's.
	Look(events int) Look

	Place(l engine.Layout) error
	Arranging()
	Play(m engine.Move, offer bool) error
	Flip(n engine.Node, offer bool) error
	AcceptDraw() error
	Resign() error
	Pass() error
	Claim() error
	Wait()
	// Say and Mute are as in [p2p.Session].
	Say(phrase int, text string) error
	Mute(seat engine.Seat, on bool)
}

// Look is the state of a match at one moment, as far as one seat may know it.
type Look struct {
	Match    string          // the match's name in the data folder
	Rules    *engine.Ruleset // nil while the terms are not known
	Resolver string
	Seat     engine.Seat // whose view it is, unless Watching
	Watching bool

	Phase      Phase
	Decision   string         // as State.Decision
	First      engine.Seat    // who begins, from Play on
	Events     []engine.Event // of the game, from the one that was asked for
	Records    []Proof        // for each of Events the record that carried it; none where that is not told
	Sides      []Side         // in turn order; empty while the terms are not known
	Owes       []Due          // what the match waits for
	Claimable  time.Time      // as State.Claimable
	VoteAt     time.Time      // as State.VoteAt
	Conviction *Convicted

	Talk   string       // as State.Talk
	TalkTo []string     // as State.TalkTo
	Said   []p2p.Saying // what was said lately

	Watchers    int               // as State.Watchers
	Invites     map[string]string // as State.Invites
	WatchInvite string
	Link        Link
	Traffic     Traffic
	Proofs      Proofs
}

// Side is the part of a Look about one seat.
type Side struct {
	Name      string // what the player is called; "" where it is not known
	Known     bool   // as Player.Known
	Computer  string // as Player.Computer
	Joined    bool
	Arranging bool
	Chosen    bool // as Seating.Chosen
	Ready     bool
	Online    bool
	Path      transport.Path // as Seating.Path
	Since     time.Time      // of Online
	Claims    bool
	Again     bool          // as Seating.Again
	Muted     bool          // as Seating.Muted
	Votes     bool          // as Seating.Votes
	PutOut    *PutOut       // as Seating.PutOut
	Deadline  time.Time     // of its present move; zero if its clock does not run
	Moving    time.Time     // as Clock.Since
	Layout    engine.Layout // as far as Look's seat may know it: its own, a partner's that was opened to it, one that lies open; otherwise nil
	Revealed  bool          // Layout lies open to everybody
	Peek      string        // as Seating.Peek
}

// Due is something that a seat owes.
type Due struct {
	Seat  engine.Seat
	What  string // as Owed.What
	Since time.Time
}

// Convicted names the seat that was proven to have cheated.
type Convicted struct {
	Seat   engine.Seat
	Record int // −1 if the evidence does not tell
	Kind   string
	Reason error
}

// Link describes how the program is linked to the others.
type Link struct {
	Online   bool   // as Connection.Online
	Hold     string // as Connection.Hold
	Since    time.Time
	How      string
	Path     transport.Path // as Connection.Path
	Trouble  error
	Done     bool
	Deserted bool // as Connection.Deserted
}
