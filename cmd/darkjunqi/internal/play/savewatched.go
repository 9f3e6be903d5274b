package play

import (
	"bytes"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// keepEvery is how long what is new of a watched match may be missing from the file: it is written as a whole each time, and
// whoever plays says how large it is.
const keepEvery = time.Second

// transcriptSaver is a presenter that keeps what is seen of a match in a file, so that whatever ends the program, the file can be audited.
type transcriptSaver struct {
	presenter
	env     *cli.Env
	session *p2p.Session
	name    string
	kept    []byte    // what is in the file
	at      time.Time // of the last time that there was something to keep
	stale   bool      // there may be more since
}

// tell implements [presenter]: what is told is in the file, or soon will be.
func (k *transcriptSaver) tell(now *viewmodel.Scene, news []seat.Event) error {
	if err := k.keep(); err != nil {
		return err
	}
	return k.presenter.tell(now, news)
}

func (k *transcriptSaver) keep() error {
	if k.stale = time.Since(k.at) < keepEvery; k.stale {
		return nil
	}
	file := seenOf(k.session)
	if bytes.Equal(file, k.kept) {
		return nil
	}
	k.at, k.kept = time.Now(), file
	return k.env.ReplaceFile(k.name, file)
}

// alarm implements [presenter].
func (k *transcriptSaver) alarm() time.Time {
	at := k.presenter.alarm()
	if next := k.at.Add(keepEvery); k.stale && (at.IsZero() || next.Before(at)) {
		return next
	}
	return at
}

// seenOf is the file of what a watcher has; nil if it has nothing.
func seenOf(session *p2p.Session) (file []byte) {
	session.View(func(_ *protocol.Player, m *protocol.Match) {
		if m != nil && m.Len() > 0 {
			file = m.File()
		}
	})
	return file
}
