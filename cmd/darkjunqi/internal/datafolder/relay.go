package datafolder

import (
	"errors"
	"io/fs"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

const (
	RelayUsed    = "relay"     // file of the data folder: the relay that matches use
	PageUsed     = "page"      // file: the address or the path of the page for phones
	RelayOwned   = "relay.own" // file of a relay's owner: its identity and secret
	None         = "none"      // forgets a relay or a page
	MaxRelayFile = 1 << 13     // bytes
)

// Relay returns the relay that the matches of a folder use; nil for none.
func Relay(dir *store.Dir) (*invite.Relay, error) {
	text, err := dir.ReadFile(RelayUsed, MaxRelayFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return invite.ParseRelay(string(text))
}

// ParseRelay reads the value of --relay; nil if it names no relay.
func ParseRelay(env *cli.Env, text string) (*invite.Relay, error) {
	if text == "" || text == None {
		return nil, nil
	}
	relay, err := invite.ParseRelay(text)
	if err != nil {
		return nil, cli.Wrap(err).WithHint(env.T(messages.HintRelay))
	}
	return relay, nil
}

// CheckPort refuses a value of --port that is not a port; 0 leaves the choice to the system.
func CheckPort(env *cli.Env, port int) error {
	if port < 0 || port > 65535 {
		return env.Fail(messages.ErrPort, port)
	}
	return nil
}
