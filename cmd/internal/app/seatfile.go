package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// MaxSeatFile is the maximum number of bytes a saved seat has.
const MaxSeatFile = 2 * transcript.MaxFile

// seatFile is a seat of a match as one file: all that its program needs to continue elsewhere, secrets too.
type seatFile struct {
	Match  string `json:"match"`
	Secret []byte `json:"secret"` // MATCH.secret
	Public []byte `json:"public"` // MATCH.djq

	Computers []seatFile `json:"computers,omitempty"` // those its program plays too
	Level     string     `json:"level,omitempty"`     // of such a computer
}

// Errors of saved seats.
var (
	errNoSeatFile = coded.Errorf("lobby.seat-file", "not a saved seat, or an incomplete one")
	errPractice   = coded.Errorf("lobby.seat-practice", "a match against the computer can't be saved as a seat")
)

// SaveSeat returns a seat of a match as one file. Whoever has it can play the seat.
func (a *App) SaveSeat(match string) ([]byte, error) {
	if !store.ValidID(match) {
		return nil, store.ErrBadID
	}
	if _, practice := a.practiceLevel(match); practice {
		return nil, errPractice
	}
	f, err := saveSeat(a.dir, match)
	if err != nil {
		return nil, err
	}
	for seat, level := range a.computersOf(match) {
		c, err := saveSeat(a.bots, tableOf(match)+"-"+seat.String())
		if errors.Is(err, fs.ErrNotExist) {
			continue // the match is over, or not joined yet
		}
		if err != nil {
			return nil, err
		}
		c.Level = level
		f.Computers = append(f.Computers, c)
	}
	return json.Marshal(f)
}

// saveSeat reads the files of a seat, at one moment.
func saveSeat(dir *store.Dir, match string) (seatFile, error) {
	for {
		f := seatFile{Match: match}
		var err error
		if f.Secret, err = dir.ReadFile(match+".secret", transcript.MaxFile); err == nil {
			f.Public, err = dir.ReadFile(match+".djq", transcript.MaxFile)
		}
		if err != nil {
			return f, err
		}
		if again, err := dir.ReadFile(match+".secret", transcript.MaxFile); err == nil && bytes.Equal(again, f.Secret) {
			return f, nil
		} // a move came between the two: they would not fit
	}
}

// OpenSeat takes a seat that SaveSeat has saved, and returns the name of its match. The error is
// [store.ErrExists] if the data folder has the match.
func (a *App) OpenSeat(saved []byte) (match string, err error) {
	var f seatFile
	if len(saved) > MaxSeatFile || json.Unmarshal(saved, &f) != nil {
		return "", errNoSeatFile
	}
	if err := f.fits(a.dir); err != nil {
		return "", err
	}
	of := levels{}
	for _, c := range f.Computers {
		if err := c.fits(a.bots); err != nil {
			return "", err
		}
		seat, err := engine.ParseSeat(history.SeatOf(c.Match))
		if _, unknown := bot.New(c.Level); err != nil || unknown != nil || tableOf(c.Match) != tableOf(f.Match) {
			return "", errNoSeatFile
		}
		of[seat] = c.Level
	}
	if err := a.takeSeat(&f, of); err != nil {
		_ = a.dir.Delete(f.Match) // or a damaged file would keep a sound one out
		for _, c := range f.Computers {
			_ = a.bots.Delete(c.Match)
		}
		return "", err
	}
	_, err = a.Resume(f.Match)
	return f.Match, err
}

// takeSeat writes a seat and its computers', and checks that they can be opened.
func (a *App) takeSeat(f *seatFile, of levels) error {
	for _, c := range f.Computers {
		if err := c.write(a.bots); err != nil {
			return err
		}
	}
	if err := a.keepComputers(f.Match, of); err != nil {
		return err
	}
	return f.write(a.dir)
}

func (f *seatFile) fits(dir *store.Dir) error {
	if !store.ValidID(f.Match) || len(f.Secret) == 0 {
		return errNoSeatFile
	}
	for name, contents := range map[string][]byte{".secret": f.Secret, ".djq": f.Public} {
		if len(contents) > transcript.MaxFile {
			return errNoSeatFile
		}
		if _, err := dir.ReadFile(f.Match+name, transcript.MaxFile); !errors.Is(err, fs.ErrNotExist) {
			return store.ErrExists
		}
	}
	return nil
}

// write writes the transcript first: without the private file nobody takes it for a seat. It fails if they can't be opened.
func (f *seatFile) write(dir *store.Dir) error {
	if err := dir.WriteFile(f.Match+".djq", f.Public); err != nil {
		return err
	}
	if err := dir.WriteFile(f.Match+".secret", f.Secret); err != nil {
		return err
	}
	st, err := dir.Open(f.Match)
	if err != nil {
		return err
	}
	return st.Close()
}
