package app

import (
	"errors"

	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// maxResumed is how many matches are taken up when the program starts: others when somebody looks at them.
const maxResumed = 16

// ResumeAll goes on with the matches that others may be waiting for, the last played first. It does
// not wait for them.
func (l *App) ResumeAll() { l.work.Go(l.resumeAll) }

func (l *App) resumeAll() {
	list, err := l.dir.List()
	if err != nil {
		l.o.Log.Warn("the matches can't be listed", "error", err)
		return
	}
	taken := 0
	for _, in := range list {
		_, practice := l.level(in.ID)
		if !in.Secret || in.Running || in.Finished() || practice || taken == maxResumed {
			continue
		}
		taken++
		if _, err := l.Resume(in.ID); err != nil && !errors.Is(err, errClosed) {
			l.o.Log.Warn("the match can't be resumed", "match", in.ID, "error", err)
		}
	}
}

// Resume is a match of the data folder, which is resumed if this program is not running it.
func (l *App) Resume(match string) (*Match, error) {
	if r := l.Match(match); r != nil {
		return r, nil
	}
	if !store.ValidID(match) {
		return nil, store.ErrBadID
	}
	l.opening.Lock()
	defer l.opening.Unlock()
	if l.ctx.Err() != nil {
		return nil, errClosed
	}
	if r := l.Match(match); r != nil {
		return r, nil
	}
	st, err := l.dir.Open(match)
	if err != nil {
		return nil, err
	}
	if level, ok := l.level(match); ok {
		return l.resumePractice(st, level)
	}
	if st.Done() { // nobody waits for it
		session, net, err := l.takeUp(pipe.New(), st)
		if err != nil {
			return nil, err
		}
		return l.open(runs{session: session, net: net, names: l.namesOf(match), closed: true})
	}
	kept, err := p2p.Kept(st)
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	net, err := l.o.Listen(kept)
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	session, err := p2p.Resume(net.Transport, st, l.config(l.Name()))
	if err != nil {
		return nil, errors.Join(err, net.Close(), st.Close())
	}
	return l.open(runs{session: session, net: net, names: l.namesOf(match)})
}
