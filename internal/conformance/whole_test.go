package conformance_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
)

var matches = flag.Int("matches", 0, "how many matches of every ruleset TestWholeMatchesAlone plays, each to its end; 0: the beginnings of some; TestGamesOfRecordAlone and TestFlipGameAlone play one more")

// wholeMatches are rulesets that differ in what their records hold or how they end.
var wholeMatches = []string{
	"drawn", "half-open", "siguo,way=partners", "sanguo", "liuguo", "liuguo,chiefs=on,teams=pairs",
	"flip", "flip,seats=4,strike=on,absent=out", "banqi", "geister.json", "jungle.json", "salpakan.json",
}

// moreWholeMatches are played where there is time.
var moreWholeMatches = []string{
	"standard", "qq", "app", "standard,carry=home", "standard,mode=open,first=red", "siguo", "siguo,way=open", "siguo,way=drawn",
	"sanguo,board=cross", "liuguo,teams=all", "liuguo,out-sees=on", "banqi,strike=on",
	"flip,win=any", "flip,win=engineers", "flip,win=home", "flip,win=pieces,mines=spring", "flip,colours=engineer,mines=exploding", "flip,colours=fixed",
	"skirmish.json", "stratego.json", "stratego-outcome.json", "three-lamps.json",
}

func wholeRules(t *testing.T, spec string) *engine.Ruleset {
	if strings.HasSuffix(spec, ".json") {
		rules, err := engine.ParseRules([]byte(read(t, "../testdata/rulesets/"+spec)))
		require.NoError(t, err)
		return rules
	}
	rules, err := junqi.Rules(spec)
	require.NoError(t, err)
	return rules
}

// The page alone finds in whole matches of every game of ours what the auditor finds: honest where they ended, unfinished
// where they did not, and unreadable or cheating where any byte was changed.
func TestWholeMatchesAlone(t *testing.T) {
	specs, plies := wholeMatches, 8
	if *matches > 0 {
		specs, plies = append(specs, moreWholeMatches...), 1<<20
	}
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			t.Parallel()
			rules := wholeRules(t, spec)
			for seed := range uint64(max(1, *matches)) {
				rng := rand.New(rand.NewPCG(seed, 5))
				file := playWhole(t, rules, plies, rng)
				report := requireSameAudit(t, file)
				t.Log(len(file), report.Verdict, report.Plies, report.Clashes, report.Result)
				for range 3 {
					changed := slices.Clone(file)
					changed[rng.IntN(len(file))] ^= 1 << rng.IntN(8)
					require.NotEqual(t, protocol.Honest, requireSameAudit(t, changed).Verdict)
				}
			}
		})
	}
}

// requireSameAudit audits a file twice, and by the page alone the second time.
func requireSameAudit(t *testing.T, file []byte) *protocol.Report {
	report := protocol.Audit(file)
	r, m, _ := audit(file)
	if report.Verdict != protocol.Verdict(r.code) {
		require.NoError(t, os.WriteFile(filepath.Join(t.ArtifactDir(), "differs.djq"), file, 0o644)) // go test -artifacts keeps it
	}
	require.Equal(t, report.Verdict, protocol.Verdict(r.code), "%v, by the page: %s", report.Reason, r.why)
	if report.Record != protocol.NoIndex || r.record >= 0 {
		require.Equal(t, report.Record, r.record, "%v, by the page: %s", report.Reason, r.why)
	}
	if report.Conviction != nil {
		require.EqualValues(t, report.Conviction.Culprit, r.culprit)
	}
	if report.Verdict == protocol.Honest {
		require.Equal(t, report.Result.String(), m.game.result)
		require.Equal(t, report.Plies, m.game.ply)
		for seat, layout := range report.Layouts {
			for number, typ := range layout {
				require.EqualValues(t, typ, m.opened[seat][number])
			}
		}
	}
	return report
}

// playWhole plays a match of bots that move at random, of at most so many plies, and now and then has a seat resign.
func playWhole(t *testing.T, rules *engine.Ruleset, plies int, rng *rand.Rand) []byte {
	random, err := bot.New("random")
	require.NoError(t, err)
	bytes := rand.NewChaCha8([32]byte{byte(rng.Uint32())})
	players := matchtest.Table(t, protocol.HostConfig{Rules: rules}, bytes)
	layout := func(p *protocol.Player) engine.Layout {
		l, _ := p.Layout()
		return l
	}
	for {
		matchtest.Sync(t, players, bytes)
		decided := false
		for _, p := range players {
			switch position := p.Match().Position(); p.Decision() {
			case protocol.ChooseLayout:
				require.NoError(t, p.Place(random.Layout(rules, rng)))
				decided = true
			case protocol.ChooseMove:
				if position.Ply() >= plies {
					continue
				}
				decided = true
				if position.Ply() > rules.ResignFrom() && rng.IntN(1500) == 0 {
					_, err := p.Resign()
					require.NoError(t, err)
					continue
				}
				move := random.Move(bot.View{Rules: rules, Position: position, Seat: p.Seat(), Layout: layout(p)}, rng)
				if move.Flips() {
					require.NoError(t, p.Flip(move.To, false))
				} else {
					require.NoError(t, p.Play(move, false, bytes))
				}
			}
		}
		if !decided {
			return players[0].Match().File()
		}
	}
}
