package play

import (
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// playRun is a match that somebody sits down at.
type playRun struct {
	dir     *store.Dir
	session *p2p.Session
	line    *matchTransport
	again   bool                  // everybody had the whole match before: it is not played now
	left    func(id string) error // what becomes of a match that is left; nil: it is kept
}
