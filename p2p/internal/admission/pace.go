package admission

import "time"

// Pace bounds how often somebody may come: so often at once, and then so often a second.
// The zero Meter has all of it left.
type Pace struct {
	Burst, PerSecond float64
}

// Meter records how much of a pace somebody has used.
type Meter struct {
	used float64
	at   time.Time
}

// Spend reports whether there is one left, and takes it.
func (m *Meter) Spend(p Pace, now time.Time) bool {
	m.drain(p, now)
	if m.used+1 > p.Burst {
		return false
	}
	m.used++
	return true
}

// Refund gives back what was spent for nothing that has to be bounded.
func (m *Meter) Refund() { m.used = max(0, m.used-1) }

func (m *Meter) drain(p Pace, now time.Time) {
	if !m.at.IsZero() {
		m.used = max(0, m.used-now.Sub(m.at).Seconds()*p.PerSecond)
	}
	m.at = now
}

// Paces bounds how often each source may come. It remembers a bounded number of sources,
// and has no lock of its own.
type Paces struct {
	pace   Pace
	most   int
	meters map[string]*Meter
}

// NewPaces keeps the same pace for each of at most so many sources at once.
func NewPaces(p Pace, most int) *Paces {
	return &Paces{pace: p, most: most, meters: map[string]*Meter{}}
}

// Spend reports whether a source may come once more. Where too many have come at once to
// remember them all, one that is unknown may.
func (p *Paces) Spend(source string, now time.Time) bool {
	m := p.meters[source]
	if m == nil {
		if len(p.meters) >= p.most && !p.forget(now) {
			return true
		}
		m = &Meter{}
		p.meters[source] = m
	}
	return m.Spend(p.pace, now)
}

// Refund gives a source back what it has spent, once.
func (p *Paces) Refund(source string) {
	if m := p.meters[source]; m != nil {
		m.Refund()
	}
}

// forget drops the sources that have nothing to be remembered for, and reports whether
// there were any.
func (p *Paces) forget(now time.Time) bool {
	before := len(p.meters)
	for source, m := range p.meters {
		if m.drain(p.pace, now); m.used == 0 {
			delete(p.meters, source)
		}
	}
	return len(p.meters) < before
}
