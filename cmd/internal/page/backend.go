package page

import (
	"context"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/layouts"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/review"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulesets"
	"github.com/darkjunqi/darkjunqi/engine"
)

// Backend is the program behind the page: what it can do for the person at it. [app.App] is one, and
// says what each method does. Several goroutines call the methods at once. Errors should have a code
// (internal/coded); the page says them in its reader's language.
//
// Matches are called by their names in the data folder, rulesets by their digests in hex.
type Backend interface {
	Lobby(ctx context.Context) (app.Lobby, error)
	Due() []history.Entry
	Statistics(ctx context.Context) (history.Statistics, error)
	Ruleset(digest string) (*engine.Ruleset, error)
	AddRules(text []byte) (rulesets.Ruleset, error)
	Choose(spec, option, value string) (rulesets.Choices, error)
	Terms(match string) (rulesets.Terms, error)
	Host(ctx context.Context, o app.Hosting) (string, error)
	Join(ctx context.Context, j app.Joining) (string, error)
	WatchMatch(ctx context.Context, w app.Watching) (string, error)
	Practise(ctx context.Context, p app.Practising) (string, error)
	Pause(match string, on bool)
	Hurry(match string)
	Rematch(ctx context.Context, match string) (app.Begun, error)
	Invitation(ctx context.Context, invite string) (app.Invitation, error)
	Seat(ctx context.Context, match string) (app.Seat, error)
	Phrase(ctx context.Context, match string) (messages.Names, error)
	NameFriend(key, name string) error
	ForgetFriend(key string) error
	Forget(match string) error
	Layouts(digest string) ([]layouts.Saved, error)
	SaveLayout(digest, name string, layout engine.Layout) error
	LayoutPlayed(digest, layout string) error
	DeleteLayout(digest, name string) error
	AuditedMatch(ctx context.Context, id string) (review.Match, error)
	Audit(ctx context.Context, name string, data []byte) (string, error)
}
