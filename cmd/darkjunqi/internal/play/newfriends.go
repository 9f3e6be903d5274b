package play

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// friendKey is the key of the friend of --friend, who shall recognise this player; "" without one.
func friendKey(env *cli.Env, p *playOptions, dir *store.Dir) (string, error) {
	if p.friend == "" {
		return "", nil
	}
	if p.byHand != "" {
		return "", env.Fail(messages.ErrFriendByHand)
	}
	one, err := datafolder.FindFriend(env, friends.Of(dir), p.friend)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(one.Key[:]), nil
}

// sayNewFriends says who can be recognised from now on, because the match was finished with them.
func sayNewFriends(env *cli.Env, at *playRun, p *playOptions) error {
	fresh, err := at.match.Met()
	if err != nil {
		return cli.Wrap(coded.Errorf("cmd.not-remembered", "remember the other player: %w", cli.Pathless(err)))
	}
	if len(fresh) == 0 || p.asJSON {
		return nil
	}
	var commands, called []string
	for _, one := range fresh {
		commands = append(commands, "  darkjunqi friends name "+one.Match+" NAME")
		if one.Called != "" {
			_, theirs := store.SplitID(one.Match)
			called = append(called, env.T(messages.FriendCalled, messages.Capital(env.Lang.Seat(viewmodel.SeatOf(theirs))), one.Called))
		}
	}
	text := messages.FriendNew
	if len(commands) > 1 {
		text = messages.FriendsNew
	}
	fmt.Fprintln(env.Out)
	env.Paragraphs(env.T(text, strings.Join(commands, "\n")))
	for _, line := range called {
		fmt.Fprintln(env.Out, line)
	}
	return nil
}
