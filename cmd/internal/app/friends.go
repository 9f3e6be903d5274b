package app

import (
	"encoding/hex"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/friends"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Friend is somebody with whom a match was finished.
type Friend struct {
	Name string      `json:"name"` // the one this player gave them; "" while there is none
	Said string      `json:"said"` // what they called themselves last
	Key  string      `json:"key"`
	Last seat.Millis `json:"last"`
}

// The friends are those that the command line knows too.
func (a *App) friends() friends.Folder { return friends.Of(a.dir) }

func (a *App) listFriends() ([]Friend, error) {
	all, err := a.friends().List()
	shown := []Friend{}
	for _, one := range all {
		shown = append(shown, Friend{
			Name: one.Name, Said: one.Called, Key: hex.EncodeToString(one.Key[:]), Last: seat.Millis(one.Last.UnixMilli()),
		})
	}
	return shown, err
}

// friend finds a friend by the key that the page has of them.
func (a *App) friend(key string) (friends.Friend, error) {
	raw, err := hex.DecodeString(key)
	if err == nil && len(raw) == len(transport.Key{}) {
		if one, ok := a.friends().ByKey(transport.Key(raw)); ok {
			return one, nil
		}
	}
	return friends.Friend{}, coded.Errorf("lobby.unknown-friend", "nobody is remembered under that key")
}

// NameFriend names the friend with a key, in hex.
func (a *App) NameFriend(key, name string) error {
	one, err := a.friend(key)
	if err != nil {
		return err
	}
	return a.friends().Rename(one, name)
}

// ForgetFriend deletes the friend with a key, in hex.
func (a *App) ForgetFriend(key string) error {
	one, err := a.friend(key)
	if err != nil {
		return err
	}
	return a.friends().Forget(one)
}

// finishers returns those with whom a match was finished in good order, as far as their keys are known. A player who was
// removed for silence, and has not come back, has not finished it.
func finishers(now p2p.Snapshot, report *protocol.Report) (list []p2p.Peer) {
	gone := report.PutOutByWord()
	if !report.Finished() || gone.Has(now.Seat) {
		return nil
	}
	for _, peer := range now.Peers {
		if !peer.Key.IsZero() && !gone.Has(peer.Seat) && !report.Computers.Has(peer.Seat) {
			list = append(list, peer)
		}
	}
	return list
}

// meet keeps those with whom a match was finished in good order, so that they and this program
// recognise each other, and returns those who are new.
func (a *App) meet(s *p2p.Session, net Network) (fresh []friends.Friend, err error) {
	data, err := a.dir.Transcript(s.ID())
	if err != nil {
		return nil, err
	}
	own, err := net.identity()
	if err != nil {
		return nil, err
	}
	now := s.Snapshot()
	for _, peer := range finishers(now, protocol.Audit(data)) {
		one := friends.Friend{Called: now.Names[peer.Seat], Key: peer.Key, Own: transport.Identity(own), Match: tableOf(s.ID()) + "-" + peer.Seat.String(), Last: time.Now()}
		isNew, err := a.friends().Meet(one)
		if err != nil {
			a.o.Log.Warn("the other player can't be remembered", "match", s.ID(), "error", err)
			return fresh, err
		}
		if isNew {
			fresh = append(fresh, one)
		}
	}
	return fresh, nil
}
