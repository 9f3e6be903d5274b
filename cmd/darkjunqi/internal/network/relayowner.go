package network

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// relayOwner holds what a relay keeps between runs, so that its invite stays the same.
type relayOwner struct {
	dir    *store.Dir
	id     transport.Identity
	secret invite.RelaySecret
	port   uint16 // of the last run; 0 before
}

// ownRelay returns the relay of a folder's owner. It is generated the first time.
func ownRelay(dir *store.Dir) (*relayOwner, error) {
	o := &relayOwner{dir: dir}
	kept, err := dir.ReadFile(datafolder.RelayOwned, datafolder.MaxRelayFile)
	if errors.Is(err, fs.ErrNotExist) {
		rand.Read(o.id[:])
		rand.Read(o.secret[:])
		return o, o.save()
	}
	if err == nil && len(kept) != len(o.id)+len(o.secret)+2 {
		err = &fs.PathError{Op: "read", Path: filepath.Join(dir.Path(), datafolder.RelayOwned), Err: errNoRelayFile}
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
	return o.dir.WriteFile(datafolder.RelayOwned, binary.BigEndian.AppendUint16(kept, o.port))
}

var errNoRelayFile = errors.New("not the file of a relay")
