package play

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/viewmodel"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// announced is an announcement as a view holds it.
func announced(rs *engine.Ruleset, attacker, defender engine.Type) *seat.Announcement {
	return new(rs.AnnouncementRule(rs.Clash(attacker, defender)))
}

// What a clash tells is said with the seats that met: a bomb that takes a flag leaves, where the game goes on; a commander's
// fall is called so; a type that is seen is named.
func TestClashesAreToldInWords(t *testing.T) {
	for _, c := range []struct {
		rules              string
		attacker, defender engine.Type
		want, zh           string
	}{
		{"standard,carry=front", junqi.Bomb, junqi.Flag, "amber captures teal's flag, amber's piece is removed", "黄方夺得绿方军旗，黄方棋子阵亡"},
		{"standard,carry=front", junqi.Engineer, junqi.Flag, "amber captures teal's flag", "黄方夺得绿方军旗"},
		{"standard", junqi.Commander, junqi.Bomb, "both are removed, amber's commander fell", "同归于尽，黄方司令阵亡"},
		{"standard", junqi.Army, junqi.Division, "teal's piece is removed", "绿方棋子阵亡"},
		{"standard,scout=on,mines=exploding-all", junqi.Engineer, junqi.Mine, "both are removed, teal's piece is a mine", "同归于尽，绿方的棋子是地雷"},
	} {
		rs := clitest.Ruleset(t, c.rules)
		turn := &seat.Turn{
			Kind: "move", Seat: "amber", Piece: &seat.Ref{Seat: "amber"}, Met: &seat.Ref{Seat: "teal"},
			Announcement: announced(rs, c.attacker, c.defender),
		}
		require.Equal(t, c.want, (&viewmodel.Scene{Rules: rs}).ClashInWords(messages.English, turn))
		require.Equal(t, c.zh, (&viewmodel.Scene{Rules: rs}).ClashInWords(messages.Chinese, turn))
	}
}

// A result names the seats that won and lost, and calls the reader you.
func TestResultsSayYou(t *testing.T) {
	duel, four := clitest.Ruleset(t, "standard"), clitest.Ruleset(t, "siguo")
	for _, c := range []struct {
		rules  *engine.Ruleset
		own    string
		result seat.Result
		en, zh string
	}{
		{duel, "", seat.Result{Winners: []string{"red"}, Reason: "timeouts"}, "red won: blue ran out of time once too often", "红方胜：蓝方超时次数已满"},
		{duel, "blue", seat.Result{Winners: []string{"red"}, Reason: "timeouts", You: "lost"}, "You have lost, blue: you ran out of time once too often", "你（蓝方）负：你超时次数已满"},
		{duel, "red", seat.Result{Winners: []string{"red"}, Reason: "timeouts", You: "won"}, "You have won, red: blue ran out of time once too often", "你（红方）胜：蓝方超时次数已满"},
		{duel, "red", seat.Result{Draw: true, Reason: "agreed", You: "drew"}, "draw: agreed", "和棋：双方同意"},
		{four, "teal", seat.Result{Winners: []string{"red", "amber"}, Reason: "flag", You: "lost"}, "You have lost, teal: your side lost the flag", "你（绿方）负：己方丢了军旗"},
		{four, "", seat.Result{Winners: []string{"red", "amber"}, Reason: "flag"}, "red and amber won: the other side lost the flag", "红方、黄方胜：对方丢了军旗"},
	} {
		s := &viewmodel.Scene{Rules: c.rules}
		s.Table.Seat, s.Result = c.own, &c.result
		require.Equal(t, c.en, s.ResultInWords(messages.English))
		require.Equal(t, c.zh, s.ResultInWords(messages.Chinese))
	}
}

// There are words for every reason why a game ends.
func TestEveryReasonHasWords(t *testing.T) {
	last := engine.NotOver
	for reason := last + 1; reason.String() != fmt.Sprintf("reason %d", uint8(reason)); reason++ {
		require.NotEmpty(t, reason.String(), "the word of reason %d, in engine/result.go", uint8(reason))
		require.True(t, messages.Reasons.Has(reason.String()), "reason.%s in cmd/internal/messages/lang", reason)
		last = reason
	}
	require.GreaterOrEqual(t, last, engine.ByCount)
}

// told is what the terminal says of a match.
func told(t *testing.T, now *viewmodel.Scene, news ...seat.Event) string {
	t.Helper()
	env, out := clitest.Env(messages.English)
	v := newTerminal(env, &matchRunner{console: &console{}}, nil)
	require.NoError(t, v.tell(now, news))
	return out.String()
}

// All sides are said to reveal their layouts where they still have to.
func TestOnlyHiddenLayoutsAreRevealedAtTheEnd(t *testing.T) {
	for spec, reveals := range map[string]bool{"standard": true, "standard,mode=open": false, "standard,reveal=never": false} {
		now := &viewmodel.Scene{Rules: clitest.Ruleset(t, spec)}
		now.Phase, now.Result = seat.Over, &seat.Result{Winners: []string{"red"}, Reason: "flag"}
		now.Connection.Online = true
		out := told(t, now, seat.Event{Number: 1, At: 1, Kind: seat.EventOver, Result: now.Result})
		require.Contains(t, out, "Red won: blue lost the flag.\n")
		require.Equal(t, reveals, strings.Contains(out, "All sides now reveal"), spec)
	}
}

// With the question for a move stands what may be done besides, or that any move wins.
func TestQuestionTellsWhatStandsOpen(t *testing.T) {
	for _, c := range []struct {
		can, offers []string
		want        string
	}{
		{[]string{"move", "offer"}, nil, ""},
		{[]string{"move", "offer", "accept"}, []string{"blue"}, "Blue offers a draw"},
		{[]string{"move"}, nil, "The other side can't move. Any legal move wins"},
	} {
		now := &viewmodel.Scene{Rules: clitest.Ruleset(t, "standard")}
		now.Table.Seat, now.Phase, now.Decision, now.ToMove = "red", seat.Play, "move", "red"
		now.Can, now.Offers = c.can, c.offers
		now.Moves = map[string][]string{"b2": {"b3"}}
		out := told(t, now)
		require.Contains(t, out, "\n"+c.want)
		require.Contains(t, out, "\nYour move, red. Type it as b2-b3; help lists")
		require.Equal(t, c.want == "", !strings.Contains(out, "offers a draw") && !strings.Contains(out, "Any legal move"))
	}
}

// Anyone who is silent is named where there are several, with what it has overstepped.
func TestOverdueNamesWhoIsSilent(t *testing.T) {
	grace := seat.Millis(clitest.Ruleset(t, "siguo").Grace().Milliseconds())
	for _, c := range []struct {
		spec  string
		claim seat.Millis
		want  string
	}{
		{"siguo", grace, "Blue has been silent for longer than the rules allow (10 min)."},
		{"siguo", 40_000, "Blue has not moved in time (30 s), and the connection"},
		{"standard", grace, "The other player has been silent for longer"},
	} {
		now := &viewmodel.Scene{Rules: clitest.Ruleset(t, c.spec)}
		now.Table.Seat, now.Phase, now.Seats = "red", seat.Play, make([]seat.Seating, now.Rules.NumSeats())
		now.Owes = []seat.Owed{{Seat: "blue", What: "move", Since: 1}}
		now.Can, now.Claimable = []string{seat.DoClaim, seat.DoWait}, 1+c.claim
		now.VoteAt = seat.Millis(time.Now().Add(voteNotice).UnixMilli())
		out := told(t, now)
		require.Contains(t, out, c.want)
		if c.spec == "siguo" {
			require.Contains(t, out, "votes to remove blue")
		}
	}
}

// Anyone who reaches none of several others is told that, and not that its program will vote; when one
// of them is back the vote is announced, and once.
func TestWhoReachesNobodyIsToldSo(t *testing.T) {
	env, out := clitest.Env(messages.English)
	v := newTerminal(env, &matchRunner{console: &console{}}, nil)
	soon, later := time.Now().Add(voteNotice), time.Now().Add(time.Hour)
	voteAt := seat.Millis(later.UnixMilli())
	says := func(reached string, can ...string) string {
		now := &viewmodel.Scene{Rules: clitest.Ruleset(t, "siguo")}
		now.Table.Seat, now.Phase = "red", seat.Play
		var news []seat.Event
		for i, name := range []string{"red", "blue", "amber", "teal"} {
			now.Seats = append(now.Seats, seat.Seating{Seat: name, Joined: true, Online: name == reached})
			if name == reached {
				news = append(news, seat.Event{Number: i + 1, At: 1, Kind: seat.EventOnline, Seat: name})
			}
		}
		now.Owes = []seat.Owed{{Seat: "teal", What: "move", Since: 1}}
		now.Can, now.Claimable = can, 1+seat.Millis(now.Rules.Grace().Milliseconds())
		if len(can) > 1 {
			now.VoteAt = voteAt
		}
		out.Reset()
		require.NoError(t, v.tell(now, news))
		return out.String()
	}
	require.NotContains(t, says(""), "You can't reach any", "it has reached nobody yet")
	require.Equal(t, "Blue is here.\n", says("blue"))
	require.Contains(t, says(""), "You can't reach any of the other players.")
	overdue := says("", seat.DoClaim)
	require.Contains(t, overdue, "Teal has been silent for longer than the rules allow. But you can't reach any")
	require.NotContains(t, overdue, "You can't reach any of the other players. The line", "it was said")
	require.NotContains(t, overdue, "your program votes")
	require.NotContains(t, says("blue", seat.DoClaim, seat.DoWait), "your program votes", "teal may come back as well")
	voteAt = seat.Millis(soon.UnixMilli())
	require.Contains(t, says("blue", seat.DoClaim, seat.DoWait), "your program votes to remove teal")
	require.NotContains(t, says("blue", seat.DoClaim, seat.DoWait), "your program votes")
	require.Contains(t, says(""), "You can't reach any of the other players.")
}

// A person is told whose program holds up the match, once it takes long.
func TestWaitingForAProgramIsTold(t *testing.T) {
	env, out := clitest.Env(messages.English)
	v := newTerminal(env, &matchRunner{console: &console{}}, nil)
	v.now = &viewmodel.Scene{}
	v.now.Table.Match = "52be06aa-blue"
	amber := []protocol.Wait{{Seat: engine.Amber, Seen: true}}
	v.waitsForSeen(amber)
	require.Empty(t, out.String(), "most often it takes a moment")
	v.held = v.held.Add(-awayTime)
	for range 2 {
		v.waitsForSeen(amber)
	}
	require.Equal(t, 1, strings.Count(out.String(), "amber's program has not acknowledged the last record. It must be running: `darkjunqi resume 52be06aa`."))
	v.waitsForSeen([]protocol.Wait{{Seat: engine.Amber}})
	require.Zero(t, v.held)
}

// Whose only opponent stays away is told once what to try, but not of a match by letter.
func TestWhatToTryWhereTheOtherStaysAway(t *testing.T) {
	env, out := clitest.Env(messages.English)
	v := newTerminal(env, &matchRunner{console: &console{}}, nil)
	v.now = &viewmodel.Scene{}
	v.now.Table.Match, v.now.Table.Seat = "52be06aa-blue", "blue"
	v.now.Seats = []seat.Seating{{Seat: "red", Joined: true}, {Seat: "blue", Joined: true, Online: true}}
	v.stillAway()
	require.Empty(t, out.String(), "most often it comes again by itself")
	v.away = v.away.Add(-awayTime)
	for range 2 {
		v.stillAway()
	}
	require.Equal(t, 1, strings.Count(out.String(), "`darkjunqi resume 52be06aa --by-hand FOLDER`"))
	v.now.Connection.Path = "by-hand"
	v.stillAway()
	require.Zero(t, v.away)
}

// A program that has started again says for how long it waits, where it waits for several.
func TestUnheardSaysForHowLong(t *testing.T) {
	now := &viewmodel.Scene{}
	now.Connection.Hold = "unheard"
	now.Seats = make([]seat.Seating, 2)
	require.NotContains(t, told(t, now), "two minutes")
	now.Seats = make([]seat.Seating, 3)
	require.Contains(t, told(t, now), "two minutes")
}

// Anyone who has missed the end of a match of several is told once what to ask the others for.
func TestDesertedIsToldWhatToDo(t *testing.T) {
	now := &viewmodel.Scene{}
	now.Table.Match, now.Connection.Hold, now.Connection.Deserted = "52be06aa-blue", "unheard", true
	require.Contains(t, told(t, now), "ask the host, or any other player, to run `darkjunqi resume 52be06aa`")
	now.Connection.Deserted = false
	require.NotContains(t, told(t, now), "52be06aa")
}

// Where somebody cheats before a game of four has begun the others are told who, and to play without.
func TestCheatInTheSetupIsNamed(t *testing.T) {
	session := watched(t)
	for _, c := range []struct {
		seats int
		first string
		says  bool
	}{{4, "", true}, {4, "red", false}, {2, "", false}} {
		now := &viewmodel.Scene{Rules: clitest.Ruleset(t, "siguo")}
		now.Phase, now.First, now.Seats = seat.Sealed, c.first, make([]seat.Seating, c.seats)
		now.Conviction = &seat.Conviction{Seat: "blue", Record: 6, Kind: "Commit"}
		env, out := clitest.Env(messages.English)
		v := newTerminal(env, &matchRunner{console: &console{}, session: session}, nil)
		require.NoError(t, v.tell(now, []seat.Event{{Number: 1, At: 1, Kind: seat.EventSealed, Conviction: now.Conviction}}))
		require.Contains(t, out.String(), "Blue cheated: record 6")
		require.Equal(t, c.says, strings.Contains(out.String(), "The host can open a new one without blue."))
	}
}
