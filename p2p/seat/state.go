package seat

import (
	"encoding/json"

	"github.com/darkjunqi/darkjunqi/engine"
)

// Millis is a moment in milliseconds since 1970 UTC, as JavaScript counts; 0 means no such moment.
type Millis int64

// Ref names a piece: whose it is, and its number in its owner's army. A piece keeps its number
// throughout the match; numbers say where it started, and nothing about its type. With a deck numbers
// follow the types, and where the colours are settled by what is turned up a piece's seat may change
// then.
type Ref struct {
	Seat   string `json:"seat"`
	Number int    `json:"number"`
}

// Table is what stays the same throughout a match. Seats have their names in the rules ("red",
// "blue", …), nodes theirs ("a6"), types their ids ("bomb"). It is a value: nothing in it may be
// changed. Only the names of Players may differ in a later one.
type Table struct {
	Run      Millis          `json:"run"`      // when this program began to run the match; events are numbered again in each run
	Match    string          `json:"match"`    // the match's name in the data folder; "" in a replay
	Rules    json.RawMessage `json:"rules"`    // the ruleset, an object: docs/rules.md; null while the terms are not known
	Short    string          `json:"short"`    // the name of the rules, as "standard,mines=exploding"; "" if they have none
	Digest   string          `json:"digest"`   // of the rules, in hex
	Seat     string          `json:"seat"`     // whose view this is; "" for a watcher
	Open     bool            `json:"open"`     // a replay with all types shown
	Resolver string          `json:"resolver"` // how clashes are resolved, as "elgamal"
	Players  []Player        `json:"players"`  // in turn order
	Counts   map[string]int  `json:"counts"`   // how many pieces of each type an army has
	// LayoutRows is the form of a layout: its rows, the front one first, each from its
	// owner's left. A number is that of the piece that starts there, −1 is a gap.
	LayoutRows [][]int `json:"layoutRows"`
}

// Player is who sits at a seat.
type Player struct {
	Seat  string `json:"seat"`
	Name  string `json:"name"`  // what the player calls itself, text that nobody vouches for; often ""
	Known bool   `json:"known"` // its program is one with which a match was finished: then the name may be the one given here
	You   bool   `json:"you"`
	Team  int    `json:"team"` // seats of one team are partners
	// Computer is the seat whose program plays this one too, and could look into its layout; "" for a
	// seat with a program of its own.
	Computer string `json:"computer"`
}

// State is the state of a match, as one seat, or the public, may see it. It is a value: nothing in
// it changes later, and nothing in it may be changed.
type State struct {
	Number int   `json:"number"` // of the newest Event that it contains; 0 before the first
	Phase  Phase `json:"phase"`

	Decision string   `json:"decision"` // what this seat has to decide: "layout", "move", or "" for nothing
	Can      []string `json:"can"`      // the commands that make sense now: values of Command.Do, and "offer" if a move may offer a draw
	Owes     []Owed   `json:"owes"`     // what the match waits for

	First  string `json:"first"`  // who began, from Play on; otherwise ""
	ToMove string `json:"toMove"` // whose turn it is, or whose attack is being answered; "" outside Play
	Ply    int    `json:"ply"`    // how many turns were taken: moves and passes
	Quiet  int    `json:"quiet"`  // how many plies in a row had no clash
	Turns  int    `json:"turns"`  // how many turns there are in the events, the last perhaps not complete

	Layout string              `json:"layout"` // this seat's layout, in letters, once it is chosen
	Pieces []Piece             `json:"pieces"` // all pieces of all seats, including those that have left, with a deck those that were turned up; empty before Play
	Moves  map[string][]string `json:"moves"`  // while Decision is "move": for each own piece that can go anywhere its node, and the nodes to which it can
	Deal   *Deal               `json:"deal"`   // what lies face down, from Play on; null in games without a deck
	Last   *Turn               `json:"last"`   // the last turn, or what there is of it; null before the first
	Offers []string            `json:"offers"` // the seats whose offer of a draw stands

	Clocks     []Clock     `json:"clocks"` // one a seat; empty if the rules have no clock
	Seats      []Seating   `json:"seats"`  // one a seat, in turn order
	Result     *Result     `json:"result"` // null while the game is not over by rule
	Conviction *Conviction `json:"conviction"`

	Connection Connection `json:"connection"`
	Traffic    Traffic    `json:"traffic"`
	Proofs     Proofs     `json:"proofs"`
	// Invites is, for each seat that is free, what a guest needs to take it; empty if
	// this one may not invite. WatchInvite is what others need to watch; "" likewise.
	Invites  map[string]string `json:"invites"`
	Watchers int               `json:"watchers"` // how many watch; known to the host alone
	// Talk is what this seat may say to others: "free" (phrases and text), "phrases", or "" for
	// nothing. TalkTo are the seats that hear it.
	Talk        string   `json:"talk"`
	TalkTo      []string `json:"talkTo"`
	WatchInvite string   `json:"watchInvite"`
	Claimable   Millis   `json:"claimable"` // from when the silence of a seat that owes something may be claimed; 0 if it never may
	VoteAt      Millis   `json:"voteAt"`    // when the program votes by itself that who is silent be put out; 0 if it won't
}

// Phase is how far a match has come.
type Phase string

// The phases, in their order. A spectator, and a player who returns before the others have
// reported how far the match is, is in Waiting or Setup while layouts are chosen.
const (
	Arrange Phase = "layout"  // this seat chooses its layout, whether the other seats are taken or not
	Waiting Phase = "waiting" // for the other seats to be taken; or, before all else, for the terms
	Setup   Phase = "setup"   // all seats are taken; layouts are being proven
	Play    Phase = "play"
	Over    Phase = "over"   // by rule; the seats reveal their layouts, if the rules ask for it
	Sealed  Phase = "sealed" // somebody was convicted of cheating
)

// Owed is what the match waits for.
type Owed struct {
	Seat  string `json:"seat"`
	What  string `json:"what"`  // "join", "layout", "move", "answer", "show", "reveal", or another kind of record
	Since Millis `json:"since"` // since when, as seen from here; 0 if that is not known
}

// Piece is a piece as this view may see it.
type Piece struct {
	Ref
	Node string `json:"node"` // where it stands; "" if it has left
	Type string `json:"type"` // "" if it is not known
	// By says how the type is known: "own", "opened" (its owner's layout lies open, to
	// everybody or to a partner), "shown" (as the flag, or by an announcement),
	// "concluded"; "" if it is not known.
	By     string   `json:"by"`
	May    []string `json:"may"`    // while it is not known: the types that it may be
	Public []string `json:"public"` // where a layout tells the type: what those may conclude who don't see that layout
	// Facts is what was seen of it since the first move, in that order; empty for own
	// pieces and where a layout lies open. It started where it started: that is in the rules.
	Facts []Fact `json:"facts"`
	Moved bool   `json:"moved"` // it has moved or attacked
	Left  int    `json:"left"`  // the number of the turn in which it left; 0 while it is on the board
	Mark  string `json:"mark"`  // the person's own note
}

// Fact is one observation of a piece, and the types that it leaves possible.
type Fact struct {
	Source       string        `json:"source"`       // "move", "clash", "flag", "stuck", "count": see engine.Source
	Ply          int           `json:"ply"`          // in which it was seen, from 1; 0: before the first
	Types        []string      `json:"types"`        // what the piece may be by this alone
	Met          *Ref          `json:"met"`          // with "clash": the other piece, else null
	Announcement *Announcement `json:"announcement"` // with "clash": what was announced, else null
}

// Turn is what happens from one decision of a seat to the next: a move with its announcement and
// the flag that it shows, or something else instead of a move.
type Turn struct {
	Number int    `json:"number"` // from 1
	Seat   string `json:"seat"`   // whose choice it was; of "resign", who resigned
	// Kind is "move", "flip" (a piece was turned up), "pass", "no-move", "resign", "draw" (an offer accepted), "absent" (put
	// out by the others), or, where a third seat went out between an attack and what was
	// announced or turned up of it, "answer", "show" or "face" for that by itself.
	Kind     string `json:"kind"`
	Complete bool   `json:"complete"` // nothing is owed any more

	From  string   `json:"from"` // "" where nothing moves
	To    string   `json:"to"`
	Path  []string `json:"path"`  // the nodes of the way, from From to To; of several ways a shortest
	Piece *Ref     `json:"piece"` // that moved; null where nothing moves
	Met   *Ref     `json:"met"`   // that it attacked; null if it attacked none
	Face  *Face    `json:"face"`  // what was turned up, on To; null while that is owed, and where nothing is turned up
	Offer bool     `json:"offer"` // a draw was offered with the move

	Announcement *Announcement `json:"announcement"` // what was announced of the clash; null while that is owed, and without one
	Left         []Ref         `json:"left"`         // the pieces that left the board in it
	Shown        []Shown       `json:"shown"`        // flags whose place was shown in it
	Out          []string      `json:"out"`          // seats that it put out of the game
	Text         string        `json:"text"`         // in notation, as "a6xa7+": docs/spec.md; "" until it is complete
}

// Announcement is what a referee would say after a clash, to everyone alike.
type Announcement = engine.AnnouncementRule

// Shown is a flag whose place was shown.
type Shown struct {
	Seat string `json:"seat"`
	Node string `json:"node"`
}

// Clock is the time that a seat has for its move.
type Clock struct {
	Seat     string `json:"seat"`
	Deadline Millis `json:"deadline"` // when the time of its present move is over, as far as can be known here; 0 if it does not run
	Since    Millis `json:"since"`    // from when its present move counts: the time until now is what was seen of it here, in all runs of this program; 0 if it does not run
	Timeouts int    `json:"timeouts"` // how often it has passed
}

// Seating is how a seat stands.
type Seating struct {
	Seat      string         `json:"seat"`
	Joined    bool           `json:"joined"`
	Arranging bool           `json:"arranging"` // its program says that its layout is being chosen
	Chosen    bool           `json:"chosen"`    // its layout is committed; of this seat, chosen
	Ready     bool           `json:"ready"`     // its layout is committed and proven legal
	Online    bool           `json:"online"`    // its program is within reach: there is a link to it, or somebody to whom there is one says so; true for this seat
	Path      string         `json:"path"`      // the way that the link to its own program goes, as Connection.Path; "" if there is none
	Since     Millis         `json:"since"`     // when it came online, or went; 0 if it never was
	Out       string         `json:"out"`       // why it is out of the game, as Result.Reason; "" while it plays
	Left      int            `json:"left"`      // pieces on the board
	Lost      int            `json:"lost"`      // pieces that have left
	LostTypes map[string]int `json:"lostTypes"` // of these, how many of each type, where the type is known
	Flag      string         `json:"flag"`      // the node where its flag was shown to stand, or lies; otherwise ""
	Taken     bool           `json:"taken"`     // its flag was taken
	Carrier   *Ref           `json:"carrier"`   // the piece that carries its flag; null if none does
	Revealed  bool           `json:"revealed"`  // its layout lies open to everybody
	Again     bool           `json:"again"`     // its player has invited to another match
	Muted     bool           `json:"muted"`     // nothing that its player says is shown
	Claims    bool           `json:"claims"`    // it has claimed that another, which owed something, was silent
	Votes     bool           `json:"votes"`     // it has voted that who owes something now be put out
	PutOut    *PutOut        `json:"putOut"`    // how the others put it out; null if they have not
	// Peek is what has become of the layout that this seat, a partner, shows to this view's
	// alone: PeekAwaited, PeekShown, PeekFalse; "" where the rules want none, or not now.
	Peek string `json:"peek"`
}

// PutOut is how a seat was put out by all others.
type PutOut struct {
	Cause  string   `json:"cause"`  // "absent": they say that it was silent; "convicted": they say that it has cheated
	By     []string `json:"by"`     // the seats that have signed it
	Record int      `json:"record"` // of the chain
	Proven bool     `json:"proven"` // a Fault convicts it; otherwise it is their word alone
}

// The values of Seating.Peek.
const (
	PeekAwaited = "awaited" // it has not come
	PeekShown   = "shown"   // it is true, and shown
	PeekFalse   = "false"   // it does not prove what it says, so it counts for nothing
)

// Result is how a game ended by rule.
type Result struct {
	Draw    bool     `json:"draw"`
	Winners []string `json:"winners"` // empty for a draw
	Reason  string   `json:"reason"`  // "flag", "no-move", "resignation", "timeouts", "absent"; of a draw "quiet", "agreed", "last-both", "shaken"
	You     string   `json:"you"`     // "won", "lost", "drew"; "" for a watcher
}

// Conviction says who was proven to have cheated.
type Conviction struct {
	Seat   string  `json:"seat"`
	Record int     `json:"record"` // the false record's place in the chain; −1 if the evidence does not tell
	Kind   string  `json:"kind"`   // of that record
	Reason Problem `json:"reason"`
	You    bool    `json:"you"` // it is this seat
}

// Problem is an error as JSON.
type Problem struct {
	Code string `json:"code"` // a stable name, as "engine.node-empty"; "" if it has none
	Args []any  `json:"args"` // what the sentence speaks of: texts, numbers, Problems
	Text string `json:"text"` // the sentence in English
}

// Connection is how this program is linked to the others.
type Connection struct {
	Online bool `json:"online"` // every seat that has joined and was not put out for its silence is within reach; for a spectator: the host's program is
	// Hold says why nothing can be signed now: "unheard" (the others have not reported how far the
	// match is since this program started), "behind" (the match file is older than what was sent);
	// "" if nothing is in the way.
	Hold    string   `json:"hold"`
	Since   Millis   `json:"since"`   // when Online last changed; 0 if it never did
	How     string   `json:"how"`     // by what transport, as "libp2p"
	Path    string   `json:"path"`    // the worst of the ways that its links go: "same-network", "direct", "punched" (through both routers), "relay", "by-hand"; "" without a link, and within one program
	Trouble *Problem `json:"trouble"` // why the last link ended, or could not be made, while somebody is not within reach
	Done    bool     `json:"done"`    // the match is over, and every side has all of it
	// Deserted says that none of several others has been here for a while, and that this seat can
	// only wait for what they know: they may have finished without it, and gone for good.
	Deserted bool `json:"deserted"`
}

// Traffic counts the bytes of the link in this run, before encryption.
type Traffic struct {
	Sent     uint64 `json:"sent"`
	Received uint64 `json:"received"`
}

// Proofs counts the zero-knowledge proofs of the match.
type Proofs struct {
	Made    int    `json:"made"`    // by this seat
	Checked int    `json:"checked"` // of the others, by this program
	Bytes   int    `json:"bytes"`   // of all records with proofs
	Last    *Proof `json:"last"`    // the last record with proofs; null before the first
}

// Proof is a record that carries proofs.
type Proof struct {
	Record int    `json:"record"` // its place in the chain
	What   string `json:"what"`   // its kind, as "Layout"
	Seat   string `json:"seat"`   // who made it
	Count  int    `json:"count"`  // proofs in it
	Bytes  int    `json:"bytes"`  // of the record
	Micros int64  `json:"micros"` // how long it took to make or to check here; 0 if that was not measured
}
