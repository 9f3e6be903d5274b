package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/ownerfile"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

const (
	relayUsed    = "relay"     // the file of the data folder with the invite to the relay that later matches use
	relayOwned   = "relay.own" // that of who runs a relay: its identity and its secret
	noRelay      = "none"
	maxRelayFile = 1 << 13 // bytes
)

// relayOf is the relay that a folder's matches use; nil for none.
func relayOf(dir *store.Dir) (*invite.Relay, error) {
	text, err := readSmall(filepath.Join(dir.Path(), relayUsed))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return invite.ParseRelay(string(text))
}

// readSmall reads a file that can't be long.
func readSmall(name string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxRelayFile))
}

// chooseRelay reads --relay, and keeps what it says for later matches. Without the flag a match uses what was kept.
func chooseRelay(env *cli.Env, dir *store.Dir, p *prepared) error {
	file := filepath.Join(dir.Path(), relayUsed)
	switch {
	case p.relayText == noRelay:
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cli.Wrap(err)
		}
	case p.relay != nil:
		if err := ownerfile.Write(file, []byte(p.relay.String()+"\n")); err != nil {
			return cli.Wrap(err)
		}
	default:
		kept, err := relayOf(dir)
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

// relayOwner is what a relay has from run to run, so that its invite stays the same.
type relayOwner struct {
	file   string
	id     transport.Identity
	secret invite.RelaySecret
	port   uint16 // where it listened last; 0 before
}

// ownRelay is the relay that a folder's owner runs. It is drawn the first time.
func ownRelay(dir *store.Dir) (*relayOwner, error) {
	o := &relayOwner{file: filepath.Join(dir.Path(), relayOwned)}
	kept, err := readSmall(o.file)
	if errors.Is(err, fs.ErrNotExist) {
		rand.Read(o.id[:])
		rand.Read(o.secret[:])
		return o, o.save()
	}
	if err == nil && len(kept) != len(o.id)+len(o.secret)+2 {
		err = &fs.PathError{Op: "read", Path: o.file, Err: errNoRelayFile}
	}
	if err != nil {
		return nil, err
	}
	kept = kept[copy(o.id[:], kept):]
	kept = kept[copy(o.secret[:], kept):]
	o.port = binary.BigEndian.Uint16(kept)
	return o, nil
}

func (o *relayOwner) save() error {
	kept := slices.Concat(o.id[:], o.secret[:])
	return ownerfile.Write(o.file, binary.BigEndian.AppendUint16(kept, o.port))
}

var errNoRelayFile = errors.New("not the file of a relay")
