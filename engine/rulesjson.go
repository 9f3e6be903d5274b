package engine

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"slices"
)

// The shapes of the JSON form of a ruleset. Their fields are hashed in this order.
type (
	rulesDoc struct {
		Options   object     `json:"options"`
		Board     boardDoc   `json:"board"`
		Army      []armyDoc  `json:"army"`
		Placement object     `json:"placement"`
		Codes     []codeDoc  `json:"codes"`
		Clash     []clashDoc `json:"clash"`
	}
	boardDoc struct {
		Nodes     []nodeDoc  `json:"nodes"`
		Roads     [][]string `json:"roads"`
		Rails     [][]string `json:"rails"`
		RailLines [][]string `json:"railLines"`
	}
	nodeDoc struct {
		ID   string `json:"id"`
		Kind string `json:"kind"`
	}
	armyDoc struct {
		ID     string `json:"id"`
		Letter string `json:"letter"`
		Count  int    `json:"count"`
	}
	placementDoc struct {
		Red  []string `json:"red"`
		Blue []string `json:"blue"`
	}
	codeDoc struct {
		Code                  int    `json:"code"`
		AttackerLeaves        bool   `json:"attackerLeaves"`
		DefenderLeaves        bool   `json:"defenderLeaves"`
		FlagTaken             bool   `json:"flagTaken"`
		AttackerCommanderFell bool   `json:"attackerCommanderFell"`
		DefenderCommanderFell bool   `json:"defenderCommanderFell"`
		Repelled              bool   `json:"repelled"`
		Seen                  string `json:"seen"`
	}
	clashDoc struct {
		Attacker string `json:"attacker"`
		Defender string `json:"defender"`
		Code     int    `json:"code"`
	}
)

// object is a JSON object that keeps its fields in order.
type object []field

type field struct {
	key   string
	value any
}

// MarshalJSON writes the fields in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, f := range o {
		b.WriteByte("{,"[min(i, 1)])
		key, err := json.Marshal(f.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(f.value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// JSON is the ruleset as one compact JSON object: name, digest (lower-case
// hexadecimal), options, board, army, placement, codes and clash, in this order.
func (rs *Ruleset) JSON() []byte {
	digest := hex.EncodeToString(rs.digest[:])
	head := `{"name":"` + rs.name + `","digest":"` + digest + `",`
	return slices.Concat([]byte(head), rs.json[1:])
}

// rulesJSON is the object of JSON without name and digest: what the digest hashes.
func (rs *Ruleset) rulesJSON() []byte {
	var doc rulesDoc
	for i, o := range optionTable {
		doc.Options = append(doc.Options, field{o.name, rs.settings[i]})
	}
	doc.Board = rs.board.doc()
	for _, t := range AllTypes.Types() {
		doc.Army = append(doc.Army, armyDoc{t.String(), string(t.Letter()), rs.Count(t)})
		doc.Placement = append(doc.Placement, field{t.String(), placementDoc{
			Red:  nodeNames(rs.startsOf(Red, t).Nodes()),
			Blue: nodeNames(rs.startsOf(Blue, t).Nodes()),
		}})
	}
	for i, a := range rs.clash.codes {
		seen := ""
		if a.Seen.Valid() {
			seen = a.Seen.String()
		}
		doc.Codes = append(doc.Codes, codeDoc{i, a.AttackerLeaves, a.DefenderLeaves, a.FlagTaken,
			a.AttackerCommanderFell, a.DefenderCommanderFell, a.Repelled, seen})
	}
	for _, a := range Mobile.Types() {
		for _, d := range AllTypes.Types() {
			doc.Clash = append(doc.Clash, clashDoc{a.String(), d.String(), int(rs.Clash(a, d))})
		}
	}
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err) // strings, numbers and booleans always marshal
	}
	return text
}

// startsOf is the set of nodes where a seat's piece of type t may start.
func (rs *Ruleset) startsOf(seat Seat, t Type) NodeSet {
	var nodes NodeSet
	for number, allowed := range rs.allowed {
		if allowed.Has(t) {
			nodes |= bit(startNodes[seat][number])
		}
	}
	return nodes
}

// doc is the board in the shape of its JSON form.
func (b *Board) doc() boardDoc {
	var doc boardDoc
	for n := range b.Nodes().All() {
		doc.Nodes = append(doc.Nodes, nodeDoc{n.String(), b.Kind(n).String()})
	}
	for _, e := range b.RoadEdges() {
		doc.Roads = append(doc.Roads, nodeNames([]Node{e.A, e.B}))
	}
	for _, e := range b.RailEdges() {
		doc.Rails = append(doc.Rails, nodeNames([]Node{e.A, e.B}))
	}
	for _, line := range b.lines {
		doc.RailLines = append(doc.RailLines, nodeNames(line))
	}
	return doc
}

func nodeNames(nodes []Node) []string {
	names := make([]string, len(nodes))
	for i, n := range nodes {
		names[i] = n.String()
	}
	return names
}
