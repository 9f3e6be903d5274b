package datafolder

import (
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// FindFriend finds the one friend that a word means.
func FindFriend(env *cli.Env, all friends.Folder, who string) (friends.Friend, error) {
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

// noFriend says that a word means nobody; if it names this player's own seat of a match, it
// suggests the others.
func noFriend(env *cli.Env, all friends.Folder, who string) error {
	p := env.Fail(messages.ErrNoFriend, who)
	table, seat := store.SplitID(who)
	list, _ := all.List() // without it there is nothing to suggest
	var matches []string
	for _, one := range list {
		if of, _ := store.SplitID(one.Match); of == table && seat != "" {
			matches = append(matches, one.Match)
		}
	}
	if len(matches) == 0 {
		return p.WithHint(env.T(messages.HintFriends))
	}
	return p.WithHint(env.T(messages.HintFriendSeat, strings.Join(matches, ", ")))
}

// FriendName returns the name of a friend, or where they were met.
func FriendName(lang messages.Lang, one friends.Friend) string {
	if one.Name == "" {
		return messages.FriendFrom.In(lang, one.Match)
	}
	return one.Name
}
