package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

func newRematch(a *env) *cobra.Command {
	var s seating
	cmd := &cobra.Command{
		Use:     "rematch [FRIEND]",
		Short:   a.t(messages.RematchShort),
		Long:    a.t(messages.RematchLong),
		Example: "  darkjunqi rematch\n  darkjunqi rematch Ada",
		Args:    a.between(0, "FRIEND"),
		RunE: func(cmd *cobra.Command, args []string) error {
			who := ""
			if len(args) == 1 {
				who = args[0]
			}
			return a.rematch(cmd, s, who)
		},
	}
	a.seatingFlags(cmd, &s)
	a.inviteFlags(cmd, &s)
	return cmd
}

// rematch hosts the last match with a friend once more, from the friend's seat.
func (a *env) rematch(cmd *cobra.Command, s seating, who string) error {
	dir, err := a.openStore()
	if err != nil {
		return err
	}
	one, err := a.lastFriend(friends.Of(dir), who)
	if err != nil {
		return err
	}
	last, err := termsWith(dir, one)
	if err != nil {
		return a.fail(messages.ErrRematchGone, one.Match).hinting(a.t(messages.HintRematch))
	}
	table, seat := store.SplitID(one.Match)
	own, err := a.seatIn(last.Rules(), seat)
	if err != nil {
		return err
	}
	s.friend = table + "-" + seat
	p, err := a.prepare(s)
	if err != nil {
		return err
	}
	if err := a.checkLayout(p, last.Rules()); err != nil {
		return err
	}
	if !p.asJSON {
		a.paragraphs(a.t(messages.RematchWith, a.friendName(one), one.Match))
	}
	return a.host(cmd, p, protocol.HostConfig{Rules: last.Rules(), Seat: own, Resolver: last.Terms().Resolver})
}

// lastFriend is the friend whom a word means; without one, who was played with last.
func (a *env) lastFriend(all friends.Folder, who string) (friends.Friend, error) {
	if who != "" {
		return a.friendAmong(all, who)
	}
	list, err := all.List()
	if err != nil {
		return friends.Friend{}, wrong(err)
	}
	if len(list) == 0 {
		return friends.Friend{}, a.fail(messages.ErrNoRematch)
	}
	return list[0], nil
}

// termsWith are the terms of the last match with a friend, by this player's own file of it.
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
