package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func newFriends(a *env) *cobra.Command {
	return a.group("friends", messages.FriendsShort, messages.FriendsLong, newFriendsList(a), newFriendsName(a), newFriendsForget(a))
}

func newFriendsList(a *env) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: a.t(messages.FriendsListShort),
		Args:  a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := a.openStore()
			if err != nil {
				return err
			}
			all, err := friends.Of(dir).List()
			if err != nil {
				return wrong(err)
			}
			if asJSON {
				return a.friendsJSON(all)
			}
			a.friendsList(all)
			return nil
		},
	}
	a.jsonFlag(cmd, &asJSON)
	return cmd
}

func (a *env) friendsList(all []friends.Friend) {
	if len(all) == 0 {
		a.say(messages.FriendsNone)
		return
	}
	rows := [][]string{{a.t(messages.FriendsName), a.t(messages.FriendsMatch), a.t(messages.FriendsWhen)}}
	for _, one := range all {
		name := one.Name
		switch {
		case name == "" && one.Called != "":
			name = a.t(messages.FriendsCalled, one.Called)
		case name == "":
			name = "–"
		}
		rows = append(rows, []string{name, one.Match, one.Last.Local().Format("2006-01-02 15:04")})
	}
	a.grid(rows)
}

// friendsJSON tells no keys: one of them is a secret.
func (a *env) friendsJSON(all []friends.Friend) error {
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
	return a.printJSON(map[string]any{"friends": out})
}

func newFriendsName(a *env) *cobra.Command {
	return &cobra.Command{
		Use:     "name WHO NAME",
		Short:   a.t(messages.FriendsNameShort),
		Long:    a.t(messages.FriendsNameLong),
		Example: "  darkjunqi friends name 3f21 Ada\n  darkjunqi friends name Ada \"Ada Wong\"",
		Args:    a.exactly("WHO", "NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, one, err := a.friendCalled(args[0])
			if err != nil {
				return err
			}
			was, name := a.friendName(one), strings.Join(strings.Fields(args[1]), " ")
			if err := all.Rename(one, name); err != nil {
				return wrong(err)
			}
			a.say(messages.FriendsNamed, was, name, name)
			return nil
		},
	}
}

func newFriendsForget(a *env) *cobra.Command {
	return &cobra.Command{
		Use:   "forget WHO",
		Short: a.t(messages.FriendsForgetShort),
		Args:  a.exactly("WHO"),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, one, err := a.friendCalled(args[0])
			if err != nil {
				return err
			}
			if err := all.Forget(one); err != nil {
				return wrong(err)
			}
			a.say(messages.FriendsForgotten, a.friendName(one))
			return nil
		},
	}
}

// friendCalled finds the one friends.Friend whom a word means.
func (a *env) friendCalled(who string) (friends.Folder, friends.Friend, error) {
	dir, err := a.openStore()
	if err != nil {
		return "", friends.Friend{}, err
	}
	all := friends.Of(dir)
	one, err := a.friendAmong(all, who)
	return all, one, err
}

func (a *env) friendAmong(all friends.Folder, who string) (friends.Friend, error) {
	found, err := all.Find(who)
	switch {
	case err != nil:
		return friends.Friend{}, wrong(err)
	case len(found) == 0:
		return friends.Friend{}, a.noFriend(all, who)
	case len(found) > 1:
		var names []string
		for _, one := range found {
			names = append(names, one.Match)
		}
		return friends.Friend{}, a.fail(messages.ErrSeveralFriends, who, strings.Join(names, ", ")).hinting(a.t(messages.HintFriends))
	}
	return found[0], nil
}

// noFriend says that a word means nobody, and who is meant if it names the own seat of a match.
func (a *env) noFriend(all friends.Folder, who string) error {
	p := a.fail(messages.ErrNoFriend, who)
	table, seat := store.SplitID(who)
	list, err := all.List()
	if err != nil || seat == "" {
		return p.hinting(a.t(messages.HintFriends))
	}
	var matches []string
	for _, one := range list {
		if of, _ := store.SplitID(one.Match); of == table {
			matches = append(matches, one.Match)
		}
	}
	if len(matches) == 0 {
		return p.hinting(a.t(messages.HintFriends))
	}
	return p.hinting(a.t(messages.HintFriendSeat, strings.Join(matches, ", ")))
}

// friendName is how a friend is called.
func (a *env) friendName(one friends.Friend) string {
	if one.Name == "" {
		return a.t(messages.FriendFrom, one.Match)
	}
	return one.Name
}

// identityFor is the name on the network by which the friend of --friend knows this player; nil for a new one.
func (a *env) identityFor(p *prepared, all friends.Folder) ([]byte, error) {
	if p.friend == "" {
		return nil, nil
	}
	if p.byHand != "" {
		return nil, a.fail(messages.ErrFriendByHand)
	}
	one, err := a.friendAmong(all, p.friend)
	if err != nil {
		return nil, err
	}
	return one.Own[:], nil
}

// remember keeps those with whom a match was finished in good order. By hand nobody's key is known.
func (a *env) remember(at sitting, p *prepared, report *protocol.Report) error {
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
			return wrong(coded.Errorf("cmd.not-remembered", "remember the other player: %w", pathless(err)))
		}
		if isNew && !p.asJSON {
			commands = append(commands, "  darkjunqi friends name "+one.Match+" NAME")
			if one.Called != "" {
				called = append(called, a.t(messages.FriendCalled, messages.Capital(a.lang.Seat(peer.Seat)), one.Called))
			}
		}
	}
	if len(commands) > 0 {
		text := messages.FriendNew
		if len(commands) > 1 {
			text = messages.FriendsNew
		}
		fmt.Fprintln(a.out)
		a.paragraphs(a.t(text, strings.Join(commands, "\n")))
		for _, line := range called {
			fmt.Fprintln(a.out, line)
		}
	}
	return nil
}
