package lab

import (
	"bytes"
	"crypto/ed25519"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/tally"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// babbler is a party that sends what nobody has signed once it has given its numbers.
type babbler struct{ *giver }

func (b babbler) poll(bool, gone) ([]byte, error) {
	if b.numbers == nil {
		return []byte("junk"), nil
	}
	return b.next(false, 0)
}

func (b babbler) hear(record []byte) error { return b.Append(record) }

// Whoever sends what no party has signed is gone, and stops nobody.
func TestJunkIsALoss(t *testing.T) {
	x := &mean{max: 100, vectors: [][]int{{1}, {2}, {3}, {4}}}
	x.quorum = 3
	s := session{terms: x.terms, member: x.member, seat: func(number int, _ ed25519.PrivateKey, m member) place {
		if number == 3 {
			return babbler{m.(*giver)}
		}
		return local{m}
	}}
	file, _, err := s.here(4, nobody)
	require.NoError(t, err)
	_, verdict, err := boards.Judge("sum.djt", file)
	require.NoError(t, err)
	require.Equal(t, protocol.Honest, verdict)
}

// Terms come alone: a record behind them would hide all that follow from an auditor.
func TestTermsComeAlone(t *testing.T) {
	public, _, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	x := &trial{rules: tally.Vote, values: 4, trustees: 2}
	x.quorum = 2
	other, _, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	terms, err := x.terms([]ed25519.PublicKey{public, other})
	require.NoError(t, err)
	env := &cli.Env{Out: io.Discard, Lang: messages.English}
	_, err = boards.Terms(env, terms)
	require.NoError(t, err)
	_, err = boards.Terms(env, transcript.AppendFrame(terms, bytes.Repeat([]byte{1}, 80)))
	require.ErrorIs(t, err, tally.ErrForeign)
}
