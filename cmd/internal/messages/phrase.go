package messages

import (
	"fmt"
	"strings"
)

const phraseWords = 5

const phraseSeparator Text = "phrase.separator"

// Phrase says the first bytes of a hash in words, one for each byte, so that two people can compare
// it aloud, each in their own language: the words have the same meaning in all. Finding another
// match with the same phrase takes about 2^40 tries.
func (l Lang) Phrase(hash [32]byte) string {
	said := make([]string, phraseWords)
	for i := range said {
		said[i] = l.phraseWord(hash[i])
	}
	return strings.Join(said, phraseSeparator.In(l))
}

// phraseWord is the word for a byte: a thing that everybody knows. The file has eight to a line.
func (l Lang) phraseWord(b byte) string {
	words, _ := l.catalogue().of(phraseSection, fmt.Sprintf("%02x", b&^7))
	return strings.Fields(words)[b&7]
}
