package play

import (
	"fmt"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// identityFor is the name on the network by which the friend of --friend knows this player; nil for a new one.
func identityFor(env *cli.Env, p *playOptions, all friends.Folder) ([]byte, error) {
	if p.friend == "" {
		return nil, nil
	}
	if p.byHand != "" {
		return nil, env.Fail(messages.ErrFriendByHand)
	}
	one, err := datafolder.FindFriend(env, all, p.friend)
	if err != nil {
		return nil, err
	}
	return one.Own[:], nil
}

// remember keeps those with whom a match was finished in good order. By hand nobody's key is known.
func remember(env *cli.Env, at playRun, p *playOptions, report *protocol.Report) error {
	if at.again || at.line.net == nil || at.line.letters != nil {
		return nil
	}
	match, _ := store.SplitID(at.session.ID())
	var commands, called []string
	now := at.session.Snapshot()
	for _, peer := range app.Companions(now, report) {
		one := friends.Friend{Called: now.Names[peer.Seat], Key: peer.Key, Own: at.line.identity(), Match: match + "-" + peer.Seat.String(), Last: time.Now()}
		isNew, err := friends.Of(at.dir).Meet(one)
		if err != nil {
			return cli.Wrap(coded.Errorf("cmd.not-remembered", "remember the other player: %w", cli.Pathless(err)))
		}
		if isNew && !p.asJSON {
			commands = append(commands, "  darkjunqi friends name "+one.Match+" NAME")
			if one.Called != "" {
				called = append(called, env.T(messages.FriendCalled, messages.Capital(env.Lang.Seat(peer.Seat)), one.Called))
			}
		}
	}
	if len(commands) > 0 {
		text := messages.FriendNew
		if len(commands) > 1 {
			text = messages.FriendsNew
		}
		fmt.Fprintln(env.Out)
		env.Paragraphs(env.T(text, strings.Join(commands, "\n")))
		for _, line := range called {
			fmt.Fprintln(env.Out, line)
		}
	}
	return nil
}
