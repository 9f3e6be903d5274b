package play

import (
	"strconv"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// speak says what follows the command, or lists what can be said.
func (t *terminal) speak(line string) error {
	_, rest, _ := strings.Cut(strings.Join(strings.Fields(line), " "), " ")
	switch {
	case t.now.Talk == "":
		t.say(messages.PlayNoTalk)
		return nil
	case rest == "":
		for n := range p2p.Phrases {
			t.env.Bullet(strconv.Itoa(n+1) + " " + t.env.Lang.Say(n+1, ""))
		}
		return nil
	}
	if n, err := strconv.Atoi(messages.Narrow(rest)); err == nil && n > 0 {
		return t.runner.seat.Do(seat.Command{Do: seat.DoSay, Phrase: n})
	}
	return t.runner.seat.Do(seat.Command{Do: seat.DoSay, Text: rest})
}

// mute stops hearing a seat, or hears it again.
func (t *terminal) mute(command, name string) error {
	if err := t.runner.seat.Do(seat.Command{Do: command, Seat: name}); err != nil {
		return err
	}
	if command == seat.DoMute {
		muted, _ := engine.ParseSeat(name) // as the command did
		t.say(messages.PlayMuted, muted)
	}
	return nil
}
