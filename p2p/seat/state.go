package seat

import (
	"encoding/json"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// Millis is a moment in milliseconds since 1970 UTC; 0 means none.
type Millis int64

// Ref names a piece: its owner, and its number in the owner's army, which says where it started and
// nothing about its type. With a deck numbers follow the types, and a piece's seat may change when
// the colours are settled.
type Ref struct {
	Seat   string `json:"seat"`
	Number int    `json:"number"`
}

// Table holds what stays the same throughout a match. Seats have their names in the rules ("red",
// "blue", …), nodes theirs ("a6"), types their ids ("bomb"). It is a value: nothing in it may be
// changed. Only the names of Players may differ in a later one.
type Table struct {
	Run      Millis          `json:"run"`      // when this program began to run the match: each run numbers its events from 1
	Match    string          `json:"match"`    // the match's name in the data folder; "" in a replay
	Rules    json.RawMessage `json:"rules"`    // the ruleset, an object (docs/rules.md); null while the terms are not known
	Short    string          `json:"short"`    // what --rules takes for these rules, such as "standard,mines=exploding"; "" if nothing
	Digest   string          `json:"digest"`   // of the rules, in hex
	Seat     string          `json:"seat"`     // your own; "" for a watcher
	Open     bool            `json:"open"`     // a replay with everything shown
	Resolver string          `json:"resolver"` // how clashes are resolved: "elgamal", "yao82" or "garbled"
	Players  []Player        `json:"players"`  // in turn order
	Counts   map[string]int  `json:"counts"`   // how many pieces of each type an army has
	// LayoutRows is the shape of a layout, front row first, from its owner's left: the number of
	// the piece that starts there, −1 for a gap.
	LayoutRows [][]int `json:"layoutRows"`
}

// Player is the person or bot at a seat.
type Player struct {
	Seat  string `json:"seat"`
	Name  string `json:"name"`  // as the player gives it, unverified; often ""
	Known bool   `json:"known"` // a match with this program was finished before; Name may be the one that you gave it
	You   bool   `json:"you"`   // this is your own seat
	Team  int    `json:"team"`  // a number that partners share
	// Computer is the seat whose program plays this one too, and could look into its layout; "" for a
	// seat with a program of its own.
	Computer string `json:"computer"`
}

// State is the complete state of a match, as one seat, or the public, may see it. It is a value:
// nothing in it changes later, and nothing in it may be changed.
type State struct {
	Number int   `json:"number"` // of the newest Event in it; 0 before the first
	Phase  Phase `json:"phase"`

	Decision string   `json:"decision"` // the command this seat must decide on: DoLayout, DoMove or ""
	Can      []string `json:"can"`      // the commands that make sense now, and "offer" if a move may offer a draw
	Owes     []Owed   `json:"owes"`     // what the match waits for

	First  string `json:"first"`  // the seat that began; "" before Play
	ToMove string `json:"toMove"` // whose turn it is, or whose attack is being answered; "" outside Play
	Ply    int    `json:"ply"`    // moves and passes so far
	Quiet  int    `json:"quiet"`  // plies in a row without a clash
	Turns  int    `json:"turns"`  // turns in the events; the last may be incomplete

	Layout string              `json:"layout"` // your own, in letters, once chosen
	Pieces []Piece             `json:"pieces"` // all pieces of all seats, removed ones too, with a deck those that were turned up; empty before Play
	Moves  map[string][]string `json:"moves"`  // while Decision is "move": by node of each of your movable pieces, the nodes it can go to, those with enemies included
	Deal   *Deal               `json:"deal"`   // what lies face down, from Play on; null in games without a deck
	Last   *Turn               `json:"last"`   // the last turn, as far as it has come; null before the first
	Offers []string            `json:"offers"` // the seats that offer a draw

	Clocks     []Clock     `json:"clocks"`     // one for each seat; empty if the rules have no clock
	Seats      []Seating   `json:"seats"`      // one for each seat, in turn order
	Result     *Result     `json:"result"`     // null while the game is not over by rule
	Conviction *Conviction `json:"conviction"` // null while nobody is convicted

	Connection Connection `json:"connection"`
	Traffic    Traffic    `json:"traffic"`
	Proofs     Proofs     `json:"proofs"`
	// Invites is, for each free seat, the invite for its guest; empty if this seat may not invite.
	Invites     map[string]string `json:"invites"`
	WatchInvite string            `json:"watchInvite"` // the invite for watchers; "" likewise
	Watchers    int               `json:"watchers"`    // how many watch, known to the host alone

	Talk   string   `json:"talk"`   // what this seat may say by the rules: "free" (phrases and text), "phrases", or ""
	TalkTo []string `json:"talkTo"` // the seats that hear it; once all have the finished match, those whose programs still talk
	// Claimable is the moment from which "claim" is possible if nothing changes: for a linked seat
	// to move a little after its clock, otherwise after the grace; 0 if never.
	Claimable Millis `json:"claimable"`
	VoteAt    Millis `json:"voteAt"` // when the program votes by itself to remove the silent seat, unless told to "wait"; 0 if it won't
}

// Phase is the progress of a match.
type Phase string

// The phases, in their order. A watcher, and a player who returns before the others have reported
// how far the match is, may miss the first ones.
const (
	Arrange Phase = "layout"  // this seat chooses its layout, whether the other seats are taken or not
	Waiting Phase = "waiting" // for others to join; or, before all else, for the terms
	Setup   Phase = "setup"   // all seats are taken; layouts are being proven
	Play    Phase = "play"
	Over    Phase = "over"   // by rule; the seats reveal their layouts, if the rules ask for it
	Sealed  Phase = "sealed" // cheating was proven
)

// Owed names what the match waits for.
type Owed struct {
	Seat  string `json:"seat"`
	What  string `json:"what"`  // a kind of record: "join", "layout", "move", "answer", "show", "share", "face", "shuffle", "seen", "reveal" …
	Since Millis `json:"since"` // since when, as seen here; 0 if that is not known
}

// Piece is a piece as this view may see it.
type Piece struct {
	Ref
	Node string `json:"node"` // where it is; "" if removed
	Type string `json:"type"` // "" while unknown
	// By describes how the type is known: "own", "opened" (its owner's layout is public, or shown to you
	// by a partner), "shown" (as the flag, or by an announcement), "concluded"; "" while unknown.
	By     string   `json:"by"`
	May    []string `json:"may"`    // while unknown: what it may be, by all that this seat knows
	Public []string `json:"public"` // of an "own" or "opened" piece: what it may be for someone who saw only what was public
	Facts  []Fact   `json:"facts"`  // what was seen of it since the first move, in order; empty for "own" and "opened" ones
	Moved  bool     `json:"moved"`  // it has moved or attacked
	Left   int      `json:"left"`   // the turn in which it was removed; 0 while it is on the board
	Mark   string   `json:"mark"`   // your note on it
}

// Fact is one observation of a piece, and the types that it leaves possible.
type Fact struct {
	// Source is "move" (it moved, and perhaps how), "clash", "flag" (it was shown to be the flag),
	// "stuck" (it could not move when its owner had no move), or "count" (what is left of its army).
	Source       string        `json:"source"`
	Ply          int           `json:"ply"`          // when it was seen, from 1; 0 before the first
	Types        []string      `json:"types"`        // what the piece may be by this fact alone
	Met          *Ref          `json:"met"`          // of a clash: the other piece; otherwise null
	Announcement *Announcement `json:"announcement"` // of a clash; otherwise null
}

// Turn holds what happens from one decision of a seat to the next: a move with its announcement and
// the flag that it shows, or something else instead of a move.
type Turn struct {
	Number int    `json:"number"` // from 1
	Seat   string `json:"seat"`   // the seat that decided, or went out
	// Kind is "move", "flip" (a piece is turned up on To), "arrive" (the piece on To wins there),
	// "pass", "no-move", "resign", "draw" (an offer accepted), "absent" (removed by the others); or, if a third seat went out in between,
	// "answer", "show" or "face" by itself.
	Kind     string `json:"kind"`
	Complete bool   `json:"complete"` // nothing more is owed for it, such as an announcement

	From  string   `json:"from"`  // "" where nothing moves
	To    string   `json:"to"`    // likewise
	Path  []string `json:"path"`  // the nodes of the way, from From to To; of several ways a shortest
	Piece *Ref     `json:"piece"` // the piece that moved; null where nothing moves
	Met   *Ref     `json:"met"`   // the piece that it attacked; null if none
	Face  *Face    `json:"face"`  // what was turned up on To; null while that is owed, and where nothing is turned up
	Offer bool     `json:"offer"` // it offers a draw

	Announcement *Announcement `json:"announcement"` // of the clash; null while that is owed, and without one
	Left         []Ref         `json:"left"`         // the pieces removed in it
	Shown        []Shown       `json:"shown"`        // flags shown in it
	Flags        []Carried     `json:"flags"`        // captured flags that changed hands in it, where rules have them carried home
	Out          []string      `json:"out"`          // seats out of the game by it
	// Text is the notation of a complete turn: a6-a7; an attack is a6xa7 and what is removed, + the
	// defender, - the attacker, = both, ~ neither; then # flag captured, !b1 a flag shown on b1 by
	// the owner of the removed piece, (5) a type announced, ? draw offered. *a6@red:5 turns up a 5
	// with red's colour on a6; a5xa6@red:5+ strikes it.
	Text string `json:"text"`
}

// Announcement is a referee's call after a clash, the same for everyone.
type Announcement = engine.AnnouncementRule

// Shown is a flag whose place was shown.
type Shown struct {
	Seat string `json:"seat"`
	Node string `json:"node"`
}

// Carried is what became in a turn of a captured flag that must be carried home.
type Carried struct {
	Seat    string `json:"seat"`    // whose flag it is
	How     string `json:"how"`     // FlagTaken, FlagDropped, FlagPicked or FlagHome
	Node    string `json:"node"`    // where it is then; "" if it has left the board with its army
	Carrier *Ref   `json:"carrier"` // the piece that carries it; null if none does
}

// The values of Carried.How.
const (
	FlagTaken   = "taken"   // captured, by a piece that carries it
	FlagDropped = "dropped" // it lies where its carrier, or the piece that captured it, was removed
	FlagPicked  = "picked"  // a piece moved onto it
	FlagHome    = "home"    // brought where it must be carried
)

// Clock is the time that a seat has for its move. Another seat's is an estimate, and may pass before
// its move arrives.
type Clock struct {
	Seat     string `json:"seat"`
	Deadline Millis `json:"deadline"` // of its move; 0 while its clock is stopped, or another seat's program is away
	Since    Millis `json:"since"`    // from when its present move counts, as seen here and across restarts; 0 while stopped
	Timeouts int    `json:"timeouts"` // time-outs so far
}

// Seating is the state of one seat.
type Seating struct {
	Seat      string         `json:"seat"`
	Joined    bool           `json:"joined"`    // the seat is taken
	Arranging bool           `json:"arranging"` // its player is choosing a layout
	Chosen    bool           `json:"chosen"`    // its layout is committed; your own, chosen
	Ready     bool           `json:"ready"`     // its layout is committed and proven legal
	Online    bool           `json:"online"`    // its program is within reach: linked to us, or to somebody who says so; true for your own seat
	Path      string         `json:"path"`      // the way of the link to its program, as Connection.Path; "" without one
	Since     Millis         `json:"since"`     // when Online last changed; 0 if it never did
	Out       string         `json:"out"`       // why it is out of the game, as Result.Reason; "" while it plays
	Left      int            `json:"left"`      // its pieces on the board
	Lost      int            `json:"lost"`      // its removed pieces
	LostTypes map[string]int `json:"lostTypes"` // the removed pieces by type, as far as known
	Flag      string         `json:"flag"`      // the node where its flag was shown to be, or lies; otherwise ""
	Taken     bool           `json:"taken"`     // its flag was captured
	Carrier   *Ref           `json:"carrier"`   // the piece that carries its flag; null if none does
	Revealed  bool           `json:"revealed"`  // its layout is public
	Again     bool           `json:"again"`     // its player has asked for another match
	Muted     bool           `json:"muted"`     // what its player says is not shown
	Claims    bool           `json:"claims"`    // it has claimed another's silence
	Votes     bool           `json:"votes"`     // it has voted to remove the seat that the match waits for
	PutOut    *PutOut        `json:"putOut"`    // how the others removed it; null if they have not
	// Peek is the state of the layout that this seat, a partner, shows to your seat alone:
	// PeekAwaited, PeekShown or PeekFalse; "" if none is due.
	Peek string `json:"peek"`
}

// PutOut describes how a seat was removed by all others.
type PutOut struct {
	Cause  string   `json:"cause"`  // "absent" or "convicted", as they say
	By     []string `json:"by"`     // the seats that signed it
	Record int      `json:"record"` // its place in the chain
	Proven bool     `json:"proven"` // a Fault convicts it; otherwise it is their word alone
}

// The values of Seating.Peek.
const (
	PeekAwaited = "awaited" // it has not come
	PeekShown   = "shown"   // it is true, and shown
	PeekFalse   = "false"   // it does not prove what it says: it counts for nothing and convicts nobody
)

// Result describes how a game ended by rule.
type Result struct {
	Draw    bool     `json:"draw"`
	Winners []string `json:"winners"` // empty for a draw
	Reason  string   `json:"reason"`  // the word of an engine.Reason, such as "flag", or for a draw "quiet"
	You     string   `json:"you"`     // "won", "lost", "drew"; "" for a watcher
}

// Conviction names a seat that was proven to have cheated.
type Conviction struct {
	Seat   string  `json:"seat"`
	Record int     `json:"record"` // the false record's place in the chain; −1 if the evidence doesn't give it
	Kind   string  `json:"kind"`   // of that record
	Reason Problem `json:"reason"` // what was proven
	You    bool    `json:"you"`    // it is your own seat
}

// Problem is an error as JSON.
type Problem struct {
	Code string `json:"code"` // permanent, such as "engine.node-empty"; "" if it has none
	Args []any  `json:"args"` // what the sentence mentions: texts, numbers, Problems
	Text string `json:"text"` // the sentence in English
}

// Connection describes how this program is linked to the others.
type Connection struct {
	Online  bool     `json:"online"`  // every seat that has joined and was not removed for its silence is within reach; for a watcher, the host's program is
	Hold    string   `json:"hold"`    // the reason nothing can be signed now: HoldUnheard, HoldBehind or ""
	Since   Millis   `json:"since"`   // when Online last changed; 0 if it never did
	How     string   `json:"how"`     // "libp2p"; "webnet" in a browser; "memory" if one program plays all seats; "by-hand" for a match by letters
	Path    string   `json:"path"`    // the worst way of its links: "same-network", "direct", "punched" (through both routers), "relay", "by-hand"; "" without a link
	Trouble *Problem `json:"trouble"` // why the last link ended, or could not be made, while somebody is not within reach
	Done    bool     `json:"done"`    // the match is over, and every side has all of it
	// Deserted says that none of several others has been here for half a minute, and this seat can
	// only wait for what they know. They may have finished without it; any of them that runs again
	// brings the rest.
	Deserted bool `json:"deserted"`
}

// The reasons to hold back signatures.
const (
	HoldUnheard = "unheard" // after a restart: the others have not yet reported how far the match is
	HoldBehind  = "behind"  // the match file is older than what was sent
)

// ByHand reports whether people carry the match in letters: nobody is ever linked.
func (c *Connection) ByHand() bool { return c.Path == string(transport.ByHand) }

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
	What   string `json:"what"`   // its kind, such as "Layout"
	Seat   string `json:"seat"`   // its author
	Count  int    `json:"count"`  // proofs in it
	Bytes  int    `json:"bytes"`  // of the record
	Micros int64  `json:"micros"` // to make or check them here; 0 if that was not measured
}
