package junqi_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/simplifiedchinese"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

var update = flag.Bool("update", false, "rewrite testdata/recordings instead of comparing")

// jgsColour are the colours of the seats.
var jgsColour = [4]byte{engine.Red: 1, engine.Blue: 0, engine.Amber: 3, engine.Teal: 2}

// recorder writes a game down as QQ does while it is played, and judges as QQ does: after
// every step, each seat that has no move is out.
type recorder struct {
	t        testing.TB
	rules    *engine.Ruleset
	layouts  []engine.Layout
	position engine.Position
	events   []engine.Event // in our terms
	steps    []byte
	comments []byte
	offTurn  int // how many were put out before their turn
}

func newRecorder(t testing.TB, rng *rand.Rand, spec string) *recorder {
	rs, err := junqi.Rules(spec)
	require.NoError(t, err)
	r := &recorder{t: t, rules: rs, position: engine.Start(rs, engine.Seat(rng.IntN(4)))}
	for range rs.Seats() {
		r.layouts = append(r.layouts, rs.RandomLayout(rng))
	}
	return r
}

// write is the file.
func (r *recorder) write() []byte {
	data := make([]byte, 0x19c)
	copy(data, "QQGame JQS")
	data[0x0f] = jgsColour[engine.Amber]
	binary.LittleEndian.PutUint16(data[0x10:], 396)
	binary.LittleEndian.PutUint16(data[0x12:], uint16(396+len(r.steps)))
	data[0x18], data[0x19] = 0xff, 4
	binary.LittleEndian.PutUint16(data[0x1a:], uint16(len(r.steps)/10))
	for k, seat := range []engine.Seat{engine.Blue, engine.Red, engine.Teal, engine.Amber} {
		player := data[0x20+88*k:][:88]
		player[0] = jgsColour[seat]
		name, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte([]string{"东", "南", "西\x07", "一二三四五六七八九十"}[k]))
		require.NoError(r.t, err)
		copy(player[8:28], name)
		jql, err := junqi.FormatJQL(r.layouts[seat])
		require.NoError(r.t, err)
		copy(player[28:], jql[20:])
	}
	data = append(data, r.steps...)
	head := make([]byte, 28)
	binary.LittleEndian.PutUint32(head[8:], uint32(len(r.comments)/216))
	return append(append(data, head...), r.comments...)
}

func (r *recorder) comment(step uint32, text string) {
	gbk, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(text))
	require.NoError(r.t, err)
	entry := make([]byte, 216)
	binary.LittleEndian.PutUint32(entry, step)
	copy(entry[4:], gbk)
	r.comments = append(r.comments, entry...)
}

func (r *recorder) apply(e engine.Event) {
	require.NoError(r.t, r.position.Apply(e))
	r.events = append(r.events, e)
}

func (r *recorder) next() byte {
	if r.position.Result().Over {
		return 0xff
	}
	return jgsColour[r.position.Turn()]
}

// xy is where a node is in the file.
func (r *recorder) xy(n engine.Node) (x, y byte) {
	if n == engine.NoNode {
		return 0, 0
	}
	u, v := r.rules.Board().XY(n)
	return byte(u / 2), byte(v / 2)
}

// move plays a move, and writes what QQ says of it.
func (r *recorder) move(m engine.Move) {
	before := r.position
	mover := before.Turn()
	r.apply(engine.MoveEvent(mover, m, false))
	var said engine.Announcement
	target := r.position.ToAct()
	clash := r.position.Phase() == engine.PhaseAnswer
	for {
		owed, ok := r.position.Next(r.layouts)
		if !ok {
			break
		}
		if owed.Kind == engine.EventAnswer {
			said, _ = r.rules.Announcement(owed.Code)
		}
		r.apply(owed)
	}
	step := make([]byte, 10)
	step[0] = 0x5f
	switch {
	case !clash:
	case said.AttackerLeaves && said.DefenderLeaves:
		step[1] = 3
	case said.AttackerLeaves:
		step[1] = 2
	default:
		step[1] = 1
	}
	if next := r.next(); next != 0xff {
		step[1] |= next << 3
	}
	step[2], step[3] = r.xy(m.From)
	step[4], step[5] = r.xy(m.To)
	flag := func(seat engine.Seat) engine.Node {
		return r.rules.Start(seat, slices.Index(r.layouts[seat], junqi.Flag))
	}
	if said.AttackerShowsFlag {
		step[6], step[7] = r.xy(flag(mover))
	}
	if said.DefenderShowsFlag {
		step[1] |= 0x40
		step[8], step[9] = r.xy(flag(target))
	}
	r.steps = append(r.steps, step...)
	for _, seat := range r.rules.Seats() {
		if before.Out(seat) == engine.NotOver && r.position.Out(seat) == engine.ByFlag {
			r.event(3, seat, 1)
		}
	}
	r.stuck()
}

// event writes a step that is not a move.
func (r *recorder) event(kind byte, seat engine.Seat, what byte) {
	colour := jgsColour[seat]
	if kind == 5 {
		colour = 0
	}
	r.steps = append(r.steps, 0xf5, kind, colour, what, r.next(), 0, 0, 0, 0, 0)
}

// stuck puts out who has no move.
func (r *recorder) stuck() {
	told := map[engine.Seat]bool{}
	for i := 0; i < len(r.steps); i += 10 {
		if r.steps[i] == 0xf5 && r.steps[i+1] == 3 {
			told[engine.Seat(slices.Index(jgsColour[:], r.steps[i+2]))] = true
		}
	}
	for _, seat := range r.rules.Seats() {
		switch {
		case told[seat]:
		case r.position.Out(seat) == engine.ByNoMove: // everybody saw it
			r.event(3, seat, 2)
		case r.position.Result().Over || r.position.HasMove(seat, r.layouts[seat]):
		case seat == r.position.Turn():
			r.apply(engine.NoMoveEvent(seat))
			r.event(3, seat, 2)
			r.stuck()
			return
		default:
			r.offTurn++
			r.apply(engine.ResignEvent(seat))
			r.event(3, seat, 2)
			r.stuck()
			return
		}
	}
}

// timeout lets the time of the seat to move run out.
func (r *recorder) timeout() {
	seat := r.position.Turn()
	r.apply(engine.PassEvent(seat))
	r.event(2, seat, byte(r.position.Timeouts(seat)))
	if r.position.Out(seat) == engine.ByTimeouts {
		r.event(3, seat, 3)
	}
	r.stuck()
}

// out lets a seat give up (4) or leave (6).
func (r *recorder) out(seat engine.Seat, why byte, as engine.Event) {
	r.apply(as)
	r.event(3, seat, why)
	r.event(4, seat, 0)
	r.stuck()
}

// end writes how the game ended.
func (r *recorder) end(how byte) { r.event(5, engine.Red, how) }

// play plays by chance, often attacking, until the end or so many turns.
func (r *recorder) play(rng *rand.Rand, turns int) {
	for range turns {
		if r.position.Result().Over {
			return
		}
		moves := r.position.LegalMoves(r.position.Turn(), r.layouts[r.position.Turn()])
		rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		move := moves[0]
		if i := slices.IndexFunc(moves, func(m engine.Move) bool { return r.position.At(m.To) != engine.NoPiece }); i >= 0 && rng.IntN(3) == 0 {
			move = moves[i]
		}
		r.move(move)
	}
}

// finished says how QQ calls the end of a finished game.
func (r *recorder) finished() {
	if result := r.position.Result(); result.Draw {
		r.end(2)
	} else if result.Over {
		r.end(4)
	}
}

// read reads and checks a recording.
func read(t testing.TB, data []byte) (*junqi.Recording, junqi.Checked) {
	recording, err := junqi.ParseJGS(data)
	require.NoError(t, err)
	checked, err := recording.Check()
	require.NoError(t, err)
	return recording, checked
}

// A game that QQ judged is the same game by our rules, to the last event, and its text is
// read again. Among these are games in which a seat goes out before its turn because it
// can't move.
func TestRecordingsReplay(t *testing.T) {
	offTurn, flags, outs := 0, 0, 0
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 1))
		r := newRecorder(t, rng, "siguo")
		if seed%3 == 0 {
			r.timeout()
		}
		r.play(rng, 2000)
		r.finished()
		recording, checked := read(t, r.write())
		require.Equal(t, r.layouts[engine.Teal], recording.Players[engine.Teal].Layout)
		require.Empty(t, checked.Findings)
		require.True(t, checked.Whole)
		require.Equal(t, r.events, checked.Game.Events)
		position, err := checked.Game.Replay()
		require.NoError(t, err)
		require.Equal(t, r.position.Result(), position.Result())
		text, err := junqi.FormatGame(checked.Game)
		require.NoError(t, err)
		again, err := junqi.ParseGame(text)
		require.NoError(t, err)
		require.Equal(t, checked.Game.Events, again.Events)
		offTurn, flags, outs = offTurn+r.offTurn, flags+checked.Flags, outs+checked.Outs
	}
	require.NotZero(t, offTurn)
	require.NotZero(t, flags)
	require.NotZero(t, outs)
}

// The recordings that other tests read: a whole one, and one in which a clash ended otherwise
// than the layouts have it.
func TestRecordingsOfTheTestdata(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	whole := newRecorder(t, rng, "siguo")
	whole.play(rng, 2000)
	whole.finished()
	whole.comment(3, "好棋")
	untrue := newRecorder(t, rng, "siguo")
	untrue.play(rng, 40)
	untrue.step(isClash)[1] ^= 3
	for name, r := range map[string]*recorder{"whole": whole, "untrue": untrue} {
		path := "../../testdata/recordings/" + name + ".jgs"
		if *update {
			require.NoError(t, os.WriteFile(path, r.write(), 0o644))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err, "write it with go test -update")
		require.True(t, bytes.Equal(want, r.write()), "%s is not what is recorded", path)
	}
}

// What is not about the game is read too: who recorded it, names without what is not seen,
// cut where QQ cuts them, and comments.
func TestRecordingsTellWhoPlayed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := newRecorder(t, rng, "siguo")
	r.play(rng, 4)
	r.comment(2, "好棋\n\x1b[31m")
	recording, checked := read(t, r.write())
	require.Equal(t, engine.Amber, recording.Recorder)
	var names []string
	for _, player := range recording.Players {
		names = append(names, player.Name)
	}
	require.Equal(t, []string{"南", "东", "一二三四五六七八九十", "西"}, names)
	require.Equal(t, []junqi.Comment{{Step: 2, Text: "好棋[31m"}}, recording.Comments)
	require.True(t, checked.Whole)
	require.Equal(t, 4, checked.Moves)
	require.False(t, checked.Game.Rules.Open())

	data := r.write()
	copy(data[0x20+8:], "0123456789012345678\xb0") // half a character at the end
	recording, _ = read(t, data)
	require.Equal(t, "0123456789012345678", recording.Players[engine.Blue].Name)

	copy(data[0x12:], []byte{byte(396 + len(r.steps)), byte((396 + len(r.steps)) >> 8)})
	recording, _ = read(t, data[:0x19c+len(r.steps)]) // nothing behind the steps
	require.Empty(t, recording.Comments)
}

func TestParseJGSRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	r := newRecorder(t, rng, "siguo")
	r.play(rng, 4)
	r.timeout()
	r.comment(0, "x")
	good := r.write()
	steps, timeout := 0x19c, 0x19c+len(r.steps)-10
	for _, c := range []struct {
		at    int
		value byte
		code  string
	}{
		{0, 'q', "junqi.jgs-header"},
		{0x0f, 4, "junqi.jgs-colour"},
		{0x10, 0, "junqi.jgs-steps-at"},
		{0x13, 0, "junqi.jgs-comments-at"},
		{0x13, 0xff, "junqi.jgs-comments-at"},
		{0x19, 2, "junqi.jgs-seats"},
		{0x1b, 1, "junqi.jgs-torn"},
		{0x1b, 0xff, "junqi.jgs-many-steps"},
		{0x20, 9, "junqi.jgs-colour"},
		{0x20, 1, "junqi.jgs-colour-twice"},
		{0x20 + 28, 1, "junqi.jgs-layout"}, // a piece that is not seen
		{steps, 0, "junqi.jgs-unknown-step"},
		{steps + 2, 0, "junqi.jgs-no-node"},
		{steps + 3, 17, "junqi.jgs-no-node"},
		{steps + 7, 1, "junqi.jgs-no-node"},
		{timeout + 1, 1, "junqi.jgs-unknown-step"},
		{timeout + 1, 6, "junqi.jgs-unknown-step"},
		{timeout + 2, 4, "junqi.jgs-colour"},
		{timeout + 4, 4, "junqi.jgs-colour"},
		{timeout + 1, 5, "junqi.jgs-how"},
		{timeout + 10 + 9, 1, "junqi.jgs-comments"},
	} {
		bad := bytes.Clone(good)
		bad[c.at] = c.value
		_, err := junqi.ParseJGS(bad)
		require.True(t, says(err, c.code), "%#x: %v, not %s", c.at, err, c.code)
	}
	for _, why := range []byte{0, 5, 7} {
		bad := bytes.Clone(good)
		bad[timeout+1], bad[timeout+3] = 3, why
		_, err := junqi.ParseJGS(bad)
		require.True(t, says(err, "junqi.jgs-why"), "%v", err)
	}
	_, err := junqi.ParseJGS(good[:0x19b])
	require.True(t, says(err, "junqi.jgs-short"))
	_, err = junqi.ParseJGS(append(bytes.Clone(good), make([]byte, junqi.MaxJGS)...))
	require.True(t, says(err, "junqi.jgs-long"))
	require.False(t, junqi.IsJGS([]byte("QQGame JQL")))
}

// says reports whether an error, or one that it wraps, has a code.
func says(err error, code string) bool {
	for err != nil {
		if c, ok := err.(interface{ Code() string }); ok && c.Code() == code {
			return true
		}
		switch wrapper := err.(type) {
		case interface{ Unwrap() error }:
			err = wrapper.Unwrap()
		case interface{ Unwrap() []error }:
			list := wrapper.Unwrap()
			return slices.ContainsFunc(list, func(err error) bool { return says(err, code) })
		default:
			return false
		}
	}
	return false
}

// found reports whether a finding has a code.
func found(checked junqi.Checked, code string) bool {
	return slices.ContainsFunc(checked.Findings, func(f junqi.Finding) bool { return says(f.Err, code) })
}

// A layout that the rules do not allow is no game.
func TestRecordingOfAnIllegalLayout(t *testing.T) {
	r := newRecorder(t, rand.New(rand.NewPCG(1, 2)), "siguo")
	data := r.write()
	bomb := bytes.IndexByte(data[0x20+28+5:], 4) + 0x20 + 28 + 5
	data[0x20+28], data[bomb] = data[bomb], data[0x20+28]
	recording, err := junqi.ParseJGS(data)
	require.NoError(t, err)
	_, err = recording.Check()
	require.True(t, says(err, "engine.layout-of-seat"), "%v", err)
}

// edited is a recording of a game by chance with one thing wrong in it.
func edited(t *testing.T, seed uint64, turns int, edit func(r *recorder, rng *rand.Rand)) (*recorder, junqi.Checked) {
	rng := rand.New(rand.NewPCG(seed, 1))
	r := newRecorder(t, rng, "siguo")
	r.play(rng, turns)
	edit(r, rng)
	_, checked := read(t, r.write())
	return r, checked
}

// at is where the last step begins that is so.
func (r *recorder) at(is func(step []byte) bool) int {
	for at := len(r.steps) - 10; at >= 0; at -= 10 {
		if is(r.steps[at:][:10]) {
			return at
		}
	}
	require.FailNow(r.t, "no such step")
	return 0
}

func (r *recorder) step(is func(step []byte) bool) []byte { return r.steps[r.at(is):][:10] }

func isMove(step []byte) bool  { return step[0] == 0x5f }
func isClash(step []byte) bool { return step[0] == 0x5f && step[1]&3 != 0 }
func isOut(why byte) func([]byte) bool {
	return func(step []byte) bool { return step[0] == 0xf5 && step[1] == 3 && step[3] == why }
}
func showsFlag(step []byte) bool { return step[0] == 0x5f && (step[6] != 0 || step[8] != 0) }

// Each thing that the rules don't confirm is found, and named.
func TestFindings(t *testing.T) {
	for _, c := range []struct {
		code  string
		whole bool // whether the rules can follow all the same
		turns int
		edit  func(r *recorder, rng *rand.Rand)
	}{
		{"junqi.jgs-result", false, 60, func(r *recorder, _ *rand.Rand) { r.step(isClash)[1] ^= 3 }},
		{"junqi.jgs-result", false, 0, func(r *recorder, _ *rand.Rand) {
			r.wander(1)
			r.step(isMove)[1] |= 1
		}},
		{"junqi.jgs-flag", true, 2000, func(r *recorder, _ *rand.Rand) {
			step := r.step(showsFlag)
			at := 6
			if step[6] == 0 {
				at = 8
			}
			copy(step[at:], []byte{6, 6})
			r.finished()
		}},
		{"junqi.jgs-flag", true, 2000, func(r *recorder, _ *rand.Rand) {
			copy(r.step(showsFlag)[6:], []byte{0, 0, 0, 0})
			r.finished()
		}},
		{"junqi.jgs-flag-unasked", true, 1, func(r *recorder, _ *rand.Rand) { copy(r.step(isMove)[6:], []byte{6, 6}) }},
		{"junqi.jgs-next", true, 8, func(r *recorder, rng *rand.Rand) {
			r.step(isMove)[1] ^= 8
			r.play(rng, 1)
		}},
		{"junqi.jgs-timeouts", true, 8, func(r *recorder, rng *rand.Rand) {
			r.timeout()
			r.steps[len(r.steps)-7]++
		}},
		{"junqi.jgs-turn", false, 8, func(r *recorder, _ *rand.Rand) {
			other := (r.position.Turn() + 1) % 4
			m := r.position.LegalMoves(other, r.layouts[other])[0]
			sx, sy := r.xy(m.From)
			dx, dy := r.xy(m.To)
			r.steps = append(r.steps, 0x5f, jgsColour[other]<<3, sx, sy, dx, dy, 0, 0, 0, 0)
			r.steps[len(r.steps)-19] = r.steps[len(r.steps)-19]&^0x18 | jgsColour[other]<<3 // who is said to be next
		}},
		{"junqi.jgs-no-piece", false, 0, func(r *recorder, _ *rand.Rand) { r.steps = append(r.steps, 0x5f, 0, 6, 6, 8, 6, 0, 0, 0, 0) }},
		{"junqi.jgs-can-move", true, 30, func(r *recorder, _ *rand.Rand) { r.out(r.position.Turn(), 2, engine.ResignEvent(r.position.Turn())) }},
		{"junqi.jgs-out", true, 30, func(r *recorder, _ *rand.Rand) { r.out(r.position.Turn(), 1, engine.ResignEvent(r.position.Turn())) }},
		{"junqi.jgs-out", true, 30, func(r *recorder, _ *rand.Rand) { r.out(r.position.Turn(), 3, engine.ResignEvent(r.position.Turn())) }},
		{"junqi.jgs-left", true, 8, func(r *recorder, _ *rand.Rand) { r.event(4, engine.Red, 0) }},
		{"junqi.jgs-goes-on", false, 8, func(r *recorder, rng *rand.Rand) {
			r.end(6)
			r.play(rng, 1)
		}},
		{"junqi.jgs-undecided", false, 8, func(r *recorder, _ *rand.Rand) { r.end(4) }},
		{"junqi.jgs-end", false, 2000, func(r *recorder, _ *rand.Rand) {
			require.False(r.t, r.position.Result().Draw)
			r.end(2)
		}},
		{"junqi.jgs-draw", false, 8, func(r *recorder, rng *rand.Rand) {
			r.timeout() // which offers nothing
			r.play(rng, 2)
			r.end(2)
		}},
		{"junqi.jgs-stuck", true, 2000, func(r *recorder, _ *rand.Rand) {
			require.NotZero(r.t, r.offTurn)
			r.steps = r.steps[:len(r.steps)-10] // the seat that can't move is out
		}},
		{"junqi.jgs-not-out", true, 2000, func(r *recorder, _ *rand.Rand) { r.steps = r.steps[:r.at(isOut(1))] }},
		{"junqi.jgs-out-otherwise", true, 2000, func(r *recorder, _ *rand.Rand) {
			r.step(isOut(1))[3] = 4
			r.finished()
		}},
	} {
		t.Run(c.code, func(t *testing.T) {
			_, checked := edited(t, 8, c.turns, c.edit)
			require.True(t, found(checked, c.code), "%v", checked.Findings)
			require.Equal(t, c.whole, checked.Whole)
			require.Len(t, checked.Findings, 1)
			_, err := junqi.FormatGame(checked.Game)
			require.NoError(t, err, "what was followed is a game")
		})
	}
}

// A game that goes on where the rules end it, or in which a seat gives up too early, is
// followed without this rule.
func TestRecordingsByOtherRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	r := newRecorder(t, rng, "siguo,resign-from=off")
	r.out(r.position.Turn(), 4, engine.ResignEvent(r.position.Turn()))
	r.play(rng, 3)
	_, checked := read(t, r.write())
	require.Len(t, checked.Findings, 1)
	require.True(t, found(checked, "junqi.jgs-resigned-early"))
	require.True(t, checked.Whole)
	require.Equal(t, r.events, checked.Game.Events)
	require.Equal(t, "siguo,resign-from=off", junqi.Write(checked.Game.Rules))

	r = newRecorder(t, rng, "siguo,quiet-draw=off")
	r.wander(75)
	_, checked = read(t, r.write())
	require.Len(t, checked.Findings, 1)
	require.Equal(t, 72, checked.Findings[0].Step)
	require.True(t, found(checked, "junqi.jgs-quiet"))
	require.True(t, checked.Whole)
	require.Equal(t, "siguo,quiet-draw=off", junqi.Write(checked.Game.Rules))
	r.end(2)
	_, checked = read(t, r.write())
	require.True(t, checked.Whole)
	require.Equal(t, r.events, checked.Game.Events, "nobody offered a draw")
}

// QQ draws by itself at the 71st turn in a row without a clash; nobody offers or accepts a draw.
func TestRecordingOfAQuietDraw(t *testing.T) {
	r := newRecorder(t, rand.New(rand.NewPCG(4, 1)), "siguo")
	r.wander(71)
	require.Equal(t, engine.ByQuiet, r.position.Result().Reason)
	r.finished()
	_, checked := read(t, r.write())
	require.Empty(t, checked.Findings)
	require.True(t, checked.Whole)
	require.Equal(t, r.events, checked.Game.Events)
}

// A bomb takes a flag and leaves with it, as QQ records it.
func TestRecordingOfABombThatTakesAFlag(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for {
		r := newRecorder(t, rng, "siguo")
		for !r.position.Result().Over {
			seat := r.position.Turn()
			moves := r.position.LegalMoves(seat, r.layouts[seat])
			move := moves[rng.IntN(len(moves))]
			if i := slices.IndexFunc(moves, r.bombsFlag); i >= 0 {
				r.move(moves[i])
				require.Equal(t, byte(3), r.step(isClash)[1]&3)
				_, checked := read(t, r.write())
				require.Empty(t, checked.Findings)
				require.Equal(t, r.events, checked.Game.Events)
				return
			}
			r.move(move)
		}
	}
}

// bombsFlag reports whether a move takes a flag with a bomb.
func (r *recorder) bombsFlag(m engine.Move) bool {
	is := func(n engine.Node, t engine.Type) bool {
		piece := r.position.At(n)
		return piece != engine.NoPiece && r.layouts[piece.Seat()][piece.Number()] == t
	}
	return is(m.From, junqi.Bomb) && is(m.To, junqi.Flag)
}

// wander plays so many turns in which nothing meets.
func (r *recorder) wander(turns int) {
	for range turns {
		moves := r.position.LegalMoves(r.position.Turn(), r.layouts[r.position.Turn()])
		r.move(moves[slices.IndexFunc(moves, func(m engine.Move) bool { return r.position.At(m.To) == engine.NoPiece })])
	}
}

// Draws that were agreed, seats that give up at another's turn and seats that leave are
// written as events that the rules have.
func TestRecordingsEndAsTheyMay(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	r := newRecorder(t, rng, "siguo")
	r.play(rng, 30)
	r.end(2)
	_, checked := read(t, r.write())
	require.Empty(t, checked.Findings)
	position, err := checked.Game.Replay()
	require.NoError(t, err)
	require.Equal(t, "draw (agreed)", position.Result().String())

	r = newRecorder(t, rng, "siguo")
	r.play(rng, 30)
	turn := r.position.Turn()
	r.out((turn+1)%4, 4, engine.ResignEvent((turn+1)%4))
	r.out((turn+2)%4, 6, engine.AbsentEvent((turn+2)%4))
	r.out(turn, 6, engine.ResignEvent(turn)) // its partner is out: that decides the game
	r.end(6)
	_, checked = read(t, r.write())
	require.Empty(t, checked.Findings)
	require.Equal(t, 3, checked.Outs)
	require.Equal(t, r.events, checked.Game.Events)
}

// Whatever a file holds, reading and checking it ends, and what was followed is a game.
func FuzzJGS(f *testing.F) {
	for seed := range uint64(3) {
		rng := rand.New(rand.NewPCG(seed, 1))
		r := newRecorder(f, rng, "siguo")
		r.play(rng, 30*int(seed))
		r.timeout()
		r.comment(1, "好")
		r.end(6)
		f.Add(r.write())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		recording, err := junqi.ParseJGS(data)
		if err != nil {
			return
		}
		checked, err := recording.Check()
		if err != nil {
			return
		}
		text, err := junqi.FormatGame(checked.Game)
		require.NoError(t, err)
		_, err = junqi.ParseGame(text)
		require.NoError(t, err)
	})
}
