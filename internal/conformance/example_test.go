package conformance_test

import (
	"crypto/ed25519"
	"crypto/sha3"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

var update = flag.Bool("update", false, "rewrite example.djq and the example in spec.md instead of comparing")

const (
	exampleFile   = "example.djq"
	exampleLayout = "42239/2.1.6/74.58/1.3.1/MM35M/BF76B"
)

func readExample(t testing.TB) []byte {
	b, err := os.ReadFile(exampleFile)
	require.NoError(t, err)
	return b
}

// stream is the source of all random bytes of one seat of the example.
func stream(label string) *sha3.SHAKE {
	s := sha3.NewSHAKE128()
	s.Write([]byte("darkjunqi/example/" + label))
	return s
}

// exampleMatch plays the match of section 1: setup, one clash, a resignation,
// both Reveals.
func exampleMatch(t *testing.T) *protocol.Match {
	rules := junqi.Standard()
	seed := make([]byte, ed25519.SeedSize)
	stream("invite").Read(seed)
	invite := ed25519.NewKeyFromSeed(seed)
	rng := [2]*sha3.SHAKE{stream("red"), stream("blue, 2")} // with which the coin falls for red
	var players [2]*protocol.Player
	var err error
	players[0], err = protocol.Host(protocol.HostConfig{
		Rules: rules, Seat: engine.Red, Invites: []ed25519.PublicKey{invite.Public().(ed25519.PublicKey)},
	}, rng[0])
	require.NoError(t, err)
	players[1], err = protocol.Join(players[0].Match().Record(0), engine.Blue, invite, rng[1])
	require.NoError(t, err)
	layout, err := rules.ParseLayout(exampleLayout)
	require.NoError(t, err)

	settle := func() {
		for moved := true; moved; {
			moved = false
			for seat, p := range players {
				made, err := p.Proceed(rng[seat])
				require.NoError(t, err)
				moved = moved || made
				other := players[1-seat]
				for i := other.Match().Len(); i < p.Match().Len(); i++ {
					require.NoError(t, other.Receive(p.Match().Record(i)))
					moved = true
				}
				for _, extra := range p.Match().Extras() { // Joins too, before all are there
					require.NoError(t, other.Receive(extra))
				}
			}
		}
	}
	settle()
	for _, p := range players {
		require.NoError(t, p.Place(layout))
	}
	settle()
	move, err := rules.Board().ParseMove("a6xa7")
	require.NoError(t, err)
	require.NoError(t, players[0].Play(move, false, rng[0]))
	settle()
	_, err = players[1].Resign()
	require.NoError(t, err)
	settle()
	return players[0].Match()
}

// The example on the page and the file beside it are what the code makes.
func TestExample(t *testing.T) {
	m := exampleMatch(t)
	if *update {
		require.NoError(t, os.WriteFile(exampleFile, m.File(), 0o644))
	}
	require.Equal(t, m.File(), readExample(t), "%s: run with -update if this is meant", exampleFile)
	require.Equal(t, protocol.Honest, protocol.Audit(m.File()).Verdict)

	page, err := os.ReadFile("spec.md")
	require.NoError(t, err)
	for name, want := range map[string]string{
		"chain":  exampleChain(m),
		"move":   exampleMove(m),
		"answer": exampleAnswer(m),
	} {
		block := regexp.MustCompile(`(?s)<!-- example:` + name + ` -->\n.*?<!-- example:end -->`)
		want = "<!-- example:" + name + " -->\n\n" + want + "\n<!-- example:end -->"
		if *update {
			page = block.ReplaceAllLiteral(page, []byte(want))
		}
		require.Equal(t, want, string(block.Find(page)), "run with -update if this is meant")
	}
	if *update {
		require.NoError(t, os.WriteFile("spec.md", page, 0o644))
	}
}

func exampleChain(m *protocol.Match) string {
	var b strings.Builder
	b.WriteString("| # | record | by | bytes | hash |\n| --- | --- | --- | --- | --- |\n")
	for i := range 6 {
		r, _ := transcript.Parse(m.Record(i))
		h := m.Hash(i)
		fmt.Fprintf(&b, "| %d | %s | %s | %d | `%x` |\n", i, r.Kind, r.Seat, len(m.Record(i)), h)
	}
	id := m.ID()
	fmt.Fprintf(&b, "\nThe match id is `%x`.\n", id)
	return b.String()
}

func exampleMove(m *protocol.Match) string {
	return annotate(m.Record(6), []part{
		{1, "kind: Move"}, {1, "seat: red"}, {3, "483 bytes of body"},
		{1, "from a6"}, {1, "to a7"}, {1, "no draw offered"},
		{32, "C.U"}, {32, "C.V"}, {32, "first message of P[0]"}, {32, "… of C.U"}, {32, "… of C.V"},
		{32, "response to x[engineer]"}, {32, "… platoon"}, {32, "… company"}, {32, "… battalion"}, {32, "… regiment"},
		{32, "… brigade"}, {32, "… division"}, {32, "… army"},
		{32, "response to t"}, {32, "response to r"}, {32, "signature"}, {32, ""},
	})
}

func exampleAnswer(m *protocol.Match) string {
	return annotate(m.Record(7), []part{
		{1, "kind: Answer"}, {1, "seat: blue"}, {3, "98 bytes of body"},
		{1, "code 2: the attacker leaves"}, {1, "no flag"},
		{32, "first message of Y[4]"}, {32, "… of C"}, {32, "response"}, {32, "signature"}, {32, ""},
	})
}

type part struct {
	size int
	what string
}

// annotate writes bytes in hexadecimal, one part to a line.
func annotate(raw []byte, parts []part) string {
	var b strings.Builder
	for _, p := range parts {
		line := fmt.Sprintf("    %-64s  %s", hex.EncodeToString(raw[:p.size]), p.what)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
		raw = raw[p.size:]
	}
	if len(raw) != 0 {
		panic("the parts do not cover the record")
	}
	return b.String()
}
