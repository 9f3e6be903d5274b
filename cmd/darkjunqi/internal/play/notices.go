package play

import (
	"errors"
	"path/filepath"
	"sync"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

// relayJSON describes the relay to programs.
type relayJSON struct {
	Findable bool          `json:"findable"`
	Problem  *seat.Problem `json:"problem"` // why not; null where it is
}

// tellRelay says what is new of the relay that a match can be found through: each reason why it can't be, and nil where it can.
func tellRelay(env *cli.Env, r *inbox[error]) error {
	for _, trouble := range r.take() {
		switch {
		case trouble == errNearOnly:
			if !env.JSON {
				env.Paragraphs(env.T(messages.NearOnly))
			}
		case env.JSON:
			out := relayJSON{Findable: trouble == nil}
			if trouble != nil {
				out.Problem = new(seat.ProblemOf(trouble))
			}
			if err := env.PrintJSON(map[string]any{"relay": out}); err != nil {
				return err
			}
		case errors.Is(trouble, webnet.ErrMoved):
			env.Paragraphs(env.T(messages.RelayMoved))
		case trouble != nil:
			env.Say(messages.RelayTrouble, trouble)
		default:
			env.Say(messages.RelayFound)
		}
	}
	return nil
}

// errNearOnly is reported where no other network can reach this program.
var errNearOnly = errors.New("only the local network reaches this program")

// inbox holds what other goroutines have to say, until the match's own loop takes it.
type inbox[T any] struct {
	came chan struct{} // holds something when there is news

	mu   sync.Mutex
	news []T
}

func newInbox[T any]() *inbox[T] { return &inbox[T]{came: make(chan struct{}, 1)} }

func (i *inbox[T]) put(news T) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.news = append(i.news, news)
	select {
	case i.came <- struct{}{}:
	default:
	}
}

// take empties the inbox.
func (i *inbox[T]) take() []T {
	i.mu.Lock()
	defer i.mu.Unlock()
	news := i.news
	i.news = nil
	return news
}

// mailFolder is the folder of a match by hand, with the letters that have not been announced yet.
type mailFolder struct {
	dir string
	*inbox[letter]
	sent int // letters to send that were announced
}

// letter is a letter to send, or a file that can't be used.
type letter struct {
	file string
	bad  error // nil of one that is to be sent
}

func (l *mailFolder) report(file string, bad error) { l.put(letter{filepath.Join(l.dir, file), bad}) }

// letterJSON describes a letter to programs.
type letterJSON struct {
	File    string        `json:"file"`
	Problem *seat.Problem `json:"problem"` // why an incoming file can't be used; null for a letter to send
}

// tellLetters names the letters to send now, and the files that came and can't be used.
func tellLetters(env *cli.Env, l *mailFolder) error {
	var other *mail.OtherMatchError
	for _, one := range l.take() {
		switch {
		case env.JSON:
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
