package page_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest/fake"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

// told is a message of a stream.
type told struct {
	ID     int
	Table  *seat.Table  `json:"table"`
	State  seat.State   `json:"state"`
	Events []seat.Event `json:"events"`
}

// reader reads a stream.
type reader struct {
	t     *testing.T
	lines *bufio.Scanner
	close func() error
}

func (v *visitor) stream(match string, since int, run seat.Millis) *reader {
	r, err := http.NewRequestWithContext(v.t.Context(), http.MethodGet, v.base+"/api/stream?match="+match+"&since="+strconv.Itoa(since)+"&run="+strconv.FormatInt(int64(run), 10), nil)
	require.NoError(v.t, err)
	r.Header.Set("Darkjunqi-Key", v.key)
	answer, err := v.client.Do(r)
	require.NoError(v.t, err)
	require.Equal(v.t, "text/event-stream", answer.Header.Get("Content-Type"))
	v.t.Cleanup(func() { answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 4<<20)
	return &reader{v.t, lines, answer.Body.Close}
}

// next is the next message about the match.
func (r *reader) next() told {
	r.t.Helper()
	var m told
	for r.lines.Scan() {
		name, value, _ := strings.Cut(r.lines.Text(), ": ")
		switch name {
		case "event":
			r.lines.Scan() // its data
		case "id":
			m.ID, _ = strconv.Atoi(value)
		case "data":
			require.NoError(r.t, json.Unmarshal([]byte(value), &m))
			return m
		}
	}
	require.Fail(r.t, "the stream has ended", r.lines.Err())
	return m
}

// until reads to the message that holds the event of a number, and returns the numbers of all events on the way.
func (r *reader) until(number int) (numbers []int, last told) {
	for last.ID < number {
		last = r.next()
		for _, e := range last.Events {
			numbers = append(numbers, e.Number)
		}
	}
	return numbers, last
}

func counted(from, to int) (list []int) {
	for n := from; n <= to; n++ {
		list = append(list, n)
	}
	return list
}

// A reload, a second tab and a broken line lose nothing and are told nothing twice.
func TestStreamLosesNothing(t *testing.T) {
	p := fake.NewProgram()
	v := guest(t, fake.Serve(t, p))
	m := fake.Played(p, fake.Rules("standard"), 10)
	first := v.stream(m.Name, 0, 0)
	at := first.next()
	require.NotNil(t, at.Table, "the first message has the table")
	run, end := at.Table.Run, at.State.Number
	numbers := []int{}
	for _, e := range at.Events {
		numbers = append(numbers, e.Number)
	}
	require.Equal(t, counted(1, end), numbers)
	require.NoError(t, first.close())

	m.PlayOn(20) // nobody looks on
	now := m.Seat.State().Number
	require.Greater(t, now, end)
	numbers, last := v.stream(m.Name, end, run).until(now)
	require.Equal(t, counted(end+1, now), numbers)
	require.Equal(t, now, last.State.Number)

	other := v.stream(m.Name, 0, 0)
	numbers, _ = other.until(now)
	require.Equal(t, counted(1, now), numbers, "a second tab is told all")
	m.PlayOn(30)
	later := m.Seat.State().Number
	numbers, _ = other.until(later)
	require.Equal(t, counted(now+1, later), numbers)
}

// After the program was started again its events have new numbers: old ones mean nothing.
func TestStreamOfAnotherRunBeginsAnew(t *testing.T) {
	p := fake.NewProgram()
	v := guest(t, fake.Serve(t, p))
	m := fake.Played(p, fake.Rules("standard"), 10)
	now := m.Seat.State().Number
	numbers, _ := v.stream(m.Name, now, 12345).until(now)
	require.Equal(t, counted(1, now), numbers)
}

// A slow laptop reads a message after many turns: it holds all of them.
func TestSlowReaderMissesNoEvent(t *testing.T) {
	p := fake.NewProgram()
	v := guest(t, fake.Serve(t, p))
	m := fake.Played(p, fake.Rules("standard"), 2)
	r := v.stream(m.Name, 0, 0)
	m.PlayOn(120)
	now := m.Seat.State().Number
	numbers, last := r.until(now)
	require.Equal(t, counted(1, now), numbers)
	require.Equal(t, m.Seat.State().Ply, last.State.Ply)
}

func TestStreamIsOfOwnSeat(t *testing.T) {
	p := fake.NewProgram()
	v := guest(t, fake.Serve(t, p))
	m := fake.Played(p, fake.Rules("standard"), 6)
	at := v.stream(m.Name, 0, 0).next()
	require.Equal(t, "red", at.Table.Seat)
	for _, piece := range at.State.Pieces {
		if piece.Seat == engine.Blue.String() && piece.By == "" {
			require.Empty(t, piece.Type)
		}
	}
}

// Every stream lists the matches that wait for the player, at once and when that has changed; that time passes is no news.
func TestStreamsListWhatWaits(t *testing.T) {
	p := fake.NewProgram()
	v := guest(t, fake.Serve(t, p))
	m := fake.Played(p, fake.Rules("standard"), 2)
	waits := func(left seat.Millis, turns int, yours bool) {
		p.Mu.Lock()
		defer p.Mu.Unlock()
		p.Past = []history.Entry{{Match: "other", Turns: turns, Running: true, Yours: yours, Left: left}}
	}
	waits(9000, 4, false)
	streams := []*reader{v.stream("", 0, 0), v.stream(m.Name, 0, 0)}
	due := func(want ...int) {
		for _, r := range streams {
			list := r.due()
			require.NotNil(t, list, "a page may show what an earlier stream told")
			require.Equal(t, want, turns(list))
		}
	}
	due()
	waits(9000, 4, true)
	due(4)
	waits(8000, 4, true)
	time.Sleep(1500 * time.Millisecond) // longer than a glance
	waits(8000, 6, true)
	due(6) // passing time was no news
	waits(8000, 6, false)
	due()
}

// due is the next list of what waits.
func (r *reader) due() (list []history.Entry) {
	for r.lines.Scan() {
		if r.lines.Text() == "event: due" {
			require.True(r.t, r.lines.Scan())
			require.NoError(r.t, json.Unmarshal([]byte(strings.TrimPrefix(r.lines.Text(), "data: ")), &list))
			return list
		}
	}
	return nil
}

func turns(list []history.Entry) (turns []int) {
	for _, m := range list {
		turns = append(turns, m.Turns)
	}
	return turns
}

func TestStreamRefuses(t *testing.T) {
	p := fake.NewProgram()
	v := guest(t, fake.Serve(t, p))
	m := fake.Played(p, fake.Rules("standard"), 2)
	for _, path := range []string{"?match=none&since=0", "?match=" + m.Name, "?match=" + m.Name + "&since=-1", "?match=" + m.Name + "&since=x"} {
		status, _, text := v.get("/api/stream" + path)
		require.Equal(t, http.StatusUnprocessableEntity, status, path)
		require.Contains(t, text, `"zh"`)
	}
}
