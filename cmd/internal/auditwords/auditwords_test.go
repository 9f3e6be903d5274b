package auditwords

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Whatever kind of record is false or was checked, there are words for what it claims.
func TestEveryKindOfRecordHasWords(t *testing.T) {
	found := 0
	for k := range transcript.Kind(255) {
		if !k.Valid() {
			continue
		}
		found++
		for _, l := range []messages.Lang{messages.English, messages.Chinese} {
			require.NotEmpty(t, messages.Checked(nil, k).In(l), "%s in %s", k, l)
		}
	}
	require.GreaterOrEqual(t, found, 26)
}

// A move is legal for a hidden piece only where pieces are hidden.
func TestMovesOfOpenPiecesAreNotHidden(t *testing.T) {
	for spec, what := range map[string]string{
		"standard": "the move is legal for the hidden piece", "standard,mode=open": "the move is legal", "banqi": "the move is legal", "flip": "the move is legal",
	} {
		rs, err := junqi.Rules(spec)
		require.NoError(t, err)
		require.Equal(t, what, messages.Checked(rs, transcript.Move).In(messages.English), spec)
	}
}

// An audit and a certificate say the same of a false record: in which turn of the game, about which move.
func TestGroundsOfAnAuditAndOfItsCertificate(t *testing.T) {
	for name, ground := range map[string]string{
		"cheating-of-a-guest": "turn 1, c6-c7: blue announced that the attacker is removed",
		"cheating-yao82":      "turn 1, c6-c7: red signed this: a step of working out the clash",
		"cheating-garbled":    "turn 1, c6-c7: blue signed this: a step of working out the clash",
		"cheating-layout":     "red signed this: the hidden layout is legal",
		"cheating-double":     "only the holder of its key could sign this record, and an honest program never signs one like it",
	} {
		file, err := os.ReadFile("../../../testdata/archive/" + name + ".djq")
		require.NoError(t, err)
		audited := protocol.Audit(file)
		require.Equal(t, ground, Grounds(messages.English, audited)[0], name)
		require.NotRegexp(t, `byte|verify`, Verdict(messages.English, audited), "a player reads it")
		certificate, err := protocol.Certify(file)
		require.NoError(t, err)
		report, err := protocol.AuditCertificate(certificate)
		require.NoError(t, err)
		require.Equal(t, Grounds(messages.English, audited), Grounds(messages.English, report), name)
	}
}
