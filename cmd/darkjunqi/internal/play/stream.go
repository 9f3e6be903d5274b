package play

import (
	"bytes"
	"encoding/json"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// stream shows a match to a program: one JSON object a line, of one field that says what
// it is. docs/json.md is its format.
type stream struct {
	silent // a command that comes before its time is refused, not kept
	env    *cli.Env
	match  *app.Match
	table  bool   // it has been printed
	state  []byte // as last shown
	wakes  time.Time
}

// tell implements [presenter].
func (s *stream) tell(now *viewmodel.Scene, news []seat.Event) error {
	if now.Rules == nil {
		return nil // nothing can be told before the terms are known
	}
	if !s.table {
		s.table = true
		if err := s.print("table", now.Table); err != nil {
			return err
		}
		if err := s.print("phrase", app.PhraseOf(s.match.Terms())); err != nil {
			return err
		}
	}
	for i := range news {
		if err := s.print("event", &news[i]); err != nil {
			return err
		}
	}
	s.wakes = time.Time{}
	if at := viewmodel.Moment(now.Claimable); time.Now().Before(at) {
		s.wakes = at // a claim is possible from then on
	}
	return s.tellState(now)
}

// tellState prints the state of the match if anything except the traffic has changed.
func (s *stream) tellState(now *viewmodel.Scene) error {
	quiet := now.State
	quiet.Traffic = seat.Traffic{}
	text, err := json.Marshal(&quiet)
	if err != nil {
		return cli.Wrap(err)
	}
	if bytes.Equal(text, s.state) {
		return nil
	}
	s.state = text
	return s.print("state", &now.State)
}

// take implements [presenter].
func (s *stream) take(line string) error {
	if len(bytes.TrimSpace([]byte(line))) == 0 {
		return nil
	}
	var command seat.Command
	err := json.Unmarshal([]byte(line), &command)
	switch {
	case err != nil && coded.Code(err) == "":
		err = coded.Errorf("cmd.no-command", "a line holds one command as a JSON object: %w", err)
	case err != nil:
	case command.Do == doQuit:
		return errLeft
	default:
		err = s.match.Seat().Do(command)
	}
	if coded.Code(err) == "seat.unknown-command" {
		err = seat.UnknownCommand(command.Do, doQuit)
	}
	if err != nil {
		return s.print("refused", refusal{command.Do, seat.ProblemOf(err)})
	}
	return nil
}

// doQuit is the one command that is the program's and not the seat's.
const doQuit = "quit"

// refusal is an error in answer to a command.
type refusal struct {
	Do string `json:"do"` // of the command, as far as it could be read
	seat.Problem
}

// alarm implements [presenter].
func (s *stream) alarm() time.Time { return s.wakes }

func (s *stream) print(what string, value any) error {
	return s.env.PrintJSON(map[string]any{what: value})
}
