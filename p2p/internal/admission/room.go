// Package admission limits what callers can take before they prove that they belong to a match. Names are free, so it counts by sources: whatever costs a stranger something to
// have many of, as an address.
package admission

import "slices"

// Room has places for visitors. Where all are taken, whoever comes from the source that
// holds most makes room: so a source that comes with fewer than the others is let in and
// left alone, as long as there are fewer sources than places. It has no lock of its own.
type Room struct {
	places int
	in     []*Visit // the oldest first
}

// Visit is a place that is taken.
type Visit struct {
	source string
	leave  func()
}

// NewRoom makes a room with so many places.
func NewRoom(places int) *Room { return &Room{places: places} }

// Enter takes a place, or returns nil where there is none for this source. leave is called
// if the place must be given up, and must not wait or call the room; a visit without one
// can't be moved. Whoever has left is no longer in the room.
func (r *Room) Enter(source string, leave func()) *Visit {
	v := &Visit{source, leave}
	r.in = append(r.in, v)
	if len(r.in) <= r.places {
		return v
	}
	out := r.heaviest()
	if out == nil {
		out = v
	}
	r.Leave(out)
	if out == v {
		return nil
	}
	out.leave()
	return v
}

// heaviest returns the oldest visit that can be moved of the source that has most of these. The
// newcomer, which is the last, counts for its source, and only goes if nobody else does.
func (r *Room) heaviest() *Visit {
	count := map[string]int{}
	for _, v := range r.in {
		if v.leave != nil {
			count[v.source]++
		}
	}
	var out *Visit
	for _, v := range r.in {
		if v.leave != nil && (out == nil || count[v.source] > count[out.source]) {
			out = v
		}
	}
	return out
}

// Movable lets leave be called for a visit that could not be moved so far.
func (v *Visit) Movable(leave func()) { v.leave = leave }

// Leave gives a place back. It may have been given up before.
func (r *Room) Leave(v *Visit) {
	r.in = slices.DeleteFunc(r.in, func(in *Visit) bool { return in == v })
}

// Len returns how many places are taken.
func (r *Room) Len() int { return len(r.in) }

// Fixed returns how many visits of a source can't be moved.
func (r *Room) Fixed(source string) (n int) {
	for _, v := range r.in {
		if v.leave == nil && v.source == source {
			n++
		}
	}
	return n
}
