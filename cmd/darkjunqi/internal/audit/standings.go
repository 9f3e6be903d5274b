package audit

import (
	"bufio"
	"cmp"
	"encoding/hex"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func NewStandings(env *cli.Env) *cobra.Command {
	var players string
	cmd := &cobra.Command{
		Use:     "standings FILE|FOLDER…",
		Example: "  darkjunqi standings --players players.txt matches/",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return env.Usage(cmd, messages.ErrMissingArgument, cmd.CommandPath(), "FILE")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			owners, err := readOwners(env, players)
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilInterrupted(cmd.Context())
			defer stop()
			var s season
			progress := newProgress(env)
			defer progress.end()
			progress.survey(ctx, args, nil)
			for found := range auditAll(ctx, inputs(env, args, nil), false, progress.watch) {
				if err := progress.told(found, func() error { s.add(found); return nil }); err != nil {
					return err
				}
			}
			progress.end()
			if ctx.Err() != nil {
				return env.Fail(messages.ErrAuditInterrupted, env.N(messages.Transcripts, s.files))
			}
			t := s.table(owners)
			if env.JSON {
				return env.PrintJSON(t)
			}
			t.print(env)
			return nil
		},
	}
	cmd.Flags().StringVar(&players, "players", "", "")
	return env.JSONFlag(cmd)
}

// owners are the names of those who own signing keys.
type owners map[[32]byte]string

// maxOwnerName is the length of a player's name, in bytes.
const maxOwnerName = 64

// readOwners reads a file of lines "KEY NAME", with keys in hex; empty lines and those that start
// with # are skipped. "" means no file.
func readOwners(env *cli.Env, name string) (owners, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, env.FileError(name, cli.Pathless(err))
	}
	defer f.Close()
	known := owners{}
	lines := bufio.NewScanner(f)
	number := 1
	for ; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		word, owner, _ := strings.Cut(line, " ")
		owner = strings.TrimSpace(owner)
		key, err := hex.DecodeString(word)
		printable := strings.IndexFunc(owner, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
		if err != nil || len(key) != 32 || owner == "" || len(owner) > maxOwnerName || !printable {
			return nil, env.Fail(messages.ErrPlayersLine, cli.ShownName(name), number, maxOwnerName)
		}
		if other, twice := known[[32]byte(key)]; twice && other != owner {
			return nil, env.Fail(messages.ErrPlayersTwice, cli.ShownName(name), number, other)
		}
		known[[32]byte(key)] = owner
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, env.Fail(messages.ErrPlayersLine, cli.ShownName(name), number, maxOwnerName)
	case err != nil:
		return nil, env.FileError(name, err)
	}
	return known, nil
}

// season collects what the files of many matches show. The table is the same whatever their order, and
// however many copies there are of each.
type season struct {
	files   int
	matches map[transcript.Hash]*played
	left    []leftOut // files that show nothing of any match
}

// played collects what all copies of a match show.
type played struct {
	keys      [][32]byte // by seat
	computers transcript.Computers
	seats     []engine.Seat  // of the match
	result    engine.Result  // if a copy is honest
	honest    bool           // a copy is honest
	disputed  bool           // honest copies have different results
	convicted engine.SeatSet // by any copy
	file      string         // the first by name, with why it isn't honest
	why       string
}

// leftOut is a match, or a file, that doesn't count.
type leftOut struct {
	File string `json:"file"` // as it was given
	Why  string `json:"why"`  // a verdict, contradicted (honest copies end differently) or one player
}

// The reasons to leave out a match, besides verdicts.
const (
	contradicted = "contradicted" // honest copies show different results
	onePlayer    = "one player"   // one player held several seats
)

func (s *season) add(found result) {
	s.files++
	r := found.Report
	verdict := r.Verdict.String()
	if found.board != nil {
		verdict = protocol.Unreadable.String() // as a match
	}
	if r.Match == (transcript.Hash{}) || r.Verdict == protocol.Unreadable {
		s.left = append(s.left, leftOut{found.name, verdict})
		return
	}
	if s.matches == nil {
		s.matches = map[transcript.Hash]*played{}
	}
	m := s.matches[r.Match]
	if m == nil {
		m = &played{keys: r.Keys, computers: r.Computers, seats: r.Rules.Seats()}
		s.matches[r.Match] = m
	}
	if m.file == "" || found.name < m.file {
		m.file, m.why = found.name, verdict
	}
	switch r.Verdict {
	case protocol.Honest:
		m.disputed = m.disputed || m.honest && m.result != r.Result
		m.honest, m.result = true, r.Result
	case protocol.Cheating:
		m.convicted = m.convicted.Add(r.Conviction.Culprit)
	}
	for _, c := range r.Convictions {
		m.convicted = m.convicted.Add(c.Culprit)
	}
}

// player is a row of the table.
type player struct {
	Player    string  `json:"player"`             // the owner's name, or the key in hex
	Computer  bool    `json:"computer,omitempty"` // it is not the player who played, but the program, for seats that the Terms give to it
	Points    float64 `json:"points"`             // one for a win, a half for a draw
	Won       int     `json:"won"`                // matches, as the next three
	Drawn     int     `json:"drawn"`
	Lost      int     `json:"lost"`
	Convicted int     `json:"convicted"`
}

type table struct {
	Players []player  `json:"players"` // the best first
	Matches int       `json:"matches"` // counted
	Copies  int       `json:"copies"`  // files of matches that another file showed
	Left    []leftOut `json:"leftOut"` // by file
}

// table counts honest matches and convictions.
func (s *season) table(known owners) table {
	t := table{Players: []player{}, Left: append([]leftOut{}, s.left...), Copies: s.files - len(s.left) - len(s.matches)}
	rows := map[player]*player{} // by whose they are
	for _, m := range s.matches {
		whose, people := make([]player, len(m.keys)), []string{}
		for i, seat := range m.seats {
			of, computer := m.computers[seat]
			if !computer {
				of = seat
			}
			key := m.keys[slices.Index(m.seats, of)]
			name := cmp.Or(known[key], hex.EncodeToString(key[:]))
			if whose[i] = (player{Player: name, Computer: computer}); rows[whose[i]] == nil {
				row := whose[i]
				rows[whose[i]] = &row
			}
			if !computer {
				people = append(people, name)
			}
		}
		if why := m.without(people); why != "" {
			t.Left = append(t.Left, leftOut{m.file, why})
			continue
		}
		t.Matches++
		for i, seat := range m.seats {
			m.count(rows[whose[i]], seat)
		}
	}
	for _, row := range rows {
		row.Points = float64(row.Won) + float64(row.Drawn)/2
		if row.Won+row.Drawn+row.Lost+row.Convicted > 0 {
			t.Players = append(t.Players, *row)
		}
	}
	after := map[bool]int{true: 1}
	slices.SortFunc(t.Players, func(a, b player) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Lost+a.Convicted, b.Lost+b.Convicted), strings.Compare(a.Player, b.Player), cmp.Compare(after[a.Computer], after[b.Computer]))
	})
	slices.SortFunc(t.Left, func(a, b leftOut) int { return cmp.Or(strings.Compare(a.File, b.File), strings.Compare(a.Why, b.Why)) })
	return t
}

// without returns why a match doesn't count; "" if it does.
func (m *played) without(people []string) string {
	slices.Sort(people)
	switch {
	case len(slices.Compact(slices.Clone(people))) < len(people):
		return onePlayer
	case m.convicted != 0:
		return ""
	case m.disputed:
		return contradicted
	case !m.honest:
		return m.why
	}
	return ""
}

// count adds a match to the row of a seat's owner. Where somebody cheated, nobody wins.
func (m *played) count(row *player, seat engine.Seat) {
	switch {
	case m.convicted.Has(seat):
		row.Convicted++
	case m.convicted != 0:
	case m.result.Draw:
		row.Drawn++
	case m.result.Winners.Has(seat):
		row.Won++
	default:
		row.Lost++
	}
}

// leftWords say why a match or a file does not count.
var leftWords = map[string]messages.Text{
	protocol.Incomplete.String(): messages.StandingsIncomplete,
	protocol.Unreadable.String(): messages.StandingsUnreadable,
	contradicted:                 messages.StandingsContradicted,
	onePlayer:                    messages.StandingsOnePlayer,
}

func (t table) print(env *cli.Env) {
	if len(t.Players) > 0 {
		rows := [][]string{{env.T(messages.StandingsPlayer), env.T(messages.StandingsPoints), env.T(messages.StandingsWon), env.T(messages.StandingsDrawn), env.T(messages.StandingsLost), env.T(messages.StandingsConvicted)}}
		for _, p := range t.Players {
			name := p.Player
			if p.Computer {
				name = env.T(messages.ResultsComputerOf, name)
			}
			rows = append(rows, []string{name, strconv.FormatFloat(p.Points, 'f', -1, 64), strconv.Itoa(p.Won), strconv.Itoa(p.Drawn), strconv.Itoa(p.Lost), strconv.Itoa(p.Convicted)})
		}
		env.Grid(rows)
	}
	env.Say(messages.StandingsCounted, t.Matches, t.Copies)
	for _, left := range t.Left {
		env.Bullet(env.T(leftWords[left.Why], cli.ShownName(left.File)))
	}
}
