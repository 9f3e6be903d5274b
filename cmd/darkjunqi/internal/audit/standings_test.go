package audit

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

const archive = "../../../../testdata/archive/"

// playersFile is a file of lines "KEY NAME".
func playersFile(t *testing.T, lines ...string) string {
	name := filepath.Join(t.TempDir(), "players.txt")
	require.NoError(t, os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o600))
	return name
}

func standings(t *testing.T, args ...string) (all table) {
	got := darkjunqi(append([]string{"standings", "--json"}, args...)...)
	require.Equal(t, cli.ExitSound, got.Code, got.Err)
	require.NoError(t, json.Unmarshal([]byte(got.Out), &all))
	return all
}

// The table follows from the set of transcripts alone.
func TestStandingsAreTheSameForAll(t *testing.T) {
	files := []string{archive + "standard.djq", archive + "incomplete.djq", archive + "cheating-double.djq", archive + "siguo.djq"}
	report := File(files[0]).Report
	winner := report.Result.Winners.First()
	loser := engine.Red + engine.Blue - winner
	key := func(seat engine.Seat) string { return hex.EncodeToString(report.Keys[seat][:]) }
	cheat := File(files[2]).Report
	cheater := hex.EncodeToString(cheat.Keys[cheat.Conviction.Culprit][:])
	names := playersFile(t, "# the club", key(winner)+" Ada", "", key(loser)+"  Li Bo ", cheater+" Li Bo")

	all := standings(t, append(files, "--players", names)...)
	require.Equal(t, 3, all.Matches)
	require.Equal(t, []leftOut{{files[1], "incomplete"}}, all.Left)
	require.Contains(t, all.Players, player{Player: "Ada", Points: 1, Won: 1})
	require.Contains(t, all.Players, player{Player: "Li Bo", Lost: 1, Convicted: 1})
	four := File(files[3]).Report
	for i, seat := range four.Rules.Seats() {
		row := player{Player: hex.EncodeToString(four.Keys[i][:]), Lost: 1}
		switch {
		case four.Result.Draw:
			row.Lost, row.Drawn, row.Points = 0, 1, 0.5
		case four.Result.Winners.Has(seat):
			row.Lost, row.Won, row.Points = 0, 1, 1
		}
		require.Contains(t, all.Players, row)
	}

	all.Copies = 2
	require.Equal(t, all, standings(t, files[3], files[0], files[2], files[0], files[1], files[0], "--players", names))
}

// A seat that the Terms give to a player's program is that player's computer, whatever its key, and as many as there are of it.
func TestComputersInStandings(t *testing.T) {
	found := File(archive + "siguo.djq")
	report := *found.Report
	found.Report = &report
	report.Computers = transcript.Computers{engine.Blue: engine.Red, engine.Teal: engine.Red}
	var s season
	s.add(found)
	all := s.table(owners{report.Keys[0]: "Ada", report.Keys[1]: "Bo"})
	require.Equal(t, 1, all.Matches)
	computers := player{Player: "Ada", Computer: true, Won: 2, Points: 2}
	if !report.Result.Winners.Has(engine.Blue) {
		computers = player{Player: "Ada", Computer: true, Lost: 2}
	}
	require.Contains(t, all.Players, computers)
	require.Len(t, all.Players, 3)
	require.Equal(t, "Ada's computer", messages.ResultsComputerOf.In(messages.English, "Ada"))
}

func TestOnePlayerAgainstThemselvesDoesNotCount(t *testing.T) {
	file := archive + "standard.djq"
	report := File(file).Report
	lines := []string{}
	for _, key := range report.Keys {
		lines = append(lines, hex.EncodeToString(key[:])+" Ada")
	}
	all := standings(t, file, "--players", playersFile(t, lines...))
	require.Equal(t, table{Players: []player{}, Left: []leftOut{{file, onePlayer}}}, all)
}

func TestContradictedMatchesDoNotCount(t *testing.T) {
	honest := File(archive + "standard.djq")
	other := honest
	report := *honest.Report
	report.Result = engine.Result{Over: true, Draw: true}
	other.Report, other.name = &report, "other"
	var s season
	s.add(honest)
	require.Equal(t, 1, s.table(nil).Matches)
	s.add(other)
	require.Zero(t, s.table(nil).Matches)
	require.Equal(t, []leftOut{{"../../../../testdata/archive/standard.djq", contradicted}}, s.table(nil).Left)
	// The cheat who is proven to have caused it is counted as such.
	report.Convictions = File(archive + "cheating-double.djq").Report.Convictions
	s.add(other)
	require.Equal(t, 1, s.table(nil).Matches)
}

// A copy that says less takes nothing from one that says more, whichever is read first.
func TestShortCopies(t *testing.T) {
	whole := archive + "standard.djq"
	file, err := os.ReadFile(whole)
	require.NoError(t, err)
	records, _, err := transcript.ParseFile(file)
	require.NoError(t, err)
	short := filepath.Join(t.TempDir(), "short.djq")
	require.NoError(t, os.WriteFile(short, transcript.MarshalFile(records[:len(records)-1]), 0o600))
	all := standings(t, whole, short)
	require.Equal(t, 1, all.Matches)
	require.Equal(t, 1, all.Copies)
	require.Empty(t, all.Left)
	require.Equal(t, all, standings(t, short, whole))
}

func TestBadPlayersFiles(t *testing.T) {
	key := strings.Repeat("ab", 32)
	for name, line := range map[string]string{
		"no name": key, "short key": key[2:] + " Ada", "no key": "Ada", "not hex": "xy" + key[2:] + " Ada",
		"control": key + " A\x1bda", "long": key + " " + strings.Repeat("a", maxOwnerName+1), "twice": key + " Ada\n" + key + " Bo",
		"no end": strings.Repeat("1", 1<<20),
	} {
		got := darkjunqi("standings", "--players", playersFile(t, line), archive)
		require.Equal(t, cli.ExitBad, got.Code, name)
		require.Contains(t, got.Err, "players.txt, line ", name)
		require.NotContains(t, got.Err, "\x1b", name)
	}
	got := darkjunqi("standings", "--players", "nowhere.txt", archive)
	require.Equal(t, cli.ExitBad, got.Code)
	require.Contains(t, got.Err, "nowhere.txt")
}

func TestStandingsInWords(t *testing.T) {
	got := darkjunqi("standings", archive+"incomplete.djq", archive+"standard.djq")
	require.Equal(t, cli.ExitSound, got.Code, got.Err)
	require.Contains(t, got.Out, "points")
	require.Contains(t, got.Out, "Matches counted: 1.")
	require.Contains(t, got.Out, "incomplete.djq is not counted")
	got = darkjunqi("standings", archive+"incomplete.djq")
	require.NotContains(t, got.Out, "points")
	require.NotEqual(t, cli.ExitSound, darkjunqi("standings").Code)
}
