package play

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/ownerfile"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// chooseRelay reads --relay, and keeps what it says for later matches. Without the flag a match uses what was kept.
func chooseRelay(env *cli.Env, dir *store.Dir, p *playOptions) error {
	file := filepath.Join(dir.Path(), datafolder.RelayUsed)
	switch {
	case p.relayText == datafolder.NoRelay:
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cli.Wrap(err)
		}
	case p.relay != nil:
		if err := ownerfile.Write(file, []byte(p.relay.String()+"\n")); err != nil {
			return cli.Wrap(err)
		}
	default:
		kept, err := datafolder.Relay(dir)
		if err != nil {
			return cli.Wrap(err).WithHint(env.T(messages.HintRelayFile, file))
		}
		p.relay = kept
	}
	if p.relayOnly && p.relay == nil {
		return env.Fail(messages.ErrRelayOnly)
	}
	return nil
}
