package play

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// tell implements [presenter].
func (t *terminal) tell(now *viewmodel.Scene, news []seat.Event) error {
	t.now = now
	t.env.Under(now.Rules)
	return t.env.Batch(func() error {
		if now.Connection.Hold == seat.HoldUnheard && now.Result == nil {
			t.once(now.Unheard())
		}
		t.lost(now)
		if now.Connection.Deserted {
			t.once(messages.PlayDeserted, now.Shared())
		}
		old := slices.IndexFunc(news, func(e seat.Event) bool { return e.At != 0 })
		if old < 0 {
			old = len(news)
		}
		t.catchUp(news[:old])
		for i := range news[old:] {
			t.event(&news[old+i])
		}
		t.isolation()
		t.stillAway()
		if t.runner.session != nil {
			t.waitsForSeen(t.runner.session.Snapshot().Waits)
		}
		t.pending()
		return nil
	})
}

// isolation reports each time that nobody is within reach any more.
func (t *terminal) isolation() {
	alone := t.now.Alone() && len(t.linked) > 0
	if alone && !t.alone && !t.now.Connection.Deserted {
		t.say(messages.PlayAlone)
	}
	t.alone = alone
}

// awayTime is the time the only opponent is away, or a program owes its Seen, before we suggest what to try: a
// program that was only restarted is back by then.
const awayTime = 30 * time.Second

// stillAway gives advice when the only opponent stays away.
func (t *terminal) stillAway() {
	away := len(t.now.Seats) == 2 && t.now.Away() != 0 && !t.now.Connection.ByHand() && !t.now.Connection.Done
	switch {
	case !away:
		t.away = time.Time{}
	case t.away.IsZero():
		t.away = time.Now()
	case time.Since(t.away) >= awayTime:
		t.once(messages.PlayStillAway, t.now.Shared())
	}
}

// waitsForSeen says whose program has not acknowledged the last record.
func (t *terminal) waitsForSeen(waits []protocol.Wait) {
	switch {
	case len(waits) == 0 || !waits[0].Seen:
		t.held = time.Time{}
	case t.held.IsZero():
		t.held = time.Now()
	case time.Since(t.held) >= awayTime:
		t.once(messages.PlayHeld, t.env.Lang.Seat(waits[0].Seat), t.now.Shared())
	}
}

// lost reports that records of this side are missing, and who can bring them back.
func (t *terminal) lost(now *viewmodel.Scene) {
	if now.Connection.Hold != seat.HoldBehind {
		return
	}
	id := now.Table.Match
	t.once(messages.PlayBehind, id)
	if errors.Is(t.runner.session.Snapshot().Trouble, p2p.ErrBothBehind) {
		t.once(messages.PlayBothBehind, id)
	}
}

// catchUp skips what happened before this run, and shows the resulting board.
func (t *terminal) catchUp(before []seat.Event) {
	for i := range before {
		if e := &before[i]; e.Turn != nil && e.Turn.Complete {
			t.turn = e.Turn.Number
		}
	}
	if t.turn > 0 && len(before) > 0 && t.plays && t.now.Result == nil && t.now.Decision != seat.DoMove {
		t.draw() // on one's own turn the board comes with the question
	}
}

func (t *terminal) event(e *seat.Event) {
	switch e.Kind {
	case seat.EventOnline:
		text := messages.PlayLinked
		if t.linked[e.Seat] {
			text = messages.PlayLinkedAgain
		}
		t.linked[e.Seat] = true
		t.sayOf(text, e.Seat)
	case seat.EventOffline:
		if t.now.Result == nil && t.now.Conviction == nil {
			t.sayOf(messages.PlayLinkLost, e.Seat)
		}
	case seat.EventStarted:
		t.say(messages.PlayBegins, t.now.SeatName(t.env.Lang, e.Seat))
	case seat.EventPeek:
		t.say(messages.PlayPeek, messages.Capital(t.now.SeatName(t.env.Lang, e.Seat)))
	case seat.EventFalse:
		t.say(messages.PlayPeekFalse, messages.Capital(t.now.SeatName(t.env.Lang, e.Seat)))
	case seat.EventOut:
		at := t.now.Seats[viewmodel.SeatOf(e.Seat)]
		if at.PutOut != nil {
			t.say(messages.PlayPutOut.Of(at.PutOut.Cause), messages.Capital(t.now.SeatName(t.env.Lang, e.Seat)), viewmodel.SeatsOf(at.PutOut.By))
			return
		}
		t.say(messages.PlayOut, messages.Capital(t.now.SeatName(t.env.Lang, e.Seat)), viewmodel.Why(t.env.Lang, t.now.Rules, at.Out))
	case seat.EventClaim:
		if e.Seat != t.now.Table.Seat {
			t.say(messages.PlayClaims, messages.Capital(t.now.SeatName(t.env.Lang, e.Seat)))
		}
	case seat.EventSaid:
		if e.Seat != t.now.Table.Seat {
			t.say(messages.PlaySays, messages.Capital(t.now.SeatName(t.env.Lang, e.Seat)), t.env.Lang.Say(e.Phrase, e.Text))
		}
	case seat.EventVote:
		if e.Seat != t.now.Table.Seat {
			t.say(messages.PlayVotes, messages.Capital(t.now.SeatName(t.env.Lang, e.Seat)))
		}
	case seat.EventCaught:
		t.say(messages.PlayCaught, messages.Capital(t.now.SeatName(t.env.Lang, e.Conviction.Seat)), e.Conviction.Record, t.reason(e.Conviction))
	case seat.EventSealed:
		t.say(messages.PlayCheated, messages.Capital(t.now.SeatName(t.env.Lang, e.Conviction.Seat)), e.Conviction.Record, t.reason(e.Conviction))
		if cheat := t.now.SealedInSetup(); cheat != "" {
			t.say(messages.PlaySealedSetup, t.now.SeatName(t.env.Lang, cheat))
		}
	case seat.EventOver:
		t.say(messages.PlayOver, messages.Capital(t.now.ResultInWords(t.env.Lang)))
		if t.now.Rules.RevealAtEnd() && !t.now.Rules.Open() {
			t.say(messages.PlayRevealing)
		}
	default:
		t.tellTurn(e)
	}
}

func (t *terminal) tellTurn(e *seat.Event) {
	if e.Turn == nil || !e.Turn.Complete || e.Turn.Number <= t.turn {
		return
	}
	t.turn = e.Turn.Number
	fmt.Fprintln(t.env.Out, t.now.Numbered(t.env.Lang, e.Turn))
}

// reason returns what somebody was convicted for, in the person's language.
func (t *terminal) reason(c *seat.Conviction) any {
	if found := t.runner.session.Snapshot().Conviction; found != nil {
		return found.Reason
	}
	return c.Reason.Text
}

// sayOf says something about another player, by name if there are several.
func (t *terminal) sayOf(text messages.Text, other string) {
	who := t.env.T(messages.TheOther)
	if t.now.Rules != nil && t.now.Rules.NumSeats() > 2 {
		who = t.env.Lang.Seat(viewmodel.SeatOf(other))
	}
	fmt.Fprintln(t.env.Out, messages.Capital(t.env.T(text, who)))
}

// pending reports what no event does: what the person is asked for, and what takes long.
func (t *terminal) pending() {
	now := t.now
	if now.Rules == nil {
		return
	}
	for _, at := range now.Seats {
		if at.Arranging && !t.arranging[at.Seat] && at.Seat != now.Table.Seat {
			t.arranging[at.Seat] = true
			t.sayOf(messages.PlayArranging, at.Seat)
		}
	}
	if t.plays {
		t.ask()
	}
	if slices.Contains(now.Can, seat.DoClaim) && t.claimable != now.Claimable && now.Phase == seat.Play {
		t.claimable = now.Claimable
		t.overdue()
	}
	t.announceVote()
	if now.Phase == seat.Over && !now.Connection.Done && !now.Connection.Online {
		t.once(messages.PlayWaitingAtEnd)
	}
}

// overdue names the seat whose silence may be claimed, and says why.
func (t *terminal) overdue() {
	now := t.now
	owes := slices.IndexFunc(now.Owes, func(o seat.Owed) bool { return o.Seat != now.Table.Seat })
	if owes < 0 {
		return
	}
	owed, who := now.Owes[owes], t.env.T(messages.TheOther)
	if len(now.Seats) > 2 {
		who = t.env.Lang.Seat(viewmodel.SeatOf(owed.Seat))
	}
	switch grace := now.Rules.Grace(); {
	case now.Alone():
		t.say(messages.PlayOverdueAlone, messages.Capital(who))
	case viewmodel.Moment(now.Claimable).Before(viewmodel.Moment(owed.Since).Add(grace)):
		t.say(messages.PlayOverdrawn, messages.Capital(who), howLong(t.env.Lang, now.Rules.Clock()))
	default:
		t.say(messages.PlayOverdue, messages.Capital(who), howLong(t.env.Lang, grace))
	}
}

// voteNotice is the time between the announcement of a vote and the vote: not earlier, since players who lost their
// connection together often come back together.
const voteNotice = 55 * time.Second

// announceVote says when the program votes by itself, whenever that is news: a vote that was
// announced is not made while nobody is within reach.
func (t *terminal) announceVote() {
	now, left := t.now, time.Until(viewmodel.Moment(t.now.VoteAt))
	if !slices.Contains(now.Can, seat.DoWait) || t.voteAt == now.VoteAt || left > voteNotice || left < time.Second {
		return
	}
	owes := slices.IndexFunc(now.Owes, func(o seat.Owed) bool { return o.Seat != now.Table.Seat })
	if owes < 0 {
		return
	}
	t.voteAt = now.VoteAt
	t.say(messages.PlayVoteSoon, viewmodel.Seconds(left), t.env.Lang.Seat(viewmodel.SeatOf(now.Owes[owes].Seat)))
}

// howLong returns a time that rules grant, in words.
func howLong(lang messages.Lang, d time.Duration) string {
	if d%time.Minute == 0 {
		return messages.Minutes.In(lang, int(d/time.Minute))
	}
	return messages.Seconds.In(lang, int(d/time.Second))
}

// ask asks the person for what is to be decided, and warns of the clock.
func (t *terminal) ask() {
	now := t.now
	switch {
	case now.Decision == seat.DoLayout && t.asking == nil && t.runner.layout == "":
		_ = t.runner.seat.Do(seat.Command{Do: seat.DoArranging})
		t.arrange()
	case now.Decision == seat.DoMove && t.asked <= now.Turns:
		t.asked = now.Turns + 1
		t.draw()
		t.question()
	case now.Last != nil && now.Last.Complete && now.Last.Seat == now.Table.Seat && now.Result == nil && t.drawn < now.Turns:
		t.draw()
	}
	if c := t.ownClock(); c != nil && t.warned != c.Deadline && time.Until(viewmodel.Moment(c.Deadline)) <= clockWarning {
		t.warned = c.Deadline
		t.say(messages.PlayClockWarning, viewmodel.Seconds(max(time.Until(viewmodel.Moment(c.Deadline)), 0)))
	}
}

// clockWarning is the time left for a move when the player is warned.
const clockWarning = 10 * time.Second

// ownClock returns the person's clock while it runs, else nil.
func (t *terminal) ownClock() *seat.Clock {
	if c := t.now.Running(); c != nil && c.Seat == t.now.Table.Seat {
		return c
	}
	return nil
}

// question asks for a move, after naming an open offer of a draw or a proof that is due.
func (t *terminal) question() {
	fmt.Fprintln(t.env.Out)
	if len(t.now.Offers) > 0 && slices.Contains(t.now.Can, seat.DoAccept) {
		t.say(messages.PlayOfferOpen, messages.Capital(t.env.Lang.Seats(viewmodel.SeatsOf(t.now.Offers).Seats())))
	}
	if !slices.Contains(t.now.Can, seat.CanOffer) {
		t.say(messages.PlayMustProve)
	}
	from, to := t.exampleMove()
	t.say(messages.PlayYourMove, viewmodel.SeatOf(t.now.Table.Seat), from+"-"+to)
}

// prompt implements [presenter].
func (t *terminal) prompt() string {
	if t.asking != nil {
		return t.env.T(messages.PromptLayout)
	}
	if t.now == nil || t.now.Rules == nil || t.now.Phase != seat.Play {
		return "> "
	}
	who := t.env.Lang.Seat(viewmodel.SeatOf(t.now.ToMove))
	if c := t.now.Running(); c != nil {
		who += t.env.T(messages.ListSeparator) + viewmodel.TimeLeft(t.env.Lang, c, time.Now())
	}
	if t.now.Decision == seat.DoMove {
		return who + "> "
	}
	return "(" + who + ") > "
}

// alarm implements [presenter].
func (t *terminal) alarm() (next time.Time) {
	if t.now == nil || t.now.Rules == nil {
		return next
	}
	earlier := func(at time.Time) {
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	if c := t.ownClock(); c != nil && t.warned != c.Deadline && t.plays {
		earlier(viewmodel.Moment(c.Deadline).Add(-clockWarning))
	}
	if at := t.now.Claimable; at != 0 && at != t.claimable && t.now.Phase == seat.Play {
		earlier(viewmodel.Moment(at).Add(time.Second))
	}
	if !t.away.IsZero() && !t.notes[messages.PlayStillAway] {
		earlier(t.away.Add(awayTime))
	}
	if !t.held.IsZero() && !t.notes[messages.PlayHeld] {
		earlier(t.held.Add(awayTime))
	}
	if at := t.now.VoteAt; at != 0 && at != t.voteAt {
		earlier(viewmodel.Moment(at).Add(-voteNotice + time.Second))
	}
	if t.runner.console != nil && t.runner.console.terminal != nil && t.now.Running() != nil {
		earlier(time.Now().Add(time.Second)) // the prompt shows the clock
	}
	return next
}

// finished implements [presenter]: the board once more, with all that was revealed.
func (t *terminal) finished() error {
	if t.plays && t.now.Phase != seat.Waiting && t.now.Begun() {
		t.draw()
	}
	return nil
}
