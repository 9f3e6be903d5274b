package rulestext

import (
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
)

func ofBoard(d engine.Difference) bool {
	switch d.Subject {
	case engine.SubjectStart, engine.SubjectKind, engine.SubjectNode, engine.SubjectLine, engine.SubjectLeap, engine.SubjectRail, engine.SubjectRoad:
		return true
	}
	return false
}

// boardInWords lists everything of a board that play depends on: the nodes of each kind, homes,
// roads, rails and lines.
func boardInWords(lang messages.Lang, r engine.Rules) (lines []string) {
	add := func(text messages.Text, what string, nodes []string) {
		if len(nodes) > 0 {
			lines = append(lines, text.In(lang, what, strings.Join(nodes, " ")))
		}
	}
	for _, k := range r.Kinds {
		var nodes []string
		for _, n := range r.Nodes {
			if n.Kind == k.ID {
				nodes = append(nodes, n.Name)
			}
		}
		add(messages.SumKind, lang.Name(k.EN, k.ZH), nodes)
	}
	for i := range r.Seats {
		seat := engine.Seat(i)
		add(messages.SumHome, lang.Seat(seat), homeOf(r, seat))
	}
	add(messages.SumWays, messages.WordsRoads.In(lang), trails(r.Roads))
	add(messages.SumWays, messages.WordsRails.In(lang), trails(r.Rails))
	var rides []string
	for _, line := range r.Lines {
		rides = append(rides, strings.Join(line, "-"))
	}
	add(messages.SumWays, messages.WordsLines.In(lang), rides)
	var leaps []string
	for _, leap := range r.Leaps {
		leaps = append(leaps, strings.Join(leap, "-"))
	}
	add(messages.SumWays, messages.WordsLeaps.In(lang), leaps)
	return lines
}

// trails strings edges together, each once, so that they are shorter to read.
func trails(edges [][2]string) (told []string) {
	left := slices.Clone(edges)
	for len(left) > 0 {
		trail := left[0][:]
		left = left[1:]
		for {
			end := trail[len(trail)-1]
			i := slices.IndexFunc(left, func(e [2]string) bool { return e[0] == end || e[1] == end })
			if i < 0 {
				break
			}
			next := left[i][0]
			if next == end {
				next = left[i][1]
			}
			trail, left = append(slices.Clone(trail), next), slices.Delete(slices.Clone(left), i, i+1)
		}
		told = append(told, strings.Join(trail, "-"))
	}
	return told
}

// homeOf lists the nodes that are a seat's home, by name.
func homeOf(r engine.Rules, seat engine.Seat) (nodes []string) {
	for _, n := range r.Nodes {
		if n.Home == seat.String() {
			nodes = append(nodes, n.Name)
		}
	}
	slices.Sort(nodes)
	return nodes
}
