package junqi

import (
	"bytes"
	"encoding/binary"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// A .jgs file holds a game of 四国军棋 recorded by QQ Game. QQ has not published the format;
// this description comes from its files. Numbers are little-endian:
//
//	at     size
//	0x00   10    "QQGame JQS"
//	0x0f   1     the colour of the player who recorded it
//	0x10   2     396: from here, where the steps begin
//	0x12   2     from 0x10, where the comments begin
//	0x19   1     how many play
//	0x1a   2     how many steps there are
//	0x20   4×88  the players: at 0 the colour, at 8 the name (20 bytes of GBK, ended by a
//	             zero byte if shorter), at 28 the layout (30 bytes as in a .jql file)
//	0x19c  10 n  the steps, as [Step] says
//
// then the comments: 8 bytes, their number (4 bytes), 16 bytes, and for each 4 bytes of a
// step and 212 of GBK. Places are two bytes, x to the right and y down, on the grid of 17 × 17
// cells on which the board lies; colours are 0 for the arm on the right, 1 for the one below,
// 2 for the one on the left, 3 for the one above.
const (
	jgsHeader     = "QQGame JQS"
	jgsRecorder   = 0x0f
	jgsOrigin     = 0x10 // what offsets count from
	jgsStepsAt    = 0x10
	jgsCommentsAt = 0x12
	jgsSeats      = 0x19
	jgsCount      = 0x1a
	jgsPlayers    = 0x20
	jgsSteps      = 0x19c

	jgsPlayerSize = 88
	jgsName       = 8
	jgsLayout     = 28
	jgsStepSize   = 10

	jgsCommentHead = 28
	jgsCommentSize = 216

	// MaxJGS is the size in bytes of the longest .jgs file that is read.
	MaxJGS = 1 << 20

	// maxJGSSteps is more than any game has.
	maxJGSSteps = 5000
)

// jgsColours are the seats of the colours: red sits below, and the others follow it in turn.
var jgsColours = [4]engine.Seat{engine.Blue, engine.Red, engine.Teal, engine.Amber}

// Recording is the content of a .jgs file.
type Recording struct {
	Recorder engine.Seat
	Players  [4]RecordedPlayer // by seat
	Steps    []Step
	Comments []Comment
}

// RecordedPlayer is a player of a recording, with its layout.
type RecordedPlayer struct {
	Name   string
	Layout engine.Layout
}

// Comment is a remark about a step; where Step counts from is up to QQ.
type Comment struct {
	Step int
	Text string
}

// StepKind identifies what happens in a [Step].
type StepKind uint8

// The kinds of steps.
const (
	StepMove    StepKind = iota // 5F: a move
	StepTimeout                 // F5 02: a seat runs out of time
	StepOut                     // F5 03: a seat is out
	StepLeft                    // F5 04: a player that was out has left the table
	StepEnd                     // F5 05: the game is over
)

// Step is one thing that a recording says. In the file it has ten bytes:
//
//	5F r sx sy dx dy ax ay bx by  a move from s to d: the low two bits of r are how it ended, bits 3 and 4 the
//	                              colour that moves next, a and b the flags that fallen commanders showed, the
//	                              mover's and the target's; 0 0 if none
//	F5 02 colour count next       a seat's time-out, and how many it is
//	F5 03 colour why next         a seat is out
//	F5 04 colour 0 next           a seat's player leaves
//	F5 05 0 how FF                the end
type Step struct {
	Kind StepKind
	Seat engine.Seat // StepTimeout, StepOut, StepLeft: whose

	Move                  engine.Move // StepMove
	Result                Outcome     // StepMove
	MoverFlag, TargetFlag engine.Node // StepMove: flags that were shown, or NoNode

	Timeouts int       // StepTimeout: how many the seat has had
	Why      OutReason // StepOut
	How      Ending    // StepEnd

	Next    engine.Seat // who moves next
	HasNext bool        // whether the step says who
}

// Outcome describes how a move ended.
type Outcome uint8

// The outcomes, as the file numbers them.
const (
	Moved Outcome = iota
	AttackerWins
	AttackerFalls
	BothFall
)

var outcomes = [...]coded.Name{
	Moved:         {English: "no clash", Chinese: "没有碰子"},
	AttackerWins:  {English: "the attacker wins", Chinese: "攻方胜"},
	AttackerFalls: {English: "the attacker falls", Chinese: "攻方阵亡"},
	BothFall:      {English: "both fall", Chinese: "同归于尽"},
}

// OutReason identifies why a seat is out.
type OutReason uint8

// The reasons, as the file numbers them.
const (
	OutFlag     OutReason = 1
	OutNoMove   OutReason = 2
	OutTimeouts OutReason = 3
	OutLeft     OutReason = 6
)

// Ending describes how a recording says that the game ended.
type Ending uint8

// The endings, as the file numbers them.
const (
	EndDraw    Ending = 2
	EndDecided Ending = 4
	EndFled    Ending = 6
)

// recordedRules is the ruleset siguo, whose board recordings have.
var recordedRules = sync.OnceValue(func() *engine.Ruleset {
	rs, err := Rules("siguo")
	if err != nil {
		panic(err) // unreachable: it is one of ours
	}
	return rs
})

// IsJGS reports whether data begins as a .jgs file does.
func IsJGS(data []byte) bool { return bytes.HasPrefix(data, []byte(jgsHeader)) }

// ParseJGS reads a .jgs file of a game of four. It checks the form only; [Recording.Check]
// holds the moves against the rules. Invisible characters are dropped from names and
// comments.
func ParseJGS(data []byte) (*Recording, error) {
	r, err := parseJGS(data)
	if err != nil {
		return nil, coded.Errorf("junqi.jgs", "jgs: %w", err)
	}
	return r, nil
}

func parseJGS(data []byte) (*Recording, error) {
	switch {
	case len(data) > MaxJGS:
		return nil, coded.Errorf("junqi.jgs-long", "%d bytes: at most %d are read", len(data), MaxJGS)
	case !IsJGS(data):
		return nil, coded.Errorf("junqi.jgs-header", "a .jgs file begins with %q", jgsHeader)
	case len(data) < jgsSteps:
		return nil, coded.Errorf("junqi.jgs-short", "%d bytes: a .jgs file has at least %d", len(data), jgsSteps)
	case word(data, jgsStepsAt) != jgsSteps-jgsOrigin:
		return nil, coded.Errorf("junqi.jgs-steps-at", "the steps begin at %d, not at %d", jgsOrigin+word(data, jgsStepsAt), jgsSteps)
	case data[jgsSeats] != 4:
		return nil, coded.Errorf("junqi.jgs-seats", "a game of %d: only games of four are read", data[jgsSeats])
	}
	r := &Recording{}
	var err error
	if r.Recorder, err = colourSeat(data[jgsRecorder]); err != nil {
		return nil, err
	}
	if err := r.readPlayers(data[jgsPlayers:]); err != nil {
		return nil, err
	}
	if err := r.readSteps(data); err != nil {
		return nil, err
	}
	return r, r.readComments(data)
}

func word(data []byte, at int) int { return int(binary.LittleEndian.Uint16(data[at:])) }

func colourSeat(colour byte) (engine.Seat, error) {
	if int(colour) >= len(jgsColours) {
		return 0, coded.Errorf("junqi.jgs-colour", "colour %d: expected 0 to 3", colour)
	}
	return jgsColours[colour], nil
}

func (r *Recording) readPlayers(data []byte) error {
	for range r.Players {
		player := data[:jgsPlayerSize]
		seat, err := colourSeat(player[0])
		if err != nil {
			return err
		}
		at := &r.Players[seat]
		if at.Layout != nil {
			return coded.Errorf("junqi.jgs-colour-twice", "two players have colour %d", player[0])
		}
		if at.Layout, err = parseJQLCells(player[jgsLayout:][:len(halfPlaces)]); err != nil {
			return coded.Errorf("junqi.jgs-layout", "%s: %w", seat, err)
		}
		at.Name = gbk(player[jgsName:jgsLayout])
		data = data[jgsPlayerSize:]
	}
	return nil
}

// gbk reads a text that ends with a zero byte or with the data. Half a character at its end is
// left out, and so are characters that are not seen.
func gbk(data []byte) string {
	data, _, _ = bytes.Cut(data, []byte{0})
	text, _ := simplifiedchinese.GBK.NewDecoder().Bytes(data) // what is none becomes U+FFFD
	return strings.Map(func(c rune) rune {
		if c == unicode.ReplacementChar || !unicode.IsPrint(c) {
			return -1
		}
		return c
	}, string(text))
}

func (r *Recording) readSteps(data []byte) error {
	count := word(data, jgsCount)
	switch {
	case count > maxJGSSteps:
		return coded.Errorf("junqi.jgs-many-steps", "%d steps: at most %d are read", count, maxJGSSteps)
	case len(data) < jgsSteps+count*jgsStepSize:
		return coded.Errorf("junqi.jgs-torn", "%d bytes are too few for %d steps", len(data), count)
	}
	for i := range count {
		step, err := parseStep(data[jgsSteps+i*jgsStepSize:][:jgsStepSize])
		if err != nil {
			return coded.Errorf("junqi.jgs-step", "step %d: %w", i+1, err)
		}
		r.Steps = append(r.Steps, step)
	}
	return nil
}

// The first bytes of steps.
const (
	jgsMove  = 0x5f
	jgsEvent = 0xf5
)

func parseStep(b []byte) (Step, error) {
	switch {
	case b[0] == jgsMove:
		return parseMoveStep(b)
	case b[0] == jgsEvent && b[1] >= 2 && b[1] <= 5:
		return parseEventStep(b)
	}
	return Step{}, coded.Errorf("junqi.jgs-unknown-step", "%02x %02x is not a step: steps begin with 5f, or f5 and 02 to 05", b[0], b[1])
}

func parseMoveStep(b []byte) (Step, error) {
	s := Step{Kind: StepMove, Result: Outcome(b[1] & 3), Next: jgsColours[b[1]>>3&3], HasNext: true}
	for i, to := range []*engine.Node{&s.Move.From, &s.Move.To, &s.MoverFlag, &s.TargetFlag} {
		x, y := b[2+2*i], b[3+2*i]
		node, ok := siguoNode(x, y)
		if optional := i >= 2 && x == 0 && y == 0; !ok && !optional {
			return s, coded.Errorf("junqi.jgs-no-node", "the board has no place at %d, %d", x, y)
		}
		*to = node
	}
	return s, nil
}

// siguoNode returns the node in a column and a row of the grid, from the top left.
func siguoNode(x, y byte) (engine.Node, bool) {
	if x >= siguoHeight || y >= siguoHeight {
		return engine.NoNode, false
	}
	node, ok := recordedRules().Board().Node(nodeName(cell{int(x), int(y)}, siguoHeight))
	if !ok {
		return engine.NoNode, false
	}
	return node, true
}

func parseEventStep(b []byte) (s Step, err error) {
	s.Kind = StepKind(b[1]) - 2 + StepTimeout
	if s.Kind != StepEnd {
		if s.Seat, err = colourSeat(b[2]); err != nil {
			return s, err
		}
	}
	if b[4] != 0xff {
		if s.Next, err = colourSeat(b[4]); err != nil {
			return s, err
		}
		s.HasNext = true
	}
	switch s.Kind {
	case StepTimeout:
		s.Timeouts = int(b[3])
	case StepOut:
		if s.Why = OutReason(b[3]); s.Why < OutFlag || s.Why > OutLeft || s.Why == 5 {
			return s, coded.Errorf("junqi.jgs-why", "%d is not a reason to be out: expected 1 to 4 or 6", b[3])
		}
	case StepEnd:
		if s.How = Ending(b[3]); s.How != EndDraw && s.How != EndDecided && s.How != EndFled {
			return s, coded.Errorf("junqi.jgs-how", "%d is not an end of a game: expected 2, 4 or 6", b[3])
		}
	}
	return s, nil
}

// readComments reads what follows the steps, if anything does.
func (r *Recording) readComments(data []byte) error {
	at := jgsOrigin + word(data, jgsCommentsAt)
	if end := jgsSteps + len(r.Steps)*jgsStepSize; at < end || at > len(data) {
		return coded.Errorf("junqi.jgs-comments-at", "the comments begin at %d: that is not between %d, where the steps end, and the end of the file", at, end)
	}
	tail := data[at:]
	if len(tail) < jgsCommentHead {
		return nil
	}
	count := int64(binary.LittleEndian.Uint32(tail[8:]))
	tail = tail[jgsCommentHead:]
	if count*jgsCommentSize > int64(len(tail)) {
		return coded.Errorf("junqi.jgs-comments", "%d bytes are too few for %d comments", len(tail), count)
	}
	for range count {
		r.Comments = append(r.Comments, Comment{int(binary.LittleEndian.Uint32(tail)), gbk(tail[4:jgsCommentSize])})
		tail = tail[jgsCommentSize:]
	}
	return nil
}
