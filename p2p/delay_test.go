package p2p

import (
	"bytes"
	"crypto/rand"
	mathrand "math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// slowLine is an end of a line on which everything takes a while, however much is on its way.
type slowLine struct {
	transport.Conn
	mu   sync.Mutex
	last chan struct{} // closed when all that was sent before has come
}

// oneWay is how long a byte takes from one end of a slowLine to the other.
const oneWay = 100 * time.Millisecond

func newSlowLine(conn transport.Conn) *slowLine {
	l := &slowLine{Conn: conn, last: make(chan struct{})}
	close(l.last)
	return l
}

// later has something happen at the other end after all that was sent before.
func (l *slowLine) later(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before, done := l.last, make(chan struct{})
	l.last = done
	go func() {
		defer close(done)
		time.Sleep(oneWay)
		<-before
		f()
	}()
}

func (l *slowLine) Write(b []byte) (int, error) {
	sent := bytes.Clone(b)
	l.later(func() { _, _ = l.Conn.Write(sent) }) // where it fails the other end has gone
	return len(b), nil
}

func (l *slowLine) CloseWrite() error {
	l.later(func() { _ = l.Conn.CloseWrite() })
	return nil
}

// four is a match of four seats, each with its own program and a slow line to every other.
type four struct{ programs }

func newFour(t testing.TB) *four {
	t.Helper()
	m := &four{newPrograms(t, Config{}, 4)}
	m.net.Bend(func(dialler, dialled transport.Conn) (transport.Conn, transport.Conn) {
		return newSlowLine(dialler), newSlowLine(dialled)
	})
	rs := rules(t, "siguo,first=red,clock=off,grace=10")
	m.sit(rs)
	for i, s := range m.all {
		require.NoError(t, s.Place(rs.RandomLayout(mathrand.New(mathrand.NewPCG(uint64(i), 1)))))
	}
	return m
}

// myTurn waits for a seat's turn to move.
func (m *four) myTurn(i int) {
	for {
		changed := m.all[i].Changed()
		if m.all[i].Snapshot().Decision == protocol.ChooseMove {
			return
		}
		<-changed
	}
}

// quietMove has a seat move to an empty node, and returns how long it took until the next seat
// could move.
func (m *four) quietMove(i int) time.Duration {
	m.t.Helper()
	m.myTurn(i)
	began := time.Now()
	require.NoError(m.t, m.all[i].Do(func(p *protocol.Player) error {
		own, _ := p.Layout()
		position := p.Match().Position()
		moves := slices.DeleteFunc(position.LegalMoves(p.Seat(), own), func(move engine.Move) bool {
			return position.At(move.To) != engine.NoPiece
		})
		return p.Play(moves[mathrand.IntN(len(moves))], false, rand.Reader)
	}))
	m.myTurn((i + 1) % len(m.all))
	return time.Since(began)
}

// From a record to the turn of the next seat it takes two delays of a link: the record's and that of
// the Seen of all.
func TestTwoDelaysFromTurnToTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := newFour(t)
		m.myTurn(0)
		time.Sleep(10 * time.Second) // the guests meet
		for i := range 8 {
			require.Equal(t, 2*oneWay, m.quietMove(i%4), i)
		}
		m.quit(0, 1, 2, 3)
	})
}

// BenchmarkTurnOfFour measures the same in real time, with what the programs compute: the median,
// and the worst, in delays of a link.
func BenchmarkTurnOfFour(b *testing.B) {
	m := newFour(b)
	m.myTurn(0)
	time.Sleep(10 * time.Second) // the guests meet
	var took []time.Duration
	b.ResetTimer()
	for i := range b.N {
		took = append(took, m.quietMove(i%4))
	}
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/float64(oneWay), "delays/turn")
	b.ReportMetric(float64(took[len(took)-1])/float64(oneWay), "delays/worst")
	m.quit(0, 1, 2, 3)
}
