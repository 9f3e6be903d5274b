package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// MaxSeatFile is how many bytes a saved seat has at most.
const MaxSeatFile = 2 * transcript.MaxFile

// seatFile is a seat of a match as one file: all that its program needs to continue elsewhere, secrets too.
type seatFile struct {
	Match  string `json:"match"`
	Secret []byte `json:"secret"` // MATCH.secret
	Public []byte `json:"public"` // MATCH.djq
}

// Errors of saved seats.
var (
	errNoSeatFile = coded.Errorf("lobby.seat-file", "not a saved seat, or not all of one")
	errPractice   = coded.Errorf("lobby.seat-practice", "a match against the computer can't be saved as a seat")
)

// SaveSeat is a seat of a match as one file. Whoever has it can play the seat.
func (a *App) SaveSeat(match string) ([]byte, error) {
	if !store.ValidID(match) {
		return nil, store.ErrBadID
	}
	if _, practice := a.practiceLevel(match); practice {
		return nil, errPractice
	}
	for {
		f := seatFile{Match: match}
		var err error
		if f.Secret, err = a.dir.ReadFile(match+".secret", transcript.MaxFile); err == nil {
			f.Public, err = a.dir.ReadFile(match+".djq", transcript.MaxFile)
		}
		if err != nil {
			return nil, err
		}
		if again, err := a.dir.ReadFile(match+".secret", transcript.MaxFile); err == nil && bytes.Equal(again, f.Secret) {
			return json.Marshal(f)
		} // a move came between the two: they would not fit
	}
}

// OpenSeat takes a seat that SaveSeat has saved, and returns the name of its match. The error is
// [store.ErrExists] if the data folder has the match.
func (a *App) OpenSeat(saved []byte) (match string, err error) {
	var f seatFile
	if len(saved) > MaxSeatFile || json.Unmarshal(saved, &f) != nil || !store.ValidID(f.Match) || len(f.Secret) == 0 {
		return "", errNoSeatFile
	}
	for name, contents := range map[string][]byte{".secret": f.Secret, ".djq": f.Public} {
		if len(contents) > transcript.MaxFile {
			return "", errNoSeatFile
		}
		if _, err := a.dir.ReadFile(f.Match+name, transcript.MaxFile); !errors.Is(err, fs.ErrNotExist) {
			return "", store.ErrExists
		}
	}
	// The transcript first: without the private file nobody takes it for a seat.
	err = a.dir.WriteFile(f.Match+".djq", f.Public)
	if err == nil {
		err = a.dir.WriteFile(f.Match+".secret", f.Secret)
	}
	if err == nil {
		_, err = a.Resume(f.Match)
	}
	return f.Match, err
}
