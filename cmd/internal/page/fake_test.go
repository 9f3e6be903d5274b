package page_test

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
	"github.com/darkjunqi/darkjunqi/protocol"
)

// match is a match that a referee leads, as the session of one seat. The other seats are played at random.
type match struct {
	name   string
	rules  *engine.Ruleset
	who    engine.Seat
	others []string // what the other players call themselves, by seat

	mu       sync.Mutex
	rng      *rand.Rand
	phase    seat.Phase
	layouts  []engine.Layout
	first    engine.Seat
	referee  *engine.Referee
	events   []engine.Event
	position engine.Position
	edit     func(*seat.Look) // what the network would tell
	slow     bool             // the others don't move by themselves
	waits    bool             // for whoever is silent
	said     []p2p.Saying
	muted    [engine.MaxSeats]bool
	changed  chan struct{}
	seat     *seat.Seat
}

func newMatch(name string, rs *engine.Ruleset, seed uint64) *match {
	m := &match{
		name: name, rules: rs, rng: rand.New(rand.NewPCG(seed, 1)), phase: seat.Arrange, changed: make(chan struct{}), edit: func(*seat.Look) {},
		others: []string{"", "林间", "Teal & <b>Co</b>", "K2", "Violet", "墨"}, layouts: make([]engine.Layout, rs.NumSeats()),
	}
	for _, s := range rs.Seats() {
		m.layouts[s] = rs.RandomLayout(m.rng)
	}
	if first, settled := rs.First(); settled {
		m.first = first
	}
	var err error
	if m.seat, err = seat.New(m, seat.Options{}); err != nil {
		panic(err)
	}
	return m
}

// newReferee leads the game: of the layouts that there are, or of pieces that it shuffles.
func (m *match) newReferee() (*engine.Referee, error) {
	if m.rules.Deck() == nil {
		return engine.NewReferee(m.rules, m.layouts, m.first)
	}
	tokens := m.rules.Deck().Tokens()
	m.rng.Shuffle(len(tokens), func(i, j int) { tokens[i], tokens[j] = tokens[j], tokens[i] })
	return engine.NewDealer(m.rules, tokens, m.first)
}

// change lets something happen.
func (m *match) change(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	close(m.changed)
	m.changed = make(chan struct{})
}

// begin starts play with the layouts that there are.
func (m *match) begin() {
	m.change(func() {
		referee, err := m.newReferee()
		if err != nil {
			panic(err)
		}
		m.referee, m.phase, m.position = referee, seat.Play, engine.Start(m.rules, m.first)
	})
	m.othersMove()
}

// take lets the referee say what comes of an event.
func (m *match) take(e engine.Event) error {
	m.mu.Lock()
	played, err := m.referee.Play(e)
	m.mu.Unlock()
	for _, e := range played {
		m.change(func() {
			m.events = append(m.events, e)
			if err := m.position.Apply(e); err != nil {
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
func (m *match) othersMove() {
	for !m.slow && len(m.events) < longest && !m.referee.Result().Over && (m.referee.ToAct() != m.who || len(m.turns()) == 0) {
		m.step()
	}
}

// turns lists the moves of whoever is to act, and what it may turn up.
func (m *match) turns() []engine.Move {
	p := m.referee.Position()
	return bot.View{Rules: m.rules, Position: p, Seat: p.Turn(), Layout: m.referee.Layout(p.Turn())}.LegalMoves()
}

// step takes a random move of whoever is to act.
func (m *match) step() {
	who, moves := m.referee.ToAct(), m.turns()
	e := engine.NoMoveEvent(who)
	if len(moves) > 0 {
		// Attacks come twice as often as chance would have them.
		i, j := m.rng.IntN(len(moves)), m.rng.IntN(len(moves))
		if m.position.At(moves[i].To) == engine.NoPiece {
			i = j
		}
		e = engine.TurnEvent(who, moves[i], false)
	}
	if err := m.take(e); err != nil {
		panic(err)
	}
}

// play plays so many turns, whoever's they are.
func (m *match) play(turns int) {
	for m.position.Ply() < turns && !m.referee.Result().Over {
		m.step()
	}
	m.othersMove()
	m.change(func() {})
}

func (m *match) Changed() <-chan struct{} {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.changed
}

func (m *match) Look(events int) seat.Look {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := seat.Look{
		Match: m.name, Rules: m.rules, Resolver: "elgamal", Seat: m.who, Phase: m.phase, First: m.first,
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
	if m.rules.NumSeats() > 2 {
		l.Talk, l.TalkTo = "phrases", []string{"amber"}
	}
	over := m.referee != nil && m.referee.Result().Over
	if over {
		l.TalkTo = nil
	}
	switch {
	case over:
		l.Phase, l.Link.Done = seat.Over, true
	case m.phase == seat.Arrange:
		l.Decision = "layout"
	case m.phase == seat.Play && m.position.ToAct() == m.who && m.position.Phase() == engine.PhaseMove:
		l.Decision = "move"
	case m.phase == seat.Play:
		l.Owes = []seat.Due{{Seat: m.position.ToAct(), What: m.position.Phase().String(), Since: time.Now()}}
	}
	for _, s := range m.rules.Seats() {
		side := seat.Side{Name: m.others[s], Muted: m.muted[s], Joined: true, Online: true, Ready: m.phase == seat.Play || s != m.who, Revealed: over && m.rules.RevealAtEnd() || m.rules.Open()}
		side.Chosen = side.Ready
		if s == m.who || side.Revealed || m.rules.PartnersOpen() && m.rules.Partners(s, m.who) {
			side.Layout = m.layouts[s]
		}
		if m.phase == seat.Play && !over && m.rules.Clock() > 0 && m.position.ToAct() == s {
			side.Deadline = time.Now().Add(47 * time.Second)
		}
		l.Sides = append(l.Sides, side)
	}
	m.edit(&l)
	return l
}

func (m *match) Place(l engine.Layout) error {
	m.layouts[m.who] = l
	m.begin()
	return nil
}
func (m *match) Arranging()   {}
func (m *match) Claim() error { return nil }
func (m *match) Say(phrase int, text string) error {
	m.change(func() { m.say(m.who, phrase, text) })
	return nil
}

// say has a seat say something. The caller holds the lock.
func (m *match) say(from engine.Seat, phrase int, text string) {
	m.said = append(m.said, p2p.Saying{Number: len(m.said) + 1, From: from, Phrase: phrase, Text: text})
}
func (m *match) Mute(of engine.Seat, on bool) { m.change(func() { m.muted[of] = on }) }
func (m *match) Wait()                        { m.change(func() { m.waits = true }) }
func (m *match) Play(move engine.Move, offer bool) error {
	if m.referee.ToAct() != m.who {
		return coded.Errorf("protocol.out-of-turn", "it is not your turn")
	}
	err := m.take(engine.TurnEvent(m.who, move, offer))
	if err == nil {
		m.othersMove()
	}
	return err
}
func (m *match) Flip(n engine.Node, offer bool) error {
	return m.Play(engine.Move{From: n, To: n}, offer)
}
func (m *match) AcceptDraw() error { return m.take(engine.AcceptDrawEvent(m.who)) }
func (m *match) Resign() error     { return m.take(engine.ResignEvent(m.who)) }
func (m *match) Pass() error       { return m.take(engine.PassEvent(m.who)) }

// program is a program behind the page that keeps everything in memory.
type program struct {
	mu      sync.Mutex
	rules   map[string]*engine.Ruleset
	presets []string // digests
	matches map[string]*match
	layouts map[string][]layouts.Saved
	past    []history.Entry
	friends []app.Friend
	audited map[string]*recorded
	wished  app.Practising // the last
	hosted  app.Hosting    // the last
	joined  app.Joining    // likewise

	share     string            // the page that guests open
	computers map[string]string // of the match that an invite leads to, which is one of four; nil: of two
	played    string            // the layout that was chosen last
	refuses   bool              // any change of the rules
	auditing  bool              // no past match counts until statistics are asked for again
	asks      bool              // who is asked for another match has yet to come
}

func newProgram() *program {
	p := &program{rules: map[string]*engine.Ruleset{}, matches: map[string]*match{}, layouts: map[string][]layouts.Saved{}, audited: map[string]*recorded{}}
	for _, spec := range junqi.Names() {
		rs, err := junqi.Rules(spec)
		if err != nil {
			panic(err)
		}
		p.presets = append(p.presets, p.add(rs))
	}
	hour := int64(time.Hour / time.Millisecond)
	now := time.Now().UnixMilli()
	rules := messages.Names{"en": "standard", "zh": "标准规则"}
	p.friends = []app.Friend{{Name: "K2", Key: "12d3", Last: seat.Millis(now - 22*hour)}, {Said: "林间", Key: "12d4", Last: seat.Millis(now - 70*hour)}}
	p.past = []history.Entry{
		{Match: "m1", Rules: rules, Seat: "red", Opponents: []string{"T4"}, When: seat.Millis(now - hour/4), Turns: 45, State: "play", Verdict: review.Unfinished},
		{Match: "m2", Rules: rules, Seat: "blue", Opponents: []string{"K2"}, When: seat.Millis(now - 22*hour), Turns: 84, State: "over", You: "lost", Reason: "flag", Verdict: review.Honest},
		{Match: "m3", Rules: rules, Seat: "red", Opponents: []string{"k7"}, When: seat.Millis(now - 24*13*hour), State: "sealed", Verdict: review.Cheating},
	}
	return p
}

func (p *program) add(rs *engine.Ruleset) string {
	digest := rs.Digest()
	key := hex.EncodeToString(digest[:])
	p.rules[key] = rs
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

func (p *program) Lobby(context.Context) (app.Lobby, error) {
	p.mu.Lock()
	past := slices.Clone(p.past)
	p.mu.Unlock()
	l := app.Lobby{Version: "test", Levels: []string{"random", "sensible", "strong"}, Matches: past, Friends: slices.Clone(p.friends)}
	for _, digest := range p.presets {
		l.Presets = append(l.Presets, describe(digest, p.rules[digest]))
	}
	return l, nil
}

func (p *program) Statistics(context.Context) (history.Statistics, error) {
	day := seat.Millis(24 * time.Hour / time.Millisecond)
	if p.auditing {
		p.auditing = false
		return history.Statistics{Left: 34, Figures: []history.Figure{}, Rules: []history.OfRules{}, Opponents: []history.OfPlayers{}, Ratings: []history.Rating{}, Friends: []history.RatedFriend{}}, nil
	}
	return history.Statistics{
		Tally: history.Tally{Won: 19, Drawn: 3, Lost: 9}, Figures: []history.Figure{{Name: "streak", Value: 6}}, Left: 2,
		Rules: []history.OfRules{{Name: messages.Names{"en": "standard", "zh": "标准规则"}, Tally: history.Tally{Won: 11, Drawn: 2, Lost: 5}}, {Name: messages.Names{"en": "siguo", "zh": "四国军棋"}, Tally: history.Tally{Won: 8, Drawn: 1, Lost: 4}}},
		Opponents: []history.OfPlayers{{Names: []string{"<i>K2</i>"}, Tally: history.Tally{Won: 7, Drawn: 1, Lost: 6}}, {Names: []string{history.BotName("strong")}, Tally: history.Tally{Won: 12, Drawn: 2, Lost: 3}},
			{Names: []string{history.BotName("strong"), "", history.BotName("strong")}}, {Names: []string{"", "", ""}}},
		Ratings: []history.Rating{{When: 7 * day, Value: 1500, Deviation: 250}, {When: 14 * day, Value: 1580, Deviation: 160}, {When: 35 * day, Value: 1628, Deviation: 90}},
		Friends: []history.RatedFriend{{Name: "<i>K2</i>", Rating: history.Rating{Value: 1688, Deviation: 84}}, {Name: "林间", Rating: history.Rating{Value: 1541, Deviation: 121}}},
	}, nil
}

func (p *program) Ruleset(digest string) (*engine.Ruleset, error) {
	if rs := p.rules[digest]; rs != nil {
		return rs, nil
	}
	return nil, coded.Errorf("test.rules", "these rules are not known here")
}

func (p *program) AddRules(text []byte) (rulesets.Ruleset, error) {
	rs, err := engine.ParseRules(text)
	if err != nil {
		return rulesets.Ruleset{}, err
	}
	return describe(p.add(rs), rs), nil
}

func (p *program) Choose(spec, option, value string) (rulesets.Choices, error) {
	if option != "" && p.refuses {
		return rulesets.Choices{}, coded.Errorf("test.refused", "these rules don't go together")
	}
	if option != "" {
		spec += "," + option + "=" + value
	}
	rs, err := junqi.Rules(spec)
	if err != nil {
		return rulesets.Choices{}, err
	}
	options, err := junqi.Options(spec)
	if err != nil {
		return rulesets.Choices{}, err
	}
	c := rulesets.Choices{Ruleset: describe(p.add(rs), rs), Resolvers: protocol.Resolvers()}
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

func (p *program) Terms(string) (rulesets.Terms, error) {
	return describe("", junqi.Standard()).Terms, nil
}

// sit puts a match on the table.
func (p *program) sit(digest string, phase seat.Phase) *match {
	p.mu.Lock()
	defer p.mu.Unlock()
	m := newMatch("n"+strconv.Itoa(len(p.matches)+1), p.rules[digest], uint64(len(p.matches))+7)
	m.phase = phase
	p.matches[m.name] = m
	return m
}

const invite = "djq12pqu3ncbvonyfpmjmkpgp7doexuezcwiba5lcwvs4ufuhxyqeeqjkw66ayxhkxjlsbwiru36fg2zx3pyc4c44dsbi5buw2tgem2y4oevx7xpmb2liwpzbfcxb3sm3gdqrkbglpsfqnkzhobq2pycnnxgcucaqbgaaabaebucymfqjqaaaibjcaucypgqgfbj7ua"

func (p *program) Host(_ context.Context, h app.Hosting) (string, error) {
	p.hosted = h
	m := p.sit(h.Digest, seat.Waiting)
	m.edit = func(l *seat.Look) {
		if m.phase == seat.Waiting {
			l.Invites, l.Decision = map[string]string{}, ""
			for i := range l.Sides {
				if engine.Seat(i) != m.who {
					l.Sides[i], l.Invites[engine.Seat(i).String()] = seat.Side{}, invite
				}
			}
		}
	}
	return m.name, nil
}

func (p *program) WatchMatch(_ context.Context, w app.Watching) (string, error) {
	m := p.sit(p.presets[0], seat.Play)
	m.edit = func(l *seat.Look) { l.Watching, l.Talk, l.TalkTo = true, "", nil }
	m.slow = true
	m.begin()
	return m.name, nil
}

func (p *program) Join(_ context.Context, j app.Joining) (string, error) {
	p.joined = j
	return p.sit(p.presets[0], seat.Arrange).name, nil
}

func (p *program) Practise(_ context.Context, o app.Practising) (string, error) {
	p.wished = o
	return p.sit(o.Digest, seat.Arrange).name, nil
}

func (p *program) Rematch(ctx context.Context, _ string) (app.Begun, error) {
	if p.asks {
		next, err := p.Host(ctx, app.Hosting{Digest: p.presets[0]})
		p.matches[next].who = engine.Blue
		return app.Begun{Match: next, Asked: true}, err
	}
	return app.Begun{Match: p.sit(p.presets[0], seat.Arrange).name}, nil
}

func (p *program) Invitation(_ context.Context, text string) (app.Invitation, error) {
	if !strings.HasPrefix(strings.TrimSpace(text), "djq1") {
		return app.Invitation{}, coded.Errorf("test.invite", "this is not an invite, or it is damaged")
	}
	shown := app.Invitation{Ruleset: describe(p.presets[0], p.rules[p.presets[0]]), Seats: []string{"blue"}, Host: "<i>K2</i>", Phrase: phrase, Warnings: []messages.Names{}, Hosts: "red", Computers: map[string]string{}}
	if p.computers != nil {
		four := slices.IndexFunc(p.presets, func(digest string) bool { return p.rules[digest].NumSeats() == 4 })
		shown.Ruleset, shown.Seats, shown.Computers = describe(p.presets[four], p.rules[p.presets[four]]), []string{"amber"}, p.computers
	}
	return shown, nil
}

var phrase = messages.Names{"en": "tiger lamp river bread moon", "zh": "老虎、台灯、大河、面包、月亮"}

func (p *program) Phrase(context.Context, string) (messages.Names, error) { return phrase, nil }

func (p *program) NameFriend(key, name string) error {
	for i := range p.friends {
		if p.friends[i].Key == key {
			p.friends[i].Name = name
		}
	}
	return nil
}

func (p *program) ForgetFriend(key string) error {
	p.friends = slices.DeleteFunc(p.friends, func(f app.Friend) bool { return f.Key == key })
	return nil
}

func (p *program) match(name string) (*match, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if m := p.matches[name]; m != nil {
		return m, nil
	}
	return nil, coded.Errorf("test.match", "there is no match %s", name)
}

func (p *program) Seat(_ context.Context, name string) (app.Seat, error) {
	m, err := p.match(name)
	if err != nil {
		return nil, err
	}
	return m.seat, nil
}

func (p *program) Forget(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.past = slices.DeleteFunc(p.past, func(m history.Entry) bool { return m.Match == name })
	return nil
}

func (p *program) Layouts(digest string) ([]layouts.Saved, error) {
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

func (p *program) LayoutPlayed(digest, layout string) error {
	p.played = layout
	return nil
}

func (p *program) SaveLayout(digest, name string, l engine.Layout) error {
	p.layouts[digest] = append(p.layouts[digest], layouts.Saved{Name: name, Digest: digest, Layout: p.rules[digest].FormatLayout(l)})
	return nil
}

func (p *program) DeleteLayout(digest, name string) error {
	p.layouts[digest] = slices.DeleteFunc(p.layouts[digest], func(l layouts.Saved) bool { return l.Name == name })
	return nil
}

func (p *program) AuditedMatch(_ context.Context, id string) (review.Match, error) {
	p.mu.Lock()
	r := p.audited[id]
	m := p.matches[id]
	p.mu.Unlock()
	if r != nil {
		return r, nil
	}
	if m != nil {
		return record(m, id)
	}
	return nil, coded.Errorf("test.match", "there is no match %s", id)
}

func (p *program) Audit(_ context.Context, name string, data []byte) (string, error) {
	if !strings.HasPrefix(string(data), "darkjunqi") {
		return "", coded.Errorf("test.file", "%s is not a transcript", name)
	}
	m := newMatch("a1", junqi.Standard(), 5)
	m.slow = true
	m.begin()
	m.play(2000)
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
	match   *match
	of      *seat.Recorded
	summary review.Summary
}

func record(m *match, id string) (*recorded, error) {
	of := &seat.Recorded{Match: m.name, Resolver: "elgamal", Names: m.others[:m.rules.NumSeats()], Game: engine.Game{Rules: m.rules, First: m.first, Events: m.events, Layouts: [engine.MaxSeats]engine.Layout(append(slices.Clone(m.layouts), make([]engine.Layout, engine.MaxSeats-len(m.layouts))...))}}
	r := &recorded{match: m, of: of}
	open, err := seat.NewReplay(of, seat.Open)
	if err != nil {
		return nil, err
	}
	s := review.Summary{
		ID: id, Name: id + ".djq", Verdict: review.Honest, Words: messages.Names{"en": "Every record, proof and clash holds.", "zh": "所有记录、证明和碰子全部成立。"},
		Records: 2 * len(m.events), Proofs: len(m.events), Bytes: 88_700, Micros: 412_000,
	}
	for _, who := range m.rules.Seats() {
		s.Eyes = append(s.Eyes, who.String())
	}
	s.Eyes = append(s.Eyes, seat.Public, seat.Open)
	s.Left = make([][]int, m.rules.NumSeats())
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

// errFalse is why somebody is convicted.
var errFalse = coded.Errorf("test.false", "the proof of the answer is false")

// day0 is long ago.
var day0 = time.Now().Add(-12 * time.Second)
