package audited

import "github.com/darkjunqi/darkjunqi/engine"

// A Resolver is one of the classical protocols. Implementations are safe for concurrent
// use.
type Resolver interface {
	// Name is its name in Terms.
	Name() string
	// Check judges the latest message of a round by what everybody can see, and trusts
	// that those before it have been checked. Its errors are a *[Refusal].
	Check(*Round) error
	// Sit returns the secret side of the seat that has this tape seed.
	Sit(seed [32]byte) Seat
}

// A Seat makes the messages of one seat in one match. Every message is a function of the
// tape, the type and what was said before. Slow work is cached for the clashes of the
// match, in memory only. Printing it shows no secret. It is not safe for concurrent use.
type Seat interface {
	// Make makes the next message of a round in which the seat's piece is of the type own;
	// what it answers must be in Answered. It trusts that what was said has passed Check,
	// and checks the message before it against all that the seat knows: an error about that one
	// is a *[Refusal]. Each message is to be made for one place of the chain only: a seat
	// that replies to two requests answers two questions.
	Make(r *Round, own engine.Type) ([]byte, error)
}
