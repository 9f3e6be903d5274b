package p2p

import "time"

// withTimingLocked does what may make the chain longer, and notes how long its first new record
// took to make or to check. Real time is meant, for people to read.
func (s *Session) withTimingLocked(f func() error) error {
	at, began := s.replica.length(), time.Now()
	err := f()
	n := s.replica.length()
	if n < len(s.timings) { // it was put out, and gave them up; a Snapshot may hold them
		s.timings = s.timings[:n:n]
	}
	for len(s.timings) < n {
		s.timings = append(s.timings, 0) // of what came with another
	}
	if at < n {
		s.timings[at] = time.Since(began)
	}
	return err
}
