package matches

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

func NewFriends(env *cli.Env) *cobra.Command {
	return env.Group("friends",
		newFriendsList(env), newFriendsName(env), newFriendsForget(env))
}

func newFriendsList(env *cli.Env) *cobra.Command {
	return env.JSONFlag(&cobra.Command{
		Use: "list",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := datafolder.Open()
			if err != nil {
				return err
			}
			all, err := friends.Of(dir).List()
			if err != nil {
				return cli.Wrap(err)
			}
			if env.JSON {
				return friendsJSON(env, all)
			}
			friendsList(env, all)
			return nil
		},
	})
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

// friendsJSON leaves out the keys: one of them is a secret.
func friendsJSON(env *cli.Env, all []friends.Friend) error {
	type listed struct {
		Name   string `json:"name"`   // the one you gave; "" if none
		Called string `json:"called"` // their own in the last match, unverified; "" if none
		Match  string `json:"match"`  // the last one finished with them, and their seat
		Last   string `json:"last"`   // when that was, RFC 3339 in UTC
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
		Example: "  darkjunqi friends name 3f21 Ada\n  darkjunqi friends name Ada \"Ada Wong\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			all, one, err := friendCalled(env, args[0])
			if err != nil {
				return err
			}
			was, name := datafolder.FriendName(env.Lang, one), strings.Join(strings.Fields(args[1]), " ")
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
		Use: "forget WHO",
		RunE: func(cmd *cobra.Command, args []string) error {
			all, one, err := friendCalled(env, args[0])
			if err != nil {
				return err
			}
			if err := all.Forget(one); err != nil {
				return cli.Wrap(err)
			}
			env.Say(messages.FriendsForgotten, datafolder.FriendName(env.Lang, one))
			return nil
		},
	}
}

// friendCalled finds the friend that a word means.
func friendCalled(env *cli.Env, who string) (friends.Folder, friends.Friend, error) {
	dir, err := datafolder.Open()
	if err != nil {
		return friends.Folder{}, friends.Friend{}, err
	}
	all := friends.Of(dir)
	one, err := datafolder.FindFriend(env, all, who)
	return all, one, err
}
