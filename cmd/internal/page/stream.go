package page

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// news is one message of the stream: the state of the match, and what happened since the message before.
type news struct {
	Now    seat.Millis  `json:"now"`             // by this program's clock
	Table  *seat.Table  `json:"table,omitempty"` // with the first message, and when it has changed
	State  seat.State   `json:"state"`
	Events []seat.Event `json:"events"`
	// Words says the problems in the state in each language, by their English sentences.
	Words map[string]messages.Names `json:"words"`
}

// translated returns the problems of a state in each language.
func translated(rs *engine.Ruleset, s seat.State) map[string]messages.Names {
	said := map[string]messages.Names{}
	if c := s.Conviction; c != nil {
		said[c.Reason.Text] = inEach(messages.About(rs, told{c.Reason}))
	}
	if t := s.Connection.Trouble; t != nil {
		said[t.Text] = inEach(messages.About(rs, told{*t}))
	}
	return said
}

// told is a problem turned back into an error with its code, for package messages.
type told struct{ problem seat.Problem }

func (p told) Error() string { return p.problem.Text }
func (p told) Code() string  { return p.problem.Code }
func (p told) Args() []any {
	args := make([]any, len(p.problem.Args))
	for i, arg := range p.problem.Args {
		if nested, ok := arg.(seat.Problem); ok {
			arg = told{nested}
		}
		args[i] = arg
	}
	return args
}

// An idle stream shows that it is alive after a beat, and looks at every glance which matches wait.
const (
	beat   = 15 * time.Second
	glance = time.Second
)

// stream sends a page what happens in a match, as server-sent events. Each message has the number of the newest event in
// it; a page that reconnects with that number, and its run, gets everything since. However slow the reader, a
// message holds all of what it has missed: nothing queues up here. Messages of the type "due" list
// the matches that wait for the player, or are over; a page that shows no match is sent these alone.
func (a *API) stream(r *Request, w Answer) {
	if match(r) == "" {
		w.Begin(statusOK, "text/event-stream")
		a.idle(r, w, nil, new(dueList))
		return
	}
	s, err := a.backend.Seat(r.Context, match(r))
	if err != nil {
		fail(w, err)
		return
	}
	since, err := number(r.Value("since"))
	if err != nil {
		fail(w, err)
		return
	}
	if run, err := strconv.ParseInt(r.Value("run"), 10, 64); err != nil || seat.Millis(run) != s.Table().Run {
		since = 0
	}
	w.Begin(statusOK, "text/event-stream")
	due := new(dueList)
	var shown seat.Table
	var rs *engine.Ruleset // nil while they are not known
	for {
		changed := s.Changed()
		n := news{Now: seat.Millis(time.Now().UnixMilli()), State: s.State(), Events: []seat.Event{}}
		for _, e := range s.Events(since) {
			if e.Number <= n.State.Number { // later ones go with the next state
				n.Events = append(n.Events, e)
			}
		}
		if table := s.Table(); !unchanged(&table, &shown) {
			shown, rs = table, rulesOf(table)
			if table, err = withPlan(table); err != nil {
				return
			}
			n.Table = &table
		}
		since, n.Words = n.State.Number, translated(rs, n.State)
		text, err := json.Marshal(n)
		if err != nil {
			return
		}
		if _, err := fmt.Fprintf(w, "id: %d\ndata: %s\n\n", since, text); err != nil {
			return
		}
		if !a.idle(r, w, changed, due) {
			return
		}
	}
}

// idle shows that a stream is alive, and which matches wait or are over, until its match changes. It reports whether
// anybody still listens.
func (a *API) idle(r *Request, w Answer, changed <-chan struct{}, due *dueList) bool {
	alive, look := time.NewTicker(beat), time.NewTicker(glance)
	defer alive.Stop()
	defer look.Stop()
	for {
		_, err := fmt.Fprint(w, due.news(a.backend.Due()))
		for waiting := true; waiting && err == nil; {
			select {
			case <-changed:
				return true
			case <-look.C:
				waiting = false
			case <-alive.C:
				_, err = fmt.Fprint(w, ": \n\n")
			case <-r.Context.Done():
				return false
			}
		}
		if err != nil {
			return false
		}
	}
}

// dueList is the matches that a page knows to wait, or to be over.
type dueList []history.Entry

// news returns a message with the matches that wait now, or are over: the first time, and when more than the time has
// changed. The page may still show those that another stream told of.
func (d *dueList) news(now []history.Entry) string {
	same := *d != nil && slices.EqualFunc(*d, now, func(a, b history.Entry) bool {
		return a.Match == b.Match && a.Turns == b.Turns && a.State == b.State && a.Timeouts == b.Timeouts && (a.Left > 0) == (b.Left > 0)
	})
	if same {
		return ""
	}
	*d = now
	text, _ := json.Marshal(now) // strings and numbers
	return fmt.Sprintf("event: due\ndata: %s\n\n", text)
}

// unchanged reports whether nothing has changed in the table of a match: the rest of it follows from the rules.
func unchanged(a, b *seat.Table) bool {
	return a.Run == b.Run && a.Digest == b.Digest && a.Match == b.Match && a.Resolver == b.Resolver && slices.Equal(a.Players, b.Players)
}

func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, coded.Errorf("page.number", "%q is not a count", text)
	}
	return n, nil
}
