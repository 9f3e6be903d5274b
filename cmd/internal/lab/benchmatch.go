package lab

import (
	"crypto/ed25519"
	"crypto/rand"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/auditreport"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// benchPlayers are the Players of a match in one process.
type benchPlayers []*protocol.Player

// openMatch plays the setup of a match with these layouts, up to the first turn.
func openMatch(rs *engine.Ruleset, layouts []engine.Layout) (benchPlayers, error) {
	config := protocol.HostConfig{Rules: rs, Seat: engine.Red}
	var invites []ed25519.PrivateKey
	for range rs.NumSeats() - 1 {
		public, private, err := ed25519.GenerateKey(nil)
		if err != nil {
			return nil, err
		}
		config.Invites, invites = append(config.Invites, public), append(invites, private)
	}
	host, err := protocol.Host(config, rand.Reader)
	if err != nil {
		return nil, err
	}
	players := benchPlayers{host}
	for i, invite := range invites {
		p, err := protocol.Join(host.Match().Record(0), engine.Seat(i+1), invite, rand.Reader)
		if err != nil {
			return nil, err
		}
		players = append(players, p)
	}
	if err := players.exchange(); err != nil {
		return nil, err
	}
	for i, p := range players {
		if err := p.Place(layouts[i]); err != nil {
			return nil, err
		}
	}
	return players, players.exchange()
}

// exchange delivers records until no player owes one that needs no decision.
func (players benchPlayers) exchange() error {
	for moved := true; moved; {
		moved = false
		for _, p := range players {
			made, err := p.Proceed(rand.Reader)
			if err != nil {
				return err
			}
			moved = moved || made
			for _, other := range players {
				for i := other.Match().Len(); i < p.Match().Len(); i++ {
					moved = true
					if err := other.Receive(p.Match().Record(i)); err != nil {
						return err
					}
				}
				for _, extra := range p.Match().Extras() {
					if err := other.Receive(extra); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// mover returns the player to choose a move; nil if there is none.
func (players benchPlayers) mover() *protocol.Player {
	i := slices.IndexFunc(players, func(p *protocol.Player) bool { return p.Decision() == protocol.ChooseMove })
	if i < 0 {
		return nil
	}
	return players[i]
}

func (players benchPlayers) play(m engine.Move) error {
	p := players.mover()
	if p == nil {
		return coded.Errorf("cmd.no-turn", "it is nobody's turn")
	}
	if err := p.Play(m, false, rand.Reader); err != nil {
		return err
	}
	return players.exchange()
}

// readySteps returns what a player computes while it thinks, and what is left when it attacks.
func (tb *benchSetup) readySteps() ([]*benchStep, error) {
	rs, err := gameargs.RedFirst(tb.rules)
	if err != nil {
		return nil, err
	}
	players, err := openMatch(rs, tb.layouts)
	if err != nil {
		return nil, err
	}
	last := len(tb.moves) - 1
	for _, m := range tb.moves[:last] {
		if err := players.play(m); err != nil {
			return nil, err
		}
	}
	secret, chain := players.mover().Secret(), players.mover().Match().Records()
	var p *protocol.Player
	restore := func() (err error) {
		p, err = protocol.Restore(secret, chain, nil)
		return err
	}
	think := func() error {
		for more, err := true, restore(); more || err != nil; {
			if err != nil {
				return err
			}
			more, err = p.Prepare(rand.Reader)
		}
		return nil
	}
	return []*benchStep{
		{Name: "prepare", By: "red", When: "turn", ready: restore, work: func(int) error {
			_, err := p.Prepare(rand.Reader)
			return err
		}},
		{Name: "play-ready", By: "red", When: "turn", ready: think, work: func(int) error {
			return p.Play(tb.moves[last], false, rand.Reader)
		}},
	}, nil
}

// mobilityPart returns the proofs that a seat has no legal move, or has one, about all pieces that
// might have one before the first turn. The proof of none is about pieces of other types.
func (tb *benchSetup) mobilityPart() (*benchPart, error) {
	red, first := tb.red(), tb.attacker.Seat()
	start := engine.Start(tb.rules, first)
	var some, none []layout.Part
	for number, own := range red.secret.Layout {
		if types := start.MobileTypes(engine.PieceOf(first, number)); types.Len() > 0 {
			some = append(some, layout.Part{Piece: number, Types: types})
			none = append(none, layout.Part{Piece: number, Types: types.Remove(own)})
		}
	}
	at := red.place(nil)
	stuck, err := red.commitment.ProveNone(at, none, red.secret, red.secret.Nonces)
	if err != nil {
		return nil, err
	}
	mobile, err := red.commitment.ProveSome(at, some, red.secret, red.secret.Nonces)
	if err != nil {
		return nil, err
	}
	p := &benchPart{Name: "mobility", Messages: []benchMessage{
		tb.message(transcript.NoMove, first, stuck), tb.message(transcript.Pass, first, mobile),
	}}
	check := func(verify func(*sigma.Batch) error) func(int) error {
		return func(int) error {
			var b sigma.Batch
			if err := verify(&b); err != nil {
				return err
			}
			return b.Verify()
		}
	}
	p.Steps = []*benchStep{
		{Name: "prove-none", By: "red", When: "record", work: func(int) error {
			_, err := red.commitment.ProveNone(at, none, red.secret, red.secret.Nonces)
			return err
		}},
		{Name: "check-none", By: "everyone", When: "record", work: check(func(b *sigma.Batch) error {
			return red.commitment.VerifyNone(at, none, stuck, b)
		})},
		{Name: "prove-some", By: "red", When: "record", work: func(int) error {
			_, err := red.commitment.ProveSome(at, some, red.secret, red.secret.Nonces)
			return err
		}},
		{Name: "check-some", By: "everyone", When: "record", work: check(func(b *sigma.Batch) error {
			return red.commitment.VerifySome(at, some, mobile, b)
		})},
	}
	return p, nil
}

// benchClashes is after how many clashes the audited match is resigned, if it lasts that long.
const benchClashes = 22

// benchMatch is the match that is audited.
type benchMatch struct {
	Plies     int     `json:"plies"`
	Clashes   int     `json:"clashes"`
	Records   int     `json:"records"` // and the bytes of their file
	Bytes     int     `json:"bytes"`
	PerSecond float64 `json:"perSecond"` // audits of it, on all processors
}

type playedMatch struct {
	benchMatch
	file []byte
}

// playMatch plays a match at random: the same moves each time, with new keys.
func playMatch(rs *engine.Ruleset) (*playedMatch, error) {
	rs, err := gameargs.RedFirst(rs)
	if err != nil {
		return nil, err
	}
	rng := gameargs.SeededRand(2, 0)
	layouts := make([]engine.Layout, rs.NumSeats())
	for i := range layouts {
		layouts[i] = rs.RandomLayout(rng)
	}
	players, err := openMatch(rs, layouts)
	if err != nil {
		return nil, err
	}
	for p := players.mover(); p != nil; p = players.mover() {
		m := p.Match()
		position := m.Position()
		if clashesOf(m) >= benchClashes && position.Ply() >= rs.ResignFrom() {
			if _, err := p.Resign(); err != nil {
				return nil, err
			}
			if err := players.exchange(); err != nil {
				return nil, err
			}
			continue
		}
		moves := position.LegalMoves(p.Seat(), layouts[p.Seat()])
		quiet := func(m engine.Move) bool { return position.At(m.To) == engine.NoPiece }
		if attacks := slices.DeleteFunc(slices.Clone(moves), quiet); len(attacks) > 0 && 3*clashesOf(m) < position.Ply() {
			moves = attacks // one turn in three, as in real matches
		}
		if err := players.play(moves[rng.IntN(len(moves))]); err != nil {
			return nil, err
		}
	}
	file := players[0].Match().File()
	report := protocol.Audit(file)
	if report.Verdict != protocol.Honest {
		return nil, coded.Errorf("cmd.bench-match", "the match to audit is %s: %w", report.Verdict, report.Reason)
	}
	return &playedMatch{benchMatch{Plies: report.Plies, Clashes: report.Clashes, Records: report.Records, Bytes: report.Bytes}, file}, nil
}

func clashesOf(m *protocol.Match) (n int) {
	for _, e := range m.Events() {
		if e.Kind == engine.EventAnswer {
			n++
		}
	}
	return n
}

// part returns its audit: every record alone, as a player verifies it, and the whole, with the sums of
// all proofs in one.
func (pm *playedMatch) part() (*benchPart, error) {
	list, _, err := transcript.ParseFile(pm.file)
	if err != nil {
		return nil, err
	}
	return &benchPart{Name: "audit", Messages: []benchMessage{}, Steps: []*benchStep{
		{Name: "fold", By: "everyone", When: "audit", work: func(int) error {
			m := protocol.NewMatch()
			for _, raw := range list {
				if err := m.Append(raw); err != nil {
					return err
				}
			}
			return nil
		}},
		{Name: "audit", By: "auditor", When: "audit", work: func(int) error {
			return protocol.Audit(pm.file).Reason
		}},
		{Name: "audits", By: "auditor", When: "audit", work: func(int) error {
			for _, report := range protocol.AuditTogether(slices.Repeat([][]byte{pm.file}, auditreport.Together), nil) {
				if report.Reason != nil {
					return report.Reason
				}
			}
			return nil
		}},
	}}, nil
}

// perSecond returns how many audits of the match all processors do together in a second. Like the
// command audit they check several in one sum, if there are so many runs, and collect garbage rarely.
func (pm *playedMatch) perSecond(runs int) float64 {
	defer auditreport.CollectLate()()
	files := slices.Repeat([][]byte{pm.file}, min(runs, auditreport.Together))
	each, workers := max(1, min(runs, 64)/auditreport.Together), runtime.GOMAXPROCS(0)
	started := time.Now()
	var working sync.WaitGroup
	for range workers {
		working.Go(func() {
			for range each {
				protocol.AuditTogether(files, nil)
			}
		})
	}
	working.Wait()
	return float64(each*len(files)*workers) / time.Since(started).Seconds()
}
