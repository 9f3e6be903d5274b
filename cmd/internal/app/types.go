package app

import "github.com/darkjunqi/darkjunqi/p2p/seat"

// Seat is a seat at a running match: *seat.Seat.
type Seat interface {
	Table() seat.Table
	State() seat.State
	Events(since int) []seat.Event
	Changed() <-chan struct{}
	Do(c seat.Command) error
	Way(from, to string) []string
}

// AuditedMatch is a match to be looked at from outside.
type AuditedMatch interface {
	Summary() AuditSummary
	// Frame is the match after so many turns, as seen by a seat, seat.Public or seat.Open.
	Frame(turns int, eyes string) (seat.State, error)
	// File is the transcript or certificate itself.
	File() (data []byte, err error)
}

// BotName is the computer as a player: the page says it in its reader's language. No person's name holds what can't be printed.
func BotName(level string) string { return botMark + level }

const botMark = "\x01"

// Names is what something is called in each language, by its tag.
type Names map[string]string

// Terms are pairs of a heading and a sentence, in each language, by its tag.
type Terms map[string][][2]string

// Ruleset is a ruleset as the lobby shows it.
type Ruleset struct {
	Digest string `json:"digest"`
	Spec   string `json:"spec"` // as "standard,mines=exploding"; "" if it has none
	Name   Names  `json:"name"`
	Seats  int    `json:"seats"`
	Teams  []int  `json:"teams"` // by seat: those of one team are partners
	Terms  Terms  `json:"terms"`
}

// Lobby is what the lobby shows.
type Lobby struct {
	Version string    `json:"version"`
	Name    string    `json:"name"` // what this player was called last
	Presets []Ruleset `json:"presets"`
	Levels  []string  `json:"levels"` // of the bots, the weakest first
	Matches []Past    `json:"matches"`
	Friends []Friend  `json:"friends"`
}

// Past is a match in the data folder.
type Past struct {
	Match     string      `json:"match"`
	Rules     Names       `json:"rules"`
	Seat      string      `json:"seat"`
	Opponents []string    `json:"opponents"` // their names; "" where it is not known
	When      seat.Millis `json:"when"`
	Turns     int         `json:"turns"`
	Yours     bool        `json:"yours"` // it waits for this player, as far as is known
	Running   bool        `json:"running"`
	State     string      `json:"state"`  // "invited", "setup", "play", "over", "sealed", "unreadable"
	You       string      `json:"you"`    // "won", "lost", "drew", ""
	Reason    string      `json:"reason"` // as seat.Result.Reason
	Verdict   string      `json:"verdict"`
}

// The verdicts of an audit.
const (
	Honest     = "honest"
	Cheating   = "cheating"
	Unfinished = "unfinished"
	Unreadable = "unreadable"
)

// Friend is somebody with whom a match was finished.
type Friend struct {
	Name string      `json:"name"` // that this player gave them; "" while there is none
	Said string      `json:"said"` // what they called themselves last
	Key  string      `json:"key"`
	Last seat.Millis `json:"last"`
}

// Hosting, Joining, Watching and Practising are what the lobby asks for.
type (
	Hosting struct {
		Name   string `json:"name"` // what the player calls itself; may be empty
		Digest string `json:"digest"`
		Friend string `json:"friend"` // the key of who shall recognise this player; "" for nobody
		// Seat and Resolver may be ""; that is red, and the resolver of [protocol.Host].
		Seat     string `json:"seat"`
		Resolver string `json:"resolver"`
		// Computers are who plays other seats, by seat: the level of a bot of this program, or the seat of the
		// guest whose program shall play it.
		Computers map[string]string `json:"computers"`
	}
	Joining struct {
		Name   string `json:"name"`
		Invite string `json:"invite"`
		Seat   string `json:"seat"`
		Level  string `json:"level"` // of the computer that the terms have this program play too; "" is the usual one
	}
	Watching struct {
		Invite string `json:"invite"`
	}
	Practising struct {
		Name   string `json:"name"`
		Digest string `json:"digest"`
		Level  string `json:"level"`
		Clock  bool   `json:"clock"` // the rules' clock runs; otherwise there is none
		// Seat and Resolver are as in Hosting.
		Seat     string `json:"seat"`
		Resolver string `json:"resolver"`
	}
)

// Begun names a match that was begun.
type Begun struct {
	Match string `json:"match"`
	Asked bool   `json:"asked"` // the others have the invite
}

// Invitation is what an invite offers.
type Invitation struct {
	Ruleset Ruleset  `json:"ruleset"`
	Seats   []string `json:"seats"` // that are free
	// Computers are the seats that the programs of others play, by seat: they could look into their layouts.
	Computers map[string]string `json:"computers"`
	Hosts     string            `json:"hosts"` // the host's seat
	Host      string            `json:"host"`  // what the host calls itself, or what it is called here if it is known
	Known     bool              `json:"known"` // it is somebody with whom a match was finished
	Phrase    Names             `json:"phrase"`
	Warnings  []Names           `json:"warnings"`
}

// SavedLayout is a layout with a name.
type SavedLayout struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	Layout string `json:"layout"` // in letters
	Preset bool   `json:"preset"` // it comes with the rules
	Last   bool   `json:"last"`   // it is the one that was played last, and has no name
}

// AuditSummary is what there is to say of a match from outside.
type AuditSummary struct {
	ID         string           `json:"id"`
	Name       string           `json:"name"` // of its file
	Table      seat.Table       `json:"table"`
	Turns      []seat.Turn      `json:"turns"`
	Eyes       []string         `json:"eyes"`     // through which it can be seen: seats, seat.Public, seat.Open
	Steps      []Step           `json:"steps"`    // what was proven; number 0 is the setup
	Left       [][]int          `json:"left"`     // for each seat how many pieces it had, after each turn from 0
	Evidence   bool             `json:"evidence"` // it is a certificate
	Verdict    string           `json:"verdict"`
	Words      Names            `json:"words"`             // the verdict in a sentence
	Grounds    []Names          `json:"grounds,omitempty"` // what a conviction means, and what it can't mean
	Records    int              `json:"records"`
	Proofs     int              `json:"proofs"`
	Bytes      int              `json:"bytes"`
	Micros     int64            `json:"micros"` // that the audit took here
	Result     *seat.Result     `json:"result"`
	Conviction *seat.Conviction `json:"conviction"`
	False      *FalseTurn       `json:"false"` // the turn of the record that convicts, if that is known
	Match      string           `json:"match"` // its id, in hex; "" if it has none yet
	Key        string           `json:"key"`   // with which the convicted seat signs, in hex; "" without a conviction
}

// FalseTurn is a turn with a false record.
type FalseTurn struct {
	Number int    `json:"number"` // one more than there are turns if the record is false that was to make it
	From   string `json:"from,omitempty"`
	To     string `json:"to,omitempty"`
}

// Step is what was checked of a turn.
type Step struct {
	Number int     `json:"number"`
	Checks []Check `json:"checks"`
}

// Check is one thing that was checked.
type Check struct {
	Words  Names `json:"words"`
	Bytes  int   `json:"bytes"`
	Micros int64 `json:"micros"`
	OK     bool  `json:"ok"`
}
