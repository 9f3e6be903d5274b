package p2p

import "time"

// timedLocked does what may make the chain longer, and notes how long its first new record
// took to make or to check. Real time is meant, for people to read.
func (s *Session) timedLocked(f func() error) error {
	at, began := s.replica.length(), time.Now()
	err := f()
	n := s.replica.length()
	if n < len(s.took) { // it was put out, and gave them up; a Snapshot may hold them
		s.took = s.took[:n:n]
	}
	for len(s.took) < n {
		s.took = append(s.took, 0) // of what came with another
	}
	if at < n {
		s.took[at] = time.Since(began)
	}
	return err
}
