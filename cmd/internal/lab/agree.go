package lab

import (
	"bytes"
	"context"
	"net"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// frameAgreed is what a guest sends when its person has agreed to the terms: their id.
const frameAgreed = 'a'

// deliberation is how long a host waits until a guest's person has agreed.
const deliberation = 10 * time.Minute

// agree asks whether to sign under terms whose id this is, which the person has read, unless
// --yes has said so.
func agree(env *cli.Env, id [32]byte, yes bool) error {
	env.Say(messages.MeetTerms, boards.Short(id))
	if yes {
		return nil
	}
	env.Say(messages.MeetAsk)
	return env.Confirm(context.Background(), messages.ErrMeetDeclined)
}

// awaitAgreed waits until a guest's person has agreed to the terms of this id.
func awaitAgreed(env *cli.Env, conn net.Conn, party int, id [32]byte) error {
	kind, said, err := receive(conn, deliberation)
	if err != nil || kind != frameAgreed || !bytes.Equal(said, id[:]) {
		return env.Fail(messages.ErrMeetNotAgreed, party)
	}
	return nil
}
