package page

import (
	"context"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/engine"
)

// Backend is the program behind the page: what it can do for who sits before it. Its methods are called by several
// goroutines at once. Errors should have a code (internal/coded); the page says them in its reader's language.
//
// Matches are called by their names in the data folder, rulesets by their digests in hex.
type Backend interface {
	// Lobby is everything that the lobby shows.
	Lobby(ctx context.Context) (app.Lobby, error)
	// Ruleset is a ruleset that the program knows: of the lobby, of a match, or added.
	Ruleset(digest string) (*engine.Ruleset, error)
	// AddRules takes in the text of a ruleset file.
	AddRules(text []byte) (app.Ruleset, error)
	// Choose makes one of our own rulesets from its text, with one option changed, and lists its options.
	Choose(spec, option, value string) (app.Choices, error)
	// Terms is what the rules of a match come to in words.
	Terms(match string) (app.Terms, error)

	// Host begins a match that others may join, Join joins one and Practise begins one against bots. They return the
	// match's name. Rematch begins or joins one like another, with the seats moved on.
	Host(ctx context.Context, o app.Hosting) (string, error)
	Join(ctx context.Context, j app.Joining) (string, error)
	Practise(ctx context.Context, p app.Practising) (string, error)
	Rematch(ctx context.Context, match string) (app.Begun, error)
	// Invitation is what an invite offers.
	Invitation(ctx context.Context, invite string) (app.Invitation, error)

	// Seat is the seat at a match; the match is taken up again if it does not run.
	Seat(ctx context.Context, match string) (app.Seat, error)
	// Phrase is a few words that the players of a match can compare aloud: who has the same is at the same table.
	Phrase(ctx context.Context, match string) (app.Names, error)
	// NameFriend calls a friend something, ForgetFriend recognises them no more. Both go by the friend's key.
	NameFriend(key, name string) error
	ForgetFriend(key string) error
	// Forget deletes a match for good.
	Forget(match string) error

	// Layouts are those kept on disk and those that come with the rules.
	Layouts(digest string) ([]app.SavedLayout, error)
	SaveLayout(digest, name string, layout engine.Layout) error
	DeleteLayout(digest, name string) error

	// AuditedMatch is a match of the data folder, or what Audit took in, to be looked at.
	AuditedMatch(ctx context.Context, id string) (app.AuditedMatch, error)
	// Audit takes in a transcript or a certificate and returns a name for it.
	Audit(ctx context.Context, name string, data []byte) (string, error)
}
