package adversary

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

var endKinds = []Kind{
	{"forged-resignation",
		"claims that the opponent asked to resign; only the liar signed that",
		AtOnce, transcript.Resigned, Scene{Turns: []string{"!"}},
		lies{transcript.Move: func(p *Player) []byte {
			request := transcript.SignResignRequest(p.secret.SigningKey(), p.Match().ID(), opponent(p), p.Match().Head())
			body := transcript.ResignedBody{Seat: request.Seat, Signature: request.Signature}
			return p.sign(transcript.Resigned, body.Marshal())
		}}},
	{"opponents-record", "a resignation in the opponent's name, signed with the liar's key",
		Unattributed, transcript.Resign, Scene{Turns: []string{"!"}},
		lies{transcript.Move: func(p *Player) []byte {
			return p.signOn(p.Match().Head(), transcript.Resign, opponent(p), nil)
		}}},
	{"record-of-another-match", "a resignation that was signed in another match",
		Unattributed, transcript.Resign, Scene{Turns: []string{"!"}},
		lies{transcript.Move: func(p *Player) []byte {
			other := p.Match().ID()
			other[0] ^= 1
			at := transcript.Link{Match: other, Prev: p.Match().Head()}
			r := transcript.Sign(p.secret.SigningKey(), at, transcript.Resign, p.Seat(), nil)
			return r.Marshal()
		}}},
	{"old-draw-offer", "accepts a draw that was offered and declined two moves before",
		AtOnce, transcript.AcceptDraw, Scene{Turns: []string{"b6-b5", "offer:b7-b8", "b5-b6", "b8-b7", "!"}},
		lies{transcript.Move: func(p *Player) []byte {
			return p.sign(transcript.AcceptDraw, nil)
		}}},
	{"two-histories",
		"signs a second move in the same place, for another audience",
		AtOnce, transcript.Move, Scene{Turns: []string{"b6-b5", "b7-b8", "!d6-d5"}},
		lies{transcript.Move: func(p *Player) []byte {
			return p.honestly(p.Match().Len()-2, nil, p.play)
		}}},
	{"old-file",
		"takes back an attack and moves differently, as when resuming from an old file",
		AtOnce, transcript.Move, Scene{Turns: []string{"a6-a7", "b7-b8", "!c6-c7"}},
		lies{transcript.Move: func(p *Player) []byte {
			return p.honestly(p.Match().Len()-3, nil, p.play)
		}}},
	{"bogus-fault", "calls a true record of the opponent false, and seals the match with it",
		AtOnce, transcript.Fault, Scene{Turns: []string{"b6-b5", "b7-b8", "!"}},
		lies{transcript.Move: func(p *Player) []byte {
			m := p.Match()
			body := transcript.FaultBody{At: m.Hash(m.Len() - 2), Records: [][]byte{m.Record(m.Len() - 1)}}
			return p.signOn(body.At, transcript.Fault, p.Seat(), body.Marshal())
		}}},
	{"early-reveal", "reveals its layout during the game",
		AtOnce, transcript.Reveal, Scene{Turns: []string{"!"}},
		lies{transcript.Move: revealing(func(*transcript.RevealBody) {})}},
	{"other-key", "reveals a different key than its layout is encrypted under",
		AtOnce, transcript.Reveal, Scene{},
		lies{transcript.Reveal: revealing(func(b *transcript.RevealBody) { b.Key = [32]byte{1} })}},
	{"other-tape", "reveals a different tape seed than its layout committed to",
		AtOnce, transcript.Reveal, Scene{},
		lies{transcript.Reveal: revealing(func(b *transcript.RevealBody) { b.Tape[0] ^= 1 })}},
	{"withheld-seen", "has won, and never confirms the end, so that no key is published",
		Claimed, transcript.Seen, Scene{Turns: []string{"b6-b5", "resign"}},
		lies{transcript.Seen: withhold}},
	{"refused-reveal", "has won, and does not reveal its layout",
		Claimed, transcript.Reveal, Scene{Turns: []string{"b6-b5", "resign"}},
		lies{transcript.Reveal: withhold}},
	{"stalled-reveal", "has lost, and waits for the winner to reveal its layout first",
		Claimed, transcript.Reveal, Scene{}, lies{transcript.Reveal: withhold}},
}

// opponent is a seat other than the cheat's.
func opponent(p *Player) engine.Seat { return 1 - p.Seat() }

// revealing makes a Reveal, true except for one change.
func revealing(change func(*transcript.RevealBody)) lie {
	return func(p *Player) []byte {
		body := transcript.RevealBody{Tape: p.secret.Tape, Key: [32]byte(p.secret.Key.Bytes())}
		change(&body)
		return p.sign(transcript.Reveal, body.Marshal())
	}
}
