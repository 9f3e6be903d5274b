package seat

import "slices"

// log numbers the events. It keeps those of the match for good, and of those that a peer
// or a person can repeat at will the newest.
type log struct {
	events  []Event
	number  int // of the newest
	passing int // how many of events are passing
}

// maxPassing is how many events of the kinds that can repeat at will are kept.
const maxPassing = 256

// passing reports whether events of a kind can repeat at will.
func (k EventKind) passing() bool {
	return k == EventOnline || k == EventOffline || k == EventMark || k == EventClaim || k == EventVote || k == EventSaid
}

// add numbers an event and keeps it.
func (l *log) add(e Event) {
	l.number++
	e.Number = l.number
	l.events = append(l.events, e)
	if !e.Kind.passing() {
		return
	}
	if l.passing++; l.passing > maxPassing {
		oldest := slices.IndexFunc(l.events, func(e Event) bool { return e.Kind.passing() })
		l.events = slices.Delete(l.events, oldest, oldest+1)
		l.passing--
	}
}

// since lists the events with numbers above one.
func (l *log) since(number int) []Event {
	from, _ := slices.BinarySearchFunc(l.events, number, func(e Event, number int) int {
		if e.Number <= number {
			return -1
		}
		return 1
	})
	return slices.Clone(l.events[from:])
}
