package audited

import "github.com/darkjunqi/darkjunqi/engine"

// A Resolver is one of the classical protocols.
type Resolver interface {
	// Name is how Terms call it.
	Name() string
	// Check judges the latest message of a round by what everybody can see, and trusts
	// that those before it have been checked. Its errors are a *[Refusal].
	Check(*Round) error
	// Sit returns the secret side of the seat that has this tape seed.
	Sit(seed [32]byte) Seat
}

// A Seat makes the messages of one seat in one match. Every message is a function of
// the tape, the type and what was said before. What takes long is remembered over the
// clashes of the match, in memory only: a program that starts again makes it again.
// It prints as "[secret]". It is not safe for concurrent use.
type Seat interface {
	// Make makes the next message of a round in which the seat's piece is of the type
	// own; what it answers must be in Answered. It trusts that what was said has passed
	// Check, and looks at the message before by all that the seat knows: an error about
	// that one is a *[Refusal]. Each message is
	// to be made for one place of the chain only: who replies to two requests answers
	// two questions.
	Make(r *Round, own engine.Type) ([]byte, error)
}
