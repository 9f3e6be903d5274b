// Package localpeers runs a match between several peers on this computer, each with a host and a
// data folder of its own.
package localpeers

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Peer is one of the programs: it shares neither its network host nor its folder.
type Peer struct {
	dir     *store.Dir
	host    *libp2pnet.Host // on the loopback interface
	Session *p2p.Session
}

// close ends the peer's session and its network host.
func (p *Peer) close() error {
	var err error
	if p.Session != nil {
		err = p.Session.Close()
	}
	return errors.Join(err, p.host.Close())
}

// Run calls f with n peers whose folders are deleted afterwards.
func Run(parent context.Context, n int, f func(ctx context.Context, peers []*Peer) error) error {
	ctx, stop := cli.UntilInterrupted(parent)
	defer stop()
	folder, err := os.MkdirTemp("", "darkjunqi-demo-")
	if err != nil {
		return cli.Wrap(err)
	}
	defer os.RemoveAll(folder)
	var peers []*Peer
	for i := range n {
		dir, err := store.OpenDir(filepath.Join(folder, engine.Seat(i).String()))
		if err != nil {
			return cli.Wrap(err)
		}
		host, err := libp2pnet.Listen(libp2pnet.ListenConfig{Loopback: true})
		if err != nil {
			return cli.Wrap(err)
		}
		p := &Peer{dir: dir, host: host}
		defer p.close()
		peers = append(peers, p)
	}
	return f(ctx, peers)
}

// Transcript returns the match as this peer has it.
func (p *Peer) Transcript() ([]byte, error) { return os.ReadFile(p.dir.PublicFile(p.Session.ID())) }

// Introduce makes the match. Peers are in the order of their seats: one hosts, the others join by
// its invites.
func Introduce(peers []*Peer, cfg protocol.HostConfig, config func(*protocol.Player) (p2p.Config, error)) error {
	table, err := invite.NewHostSecret(rand.Reader)
	if err != nil {
		return err
	}
	cfg.Invites = table.Invites(cfg.Rules, cfg.Seat)
	player, err := protocol.Host(cfg, rand.Reader)
	if err != nil {
		return err
	}
	runs, err := config(player)
	if err != nil {
		return err
	}
	host := peers[cfg.Seat]
	if host.Session, err = p2p.Host(host.host, p2p.Files(host.dir), player, table, runs); err != nil {
		return err
	}
	for seat, p := range peers {
		if p == host {
			continue
		}
		inv, err := host.Session.Invite(engine.Seat(seat))
		if err != nil {
			return err
		}
		guest, err := protocol.Join(player.Match().Record(0), inv.Seat(), inv.Key(), rand.Reader)
		if err != nil {
			return err
		}
		if runs, err = config(guest); err != nil {
			return err
		}
		if p.Session, err = p2p.Join(p.host, p2p.Files(p.dir), inv, guest, runs); err != nil {
			return err
		}
	}
	return nil
}

// FileName returns the transcript's name in a report.
func FileName(out string) string {
	if out != "" {
		return out
	}
	return "demo"
}
