// Package fake is a program for tests of the page: a referee leads its matches, and nobody else is asked. A Tab looks at its page.
package fake

import (
	"context"
	"encoding/hex"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/layouts"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Match is a match that a referee leads, as the session of one seat. The other seats are played at random.
type Match struct {
	Name   string
	Rules  *engine.Ruleset
	Who    engine.Seat
	Others []string // what the other players call themselves, by seat

	mu       sync.Mutex
	rng      *rand.Rand
	phase    seat.Phase
	layouts  []engine.Layout
	First    engine.Seat
	Referee  *engine.Referee
	events   []engine.Event
	Position engine.Position
	Edit     func(*seat.Look) // what the network would tell
	Slow     bool             // the others don't move by themselves
	Waits    bool             // for whoever is silent
	said     []p2p.Saying
	Muted    [engine.MaxSeats]bool
	changed  chan struct{}
	Seat     *seat.Seat
}

func newMatch(name string, rs *engine.Ruleset, seed uint64) *Match {
	m := &Match{
		Name: name, Rules: rs, rng: rand.New(rand.NewPCG(seed, 1)), phase: seat.Arrange, changed: make(chan struct{}), Edit: func(*seat.Look) {},
		Others: []string{"", "林间", "Teal & <b>Co</b>", "K2", "Violet", "墨"}, layouts: make([]engine.Layout, rs.NumSeats()),
	}
	for _, s := range rs.Seats() {
		m.layouts[s] = rs.RandomLayout(m.rng)
	}
	if first, settled := rs.First(); settled {
		m.First = first
	}
	var err error
	if m.Seat, err = seat.New(m, seat.Options{}); err != nil {
		panic(err)
	}
	return m
}

// newReferee leads the game: of the layouts that there are, or of pieces that it shuffles.
func (m *Match) newReferee() (*engine.Referee, error) {
	if m.Rules.Deck() == nil {
		return engine.NewReferee(m.Rules, m.layouts, m.First)
	}
	tokens := m.Rules.Deck().Tokens()
	m.rng.Shuffle(len(tokens), func(i, j int) { tokens[i], tokens[j] = tokens[j], tokens[i] })
	return engine.NewDealer(m.Rules, tokens, m.First)
}

// Change lets something happen.
func (m *Match) Change(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	close(m.changed)
	m.changed = make(chan struct{})
}

// Begin starts play with the layouts that there are.
func (m *Match) Begin() {
	m.Change(func() {
		referee, err := m.newReferee()
		if err != nil {
			panic(err)
		}
		m.Referee, m.phase, m.Position = referee, seat.Play, engine.Start(m.Rules, m.First)
	})
	m.othersMove()
}

// Take lets the referee say what comes of an event.
func (m *Match) Take(e engine.Event) error {
	m.mu.Lock()
	played, err := m.Referee.Play(e)
	m.mu.Unlock()
	for _, e := range played {
		m.Change(func() {
			m.events = append(m.events, e)
			if err := m.Position.Apply(e); err != nil {
				panic(err)
			}
		})
	}
	return err
}

// longest is the number of events after which nobody moves by itself any more: by some rules that are drawn at random a game has no
// end.
const longest = 2000

// othersMove lets the other seats move until its own is to act. That it can't move the program says by itself.
func (m *Match) othersMove() {
	for !m.Slow && len(m.events) < longest && !m.Referee.Result().Over && (m.Referee.ToAct() != m.Who || len(m.Turns()) == 0) {
		m.Step()
	}
}

// Turns lists the moves of whoever is to act, and what it may turn up.
func (m *Match) Turns() []engine.Move {
	p := m.Referee.Position()
	return bot.View{Rules: m.Rules, Position: p, Seat: p.Turn(), Layout: m.Referee.Layout(p.Turn())}.LegalMoves()
}

// Step takes a random move of whoever is to act.
func (m *Match) Step() {
	who, moves := m.Referee.ToAct(), m.Turns()
	e := engine.NoMoveEvent(who)
	if len(moves) > 0 {
		// Attacks come twice as often as chance would have them.
		i, j := m.rng.IntN(len(moves)), m.rng.IntN(len(moves))
		if m.Position.At(moves[i].To) == engine.NoPiece {
			i = j
		}
		e = engine.TurnEvent(who, moves[i], false)
	}
	if err := m.Take(e); err != nil {
		panic(err)
	}
}

// PlayOn plays so many turns, whoever's they are.
func (m *Match) PlayOn(turns int) {
	for m.Position.Ply() < turns && !m.Referee.Result().Over {
		m.Step()
	}
	m.othersMove()
	m.Change(func() {})
}

func (m *Match) Changed() <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.changed
}

func (m *Match) Look(events int) seat.Look {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := seat.Look{
		Match: m.Name, Rules: m.Rules, Resolver: "elgamal", Seat: m.Who, Phase: m.phase, First: m.First,
		Events: slices.Clone(m.events[min(events, len(m.events)):]), Link: seat.Link{Online: true, How: "memory"},
		Proofs:  seat.Proofs{Made: 31, Checked: 58, Bytes: 41_230, Last: &seat.Proof{Record: 60, What: "Answer", Seat: "blue", Count: 1, Bytes: 655, Micros: 1830}},
		Traffic: seat.Traffic{Sent: 20_140, Received: 24_812},
	}
	for _, e := range l.Events {
		record := seat.Proof{}
		if e.Kind == engine.EventAnswer {
			record = *l.Proofs.Last
		}
		l.Records = append(l.Records, record)
	}
	l.Said, l.Talk, l.TalkTo = slices.Clone(m.said), "free", []string{"blue"}
	if m.Rules.NumSeats() > 2 {
		l.Talk, l.TalkTo = "phrases", []string{"amber"}
	}
	over := m.Referee != nil && m.Referee.Result().Over
	if over {
		l.TalkTo = nil
	}
	switch {
	case over:
		l.Phase, l.Link.Done = seat.Over, true
	case m.phase == seat.Arrange:
		l.Decision = "layout"
	case m.phase == seat.Play && m.Position.ToAct() == m.Who && m.Position.Phase() == engine.PhaseMove:
		l.Decision = "move"
	case m.phase == seat.Play:
		l.Owes = []seat.Due{{Seat: m.Position.ToAct(), What: m.Position.Phase().String(), Since: time.Now()}}
	}
	for _, s := range m.Rules.Seats() {
		side := seat.Side{Name: m.Others[s], Muted: m.Muted[s], Joined: true, Online: true, Ready: m.phase == seat.Play || s != m.Who, Revealed: over && m.Rules.RevealAtEnd() || m.Rules.Open()}
		side.Chosen = side.Ready
		if s == m.Who || side.Revealed || m.Rules.PartnersOpen() && m.Rules.Partners(s, m.Who) {
			side.Layout = m.layouts[s]
		}
		if m.phase == seat.Play && !over && m.Rules.Clock() > 0 && m.Position.ToAct() == s {
			side.Deadline = time.Now().Add(47 * time.Second)
		}
		l.Sides = append(l.Sides, side)
	}
	m.Edit(&l)
	return l
}

func (m *Match) Place(l engine.Layout) error {
	m.layouts[m.Who] = l
	m.Begin()
	return nil
}

func (m *Match) Arranging() {}

func (m *Match) Claim() error { return nil }

func (m *Match) Say(phrase int, text string) error {
	m.Change(func() { m.SaidBy(m.Who, phrase, text) })
	return nil
}

// SaidBy has a seat say something. The caller holds the lock.
func (m *Match) SaidBy(from engine.Seat, phrase int, text string) {
	m.said = append(m.said, p2p.Saying{Number: len(m.said) + 1, From: from, Phrase: phrase, Text: text})
}

func (m *Match) Mute(of engine.Seat, on bool) { m.Change(func() { m.Muted[of] = on }) }

func (m *Match) Wait() { m.Change(func() { m.Waits = true }) }

func (m *Match) Play(move engine.Move, offer bool) error {
	if m.Referee.ToAct() != m.Who {
		return coded.Errorf("protocol.out-of-turn", "it is not your turn")
	}
	err := m.Take(engine.TurnEvent(m.Who, move, offer))
	if err == nil {
		m.othersMove()
	}
	return err
}

func (m *Match) Flip(n engine.Node, offer bool) error {
	return m.Play(engine.Move{From: n, To: n}, offer)
}

func (m *Match) AcceptDraw() error { return m.Take(engine.AcceptDrawEvent(m.Who)) }

func (m *Match) Resign() error { return m.Take(engine.ResignEvent(m.Who)) }

func (m *Match) Pass() error { return m.Take(engine.PassEvent(m.Who)) }

// Program is a program behind the page that keeps everything in memory.
type Program struct {
	Mu      sync.Mutex
	Rules   map[string]*engine.Ruleset
	Presets []string // digests
	Matches map[string]*Match
	layouts map[string][]layouts.Saved
	Past    []history.Entry
	friends []app.Friend
	audited map[string]*recorded
	Wished  app.Practising // the last
	Hosted  app.Hosting    // the last
	Joined  app.Joining    // likewise

	Share     string            // the page that guests open
	Own       string            // the match whose seat an invite led to before, if any
	Computers map[string]string // of the match that an invite leads to, which is one of four; nil: of two
	played    string            // the layout that was chosen last
	Refuses   bool              // any change of the rules
	Paused    []bool            // what was asked for, in turn
	Auditing  bool              // no past match counts until statistics are asked for again
	Asks      bool              // who is asked for another match has yet to come
}

// NewProgram is one with all presets, two friends and three past matches.
func NewProgram() *Program {
	p := &Program{Rules: map[string]*engine.Ruleset{}, Matches: map[string]*Match{}, layouts: map[string][]layouts.Saved{}, audited: map[string]*recorded{}}
	for _, spec := range junqi.Names() {
		rs, err := junqi.Rules(spec)
		if err != nil {
			panic(err)
		}
		p.Presets = append(p.Presets, p.Add(rs))
	}
	hour := int64(time.Hour / time.Millisecond)
	now := time.Now().UnixMilli()
	rules := messages.Names{"en": "standard", "zh": "标准规则"}
	p.friends = []app.Friend{{Name: "K2", Key: "12d3", Last: seat.Millis(now - 22*hour)}, {Said: "林间", Key: "12d4", Last: seat.Millis(now - 70*hour)}}
	p.Past = []history.Entry{
		{Match: "m1", Rules: rules, Seat: "red", Opponents: []string{"T4"}, When: seat.Millis(now - hour/4), Turns: 45, State: "play", Verdict: review.Unfinished},
		{Match: "m2", Rules: rules, Seat: "blue", Opponents: []string{"K2"}, When: seat.Millis(now - 22*hour), Turns: 84, State: "over", You: "lost", Reason: "flag", Verdict: review.Honest},
		{Match: "m3", Rules: rules, Seat: "red", Opponents: []string{"k7"}, When: seat.Millis(now - 24*13*hour), State: "sealed", Verdict: review.Cheating},
	}
	return p
}

func (p *Program) Add(rs *engine.Ruleset) string {
	digest := rs.Digest()
	key := hex.EncodeToString(digest[:])
	p.Rules[key] = rs
	return key
}

func describe(digest string, rs *engine.Ruleset) rulesets.Ruleset {
	spec, _ := junqi.Known(rs)
	name := rs.Name()
	return rulesets.Ruleset{
		Digest: digest, Spec: spec, Name: messages.Names{"en": name.EN, "zh": name.ZH}, Seats: rs.NumSeats(), Teams: teams(rs),
		Terms: rulesets.TermsOf(rs, protocol.Resolvers()[0]),
	}
}

func teams(rs *engine.Ruleset) (teams []int) {
	for _, seat := range rs.Seats() {
		teams = append(teams, int(rs.Team(seat)))
	}
	return teams
}

func (p *Program) Lobby(context.Context) (app.Lobby, error) {
	p.Mu.Lock()
	past := slices.Clone(p.Past)
	p.Mu.Unlock()
	l := app.Lobby{Version: "test", Levels: []string{"random", "sensible", "strong"}, Matches: past, Friends: slices.Clone(p.friends)}
	for _, digest := range p.Presets {
		l.Presets = append(l.Presets, describe(digest, p.Rules[digest]))
	}
	return l, nil
}

// Due returns the past matches that run and wait.
func (p *Program) Due() []history.Entry {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	due := []history.Entry{}
	for _, m := range p.Past {
		if m.Running && (m.Yours || m.You != "") {
			due = append(due, m)
		}
	}
	return due
}

func (p *Program) Statistics(context.Context) (history.Statistics, error) {
	day := seat.Millis(24 * time.Hour / time.Millisecond)
	p.Mu.Lock()
	defer p.Mu.Unlock()
	left := slices.DeleteFunc(slices.Clone(p.Past), func(m history.Entry) bool { return m.Verdict == review.Honest })
	if p.Auditing {
		p.Auditing = false
		return history.Statistics{Left: p.Past, Figures: []history.Figure{}, Rules: []history.OfRules{}, Opponents: []history.OfPlayers{}, Ratings: []history.Rating{}, Friends: []history.RatedFriend{}}, nil
	}
	return history.Statistics{
		Tally: history.Tally{Won: 19, Drawn: 3, Lost: 9}, Figures: []history.Figure{{Name: "streak", Value: 6}}, Left: left,
		Rules: []history.OfRules{{Name: messages.Names{"en": "standard", "zh": "标准规则"}, Tally: history.Tally{Won: 11, Drawn: 2, Lost: 5}}, {Name: messages.Names{"en": "siguo", "zh": "四国军棋"}, Tally: history.Tally{Won: 8, Drawn: 1, Lost: 4}}},
		Opponents: []history.OfPlayers{{Names: []string{"<i>K2</i>"}, Tally: history.Tally{Won: 7, Drawn: 1, Lost: 6}}, {Names: []string{history.BotName("strong")}, Tally: history.Tally{Won: 12, Drawn: 2, Lost: 3}},
			{Names: []string{history.BotName("strong"), "", history.BotName("strong")}}, {Names: []string{"", "", ""}}},
		Ratings: []history.Rating{{When: 7 * day, Value: 1500, Deviation: 250}, {When: 14 * day, Value: 1580, Deviation: 160}, {When: 35 * day, Value: 1628, Deviation: 90}},
		Friends: []history.RatedFriend{{Name: "<i>K2</i>", Rating: history.Rating{Value: 1688, Deviation: 84}}, {Name: "林间", Rating: history.Rating{Value: 1541, Deviation: 121}}},
	}, nil
}

func (p *Program) Ruleset(digest string) (*engine.Ruleset, error) {
	if rs := p.Rules[digest]; rs != nil {
		return rs, nil
	}
	return nil, coded.Errorf("test.rules", "these rules are not known here")
}

func (p *Program) AddRules(text []byte) (rulesets.Ruleset, error) {
	rs, err := engine.ParseRules(text)
	if err != nil {
		return rulesets.Ruleset{}, err
	}
	return describe(p.Add(rs), rs), nil
}

func (p *Program) Choose(spec, option, value string) (rulesets.Choices, error) {
	if option != "" && p.Refuses {
		return rulesets.Choices{}, coded.Errorf("test.refused", "these rules don't go together")
	}
	if option != "" {
		spec = rulesets.Changed(spec, option, value)
	}
	rs, err := junqi.Rules(spec)
	if err != nil {
		return rulesets.Choices{}, err
	}
	options, err := junqi.Options(spec)
	if err != nil {
		return rulesets.Choices{}, err
	}
	c := rulesets.Choices{Ruleset: describe(p.Add(rs), rs), Resolvers: protocol.Resolvers()}
	for _, o := range options {
		choice := rulesets.Choice{Name: o.Name, Head: names(o.About), About: names(o.About), Value: o.Value, Usual: o.Default}
		for i, word := range o.Allowed {
			choice.Values = append(choice.Values, rulesets.Value{Word: word, Means: names(o.Meanings[i])})
		}
		c.Options = append(c.Options, choice)
	}
	return c, nil
}

func names(n engine.Names) messages.Names { return messages.Names{"en": n.EN, "zh": n.ZH} }

func (p *Program) Terms(string) (rulesets.Terms, error) {
	return describe("", junqi.Standard()).Terms, nil
}

// Sit puts a match on the table.
func (p *Program) Sit(digest string, phase seat.Phase) *Match {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	m := newMatch("n"+strconv.Itoa(len(p.Matches)+1), p.Rules[digest], uint64(len(p.Matches))+7)
	m.phase = phase
	p.Matches[m.Name] = m
	return m
}

// Invite is what a host is given for each seat.
const Invite = "djq12pqu3ncbvonyfpmjmkpgp7doexuezcwiba5lcwvs4ufuhxyqeeqjkw66ayxhkxjlsbwiru36fg2zx3pyc4c44dsbi5buw2tgem2y4oevx7xpmb2liwpzbfcxb3sm3gdqrkbglpsfqnkzhobq2pycnnxgcucaqbgaaabaebucymfqjqaaaibjcaucypgqgfbj7ua"

func (p *Program) Host(_ context.Context, h app.Hosting) (string, error) {
	p.Hosted = h
	m := p.Sit(h.Digest, seat.Waiting)
	m.Edit = func(l *seat.Look) {
		if m.phase == seat.Waiting {
			l.Invites, l.Decision = map[string]string{}, ""
			for i := range l.Sides {
				if engine.Seat(i) != m.Who {
					l.Sides[i], l.Invites[engine.Seat(i).String()] = seat.Side{}, Invite
				}
			}
		}
	}
	return m.Name, nil
}

func (p *Program) WatchMatch(_ context.Context, w app.Watching) (string, error) {
	m := p.Sit(p.Presets[0], seat.Play)
	m.Edit = func(l *seat.Look) { l.Watching, l.Talk, l.TalkTo = true, "", nil }
	m.Slow = true
	m.Begin()
	return m.Name, nil
}

func (p *Program) Join(_ context.Context, j app.Joining) (string, error) {
	p.Joined = j
	return p.Sit(p.Presets[0], seat.Arrange).Name, nil
}

func (p *Program) Practise(_ context.Context, o app.Practising) (string, error) {
	p.Wished = o
	return p.Sit(o.Digest, seat.Arrange).Name, nil
}

func (p *Program) Rematch(ctx context.Context, _ string) (app.Begun, error) {
	if p.Asks {
		next, err := p.Host(ctx, app.Hosting{Digest: p.Presets[0]})
		p.Matches[next].Who = engine.Blue
		return app.Begun{Match: next, Asked: true}, err
	}
	return app.Begun{Match: p.Sit(p.Presets[0], seat.Arrange).Name}, nil
}

func (p *Program) Invitation(_ context.Context, text string) (app.Invitation, error) {
	if !strings.HasPrefix(strings.TrimSpace(text), "djq1") {
		return app.Invitation{}, coded.Errorf("test.invite", "this is not an invite, or it is damaged")
	}
	if p.Own != "" {
		return app.Invitation{Match: p.Own}, nil
	}
	shown := app.Invitation{Ruleset: describe(p.Presets[0], p.Rules[p.Presets[0]]), Seats: []string{"blue"}, Host: "<i>K2</i>", Phrase: Phrase, Warnings: []messages.Names{}, Hosts: "red", Computers: map[string]string{}}
	if p.Computers != nil {
		four := slices.IndexFunc(p.Presets, func(digest string) bool { return p.Rules[digest].NumSeats() == 4 })
		shown.Ruleset, shown.Seats, shown.Computers = describe(p.Presets[four], p.Rules[p.Presets[four]]), []string{"amber"}, p.Computers
	}
	return shown, nil
}

// Phrase is what those at one table compare.
var Phrase = messages.Names{"en": "tiger lamp river bread moon", "zh": "老虎、台灯、大河、面包、月亮"}

func (p *Program) Phrase(context.Context, string) (messages.Names, error) { return Phrase, nil }

func (p *Program) NameFriend(key, name string) error {
	for i := range p.friends {
		if p.friends[i].Key == key {
			p.friends[i].Name = name
		}
	}
	return nil
}

func (p *Program) ForgetFriend(key string) error {
	p.friends = slices.DeleteFunc(p.friends, func(f app.Friend) bool { return f.Key == key })
	return nil
}

func (p *Program) match(name string) (*Match, error) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	if m := p.Matches[name]; m != nil {
		return m, nil
	}
	return nil, store.ErrUnknown
}

func (p *Program) Seat(_ context.Context, name string) (app.Seat, error) {
	m, err := p.match(name)
	if err != nil {
		return nil, err
	}
	return m.Seat, nil
}

// Pause notes whether a match stands.
func (p *Program) Pause(_ string, on bool) {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	p.Paused = append(p.Paused, on)
}

// Hurry has the others move until the match is over.
func (p *Program) Hurry(name string) {
	if m, err := p.match(name); err == nil {
		m.PlayOn(longest)
	}
}

func (p *Program) Forget(name string) error {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	p.Past = slices.DeleteFunc(p.Past, func(m history.Entry) bool { return m.Match == name })
	return nil
}

func (p *Program) Layouts(digest string) ([]layouts.Saved, error) {
	rs, err := p.Ruleset(digest)
	if err != nil {
		return nil, err
	}
	found := slices.Clone(p.layouts[digest])
	if p.played != "" {
		found = append(found, layouts.Saved{Digest: digest, Layout: p.played, Last: true})
	}
	known := junqi.Layouts()
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if rs.CheckLayout(known[name]) == nil {
			found = append(found, layouts.Saved{Name: name, Digest: digest, Layout: rs.FormatLayout(known[name]), Preset: true})
		}
	}
	return found, nil
}

func (p *Program) LayoutPlayed(digest, layout string) error {
	p.played = layout
	return nil
}

func (p *Program) SaveLayout(digest, name string, l engine.Layout) error {
	p.layouts[digest] = append(p.layouts[digest], layouts.Saved{Name: name, Digest: digest, Layout: p.Rules[digest].FormatLayout(l)})
	return nil
}

func (p *Program) DeleteLayout(digest, name string) error {
	p.layouts[digest] = slices.DeleteFunc(p.layouts[digest], func(l layouts.Saved) bool { return l.Name == name })
	return nil
}

func (p *Program) AuditedMatch(_ context.Context, id string) (review.Match, error) {
	p.Mu.Lock()
	r := p.audited[id]
	m := p.Matches[id]
	p.Mu.Unlock()
	if r != nil {
		return r, nil
	}
	if m != nil {
		return record(m, id)
	}
	return nil, store.ErrUnknown
}

func (p *Program) Audit(_ context.Context, name string, data []byte) (string, error) {
	if !strings.HasPrefix(string(data), "darkjunqi") {
		return "", coded.Errorf("test.file", "%s is not a transcript", name)
	}
	m := newMatch("a1", junqi.Standard(), 5)
	m.Slow = true
	m.Begin()
	m.PlayOn(2000)
	r, err := record(m, "a1")
	if err != nil {
		return "", err
	}
	if strings.Contains(string(data), "broken") {
		r.broken()
	}
	if strings.Contains(string(data), "tampered") {
		r.cheated()
	}
	if r.summary.Evidence = strings.Contains(string(data), "certificate"); r.summary.Evidence {
		r.summary.Turns, r.summary.False = []seat.Turn{}, nil
		if strings.Contains(string(data), "layout") {
			r.of.Game.Events = nil
			r.summary.False, r.summary.Steps = &review.FalseTurn{}, []review.Step{{Checks: []review.Check{{Words: messages.Names{"en": "false: the hidden layout is legal"}, Seat: "blue", Bytes: 13_900}}}}
		}
	}
	p.audited["a1"] = r
	return "a1", nil
}

// recorded is a match of the fake program, looked at from outside.
type recorded struct {
	match   *Match
	of      *seat.Recorded
	summary review.Summary
}

func record(m *Match, id string) (*recorded, error) {
	of := &seat.Recorded{Match: m.Name, Resolver: "elgamal", Names: m.Others[:m.Rules.NumSeats()], Game: engine.Game{Rules: m.Rules, First: m.First, Events: m.events, Layouts: [engine.MaxSeats]engine.Layout(append(slices.Clone(m.layouts), make([]engine.Layout, engine.MaxSeats-len(m.layouts))...))}}
	r := &recorded{match: m, of: of}
	open, err := seat.NewReplay(of, seat.Open)
	if err != nil {
		return nil, err
	}
	s := review.Summary{
		ID: id, Name: id + ".djq", Verdict: review.Honest, Words: messages.Names{"en": "Every record, proof and clash holds.", "zh": "所有记录、证明和碰子全部成立。"},
		Records: 2 * len(m.events), Proofs: len(m.events), Bytes: 88_700, Micros: 412_000,
	}
	for _, who := range m.Rules.Seats() {
		s.Eyes = append(s.Eyes, who.String())
	}
	s.Eyes = append(s.Eyes, seat.Public, seat.Open)
	s.Left = make([][]int, m.Rules.NumSeats())
	for n := range open.Len() + 1 {
		open.To(n)
		state := open.State()
		for i, side := range state.Seats {
			s.Left[i] = append(s.Left[i], side.Left)
		}
		step := review.Step{Number: n, Checks: []review.Check{{Words: messages.Names{"en": "Signature", "zh": "签名"}, Seat: "red", Bytes: 69, OK: true}}}
		if state.Last != nil {
			s.Turns = append(s.Turns, *state.Last)
			if state.Last.Met != nil {
				step.Checks = append(step.Checks, review.Check{Words: messages.Names{"en": "The attacker may make this move", "zh": "攻方这枚子走得了这步"}, Bytes: 687, Micros: 520, OK: true}, review.Check{Words: messages.Names{"en": "The answer is true", "zh": "守方的应答是真的"}, Bytes: 135, Micros: 96, OK: true})
			}
		}
		s.Steps = append(s.Steps, step)
	}
	s.Table = open.Table()
	r.summary = s
	return r, nil
}

// cheated makes it a match in which blue's last proof was false.
func (r *recorded) cheated() {
	r.of.Conviction = &seat.Convicted{Seat: engine.Blue, Record: 44, Kind: "Answer", Reason: coded.Errorf("test.false", "the proof of the answer is false")}
	s := &r.summary
	s.Verdict, s.Match, s.Key = review.Cheating, strings.Repeat("0123456789abcdef", 4), strings.Repeat("fedcba9876543210", 4)
	s.Conviction = &seat.Conviction{Seat: "blue", Record: 44, Kind: "Answer"}
	s.Words = messages.Names{"en": "Blue’s proof in record 45 is false.", "zh": "蓝方第 45 条记录的证明是假的。"}
	s.Grounds = []messages.Names{{"en": "Turn 12, c6-c7: blue announced that the attacker is removed"}, {"en": "Only the holder of its key could sign this record, and an honest program never signs one like it"}, {"en": "A key is made for one match and identifies no person; one person can also sign for both sides"}}
	s.False = &review.FalseTurn{Number: len(s.Turns)}
	last := &s.Steps[len(s.Steps)-1]
	last.Checks = append(last.Checks, review.Check{Words: messages.Names{"en": "The answer is false", "zh": "应答是假的"}, Bytes: 135, Micros: 90})
}

// broken is a file that does not hold before the first move.
func (r *recorded) broken() {
	r.of.Game.Events = nil
	s := &r.summary
	s.Verdict, s.Turns, s.Left = review.Unreadable, s.Turns[:0], s.Left[:0]
	s.Words = messages.Names{"en": "Altered: Layout refused (record 5).", "zh": "被改过：第 5 条记录不成立。"}
	s.Steps = []review.Step{{Checks: []review.Check{{Words: messages.Names{"en": "does not hold", "zh": "不成立"}, Bytes: 69}}}}
}

func (r *recorded) Summary() review.Summary { return r.summary }

func (r *recorded) Frame(turns int, eyes string) (seat.State, error) {
	replay, err := seat.NewReplay(r.of, eyes)
	if err != nil {
		return seat.State{}, err
	}
	replay.To(turns)
	return replay.State(), nil
}

func (r *recorded) File() ([]byte, error) { return []byte("darkjunqi"), nil }

// ErrFalse is why somebody is convicted.
var ErrFalse = coded.Errorf("test.false", "the proof of the answer is false")

// Day0 is long ago.
var Day0 = time.Now().Add(-12 * time.Second)

// Rules returns the rules of a text.
func Rules(spec string) *engine.Ruleset {
	rs, err := junqi.Rules(spec)
	if err != nil {
		panic(err)
	}
	return rs
}

// Played is a match some turns into play.
func Played(p *Program, rs *engine.Ruleset, turns int) *Match {
	m := p.Sit(p.Add(rs), seat.Arrange)
	m.Begin()
	m.PlayOn(turns)
	return m
}

// Arranged is a match of these layouts, red's first, as a seat sees it, in which nobody moves by themselves.
func Arranged(p *Program, rs *engine.Ruleset, who engine.Seat, layouts ...string) *Match {
	m := p.Sit(p.Add(rs), seat.Arrange)
	m.Slow, m.Who = true, who
	for i, text := range layouts {
		l, err := rs.ParseLayout(text)
		if err != nil {
			panic(err)
		}
		m.layouts[i] = l
	}
	m.Begin()
	return m
}

// Make has whoever is to act make each of these moves, such as a6-a7.
func (m *Match) Make(moves string) {
	for text := range strings.FieldsSeq(moves) {
		move, err := m.Rules.Board().ParseMove(text)
		if err == nil {
			err = m.Take(engine.TurnEvent(m.Referee.ToAct(), move, false))
		}
		if err != nil {
			panic(err)
		}
	}
}

// Thinking is a match in which the other side is to move, and takes its time.
func Thinking(p *Program) *Match {
	m := p.Sit(p.Presets[0], seat.Arrange)
	m.Slow = true
	m.Begin()
	for m.Referee.ToAct() == m.Who {
		m.Step()
	}
	return m
}

// Over is a match that was played to its end.
func Over(p *Program, rs *engine.Ruleset) *Match {
	m := p.Sit(p.Add(rs), seat.Arrange)
	m.Slow = true
	m.Begin()
	m.PlayOn(5000)
	return m
}

// Round takes turns until it is the reader's again.
func (m *Match) Round() {
	for m.Step(); m.Referee.ToAct() != m.Who; m.Step() {
	}
}
