package main

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/p2p"
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
func relayOf(dir *store.Dir) (*p2p.RelayInvite, error) {
	text, err := readSmall(filepath.Join(dir.Path(), relayUsed))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return p2p.ParseRelayInvite(string(text))
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

// writePrivate writes a file of the data folder, as a whole or not at all, for the owner's eyes only.
func writePrivate(name string, data []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(name), ".new-*") // 0600
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

// chooseRelay reads --relay, and keeps what it says for later matches. Without the flag a match uses what was kept.
func (a *app) chooseRelay(dir *store.Dir, p *prepared) error {
	file := filepath.Join(dir.Path(), relayUsed)
	switch {
	case p.relayText == noRelay:
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return wrong(err)
		}
	case p.relay != nil:
		if err := writePrivate(file, []byte(p.relay.String()+"\n")); err != nil {
			return wrong(err)
		}
	default:
		kept, err := relayOf(dir)
		if err != nil {
			return wrong(err).hinting(a.t(words.HintRelayFile, file))
		}
		p.relay = kept
	}
	if p.relayOnly && p.relay == nil {
		return a.fail(words.ErrRelayOnly)
	}
	return nil
}

// ownRelay is the identity and the secret of the relay that a folder's owner runs, which are drawn the first time.
func ownRelay(dir *store.Dir) (id transport.Identity, secret p2p.RelaySecret, err error) {
	name := filepath.Join(dir.Path(), relayOwned)
	kept, err := readSmall(name)
	if errors.Is(err, fs.ErrNotExist) {
		kept = make([]byte, len(id)+len(secret))
		rand.Read(kept)
		err = writePrivate(name, kept)
	}
	if err == nil && len(kept) != len(id)+len(secret) {
		err = &fs.PathError{Op: "read", Path: name, Err: errNoRelayFile}
	}
	if err != nil {
		return id, secret, err
	}
	copy(id[:], kept)
	copy(secret[:], kept[len(id):])
	return id, secret, nil
}

var errNoRelayFile = errors.New("not the file of a relay")
