package audited

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
)

// An AnswerMessage is the last message: the code, and what the resolver has the
// defender say with it, which may be nothing.
type AnswerMessage struct {
	Code  engine.Code
	Proof []byte
}

// A Resolver is one of the classical protocols. The Check methods see public
// bytes only and may be run by anyone; each trusts that the messages before the
// last have been checked. All errors about a message are a *[Refusal].
type Resolver interface {
	// Name is how Terms call it.
	Name() string
	// Attack makes the offer. The attacker's coins are those of step Offer.
	Attack(c Clash, attacker engine.Type, coins *tape.Coins) (Attacker, error)
	// Defend checks the offer and makes the request. The defender's coins are those
	// of step Request.
	Defend(c Clash, defender engine.Type, offer []byte, coins *tape.Coins) (Defender, error)

	CheckOffer(c Clash, offer []byte) error
	CheckRequest(c Clash, offer, request []byte) error
	CheckReply(c Clash, offer, request, reply []byte) error
	CheckAnswer(c Clash, offer, request, reply []byte, answer AnswerMessage) error
}

// An Attacker is the attacker's side of one clash. It lives in memory only: a
// program that starts again makes it again, from the same coins.
type Attacker interface {
	// Offer is the message that rides in the Move.
	Offer() []byte
	// Reply checks the request and answers it. The coins are those of step Reply. It
	// is to be sent for one request only.
	Reply(request []byte, coins *tape.Coins) ([]byte, error)
	// Accept checks an answer to the reply, by everything that the attacker knows.
	Accept(answer AnswerMessage) error
}

// A Defender is the defender's side of one clash. Like an Attacker it can be made
// again from the same coins.
type Defender interface {
	// Request is the message that answers the offer.
	Request() []byte
	// Answer checks the reply and reads the code out of it. It tosses no coins.
	Answer(reply []byte) (AnswerMessage, error)
}
