package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boardprint"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/rulestext"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// take implements [presenter]. A typing mistake is answered, and has no other effect.
func (t *terminal) take(line string) error {
	line = strings.TrimSpace(line)
	return t.env.Batch(func() error {
		if t.early(line) {
			t.keep(line)
			return nil
		}
		err := t.takeLine(line)
		if err == nil || errors.Is(err, errLeft) {
			return err
		}
		t.say(messages.PlayNo, err)
		return nil
	})
}

func (t *terminal) takeLine(line string) error {
	if t.asking != nil {
		return t.takeArranging(line)
	}
	if line == "" {
		return nil
	}
	if t.now == nil || t.now.Rules == nil {
		if messages.Command(messages.Plain(line)) == "quit" {
			return errLeft
		}
		return t.error(messages.PlayNotYet)
	}
	return t.command(line, t.read(line))
}

func (t *terminal) command(line string, said typed) error {
	confirmed := t.confirm == said.command
	t.confirm = ""
	do := func(command string) error { return t.runner.seat.Do(seat.Command{Do: command}) }
	switch said.command {
	case "help":
		t.help()
	case "quit":
		return errLeft
	case "board":
		return t.board()
	case "log":
		t.log()
	case "rules":
		for _, text := range rulestext.Terms(t.env.Lang, t.now.Rules) {
			t.env.Bullet(text)
		}
	case "look":
		return t.look(said.rest)
	case "moves":
		return t.moves(said.rest)
	case "know":
		return t.know(said.rest)
	case "mark":
		return t.mark(said.rest)
	case "position":
		return t.position()
	case "clock":
		t.clock()
	case "invite":
		t.invite()
	case "claim":
		return t.claim()
	case "say":
		return t.speak(line)
	case "mute", "unmute":
		return t.mute(said.command, said.rest)
	case "wait":
		if err := do(seat.DoWait); err != nil {
			return err
		}
		t.say(messages.WaitSaid)
	case "accept":
		if messages.OffersDraw(messages.Plain(line)) && !slices.Contains(t.now.Can, seat.DoAccept) {
			return t.offerHow()
		}
		return do(seat.DoAccept)
	case "resign":
		// Somebody at a terminal may have slipped; a script means what it says.
		if t.runner.console.terminal != nil && !confirmed {
			t.confirm = said.command
			t.say(messages.PlayResignSure)
			return nil
		}
		return do(seat.DoResign)
	case "move":
		if t.now.Decision != seat.DoMove {
			return t.error(messages.PlayNotYourTurn)
		}
		if said.from == said.to && t.now.Deal != nil {
			return t.runner.seat.Do(seat.Command{Do: seat.DoFlip, Node: said.to, Offer: said.offer})
		}
		return t.runner.seat.Do(seat.Command{Do: seat.DoMove, From: said.from, To: said.to, Offer: said.offer})
	default:
		if said.rest != "" {
			return t.error(messages.PlayNoNode, said.rest)
		}
		return t.error(messages.PlayUnknown, shortened(line))
	}
	return nil
}

// offerHow explains how to offer a draw to a person who typed only the word for it.
func (t *terminal) offerHow() error {
	from, to := t.exampleMove()
	return t.error(messages.PlayOfferHow, from+"-"+to+" "+t.env.T(messages.TypeDraw))
}

// board draws the board, or before the game its own layout.
func (t *terminal) board() error {
	if t.now.Begun() {
		boardprint.Print(t.env, t.now)
		return nil
	}
	l, err := t.now.Rules.ParseLayout(t.now.Layout)
	if err != nil {
		return t.error(messages.PlayNotYet)
	}
	boardprint.PrintLayout(t.env, t.now.Rules, t.now.Near(), l)
	return nil
}

func (t *terminal) help() {
	env := t.env
	var rows [][2]string
	for _, key := range messages.LineKeys {
		rows = append(rows, [2]string{env.T(key.Name), env.T(key.Does)})
	}
	env.Columns(rows)
	fmt.Fprintln(env.Out)
	boardprint.PrintSigns(env, t.now.Rules)
}

func (t *terminal) log() {
	last := 0
	for _, e := range t.runner.seat.Events(0) {
		if e.Turn != nil && e.Turn.Complete && e.Turn.Number > last {
			last = e.Turn.Number
			fmt.Fprintln(t.env.Out, t.now.Numbered(t.env.Lang, e.Turn))
		}
	}
}

func (t *terminal) pieceOn(node string) (*seat.Piece, error) {
	if node == "" {
		return nil, t.error(messages.PlayWhichNode)
	}
	if _, ok := t.now.Rules.Board().Node(node); !ok {
		return nil, t.error(messages.PlayNoNode, node)
	}
	if p := t.now.On(node); p != nil {
		return p, nil
	}
	return nil, t.error(messages.PlayEmpty, node)
}

// moves lists where a piece of one's own can go.
func (t *terminal) moves(node string) error {
	p, err := t.pieceOn(node)
	switch {
	case err != nil:
		return err
	case p.Seat != t.now.Table.Seat:
		return t.error(messages.PlayNotYours, node)
	case t.now.Decision != seat.DoMove:
		return t.error(messages.PlayNotYourTurn)
	}
	var list []string
	for _, to := range t.now.Moves[node] {
		mark := "-"
		if t.now.On(to) != nil {
			mark = "x"
		}
		list = append(list, node+mark+to)
	}
	if len(list) == 0 {
		t.say(messages.MovesNone, node)
		return nil
	}
	t.env.Paragraphs(strings.Join(list, " "))
	return nil
}

// mark puts a note on a piece, or removes it.
func (t *terminal) mark(rest string) error {
	node, note, _ := strings.Cut(rest, " ")
	p, err := t.pieceOn(node)
	if err != nil {
		return err
	}
	return t.runner.seat.Do(seat.Command{Do: seat.DoMark, Piece: &p.Ref, Mark: strings.TrimSpace(note)})
}

func (t *terminal) position() error {
	pos := t.runner.session.Snapshot().Position
	if !t.now.Begun() {
		return t.error(messages.PlayNotYet)
	}
	fmt.Fprintln(t.env.Out, engine.FormatPosition(&pos))
	return nil
}

// clock says how much time there is, and how long others have kept this seat waiting.
func (t *terminal) clock() {
	now := t.now
	if lines := now.ClockInWords(t.env.Lang, time.Now()); len(lines) > 0 {
		for _, line := range lines {
			fmt.Fprintln(t.env.Out, line)
		}
	} else {
		t.say(messages.ClockNone)
	}
	if now.Rules.Grace() == 0 {
		t.say(messages.ClockNoGrace)
		return
	}
	for _, owed := range now.Owes {
		if owed.Since != 0 && owed.Seat != now.Table.Seat {
			waited := viewmodel.Seconds(time.Since(viewmodel.Moment(owed.Since)))
			t.say(messages.ClockWaiting, messages.Capital(t.env.Lang.Seat(viewmodel.SeatOf(owed.Seat))), waited, int(now.Rules.Grace()/time.Minute))
		}
	}
}

// claim states in the transcript that another seat is silent.
func (t *terminal) claim() error {
	votes := !t.now.Rules.AbsentStop() && t.now.Phase == seat.Play
	if err := t.runner.seat.Do(seat.Command{Do: seat.DoClaim}); err != nil {
		return err
	}
	if votes {
		t.say(messages.VoteMade)
		return nil
	}
	t.say(messages.ClaimMade)
	return nil
}

// look says what is known of a piece, and what others may know of one's own.
func (t *terminal) look(node string) error {
	p, err := t.pieceOn(node)
	if err != nil {
		return err
	}
	env, now := t.env, t.now
	moved := messages.LookNotMoved
	if p.Moved {
		moved = messages.LookMoved
	}
	line := now.Where(env.Lang, p, node) + env.T(messages.AnnSeparator) + env.T(moved)
	if p.Mark != "" {
		line += env.T(messages.AnnSeparator) + env.T(messages.LookMark, p.Mark)
	}
	fmt.Fprintln(env.Out, line)
	fmt.Fprintln(env.Out, now.PieceIs(env.Lang, p))
	if viewmodel.Seen(p) && !now.Rules.Open() {
		t.say(messages.LookSeen, t.now.Words(t.env.Lang, p.Public))
	}
	return nil
}

// know says what this seat may conclude about others' pieces: about one on a node and from
// what, or about all that more is known of than where they started.
func (t *terminal) know(node string) error {
	if node == "" {
		t.knowAll()
		return nil
	}
	p, err := t.pieceOn(node)
	switch {
	case err != nil:
		return err
	case viewmodel.Seen(p):
		return t.look(node)
	}
	for i := range p.Facts {
		t.env.Bullet(t.now.Fact(t.env.Lang, &p.Facts[i]))
	}
	if p.Type != "" {
		t.say(messages.KnowCertain, viewmodel.SeatOf(p.Seat), t.now.Word(t.env.Lang, p.Type))
		return nil
	}
	t.say(messages.KnowTogether, t.now.Words(t.env.Lang, p.May))
	return nil
}

func (t *terminal) knowAll() {
	hidden, said := false, false
	for i := range t.now.Pieces {
		p := &t.now.Pieces[i]
		if viewmodel.Seen(p) {
			continue
		}
		hidden = true
		if len(p.Facts) == 0 {
			continue
		}
		said = true
		where := p.Node
		if where == "" {
			where = t.env.T(messages.KnowGone)
		}
		may := p.May
		if p.Type != "" {
			may = []string{p.Type}
		}
		t.env.Bullet(t.env.T(messages.KnowLine, viewmodel.SeatOf(p.Seat), where, t.now.Start(p.Ref), t.now.Words(t.env.Lang, may)))
	}
	switch {
	case !hidden:
		t.say(messages.KnowOpen)
	case !said:
		t.say(messages.KnowNothingYet)
	}
}

// invite says what became of the invites, and shows again those that still are to be used.
func (t *terminal) invite() {
	switch {
	case t.runner.session.Snapshot().Joined:
		t.say(messages.InviteNone)
	case t.now.WatchInvite == "":
		t.say(messages.InviteNotYours)
	default:
		t.show()
	}
}

// speak says what follows the command, or lists what can be said.
func (t *terminal) speak(line string) error {
	_, rest, _ := strings.Cut(strings.Join(strings.Fields(line), " "), " ")
	switch {
	case t.now.Talk == "":
		t.say(messages.PlayNoTalk)
		return nil
	case rest == "":
		for n := range p2p.Phrases {
			t.env.Bullet(strconv.Itoa(n+1) + " " + t.env.Lang.Say(n+1, ""))
		}
		return nil
	}
	if n, err := strconv.Atoi(messages.Narrow(rest)); err == nil && n > 0 {
		return t.runner.seat.Do(seat.Command{Do: seat.DoSay, Phrase: n})
	}
	return t.runner.seat.Do(seat.Command{Do: seat.DoSay, Text: rest})
}

// mute stops hearing a seat, or hears it again.
func (t *terminal) mute(command, name string) error {
	if err := t.runner.seat.Do(seat.Command{Do: command, Seat: name}); err != nil {
		return err
	}
	if command == seat.DoMute {
		muted, _ := engine.ParseSeat(name) // as the command did
		t.say(messages.PlayMuted, muted)
	}
	return nil
}
