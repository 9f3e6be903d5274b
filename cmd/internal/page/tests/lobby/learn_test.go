package lobby_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/lesson"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// The first screen leads into the lesson. A wrong move gets a hint, each aim is reached with two clicks, or with keys alone, and
// after the last step one practises without a clock.
func TestLessonIsWalked(t *testing.T) {
	pagetest.Parallel(t)
	p := fake.NewProgram()
	p.Past = []history.Entry{}
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Do(pagetest.Click(".learn"), chromedp.WaitReady(chromedp.CSS(".lesson .ring.bad")))
	steps := lesson.Of(junqi.Standard())
	require.Equal(t, "The striped lines are railways. There a piece goes straight ahead as far as it likes, until something is in its way.", fake.Ask[string](x, `import('/api.js').then(({ fetchJSON }) => fetchJSON('/api/rules?digest=' + location.hash.split('/')[2])).then(rules => import('/position.js').then(({ saying }) => saying(rules, { theme: 'ride', types: [], pieces: [], moves: [] })))`), "where rules let nobody attack from afar")
	buttons := 0
	for i, s := range steps {
		aim := s.Moves[0]
		for _, m := range s.Moves {
			if m.Aim {
				aim = m
				break
			}
		}
		if s.Theme == lesson.Locked {
			x.Do(pagetest.Click(fake.Node("b1")))
			x.Wait(`document.querySelector('.task.wrong')?.textContent.includes('stays there')`)
		}
		if s.Theme == lesson.Ride || s.Theme == lesson.Locked || s.Theme == lesson.Flag {
			said := map[string]string{lesson.Flag: "The flag stands in a headquarters, one of 2 that each player has: a piece that enters the wrong one is stuck there.", lesson.Ride: "It may also attack from afar.", lesson.Locked: "A piece that enters a headquarters, even your enemy’s, stays there."}
			require.Contains(t, fake.Ask[string](x, `document.querySelector('.lesson').textContent`), said[s.Theme])
		}
		if s.Theme == lesson.Still {
			x.Do(pagetest.Click(fake.Node("d11")), pagetest.Click(fake.Node(aim.To)))
			x.Wait(`document.querySelector('.task.wrong')?.textContent.includes('would be removed')`)
		}
		if s.Theme == lesson.Army { // a swap that leaves the flag outside
			x.Do(pagetest.Click(fake.Node(aim.From)), pagetest.Click(fake.Node("c3")))
			x.Wait(`document.querySelector('.task.wrong')?.textContent === 'That swap does not make the layout legal. The flag is in the wrong place. Pick it, then swap it with a piece that gets a ring.'`)
			require.Positive(t, fake.Ask[int](x, `document.querySelectorAll('.ring.swap').length`), "it stays picked")
			x.Do(pagetest.Click(fake.Node(aim.From)))
		}
		if s.Theme == lesson.Walk { // an attack is no long way
			x.Do(pagetest.Click(fake.Node("a6")), pagetest.Click(fake.Node("a7")))
			x.Wait(`document.querySelector('.task.wrong')?.textContent.includes('not the task')`)
		}
		if s.Theme == lesson.Walk { // by keys
			x.Do(fake.Script(`document.querySelector('[data-node=`+aim.From+`]').focus()`), chromedp.KeyEvent("\r"), fake.Script(`document.querySelector('[data-node=`+aim.To+`]').focus()`), chromedp.KeyEvent("\r"))
		} else {
			x.Do(pagetest.Click(fake.Node(aim.From)), pagetest.Click(fake.Node(aim.To)))
		}
		x.Shot("lesson-" + s.Theme)
		x.Wait(`document.querySelector('.task.done') !== null`)
		x.Wait(`document.activeElement.textContent === 'Next'`)
		if s.Theme == lesson.Army {
			require.Contains(t, fake.Ask[string](x, `document.querySelector(".guide-lines").textContent`), "flag: only in a headquarters (b1, d1)")
		}
		require.Equal(t, 1, fake.Ask[int](x, `new Set([...document.querySelectorAll('.dots i')].map(e => e.offsetTop)).size`), "the steps lie in one line")
		at := fake.Ask[int](x, `Math.round(document.querySelector('.lesson-nav').getBoundingClientRect().top)`)
		require.Equal(t, cmp.Or(buttons, at), at, "the buttons keep their place")
		require.InDelta(t, 0, fake.Ask[float64](x, `(([box, words]) => box.top + box.bottom - words.top - words.bottom)(['.task', '.task > span'].map(css => document.querySelector(css).getBoundingClientRect()))`), 2, "no line is left empty")
		buttons = at
		if s.Theme == lesson.Both || s.Theme == lesson.Flag {
			require.NotContains(t, fake.Ask[string](x, `document.querySelector('.heard').textContent`), "all anyone learns", "a flag was shown")
		}
		if s.Theme == lesson.Clash {
			require.Equal(t, 1, fake.Ask[int](x, `new Set([...document.querySelectorAll('.order .mini')].map(e => e.offsetTop)).size`))
			require.Contains(t, fake.Ask[string](x, `document.querySelector('.heard').textContent`), "all anyone learns")
			require.Contains(t, fake.Ask[string](x, `document.querySelector('.heard').textContent`), "The defender is removed")
			require.Contains(t, fake.Ask[string](x, `document.querySelector('.task').textContent`), "battalion")
		}
		x.Do(chromedp.KeyEvent("\r"))
		if i+1 < len(steps) {
			x.Wait(`document.querySelector('.task') !== null && document.querySelector('.task.done') === null`)
		}
	}
	x.Wait(`document.querySelector('.lesson.over') !== null`)
	x.Do(pagetest.Click(".lesson .main"), chromedp.WaitReady(chromedp.CSS(".editor")))
	require.False(t, p.Wished.Clock)
}

// On a phone the board stays where it is when a task is done and less is said of it.
func TestLessonStandsStill(t *testing.T) {
	pagetest.Parallel(t)
	x := fake.Open(t, fake.Serve(t, fake.NewProgram()), fake.Phone, "#/learn")
	x.Do(chromedp.WaitReady(chromedp.CSS(".lesson .ring.bad")))
	const top = `document.querySelector('.lesson .boardbox').getBoundingClientRect().top`
	before, aim := fake.Ask[float64](x, top), lesson.Of(junqi.Standard())[0].Moves[0]
	x.Do(pagetest.Click(fake.Node(aim.From)), pagetest.Click(fake.Node(aim.To)))
	x.Wait(`document.querySelector('.task.done') !== null`)
	require.InDelta(t, before, fake.Ask[float64](x, top), 0.5)
}

// lobby is a program and its page, from which a game's lesson and guide are a visit away.
func lobby(t *testing.T) (*fake.Program, *fake.Tab) {
	p := fake.NewProgram()
	x := fake.Open(t, fake.Serve(t, p), fake.Desktop, "#/")
	x.Do(chromedp.WaitReady(chromedp.CSS(".choice")))
	return p, x
}

// The guide says what comes of one time-out, whether layouts have a clock, and what silence leads to.
func TestGuideSaysWhatComesOfTime(t *testing.T) {
	pagetest.Parallel(t)
	p, x := lobby(t)
	const (
		silent = "After 10:00 without a response you can have that recorded. It wins nothing, and the match can still be resumed."
		vote   = "After 10:00 without a response the others can vote to remove a player; the game then continues without that player."
		last   = "If the last pieces that can move are removed together, the attacker wins."
		ask    = "You can offer a draw with your next move, or resign: press Draw or Resign, on a phone first More."
	)
	for spec, want := range map[string][]string{
		"standard":            {"60 s a move; a loss after 4 time‑outs. A turn that runs out of time is skipped. There is no clock while layouts are chosen.", silent, last, ask},
		"flip":                {"60 s a move; a loss after 4 time‑outs. A turn that runs out of time is skipped.", silent, last, ask},
		"siguo":               {"30 s a move; a loss after 5 time‑outs. A turn that runs out of time is skipped. There is no clock while layouts are chosen.", vote, ask + " You can’t resign before turn 21. A draw needs everyone still in the game: each offers it with a move, and the last one accepts.", "Whoever resigns or times out too often is out in the same way; the rest of their side plays on."},
		"standard,clock=off":  {"No clock.", last, ask},
		"standard,timeouts=1": {"60 s a move; a loss after 1 time‑out. There is no clock while layouts are chosen.", silent, last, ask},
	} {
		x.Visit("#/howto/" + p.Add(fake.Rules(spec)))
		x.Do(chromedp.WaitReady(chromedp.CSS(".guide-body")))
		fake.Becomes(x, want, `[...[...document.querySelectorAll('.guide-body section')].find(s => s.querySelector('h2')?.textContent === 'Clock, draws, resigning').querySelectorAll('li')].map(l => l.textContent.replaceAll('\u00a0', ' '))`)
		require.Equal(t, spec == "flip", fake.Ask[bool](x, `document.querySelector('.guide-body').textContent.includes('An attack that would remove nothing is not allowed.')`))
		require.Equal(t, spec == "siguo", fake.Ask[bool](x, `document.querySelector('.guide-body').textContent.includes('A railway’s curve counts as straight on.')`))
		require.Equal(t, spec == "siguo", fake.Ask[bool](x, `document.querySelector('.guide-body').textContent.includes('A player whose flag is captured, or who can’t move, is out, and all of that player’s pieces leave the board. The last side left wins. Turns go round counterclockwise')`))
	}
}

// The guide says which way turns go round.
func TestGuideSaysWhoComesNext(t *testing.T) {
	pagetest.Parallel(t)
	p, x := lobby(t)
	const right, left = "Turns go round counterclockwise: after you comes the player on your right.", "Turns go round clockwise: after you comes the player on your left."
	for spec, want := range map[string][2]bool{
		"standard": {}, "siguo": {true}, "siguo,turn=clockwise": {false, true}, "siguo,seats=3": {true}, "sanguo": {true}, "liuguo": {true}, "liuguo,turn=clockwise": {false, true},
	} {
		x.Visit("#/howto/" + p.Add(fake.Rules(spec)))
		x.Do(chromedp.WaitReady(chromedp.CSS(".guide-body .figure")))
		fake.Becomes(x, want[:], `(text => [text.includes('`+right+`'), text.includes('`+left+`')])(document.querySelector('.guide-body').textContent.replaceAll('\u00a0', ' '))`, spec)
	}
}

// Where a flag must be carried, the guide says whereto, how its carrier leaves, and what comes of it without one.
func TestGuideSaysHowAFlagIsCarried(t *testing.T) {
	pagetest.Parallel(t)
	p, x := lobby(t)
	const body = `document.querySelector('.guide-body').textContent.replaceAll('\u00a0', ' ')`
	for spec, home := range map[string]string{
		"standard,carry=home":         "Home is your own headquarters, or next to it while it is full.",
		"standard,carry=front":        "Home is your own half of the board.",
		"standard,carry=home,hq=free": "Home is your own headquarters, or next to it while it is full.",
	} {
		x.Visit("#/howto/" + p.Add(fake.Rules(spec)))
		x.Do(chromedp.WaitReady(chromedp.CSS(".guide-body")))
		x.Wait(body + `.includes('carry it home. A player who can’t move also loses. ` + home + ` The piece that captures it carries it. If that piece is removed, the flag lies there until another of yours moves onto it.')`)
		require.Equal(t, !strings.Contains(spec, "hq=free"), fake.Ask[bool](x, body+`.includes('A piece that enters a headquarters, even your enemy’s, stays there unless it carries the flag.')`))
		require.False(t, fake.Ask[bool](x, body+`.includes('stays there.')`))
		require.True(t, fake.Ask[bool](x, body+`.includes('A small flag: the piece carries that flag, or the flag lies there.')`))
	}
	x.Shot("guide-carry")
}

// However far pieces go on railways, the guide says so.
func TestGuideSaysHowFarPiecesGo(t *testing.T) {
	pagetest.Parallel(t)
	p, x := lobby(t)
	const straight, corners = "There a piece goes straight ahead as far as it likes, until something is in its way. It may also attack from afar.", "On railways, the engineer also goes around corners."
	for spec, want := range map[string][2]string{
		"standard":                         {straight, corners},
		"standard,bombs-fly=on":            {straight, "On railways these also go around corners: bomb, engineer."},
		"standard,rail=three":              {"There a piece goes straight ahead, at most 3 steps, until something is in its way. It may also attack from afar.", corners + " As far as the way is clear: engineer."},
		"standard,rail=corners":            {"", "The striped lines are railways. There every piece goes as far as it likes, around corners too, until something is in its way."},
		"standard,rail=three-corners":      {"", "The striped lines are railways. There a piece goes at most 3 steps, around corners too, until something is in its way. As far as the way is clear: engineer."},
		"standard,bombs-fly=on,rail=three": {"There a piece goes straight ahead, at most 3 steps, until something is in its way. It may also attack from afar.", "On railways these also go around corners: bomb, engineer. As far as the way is clear: engineer, bomb."},
	} {
		t.Run(spec, func(t *testing.T) {
			x.Visit("#/howto/" + p.Add(fake.Rules(spec)))
			x.Do(chromedp.WaitReady(chromedp.CSS(".guide-body .figure")))
			ride := ""
			if want[0] != "" {
				ride = "The striped lines are railways. " + want[0]
			}
			said := func(title string) string {
				return `([...document.querySelectorAll('.guide-body section')].find(s => s.querySelector('h2')?.textContent === '` + title + `')?.querySelector('h2 + p')?.textContent ?? '').replaceAll('\u00a0', ' ')`
			}
			fake.Becomes(x, []string{ride, want[1]}, `[`+said("Railways")+`, `+said("Around corners")+`]`)
		})
	}
	x.Shot("guide-rails")
}

// What is peculiar to a kind of place is told with its places; the usual camps and headquarters need no more than their positions.
func TestGuideSaysWhatIsPeculiarToPlaces(t *testing.T) {
	pagetest.Parallel(t)
	p, x := lobby(t)
	for spec, want := range map[string][]string{
		"standard":                     {},
		"standard,camps=own":           {"camp (b3, b5, b8, b10, c4, c9, d3, d5, d8, d10) Only the player whose half it is in may enter or pass."},
		"standard,mountains=any":       {"mountain (bm, dm) A piece there can’t be attacked. A piece there can’t attack."},
		"standard,mountains=engineers": {"mountain (bm, dm) Only the engineer may enter. A piece there can’t be attacked. A piece there can’t attack."},
	} {
		t.Run(spec, func(t *testing.T) {
			x.Visit("#/howto/" + p.Add(fake.Rules(spec)))
			x.Do(chromedp.WaitReady(chromedp.CSS(".guide-body .figure")))
			fake.Becomes(x, want, `[...([...document.querySelectorAll('.guide-body section')].find(s => s.querySelector('h2')?.textContent === 'Places')?.querySelectorAll('li') ?? [])].map(l => l.textContent.replaceAll('\u00a0', ' '))`)
			require.Contains(t, fake.Ask[string](x, `document.querySelector('.guide-body').textContent.replaceAll('\u00a0', ' ')`), "Nobody can attack a piece in a camp, neither yours nor your enemy’s.")
		})
	}
	x.Shot("guide-places")
}

// What no sentence of the guide says of the chosen rules is among all rules there.
func TestGuideListsAllRules(t *testing.T) {
	pagetest.Parallel(t)
	p, x := lobby(t)
	const body = `document.querySelector('.guide-body').textContent.replaceAll('\u00a0', ' ')`
	x.Visit("#/howto/" + p.Add(fake.Rules("standard,flag-takers=engineers")))
	x.Wait(`document.querySelector('.guide-body .terms') !== null && ` + body + `.includes('only engineers may take the flag')`)
	require.False(t, fake.Ask[bool](x, body+`.includes('proof shows')`), "of a match's resolver nothing is known")
	x.Visit("#/howto/" + p.Add(fake.Rules("standard,shaken=on")))
	x.Wait(body + `.includes('taking the flag draws if only the taker has no commander') && ` + body + `.includes('Capturing it is only a draw if your own flag has been revealed and theirs has not.') && ` + body + `.includes('if only your own has been revealed, it is a draw')`)
	require.False(t, fake.Ask[bool](x, body+`.includes('only engineers may take the flag')`))
	x.Do(fake.Script(`document.querySelector('.guide-body .terms').scrollIntoView({block: 'end'})`))
	x.Shot("guide-shaken")
	x.Visit("#/howto/" + p.Add(fake.Rules("standard,mines=exploding-all,hq=free,last-both=draw")))
	x.Wait(body + `.includes('M mine ×3  It can’t move. Whatever it meets, both are removed.')`)
	require.True(t, fake.Ask[bool](x, body+`.includes('F flag ×1  It can’t move.')`))
	require.True(t, fake.Ask[bool](x, body+`.includes('removed together, it is a draw.')`))
	const scouts, attacked, attacking = "When the engineer is lost attacking, everyone sees what it attacked.", "A piece that was attacked and stays is shown to everyone.", "A piece that attacked and stays is shown to everyone."
	for spec, want := range map[string][]string{
		"standard":                           {},
		"standard,flag-takers=engineers":     {"Only the engineer can take it. Any other attack on it is repelled: both pieces stay where they are."},
		"standard,flag-takers=not-commander": {"The commander can’t take it. Any other attack"},
		"standard,scout=on":                  {scouts},
		"standard,half-open=attacked":        {attacked},
		"standard,half-open=fought":          {attacked, attacking},
	} {
		x.Visit("#/howto/" + p.Add(fake.Rules(spec)))
		x.Do(chromedp.WaitReady(chromedp.CSS(".guide-body")))
		lead := fake.Ask[string](x, `document.querySelector('.guide-body .lead').textContent.replaceAll('\u00a0', ' ')`)
		for _, says := range want {
			require.Contains(t, lead, says, spec)
		}
		for _, says := range []string{scouts, attacked, attacking, "take it.", "Any other attack"} {
			require.Equal(t, slices.ContainsFunc(want, func(w string) bool { return strings.Contains(w, says) }), strings.Contains(lead, says), "%s: %s", spec, says)
		}
	}
}

// A lesson says what sets its game apart: who sees which pieces, that lots place the army, and, of pieces that lie face down, whose
// they become and what wins.
func TestLessonSaysWhatIsSeen(t *testing.T) {
	pagetest.Parallel(t)
	p, x := lobby(t)
	for spec, say := range map[string][2]string{
		"standard":           {"You see only your own pieces. When", "the backs of"},
		"drawn":              {"Lots decide where each army stands.", "Lots decide where your army stands."},
		"standard,mode=open": {"Everyone sees all pieces. There", "Ivory pieces are yours. On"},
		"siguo,way=partners": {"You see your own pieces and your partner’s.", "the backs of"},
		"flip":               {"gives its colour", "At first all pieces lie face down."},
	} {
		x.Visit("#/howto/" + p.Add(fake.Rules(spec)))
		x.Wait(fmt.Sprintf(`document.querySelector('.guide-body .lead')?.textContent.includes(%q)`, say[0]))
		require.Contains(t, fake.Ask[string](x, `document.querySelector('.guide-body').textContent`), say[1], spec)
		require.NotContains(t, fake.Ask[string](x, `document.querySelector('.guide-body').textContent`), "Your engineer stays", "nothing was to be done")
		require.Contains(t, fake.Ask[string](x, `document.querySelector('.guide-body').textContent`), "neither yours nor your enemy’s.From there it can still attack.")
	}
	for spec, draw := range map[string]string{"standard": "After 70 turns without a clash the match is a draw.", "flip": "turns without a capture or flip the match is a draw."} {
		x.Visit("#/howto/" + p.Add(fake.Rules(spec)))
		x.Wait(fmt.Sprintf(`document.querySelector('.guide-body .lead')?.textContent.includes(%q)`, draw))
	}
	text, err := os.ReadFile("../../../../../testdata/rulesets/stratego.json")
	require.NoError(t, err)
	stratego, err := engine.ParseRules(text)
	require.NoError(t, err)
	x.Visit("#/howto/" + p.Add(stratego))
	x.Wait(`document.querySelector('.guide-body .lead')?.textContent.includes('everyone sees both of them')`)
	where := func(edit string) string {
		return fake.Ask[string](x, fmt.Sprintf(`Promise.all([import('/position.js'), import('/api.js')]).then(async ([{ whereabouts }, { fetchJSON }]) => {
			const rules = await fetchJSON('/api/rules?digest=%s');
			%s;
			return whereabouts(rules, { theme: 'flag', who: rules.ends.flag }) || '';
		})`, p.Presets[0], edit))
	}
	require.Contains(t, where(``), "one of 2 that each player has")
	require.Equal(t, "The flag stands in the headquarters.", where(`rules.nodes.find(n => n.name === 'b1').kind = 'post'; rules.types.find(t => t.id === rules.ends.flag).starts.splice(0, 1)`))
	require.Empty(t, where(`for (const k of rules.kinds) k.locked = false`), "where pieces leave it")
	require.Empty(t, where(`rules.types.find(t => t.id === rules.ends.flag).starts.push(0)`), "where the flag may stand elsewhere")
	flip := p.Add(fake.Rules("flip"))
	x.Visit("#/learn/" + flip + "/5") // both pieces lie face up
	x.Do(chromedp.WaitReady(chromedp.CSS(".lesson .task")), pagetest.Click(fake.Node("c7")))
	x.Wait(`document.querySelector('.task.wrong')?.textContent.startsWith('That piece is your enemy’s.')`)
	x.Do(pagetest.Click(fake.Node("c6")), pagetest.Click(fake.Node("c7")))
	x.Wait(`document.querySelector('.task.done') !== null`)
	require.Equal(t, "c6 × c7: The defender is removed", fake.Ask[string](x, `document.querySelector('.heard').textContent`))
	x.Visit("#/learn/" + flip + "/7")
	x.Wait(`document.querySelector('.lesson.over')?.textContent.includes('The first piece turned up gives its colour to the player who turns it up. Capture the enemy’s flag.')`)
}
