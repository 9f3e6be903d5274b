package play

import (
	"errors"
	"path/filepath"
	"sync"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// mailFolder is what a match by hand has to say of its letters, until somebody tells it.
type mailFolder struct {
	dir  string
	came chan struct{} // holds something when there is news

	mu   sync.Mutex
	news []letter
	sent int // letters to send that were told
}

// letter is one that is to be sent, or a file that is of no use.
type letter struct {
	file string
	bad  error // nil of one that is to be sent
}

// report is what the post calls.
func (l *mailFolder) report(file string, bad error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.news = append(l.news, letter{filepath.Join(l.dir, file), bad})
	select {
	case l.came <- struct{}{}:
	default:
	}
}

func (l *mailFolder) take() []letter {
	l.mu.Lock()
	defer l.mu.Unlock()
	news := l.news
	l.news = nil
	return news
}

// letterJSON is what programs hear of a letter.
type letterJSON struct {
	File    string        `json:"file"`
	Problem *seat.Problem `json:"problem"` // why a file that came is no use; null of a letter that is to be sent
}

// tellLetters says what is to be sent now, and what came and is no use.
func tellLetters(env *cli.Env, l *mailFolder, asJSON bool) error {
	var other *mail.OtherMatchError
	for _, one := range l.take() {
		switch {
		case asJSON:
			out := letterJSON{File: one.file}
			if one.bad != nil {
				out.Problem = new(seat.ProblemOf(one.bad))
			}
			if err := env.PrintJSON(map[string]any{"letter": out}); err != nil {
				return err
			}
		case errors.As(one.bad, &other):
			env.Say(messages.ByHandOther, cli.ShownName(one.file), other.Table(), env.Lang.Phrase(other.Terms))
		case one.bad != nil:
			env.Say(messages.ByHandBad, cli.ShownName(one.file), one.bad) // others may have named it
		default:
			env.Say(messages.ByHandSend, one.file)
			if l.sent++; l.sent == 2 { // when it begins to matter
				env.Say(messages.ByHandNewest)
			}
		}
	}
	return nil
}
