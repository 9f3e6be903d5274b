package relay

import (
	"fmt"
	"io"
)

// WriteFigures writes what the relay does and has done, as Prometheus reads it.
func (r *Relay) WriteFigures(w io.Writer) error {
	f := r.Figures()
	for _, one := range []struct {
		name, kind, help string
		value            uint64
	}{
		{"places", "gauge", "hosts that can be found here", uint64(f.Places)},
		{"circuits", "gauge", "links that go through here", uint64(f.Circuits)},
		{"circuits_opened_total", "counter", "links that have gone through here", f.Opened},
		{"passed_bytes_total", "counter", "bytes passed on, of both ways together", f.Passed},
		{"refused_total", "counter", "requests that were not granted", f.Refused},
		{"stun_answers_total", "counter", "STUN requests that were answered", f.Answered},
	} {
		name := "darkjunqi_relay_websocket_" + one.name
		if _, err := fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %d\n", name, one.help, name, one.kind, name, one.value); err != nil {
			return err
		}
	}
	return nil
}
