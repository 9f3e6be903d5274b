package play

import (
	"errors"
	"sync"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// relayNotices is what there is to say of the relay that a match can be found through, until somebody tells it.
type relayNotices struct {
	came chan struct{} // holds something when there is news

	mu      sync.Mutex
	trouble error // why it can't be found there; nil where it can
	news    bool
}

func newRelayNotices() *relayNotices { return &relayNotices{came: make(chan struct{}, 1)} }

// report is what the network calls.
func (r *relayNotices) report(trouble error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.trouble, r.news = trouble, true
	select {
	case r.came <- struct{}{}:
	default:
	}
}

func (r *relayNotices) take() (trouble error, news bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	news, r.news = r.news, false
	return r.trouble, news
}

// relayJSON is what programs hear of the relay.
type relayJSON struct {
	Findable bool          `json:"findable"`
	Problem  *seat.Problem `json:"problem"` // why not; null where it is
}

// tellRelay says what is new of the relay.
func tellRelay(env *cli.Env, r *relayNotices, asJSON bool) error {
	trouble, news := r.take()
	switch {
	case !news:
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

// errNearOnly stands for that.
var errNearOnly = errors.New("only the local network reaches this program")
