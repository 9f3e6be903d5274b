package viewmodel

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// ReadMove reads a move as people type it, in the words of either language, with an offer of
// a draw before or behind it, or as the notation has it, a6-a7?. The nodes are as they were typed, and need not be there; they
// are empty if it is not a move.
func (s *Scene) ReadMove(line string) (from, to string, offer bool) {
	line = messages.Plain(line)
	if move, ok := strings.CutSuffix(line, "?"); ok && move != "" {
		line, offer = move, true
	}
	if node := s.flipped(line); node != "" {
		return node, node, offer
	}
	parts := strings.Fields(line)
	isOffer := func(word string) bool { return messages.Command(word) == "accept" || word == "offer" || word == "?" }
	switch {
	case len(parts) > 1 && isOffer(parts[0]):
		parts, offer = parts[1:], true
	case len(parts) > 1 && isOffer(parts[len(parts)-1]):
		parts, offer = parts[:len(parts)-1], true
	}
	from, to = s.nodesIn(strings.Join(parts, ""))
	return from, to, offer
}

// nodesIn returns the two nodes that a move names, as a6-a7, a6xa7 or a6a7; empty if it is no
// move. There is no x in the name of a node.
func (s *Scene) nodesIn(text string) (from, to string) {
	board := s.Rules.Board()
	if i := strings.IndexAny(text, "-x"); i > 0 {
		from, to = text[:i], text[i+1:]
		if isNodeName(from) && isNodeName(to) {
			return from, to
		}
		return "", ""
	}
	for i := 1; i < len(text); i++ {
		_, begins := board.Node(text[:i])
		_, ends := board.Node(text[i:])
		if begins && ends {
			return text[:i], text[i:]
		}
	}
	return "", ""
}

// isNodeName reports whether a text looks like the name of a node, as a6.
func isNodeName(name string) bool {
	return len(name) >= 2 && len(name) <= 6 && 'a' <= name[0] && name[0] <= 'z' && '0' <= name[len(name)-1] && name[len(name)-1] <= '9'
}
