package app

import (
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/jsonfile"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

func (a *App) keepNames(match string, of names) {
	said := map[string]string{}
	for i, name := range of {
		if name != "" {
			said[engine.Seat(i).String()] = name
		}
	}
	if err := jsonfile.Write(a.dir, store.NamesFile(match), said); err != nil {
		a.o.Log.Warn("the players' names can't be kept", "match", match, "error", err)
	}
}

// keptNames returns those that were written down.
func (a *App) keptNames(match string) (of names) {
	said := map[string]string{}
	jsonfile.Read(a.dir, store.NamesFile(match), &said)
	for i := range of {
		if name := said[engine.Seat(i).String()]; p2p.IsName(name) {
			of[i] = name
		}
	}
	return of
}

// namesOf returns the players of a match as far as they are known.
func (a *App) namesOf(match string) (of names) {
	if level, ok := a.practiceLevel(match); ok {
		for i := range of {
			of[i] = a.o.BotName(level)
		}
	} else {
		of = a.named(a.computersOf(match), a.keptNames(match))
	}
	if own, err := engine.ParseSeat(history.SeatOf(match)); err == nil {
		of[own] = a.Name()
	}
	return of
}

func (a *App) named(of levels, among names) names {
	for seat, level := range of {
		among[seat] = a.o.BotName(level)
	}
	return among
}

// nameOf returns the name of one seat, where no other is known.
func nameOf(own engine.Seat, name string) (of names) {
	of[own] = name
	return of
}

// watchPlayers tells what is known of those at a table: what friends are called here, and what others call themselves. It
// writes down who plays.
func (a *App) watchPlayers(s *p2p.Session) func() knownPlayers {
	var asked [engine.MaxSeats]transport.Key
	var called names // friends, by this program's own names
	var now knownPlayers
	kept := a.keptNames(s.ID())
	return func() knownPlayers {
		snap := s.Snapshot()
		now.names = snap.Names
		for _, peer := range snap.Peers {
			of := int(peer.Seat)
			if of >= len(asked) || peer.Key.IsZero() {
				continue
			}
			if asked[of] != peer.Key {
				asked[of] = peer.Key
				one, ok := a.friends().ByKey(peer.Key)
				now.friends[of], called[of] = ok, one.Name
			}
			if called[of] != "" {
				now.names[of] = called[of]
			}
		}
		if !snap.Watching {
			now.names[snap.Seat] = ""
		}
		if said := now.names.over(kept); said != kept {
			kept = said
			a.keepNames(s.ID(), kept)
		}
		return now
	}
}
