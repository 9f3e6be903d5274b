// Package seat is a seat at a running match: what the one who sits there may see of it,
// and what it may do. A terminal, a page, a bot in another language are views of it; none
// of them works out a rule.
//
//	s := seat.New(session, nil)
//	for {
//		changed := s.Changed()
//		state := s.State()                  // a value; encodes as JSON
//		for _, e := range s.Events(seen) {  // what happened since
//			…
//		}
//		if state.Decision == "move" {
//			err := s.Do(seat.Command{Do: seat.DoMove, From: "a6", To: "a7"})
//			…
//		}
//		<-changed
//	}
//
// docs/json.md is the same in words for programs in other languages.
package seat
