package junqi

import (
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// extraRailSeparator stands between the pairs of extra-rails.
const extraRailSeparator = "+"

// readRails reads the pairs of nodes of extra-rails and writes them in order.
func readRails(value string) (string, error) {
	edges, err := parseRails(value)
	if err != nil {
		return "", err
	}
	if len(edges) == 0 {
		return "none", nil
	}
	var pairs []string
	for _, e := range edges {
		pairs = append(pairs, duelBoard.nodes[e.a].Name+"-"+duelBoard.nodes[e.b].Name)
	}
	return strings.Join(pairs, extraRailSeparator), nil
}

// parseRails reads the pairs of nodes of extra-rails, in the order of nodes. An extra rail
// joins posts and camps. No source gives its place, so any two do, also two that a road
// joins; the road then gives way to the rail.
func parseRails(value string) ([]edge, error) {
	if value == "none" {
		return nil, nil
	}
	var edges []edge
	for pair := range strings.SplitSeq(value, extraRailSeparator) {
		e, err := parseRail(pair)
		if err != nil {
			return nil, err
		}
		if slices.Contains(edges, e) {
			return nil, coded.Errorf("junqi.extra-rail-twice", "%q is listed twice", pair)
		}
		edges = append(edges, e)
	}
	if len(edges) > maxExtraRails {
		return nil, coded.Errorf("junqi.too-many-extra-rails", "%d pairs: at most %d are allowed", len(edges), maxExtraRails)
	}
	slices.SortFunc(edges, compareEdges)
	return edges, nil
}

func parseRail(pair string) (edge, error) {
	from, to, ok := strings.Cut(pair, "-")
	if !ok {
		return edge{}, coded.Errorf("junqi.bad-extra-rail", "bad pair %q: write none or pairs of nodes, such as b6-c5+d6-c5", pair)
	}
	var ends [2]cell
	for i, name := range []string{from, to} {
		at, ok := cellNamed(name)
		if !ok {
			return edge{}, coded.Errorf("junqi.extra-rail-nowhere", "unknown node %q in %q: files are a to e and rows 1 to 12", name, pair)
		}
		if duelBoard.nodes[at].Kind == headquarters {
			return edge{}, coded.Errorf("junqi.extra-rail-in-headquarters", "%s in %q is a headquarters: extra rails join posts and camps", name, pair)
		}
		ends[i] = at
	}
	e := edgeOf(ends[0], ends[1])
	switch {
	case e.a == e.b:
		return e, coded.Errorf("junqi.extra-rail-loop", "%q joins a node to itself", pair)
	case duelBoard.rails[e]:
		return e, coded.Errorf("junqi.extra-rail-there", "%q is already a rail", pair)
	}
	return e, nil
}
