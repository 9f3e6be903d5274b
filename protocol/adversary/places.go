package adversary

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// engineersArrive has red win when an engineer reaches a camp of its own.
func engineersArrive(r *engine.Rules) {
	r.Ends.Reach = &engine.ReachRule{Type: "engineer", To: [][]string{{"b5"}, {"b8"}}}
}

// drawsInTheOpen makes an attacking platoon leader fall to another one that is not at home: c7 is
// nobody's.
func drawsInTheOpen(r *engine.Rules) {
	table := make([][]int, len(r.Clash.Table))
	for a, row := range r.Clash.Table {
		table[a] = slices.Clone(row)
	}
	table[junqi.Platoon][junqi.Platoon] = slices.IndexFunc(r.Clash.Announcements, func(a engine.AnnouncementRule) bool {
		return a.AttackerLeaves && !a.DefenderLeaves && !a.AttackerShowsFlag
	})
	c7 := slices.IndexFunc(r.Nodes, func(n engine.NodeRule) bool { return n.Name == "c7" })
	r.Nodes[c7].Home = ""
	r.Clash.Places = []engine.PlaceRule{{Kind: r.Nodes[c7].Kind, Table: table}}
}

// abroad lets platoon leaders meet on c7.
func abroad(liar engine.Seat, turn string) Scene {
	return Scene{Change: drawsInTheOpen, Liar: liar, Turns: []string{turn}}
}

var placeKinds = []Kind{
	{"false-arrival", "a company commander stands on the goal, and it shows an engineer there, which is false",
		AtOnce, transcript.Arrive, Scene{Change: engineersArrive, Turns: []string{"b6-b5", "b7-b8", "!"}},
		lies{transcript.Move: func(p *Player) []byte {
			body := transcript.ArriveBody{}
			position := p.Match().Position()
			for body.Node = range position.Arrived(p.Seat()).All() {
			}
			number := position.At(body.Node).Number()
			body.Proof = p.open(p.place(transcript.Arrive, body.Head()), number, p.commitment().Column(number, junqi.Engineer), 1)
			return p.sign(transcript.Arrive, body.Marshal())
		}}},
	{"attack-by-the-usual-table", "attacks with the usual table where another one holds",
		AtOnce, transcript.Move, abroad(engine.Red, "!c6-c7"), forgedAttacks(func(f *forgedAttack) {
			f.targets = f.targetsBy(f.usual)
		})},
	{"answer-by-the-usual-table", "answers what the usual table says where another one holds",
		AtOnce, transcript.Answer, abroad(engine.Blue, "c6-c7"), lies{transcript.Answer: falseAnswer(bothFall)}},
}
