package play

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// relayJSON is what programs are given about the relay.
type relayJSON struct {
	Findable bool          `json:"findable"`
	Problem  *seat.Problem `json:"problem"` // why not; null where it is
}

// tellRelay says what is new of the relay that a match can be found through: the last reason why it
// can't be, or nil where it can.
func tellRelay(env *cli.Env, r *inbox[error], asJSON bool) error {
	news := r.take()
	if len(news) == 0 {
		return nil
	}
	switch trouble := news[len(news)-1]; {
	case trouble == errNearOnly:
		if !asJSON {
			env.Paragraphs(env.T(messages.NearOnly))
		}
	case asJSON:
		out := relayJSON{Findable: trouble == nil}
		if trouble != nil {
			out.Problem = new(seat.ProblemOf(trouble))
		}
		return env.PrintJSON(map[string]any{"relay": out})
	case trouble != nil:
		env.Say(messages.RelayTrouble, trouble)
	default:
		env.Say(messages.RelayFound)
	}
	return nil
}

// errNearOnly is reported where no other network can reach this program.
var errNearOnly = errors.New("only the local network reaches this program")
