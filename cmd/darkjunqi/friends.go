package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func newFriends(env *cli.Env) *cobra.Command {
	return env.Group("friends", messages.FriendsShort, messages.FriendsLong, newFriendsList(env), newFriendsName(env), newFriendsForget(env))
}

func newFriendsList(env *cli.Env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: env.T(messages.FriendsListShort),
		Args:  env.Exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := openStore(env.Lang)
			if err != nil {
				return err
			}
			all, err := friends.Of(dir).List()
			if err != nil {
				return cli.Wrap(err)
			}
			if asJSON {
				return friendsJSON(env, all)
			}
			friendsList(env, all)
			return nil
		},
	}
	env.JSONFlag(cmd, &asJSON)
	return cmd
}

func friendsList(env *cli.Env, all []friends.Friend) {
	if len(all) == 0 {
		env.Say(messages.FriendsNone)
		return
	}
	rows := [][]string{{env.T(messages.FriendsName), env.T(messages.FriendsMatch), env.T(messages.FriendsWhen)}}
	for _, one := range all {
		name := one.Name
		switch {
		case name == "" && one.Called != "":
			name = env.T(messages.FriendsCalled, one.Called)
		case name == "":
			name = "–"
		}
		rows = append(rows, []string{name, one.Match, one.Last.Local().Format("2006-01-02 15:04")})
	}
	env.Grid(rows)
}

// friendsJSON tells no keys: one of them is a secret.
func friendsJSON(env *cli.Env, all []friends.Friend) error {
	type listed struct {
		Name   string `json:"name"`
		Called string `json:"called"`
		Match  string `json:"match"`
		Last   string `json:"last"`
	}
	out := []listed{}
	for _, one := range all {
		out = append(out, listed{one.Name, one.Called, one.Match, one.Last.UTC().Format(time.RFC3339)})
	}
	return env.PrintJSON(map[string]any{"friends": out})
}

func newFriendsName(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:     "name WHO NAME",
		Short:   env.T(messages.FriendsNameShort),
		Long:    env.T(messages.FriendsNameLong),
		Example: "  darkjunqi friends name 3f21 Ada\n  darkjunqi friends name Ada \"Ada Wong\"",
		Args:    env.Exactly("WHO", "NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, one, err := friendCalled(env, args[0])
			if err != nil {
				return err
			}
			was, name := friendName(env.Lang, one), strings.Join(strings.Fields(args[1]), " ")
			if err := all.Rename(one, name); err != nil {
				return cli.Wrap(err)
			}
			env.Say(messages.FriendsNamed, was, name, name)
			return nil
		},
	}
}

func newFriendsForget(env *cli.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "forget WHO",
		Short: env.T(messages.FriendsForgetShort),
		Args:  env.Exactly("WHO"),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, one, err := friendCalled(env, args[0])
			if err != nil {
				return err
			}
			if err := all.Forget(one); err != nil {
				return cli.Wrap(err)
			}
			env.Say(messages.FriendsForgotten, friendName(env.Lang, one))
			return nil
		},
	}
}

// friendCalled finds the one friends.Friend whom a word means.
func friendCalled(env *cli.Env, who string) (friends.Folder, friends.Friend, error) {
	dir, err := openStore(env.Lang)
	if err != nil {
		return "", friends.Friend{}, err
	}
	all := friends.Of(dir)
	one, err := friendAmong(env, all, who)
	return all, one, err
}

func friendAmong(env *cli.Env, all friends.Folder, who string) (friends.Friend, error) {
	found, err := all.Find(who)
	switch {
	case err != nil:
		return friends.Friend{}, cli.Wrap(err)
	case len(found) == 0:
		return friends.Friend{}, noFriend(env, all, who)
	case len(found) > 1:
		var names []string
		for _, one := range found {
			names = append(names, one.Match)
		}
		return friends.Friend{}, env.Fail(messages.ErrSeveralFriends, who, strings.Join(names, ", ")).WithHint(env.T(messages.HintFriends))
	}
	return found[0], nil
}

// noFriend says that a word means nobody, and who is meant if it names the own seat of a match.
func noFriend(env *cli.Env, all friends.Folder, who string) error {
	p := env.Fail(messages.ErrNoFriend, who)
	table, seat := store.SplitID(who)
	list, err := all.List()
	if err != nil || seat == "" {
		return p.WithHint(env.T(messages.HintFriends))
	}
	var matches []string
	for _, one := range list {
		if of, _ := store.SplitID(one.Match); of == table {
			matches = append(matches, one.Match)
		}
	}
	if len(matches) == 0 {
		return p.WithHint(env.T(messages.HintFriends))
	}
	return p.WithHint(env.T(messages.HintFriendSeat, strings.Join(matches, ", ")))
}

// friendName is how a friend is called.
func friendName(lang messages.Lang, one friends.Friend) string {
	if one.Name == "" {
		return messages.FriendFrom.In(lang, one.Match)
	}
	return one.Name
}

// identityFor is the name on the network by which the friend of --friend knows this player; nil for a new one.
func identityFor(env *cli.Env, p *prepared, all friends.Folder) ([]byte, error) {
	if p.friend == "" {
		return nil, nil
	}
	if p.byHand != "" {
		return nil, env.Fail(messages.ErrFriendByHand)
	}
	one, err := friendAmong(env, all, p.friend)
	if err != nil {
		return nil, err
	}
	return one.Own[:], nil
}

// remember keeps those with whom a match was finished in good order. By hand nobody's key is known.
func remember(env *cli.Env, at sitting, p *prepared, report *protocol.Report) error {
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
