package invite

import (
	"bytes"
	"strings"
	"unicode"

	"golang.org/x/crypto/cryptobyte"
)

// maxPieces is the number of pieces an invite may be broken into.
const maxPieces = 64

// parse reads an invite of the kind that begins with prefix. others are the errors for other
// kinds, none is that for text that is not an invite.
func parse[I interface {
	read(*cryptobyte.String) bool
	String() string
}](pasted, prefix string, into I, none error, others map[string]error) (nothing I, err error) {
	text, err := inviteText(pasted)
	if err != nil {
		return nothing, err
	}
	for other, err := range others {
		if strings.HasPrefix(text, other) {
			return nothing, err
		}
	}
	payload, err := readInvite(prefix, text)
	switch {
	case err == ErrNotInvite:
		return nothing, none
	case err != nil:
		return nothing, err
	}
	s := cryptobyte.String(payload)
	// Unused bits of the last letter could give one invite two names.
	if !into.read(&s) || into.String() != text {
		return nothing, ErrTyping
	}
	return into, nil
}

// inviteText finds the invite in what somebody has pasted: whatever its characters were made
// into, and whatever is around it.
func inviteText(pasted string) (string, error) {
	if len(pasted) > MaxText {
		return "", ErrTyping
	}
	text := strings.Map(plain, pasted)
	prefix, rest := cutInvite(text)
	if prefix == "" {
		return strings.Join(strings.Fields(text), ""), nil
	}
	pieces := invitePieces(rest)
	for n := len(pieces); n > 0; n-- { // words behind it may look like more of it
		if whole := prefix + strings.Join(pieces[:n], ""); hasChecksum(prefix, whole) {
			return whole, nil
		}
	}
	return prefix + strings.Join(pieces, ""), nil
}

// cutInvite finds where an invite begins, not within a word: its prefix, and what is behind it. There is
// none if the prefix is "".
func cutInvite(text string) (prefix, rest string) {
	for at := range len(text) {
		rest, is := strings.CutPrefix(text[at:], "djq")
		if !is || at > 0 && strings.ContainsRune(inviteAlphabet+"0189", rune(text[at-1])) {
			continue
		}
		if rest != "" && strings.Contains("wra", rest[:1]) {
			rest = rest[1:]
		}
		if rest != "" && '1' <= rest[0] && rest[0] <= '9' {
			rest = rest[1:]
			return text[at : len(text)-len(rest)], rest
		}
	}
	return "", ""
}

// invitePieces returns the pieces of an invite's text behind its prefix, up to where something
// stands that can't be part of one.
func invitePieces(rest string) (pieces []string) {
	for _, field := range strings.Fields(rest) {
		end := strings.TrimLeft(field, inviteAlphabet)
		pieces = append(pieces, strings.TrimSuffix(field, end))
		if end != "" || len(pieces) == maxPieces {
			break
		}
	}
	return pieces
}

func hasChecksum(prefix, text string) bool {
	_, err := readInvite(prefix, text)
	return err == nil
}

// plain returns a character as an invite would have it: small, of usual width, and none that can't
// be seen.
func plain(r rune) rune {
	const wide, narrow = 0xff01, '!' // and those that follow, up to 0xff5e and '~'
	switch {
	case r >= wide && r <= 0xff5e:
		r = r - wide + narrow
	case unicode.Is(unicode.Cf, r): // zero width, soft hyphens, marks of direction
		return -1
	}
	return unicode.ToLower(r)
}

// readInvite returns what an invite of this kind holds before its checksum.
func readInvite(prefix, text string) ([]byte, error) {
	if !strings.HasPrefix(text, prefix) {
		for _, one := range []string{invitePrefix, watchPrefix, relayPrefix, replyPrefix} {
			digit := len(one) - 1
			if len(text) > 100 && strings.HasPrefix(text, one[:digit]) && text[digit] >= '2' && text[digit] <= '9' {
				return nil, ErrVersion
			}
		}
		return nil, ErrNotInvite
	}
	raw, err := inviteEncoding.DecodeString(text[len(prefix):])
	if err != nil || len(raw) < inviteChecksum {
		return nil, ErrTyping
	}
	payload := raw[:len(raw)-inviteChecksum]
	sum := checksumInvite(prefix, payload)
	if !bytes.Equal(sum[:inviteChecksum], raw[len(payload):]) {
		return nil, ErrTyping
	}
	return payload, nil
}
