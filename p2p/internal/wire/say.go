package wire

import (
	"fmt"

	"github.com/darkjunqi/darkjunqi/internal/coded"
)

const (
	MaxSay  = 80 // characters of a free text, the same ones as in names
	Phrases = 18 // set phrases, numbered from 1
)

// NewSay says a set phrase, or for 0 a text.
func NewSay(phrase int, text string) (Frame, error) {
	switch {
	case phrase < 0 || phrase > Phrases || phrase > 0 && text != "":
		return Frame{}, coded.Errorf("p2p.say-phrase", "the set phrases are 1 to %d", Phrases)
	case phrase == 0 && !isLine(text, MaxSay):
		return Frame{}, coded.Errorf("p2p.say-text", "say up to %d characters on one line", MaxSay)
	}
	return Frame{KindSay, append([]byte{byte(phrase)}, text...)}, nil
}

// ParseSay decodes what NewSay makes.
func ParseSay(payload []byte) (phrase int, text string, err error) {
	phrase, text = int(payload[0]), string(payload[1:])
	if _, err := NewSay(phrase, text); err != nil {
		return 0, "", fmt.Errorf("%w: say", ErrMalformed)
	}
	return phrase, text, nil
}
