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
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// participantPresenter is a presenter that also reports on those who take part: what became of the invites, who is a friend, who speaks another
// version, and by hand which letters go out.
type participantPresenter struct {
	presenter
	env     *cli.Env
	at      *playRun
	friends friends.Folder
	wanted  string // the friend that a match is for; "" if it is for anybody

	met     map[engine.Seat]bool // those whose keys were looked at
	paths   map[string]string    // the ways to seats, as last shown
	foreign error                // as last shown
}

// tell implements [presenter]. A person hears who is there first, a program the table.
func (c *participantPresenter) tell(now *viewmodel.Scene, news []seat.Event) error {
	introduce := func() error { return c.env.Batch(func() error { return c.introduce(now, news) }) }
	if c.env.JSON {
		if err := c.presenter.tell(now, news); err != nil {
			return err
		}
		return introduce()
	}
	if err := introduce(); err != nil {
		return err
	}
	return c.presenter.tell(now, news)
}

// last reports on the relay, and the letters that were written while the match was being left.
func (c *participantPresenter) last() error {
	switch {
	case c.at.transport.relay != nil && !c.env.JSON && c.at.match.Session().Snapshot().Over:
		return nil // there is nobody to be reached by
	case c.at.transport.relay != nil:
		return tellRelay(c.env, c.at.transport.relay)
	case c.at.transport.letters == nil:
		return nil
	}
	return tellLetters(c.env, c.at.transport.letters)
}

func (c *participantPresenter) introduce(now *viewmodel.Scene, news []seat.Event) error {
	if !c.env.JSON {
		c.invites(now, news)
		c.versions()
		c.ways(now)
	}
	if err := c.meet(); err != nil {
		return err
	}
	return c.last()
}

func (c *participantPresenter) invites(now *viewmodel.Scene, news []seat.Event) {
	if c.at.transport.inside {
		return
	}
	own, host := now.Table.Seat, now.WatchInvite != ""
	for i := range news {
		e := &news[i]
		if e.Kind != seat.EventJoined || e.At == 0 || e.Seat == own {
			continue
		}
		text := messages.InviteSeatTaken
		if host {
			text = messages.InviteTaken
		}
		c.env.Say(text, messages.Capital(c.env.Lang.Seat(viewmodel.SeatOf(e.Seat))))
	}
}

// ways says how the links go, whenever that changes.
func (c *participantPresenter) ways(now *viewmodel.Scene) {
	for _, at := range now.Seats {
		text := messages.Paths.Of(at.Path)
		if !messages.Paths.Has(at.Path) || c.paths[at.Seat] == at.Path {
			continue
		}
		c.paths[at.Seat] = at.Path
		if len(now.Seats) > 2 {
			c.env.Say(messages.PathTo, messages.Capital(c.env.Lang.Seat(viewmodel.SeatOf(at.Seat))), c.env.T(text))
		} else {
			c.env.Say(messages.PathIs, c.env.T(text))
		}
	}
}

// versions says that somebody came who speaks another version.
func (c *participantPresenter) versions() {
	if came := c.at.match.Session().Snapshot().Foreign; came != nil && came != c.foreign {
		c.foreign = came
		c.env.Say(messages.VersionCame, came)
		c.env.Say(messages.HintVersion)
	}
}

// meet says which of those who are seated is known, once for each.
func (c *participantPresenter) meet() error {
	for _, peer := range c.at.match.Session().Snapshot().Peers {
		if !peer.Joined || peer.Key.IsZero() || c.met[peer.Seat] {
			continue
		}
		c.met[peer.Seat] = true
		f, known := c.friends.ByKey(peer.Key)
		switch {
		case c.env.JSON && known:
			if err := c.env.PrintJSON(map[string]any{"friend": friendHere{peer.Seat.String(), f.Name, f.Match}}); err != nil {
				return err
			}
		case c.env.JSON:
		case known && f.Name == "":
			c.env.Say(messages.FriendNameless, messages.Capital(c.env.Lang.Seat(peer.Seat)), f.Match)
		case known:
			c.env.Say(messages.FriendIs, messages.Capital(c.env.Lang.Seat(peer.Seat)), f.Name)
		case c.wanted != "":
			c.env.Say(messages.FriendIsnt, messages.Capital(c.env.Lang.Seat(peer.Seat)), c.wanted)
		}
	}
	return nil
}

// friendHere describes a friend in the match to programs.
type friendHere struct {
	Seat  string `json:"seat"`
	Name  string `json:"name"`
	Match string `json:"match"` // the one played last
}

// friendKey returns the key of the friend of --friend, who shall recognise this player; "" without one.
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
func sayNewFriends(env *cli.Env, at *playRun) error {
	fresh, err := at.match.Met()
	if err != nil {
		return cli.Wrap(coded.Errorf("cmd.not-remembered", "remember the other player: %w", cli.Pathless(err)))
	}
	if len(fresh) == 0 || env.JSON {
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
