package invite

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	inviteStarts = regexp.MustCompile(`(?:^|[^a-z0-9])(djq[wr]?[1-9])`)
	inviteRun    = regexp.MustCompile(`^[a-z2-7]*`)
)

// maxPieces is how many pieces an invite may be broken into.
const maxPieces = 64

// inviteText finds the invite in what somebody has pasted: whatever its characters were made
// into, and whatever stands around it.
func inviteText(pasted string) (string, error) {
	if len(pasted) > MaxText {
		return "", ErrTyping
	}
	text := strings.Map(plain, pasted)
	at := inviteStarts.FindStringSubmatchIndex(text)
	if at == nil {
		return strings.Join(strings.Fields(text), ""), nil
	}
	prefix, rest := text[at[2]:at[3]], text[at[3]:]
	pieces := invitePieces(rest)
	for n := len(pieces); n > 0; n-- { // words behind it may look like more of it
		if whole := prefix + strings.Join(pieces[:n], ""); hasChecksum(prefix, whole) {
			return whole, nil
		}
	}
	return prefix + strings.Join(pieces, ""), nil
}

// invitePieces are the pieces of an invite's text behind its prefix, up to where something
// stands that can't be part of one.
func invitePieces(rest string) (pieces []string) {
	for _, field := range strings.Fields(rest) {
		run := inviteRun.FindString(field)
		pieces = append(pieces, run)
		if len(run) < len(field) || len(pieces) == maxPieces {
			break
		}
	}
	return pieces
}

func hasChecksum(prefix, text string) bool {
	_, err := readInvite(prefix, text)
	return err == nil
}

// plain is a character as an invite would have it: small, of usual width, and none that can't
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
