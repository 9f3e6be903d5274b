package engine

import (
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The digest is that of the printed object without its name and digest, so that
// anyone can work it out from what `rules show --json` prints.
func TestDigestIsOfTheJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rs := drawRules(t)
		text := rs.JSON()
		var compact bytes.Buffer
		require.NoError(t, json.Compact(&compact, text))
		require.Equal(t, compact.String(), string(text))

		digest := rs.Digest()
		head := `{"name":"` + rs.Name() + `","digest":"` + hex.EncodeToString(digest[:]) + `",`
		require.True(t, bytes.HasPrefix(text, []byte(head)))
		hashed := append([]byte("darkjunqi/v1/ruleset\x00{"), text[len(head):]...)
		require.Equal(t, sha512.Sum512_256(hashed), digest)
	})
}

// The names of presets are not rules: what is written differently but plays the same
// has one digest.
func TestDigestIgnoresSpelling(t *testing.T) {
	a, err := Rules("app")
	require.NoError(t, err)
	b, err := Rules("standard,last-both=draw,mines=exploding")
	require.NoError(t, err)
	require.Equal(t, a.Digest(), b.Digest())
	require.NotEqual(t, a.Digest(), Standard().Digest())
}

func TestJSONShape(t *testing.T) {
	var doc struct {
		Name, Digest string
		Options      map[string]string
		Board        struct {
			Nodes        []struct{ ID, Kind string }
			Roads, Rails [][2]string
			RailLines    [][]string
		}
		Army []struct {
			ID, Letter string
			Count      int
		}
		Placement map[string]map[string][]string
		Codes     []struct {
			Code                                                int
			AttackerLeaves, DefenderLeaves, FlagTaken, Repelled bool
			AttackerCommanderFell, DefenderCommanderFell        bool
			Seen                                                *string
		}
		Clash []struct {
			Attacker, Defender string
			Code               int
		}
	}
	decoder := json.NewDecoder(bytes.NewReader(Standard().JSON()))
	decoder.DisallowUnknownFields()
	require.NoError(t, decoder.Decode(&doc))

	require.Equal(t, "standard", doc.Name)
	require.Len(t, doc.Digest, 64)
	require.Len(t, doc.Options, len(optionTable))
	require.Equal(t, "spring", doc.Options["mines"])
	require.Len(t, doc.Board.Nodes, 60)
	require.Equal(t, "a1", doc.Board.Nodes[0].ID)
	require.Equal(t, "headquarters", doc.Board.Nodes[12].Kind)
	require.Len(t, doc.Board.Roads, 98)
	require.Equal(t, [2]string{"a1", "a2"}, doc.Board.Roads[0])
	require.Len(t, doc.Board.Rails, 35)
	require.Equal(t, [2]string{"a2", "a3"}, doc.Board.Rails[0])
	require.Len(t, doc.Board.RailLines, 7)
	require.Equal(t, []string{"a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10", "a11"}, doc.Board.RailLines[0])

	total := 0
	for _, piece := range doc.Army {
		total += piece.Count
	}
	require.Equal(t, ArmySize, total)
	require.Equal(t, "engineer", doc.Army[2].ID)
	require.Equal(t, "1", doc.Army[2].Letter)
	require.Equal(t, map[string][]string{"red": {"b1", "d1"}, "blue": {"b12", "d12"}}, doc.Placement["flag"])
	require.Len(t, doc.Placement["mine"]["red"], 10)
	require.Len(t, doc.Placement["bomb"]["blue"], 20)
	require.Len(t, doc.Placement["commander"]["blue"], 25)

	require.Len(t, doc.Codes, 8)
	for i, c := range doc.Codes {
		require.Equal(t, i, c.Code)
		require.NotNil(t, c.Seen)
		require.Empty(t, *c.Seen)
	}
	require.Len(t, doc.Clash, 120)
	require.Equal(t, "engineer", doc.Clash[0].Attacker)
	require.Equal(t, "flag", doc.Clash[0].Defender)
	require.Equal(t, 1, doc.Clash[0].Code)
}
