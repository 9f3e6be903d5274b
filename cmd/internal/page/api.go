package page

import (
	"context"
	"encoding/json"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/lesson"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// auditTime is the time that statistics wait for audits: the page asks for the others again.
const auditTime = 2 * time.Second

// add adds the endpoints of everything but audits.
func (a *API) add(b Backend) {
	a.backend = b
	get, post := a.get, a.post
	get("lobby", func(r *Request) (any, error) { return b.Lobby(r.Context) })
	get("rules", func(r *Request) (any, error) {
		rs, err := b.Ruleset(r.Value("digest"))
		if err != nil {
			return nil, err
		}
		return planned(rs)
	})
	get("rules/terms", func(r *Request) (any, error) {
		rs, err := b.Ruleset(r.Value("digest"))
		if err != nil {
			return nil, err
		}
		return rulesets.TermsOf(rs, ""), nil
	})
	get("lesson", func(r *Request) (any, error) {
		rs, err := b.Ruleset(r.Value("digest"))
		if err != nil {
			return nil, err
		}
		return lesson.Of(rs), nil
	})
	post("rules", func(r *Request) (any, error) {
		return b.AddRules(r.Body)
	})
	get("rules/choose", func(r *Request) (any, error) {
		return b.Choose(r.Value("spec"), r.Value("option"), r.Value("value"))
	})
	get("statistics", func(r *Request) (any, error) {
		ctx, stop := context.WithTimeout(r.Context, auditTime)
		defer stop()
		return b.Statistics(ctx)
	})
	get("board", a.board)
	get("phrase", func(r *Request) (any, error) { return b.Phrase(r.Context, match(r)) })
	post("friends/name", reading(func(_ context.Context, in struct{ Key, Name string }) (any, error) {
		return nil, b.NameFriend(in.Key, in.Name)
	}))
	post("friends/forget", reading(func(_ context.Context, in struct{ Key string }) (any, error) {
		return nil, b.ForgetFriend(in.Key)
	}))
	get("terms", func(r *Request) (any, error) { return b.Terms(match(r)) })

	post("host", begin(b.Host))
	post("join", begin(b.Join))
	post("watch", begin(b.WatchMatch))
	post("practise", begin(b.Practise))
	post("rematch", func(r *Request) (any, error) { return b.Rematch(r.Context, match(r)) })
	post("join/look", reading(func(ctx context.Context, in struct{ Invite string }) (any, error) {
		return b.Invitation(ctx, in.Invite)
	}))
	post("pause", func(r *Request) (any, error) {
		b.Pause(match(r), r.Value("on") == "true")
		return nil, nil
	})
	post("hurry", func(r *Request) (any, error) {
		b.Hurry(match(r))
		return nil, nil
	})
	post("forget", func(r *Request) (any, error) { return nil, b.Forget(match(r)) })

	a.endpoints["GET /api/stream"] = endpoint{maxRequest, a.stream}
	post("do", a.do)
	get("way", a.way)
	get("link", a.link)
	a.addLayouts()
}

// shown is the state of a match.
type shown struct {
	Table seat.Table `json:"table"`
	State seat.State `json:"state"`
}

// board returns the present state of a match.
func (a *API) board(r *Request) (any, error) {
	s, err := a.backend.Seat(r.Context, match(r))
	if err != nil {
		return nil, err
	}
	table, err := withPlan(s.Table())
	return shown{table, s.State()}, err
}

func match(r *Request) string { return r.Value("match") }

// begin reads the options and begins a match.
func begin[W any](f func(context.Context, W) (string, error)) func(*Request) (any, error) {
	return reading(func(ctx context.Context, wish W) (any, error) {
		match, err := f(ctx, wish)
		return app.Begun{Match: match}, err
	})
}

func reading[In any](f func(context.Context, In) (any, error)) func(*Request) (any, error) {
	return func(r *Request) (any, error) {
		in, err := decode[In](r)
		if err != nil {
			return nil, err
		}
		return f(r.Context, in)
	}
}

func decode[T any](r *Request) (T, error) {
	var v T
	if err := json.Unmarshal(r.Body, &v); err != nil {
		return v, coded.Errorf("page.request", "this request can't be read: %w", err)
	}
	return v, nil
}

// do executes a seat's command, and returns the number of the state that shows it: the page gets that by its stream, which may
// be later than this answer.
func (a *API) do(r *Request) (any, error) {
	c, err := decode[seat.Command](r)
	if err != nil {
		return nil, err
	}
	s, err := a.backend.Seat(r.Context, match(r))
	if err != nil {
		return nil, err
	}
	if err := s.Do(c); err != nil {
		return nil, messages.About(rulesOf(s.Table()), err)
	}
	state := s.State()
	if c.Do == seat.DoLayout {
		a.backend.LayoutPlayed(s.Table().Digest, state.Layout) // a match does not wait for what can't be remembered
	}
	return done{state.Number}, nil
}

// done is the answer to a request that has been carried out.
type done struct {
	Number int `json:"number"`
}

func (a *API) way(r *Request) (any, error) {
	s, err := a.backend.Seat(r.Context, match(r))
	if err != nil {
		return nil, err
	}
	way := s.Way(r.Value("from"), r.Value("to"))
	if way == nil {
		way = []string{}
	}
	return way, nil
}

// link returns the invite to a seat of a match, or to watch it if no seat is named, as others can open it; nothing once somebody has
// the seat.
func (a *API) link(r *Request) (any, error) {
	s, err := a.backend.Seat(r.Context, match(r))
	if err != nil {
		return nil, err
	}
	state := s.State()
	invite := state.Invites[r.Value("seat")]
	if r.Value("seat") == "" {
		invite = state.WatchInvite
	}
	if invite == "" {
		return nil, nil // it has been used
	}
	return linked(a.share, invite, false)
}
