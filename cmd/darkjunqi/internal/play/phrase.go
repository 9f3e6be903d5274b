package play

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// termsOf is the hash of a match's Terms; zero while they are not known.
func termsOf(s *p2p.Session) (hash transcript.Hash) {
	s.View(func(_ *protocol.Player, m *protocol.Match) {
		if m != nil && m.Len() > 0 {
			hash = m.Hash(0)
		}
	})
	return hash
}

// phraseOf is the phrase of a match for programs, by languages.
func phraseOf(terms transcript.Hash) map[string]string {
	return messages.Each(func(l messages.Lang) string { return l.Phrase(terms) })
}

// sayPhrase says the phrase of a match, with what it is for. It is that of the Terms, so that the host has it with the invite
// and a guest before anything is agreed to: the Terms name the key of every invite, so who has joined them sits at the host's
// table and at no other.
func sayPhrase(env *cli.Env, terms transcript.Hash) {
	fmt.Fprintln(env.Out)
	env.Paragraphs(env.T(messages.PhraseSay, env.Lang.Phrase(terms)))
}
