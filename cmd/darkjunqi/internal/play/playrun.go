package play

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// playRun is one run of a command that plays: the program that does so, its match once there is one,
// and how that is carried.
type playRun struct {
	app       *app.App
	dir       *store.Dir
	match     *app.Match
	transport *matchTransport
}

// newRun opens the data folder. Nothing listens yet.
func newRun(env *cli.Env, p *playOptions) (*playRun, error) {
	dir, err := datafolder.Open()
	if err != nil {
		return nil, err
	}
	at := &playRun{dir: dir, transport: &matchTransport{inside: true}}
	at.app, err = app.New(app.Options{
		Dir: dir, Player: p.bot, Called: p.name, NoPrepare: p.unready,
		Listen: func(kept []byte) (app.Network, error) {
			err := at.listen(env, p, kept)
			return at.transport.Network, err
		},
		Aside: func(kept []byte) (app.Network, error) {
			beside := *p
			beside.port, beside.announce = 0, nil // these lead to the player's own seat
			line, err := connect(env, &beside, kept)
			if err != nil {
				return app.Network{}, err
			}
			return line.Network, nil
		},
	})
	if err != nil {
		return nil, cli.Wrap(err)
	}
	if p.named {
		if _, err := at.app.SetName(p.name); err != nil {
			return nil, cli.Wrap(err)
		}
	}
	return at, nil
}

// listen connects, unless that was done before.
func (at *playRun) listen(env *cli.Env, p *playOptions, kept []byte) error {
	if at.transport.Transport != nil {
		return nil
	}
	line, err := connect(env, p, kept)
	if err == nil {
		at.transport = line
	}
	return err
}

// problem is an error from the App, or the problem that a Listen of ours met below it.
func problem(err error) *cli.Problem {
	if p := new(cli.Problem); errors.As(err, &p) {
		return p
	}
	return cli.Wrap(err)
}

// close leaves the match if it still runs.
func (at *playRun) close() { at.app.Close() }
