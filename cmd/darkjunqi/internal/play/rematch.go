package play

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/gameargs"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func NewRematch(env *cli.Env) *cobra.Command {
	var s playFlags
	cmd := &cobra.Command{
		Use:     "rematch [FRIEND]",
		Example: "  darkjunqi rematch\n  darkjunqi rematch Ada",
		RunE: func(cmd *cobra.Command, args []string) error {
			who := ""
			if len(args) == 1 {
				who = args[0]
			}
			return rematch(env, cmd, s, who)
		},
	}
	addPlayFlags(env, cmd, &s)
	inviteFlags(env, cmd, &s)
	return cmd
}

// rematch hosts the last match with a friend once more, from the friend's seat.
func rematch(env *cli.Env, cmd *cobra.Command, s playFlags, who string) error {
	dir, err := datafolder.Open()
	if err != nil {
		return err
	}
	one, err := lastFriend(env, friends.Of(dir), who)
	if err != nil {
		return err
	}
	last, err := termsWith(dir, one)
	if err != nil {
		return env.Fail(messages.ErrRematchGone, one.Match).WithHint(env.T(messages.HintRematch))
	}
	table, seat := store.SplitID(one.Match)
	own, err := gameargs.ParseSeat(env, last.Rules(), seat)
	if err != nil {
		return err
	}
	s.friend = table + "-" + seat
	p, err := parseFlags(env, s)
	if err != nil {
		return err
	}
	if err := checkLayout(env.Lang, p, last.Rules()); err != nil {
		return err
	}
	if !env.JSON {
		env.Paragraphs(env.T(messages.RematchWith, datafolder.FriendName(env.Lang, one), one.Match))
	}
	return host(env, cmd, p, protocol.HostConfig{Rules: last.Rules(), Seat: own, Resolver: last.Terms().Resolver}, nil)
}

// lastFriend returns the friend that a word names; without a word, the last opponent.
func lastFriend(env *cli.Env, all friends.Folder, who string) (friends.Friend, error) {
	if who != "" {
		return datafolder.FindFriend(env, all, who)
	}
	list, err := all.List()
	if err != nil {
		return friends.Friend{}, cli.Wrap(err)
	}
	if len(list) == 0 {
		return friends.Friend{}, env.Fail(messages.ErrNoRematch)
	}
	return list[0], nil
}

// termsWith returns the terms of the last match with a friend, by this player's own file of it.
func termsWith(dir *store.Dir, one friends.Friend) (*protocol.Match, error) {
	list, err := dir.List()
	if err != nil {
		return nil, err
	}
	table, _ := store.SplitID(one.Match)
	for _, in := range list {
		if !strings.HasPrefix(in.ID, table+"-") {
			continue
		}
		records, err := dir.Read(in.ID)
		if err != nil || len(records) == 0 {
			continue
		}
		m := protocol.NewMatch()
		return m, m.Append(records[0])
	}
	return nil, store.ErrUnknown
}
