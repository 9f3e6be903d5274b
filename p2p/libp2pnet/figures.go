package libp2pnet

import (
	"fmt"
	"io"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/pb"
	"github.com/libp2p/go-libp2p/p2p/protocol/circuitv2/relay"
)

// figures counts what a relay does.
type figures struct {
	refused      atomic.Int64 // passes
	reservations atomic.Int64 // open now
	circuits     atomic.Int64 // that are open
	opened       atomic.Int64 // circuits, in all
	bytes        atomic.Int64
}

var _ relay.MetricsTracer = (*figures)(nil)

func (f *figures) RelayStatus(bool) {}

func (f *figures) ConnectionOpened() {
	f.circuits.Add(1)
	f.opened.Add(1)
}

func (f *figures) ConnectionClosed(time.Duration)             { f.circuits.Add(-1) }
func (f *figures) ConnectionRequestHandled(pb.Status)         {}
func (f *figures) ReservationRequestHandled(status pb.Status) {}

func (f *figures) ReservationAllowed(renewal bool) {
	if !renewal {
		f.reservations.Add(1)
	}
}

func (f *figures) ReservationClosed(n int) { f.reservations.Add(-int64(n)) }
func (f *figures) BytesTransferred(n int)  { f.bytes.Add(int64(n)) }

// WriteFigures writes what the relay does and has done, as Prometheus reads it.
func (r *Relay) WriteFigures(w io.Writer) error {
	memory := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(memory)
	f := &r.figures
	for _, one := range []struct {
		name, kind, help string
		value            int64
	}{
		{"connections", "gauge", "connections to programs", int64(len(r.host.Network().Conns()))},
		{"reservations", "gauge", "hosts that can be found here", f.reservations.Load()},
		{"circuits", "gauge", "links that go through here", f.circuits.Load()},
		{"circuits_opened_total", "counter", "links that have gone through here", f.opened.Load()},
		{"passed_bytes_total", "counter", "bytes passed on, of both ways together", f.bytes.Load()},
		{"refused_total", "counter", "passes that were not taken", f.refused.Load()},
		{"memory_bytes", "gauge", "memory that the program has from the system", int64(memory[0].Value.Uint64() - memory[1].Value.Uint64())},
	} {
		name := "darkjunqi_relay_" + one.name
		if _, err := fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %d\n", name, one.help, name, one.kind, name, one.value); err != nil {
			return err
		}
	}
	return nil
}
