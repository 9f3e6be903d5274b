package adversary

import (
	"crypto/ed25519"
	"fmt"
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Where cheats end at a table of four.
const (
	// PutOut: the others take the record as proof against its signer, put it out by their
	// votes, and play on.
	PutOut Stopped = "convicted at once and put out; the others play on"
	// Shown: nothing that was signed is false. The partner's program sees it, and tells it.
	Shown Stopped = "seen by the partner alone, convicts nobody"
)

// A TableKind is a way to cheat at a table of two teams of two.
type TableKind struct {
	Name        string
	Description string // one line
	Stopped     Stopped
	Record      transcript.Kind // what is false; 0 of a Peek

	lie func(t *Table)
}

// TableKinds lists them.
func TableKinds() []TableKind { return slices.Concat(tableKinds, falseSignOuts, falsePeeks) }

// FindTable returns the kind of that name, if there is one.
func FindTable(name string) (TableKind, bool) {
	kinds := TableKinds()
	i := slices.IndexFunc(kinds, func(k TableKind) bool { return k.Name == name })
	if i < 0 {
		return TableKind{}, false
	}
	return kinds[i], true
}

// Ruleset returns the rules that give occasion for a cheat: partners see each other's pieces.
func (k TableKind) Ruleset() (*engine.Ruleset, error) {
	return junqi.Rules("siguo,way=partners,first=red,resign-from=off")
}

var tableKinds = []TableKind{
	{"two-records", "shows one move to the next enemy, and another to the two others", PutOut, transcript.Move, twoRecords},
	{"old-second-record", "signs another record in a place some turns ago, to undo what came after", PutOut, transcript.Resign, oldSecondRecord},
	{"moves-for-partner", "moves a piece when it is its partner's turn", PutOut, transcript.Move, movesForPartner},
	{"attacks-partner", "attacks its partner's piece", PutOut, transcript.Move, attacksPartner},
	{"resigns-for-partner", "removes its partner with a resignation that it has signed itself", PutOut, transcript.Resigned, resignsForPartner},
	{"false-accusation", "accuses an enemy of a false record that is sound", PutOut, transcript.Fault, falseAccusation},
}

// twoRecords: the enemy that is next acknowledges one of two moves before it hears of the
// other.
func twoRecords(t *Table) {
	p := t.mover()
	t.Cheat = p.Seat()
	twin := must(protocol.Restore(p.Secret(), p.Match().Records(), p.Match().Extras()))
	t.play(p, 0)
	t.play(twin, 1)
	t.silent = true
	next := t.Players[t.after(t.Cheat)]
	for _, other := range t.honest() {
		raw := proposed(twin)
		if other == next {
			raw = proposed(p)
		}
		t.bring(other, raw)
	}
}

// proposed returns the record that a player has made and the others have not acknowledged yet.
func proposed(p *protocol.Player) []byte {
	notes := p.Notes()
	i := slices.IndexFunc(notes, func(raw []byte) bool { return transcript.Kind(raw[0]) == transcript.Move })
	return notes[i]
}

func oldSecondRecord(t *Table) {
	m := t.mover().Match()
	place := m.Len() - quiet + 1
	t.Cheat = engine.Seat(m.Record(place)[1])
	t.tell(transcript.Resign, m.Place(place).Prev, nil)
}

func movesForPartner(t *Table) {
	p := t.mover()
	t.Cheat = t.partner(p.Seat())
	move := transcript.MoveBody{Move: quietMoves(p)[0]}
	t.tell(transcript.Move, p.Match().Base(), move.Marshal())
}

func attacksPartner(t *Table) {
	p := t.mover()
	t.Cheat = p.Seat()
	position, partner := p.Match().Position(), t.partner(t.Cheat)
	move := transcript.MoveBody{Move: quietMoves(p)[0]}
	for node := range engine.Node(p.Match().Rules().Board().NumNodes()) {
		if piece := position.At(node); piece != engine.NoPiece && piece.Seat() == partner {
			move.Move.To = node
		}
	}
	t.tell(transcript.Move, p.Match().Base(), move.Marshal())
}

func resignsForPartner(t *Table) {
	p := t.mover()
	t.Cheat = p.Seat()
	head := p.Match().Head()
	forged := t.sign(t.Cheat, t.link(head), transcript.Resign, nil)
	body := transcript.ResignedBody{Seat: t.partner(t.Cheat), Signature: signatureOf(forged)}
	t.tell(transcript.Resigned, head, body.Marshal())
}

func falseAccusation(t *Table) {
	m := t.mover().Match()
	place := m.Len() - 1
	t.Cheat = t.after(engine.Seat(m.Record(place)[1]))
	fault := transcript.FaultBody{At: m.Place(place).Prev, Records: [][]byte{m.Record(place)}}
	t.tell(transcript.Fault, fault.At, fault.Marshal())
}

func signatureOf(raw []byte) [ed25519.SignatureSize]byte {
	return [ed25519.SignatureSize]byte(raw[len(raw)-ed25519.SignatureSize:])
}

// Check says how what became of a cheat differs from what should; nil if it was stopped as it
// should be.
func (k TableKind) Check(t *Table) error {
	m := t.Match()
	for _, p := range t.honest() {
		if p.Match().Base() != m.Base() {
			return fmt.Errorf("%s: %s goes on along another branch", k.Name, p.Seat())
		}
	}
	c, out := m.Conviction(), m.SignedOut(t.Cheat)
	if k.Stopped == Shown {
		if c != nil || t.Told == nil {
			return fmt.Errorf("%s: %+v, told %w", k.Name, c, t.Told)
		}
		return nil
	}
	if c == nil || c.Culprit != t.Cheat || c.Kind != k.Record || len(m.Convictions()) != 1 {
		return fmt.Errorf("%s: the conviction is %+v", k.Name, c)
	}
	if out == nil || out.Cause == transcript.Absent || m.Len() <= out.Record+1 {
		return fmt.Errorf("%s: the others have not put it out and played on: %+v", k.Name, out)
	}
	if r := protocol.Audit(m.File()); r.Verdict != protocol.Cheating || r.Conviction.Culprit != t.Cheat {
		return fmt.Errorf("%s: the audit says %s: %w", k.Name, r.Verdict, r.Reason)
	}
	return nil
}
