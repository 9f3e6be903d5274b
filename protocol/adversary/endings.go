package adversary

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

var endKinds = []Kind{
	{
		Name:        "forged-resignation",
		Description: "says that the opponent asked to resign; nobody but the liar signed that",
		Stopped:     AtOnce, Record: transcript.Resigned, Scene: Scene{Turns: []string{"!"}},
		lies: lies{transcript.Move: func(p *Player) ([]byte, error) {
			request := transcript.SignResignRequest(p.secret.SigningKey(), p.Match().ID(), opponent(p), p.Match().Head())
			body := transcript.ResignedBody{Seat: request.Seat, Signature: request.Signature}
			return p.sign(transcript.Resigned, body.Marshal()), nil
		}},
	},
	{
		Name:        "opponents-record",
		Description: "a resignation in the opponent's name, signed with the liar's key",
		Stopped:     Unattributed, Record: transcript.Resign, Scene: Scene{Turns: []string{"!"}},
		lies: lies{transcript.Move: func(p *Player) ([]byte, error) {
			return p.signOn(p.Match().Head(), transcript.Resign, opponent(p), nil), nil
		}},
	},
	{
		Name:        "record-of-another-match",
		Description: "a resignation that was signed in another match",
		Stopped:     Unattributed, Record: transcript.Resign, Scene: Scene{Turns: []string{"!"}},
		lies: lies{transcript.Move: func(p *Player) ([]byte, error) {
			other := p.Match().ID()
			other[0] ^= 1
			at := transcript.Link{Match: other, Prev: p.Match().Head()}
			r := transcript.Sign(p.secret.SigningKey(), at, transcript.Resign, p.Seat(), nil)
			return r.Marshal(), nil
		}},
	},
	{
		Name:        "old-draw-offer",
		Description: "accepts a draw that was offered and declined two moves before",
		Stopped:     AtOnce, Record: transcript.AcceptDraw,
		Scene: Scene{Turns: []string{"b6-b5", "offer:b7-b8", "b5-b6", "b8-b7", "!"}},
		lies: lies{transcript.Move: func(p *Player) ([]byte, error) {
			return p.sign(transcript.AcceptDraw, nil), nil
		}},
	},
	{
		Name:        "two-histories",
		Description: "signs another move on a place where it has moved, as if for another audience",
		Stopped:     AtOnce, Record: transcript.Move, Scene: Scene{Turns: []string{"b6-b5", "b7-b8", "!d6-d5"}},
		lies: lies{transcript.Move: func(p *Player) ([]byte, error) {
			return p.honestly(p.Match().Len()-2, nil, p.play)
		}},
	},
	{
		Name:        "old-file",
		Description: "takes an attack back and moves otherwise, as who goes on from an old copy of its file",
		Stopped:     AtOnce, Record: transcript.Move, Scene: Scene{Turns: []string{"a6-a7", "b7-b8", "!c6-c7"}},
		lies: lies{transcript.Move: func(p *Player) ([]byte, error) {
			return p.honestly(p.Match().Len()-3, nil, p.play)
		}},
	},
	{
		Name:        "bogus-fault",
		Description: "calls a true record of the opponent false, and seals the match with it",
		Stopped:     AtOnce, Record: transcript.Fault, Scene: Scene{Turns: []string{"b6-b5", "b7-b8", "!"}},
		lies: lies{transcript.Move: func(p *Player) ([]byte, error) {
			m := p.Match()
			body := transcript.FaultBody{At: m.Hash(m.Len() - 2), Records: [][]byte{m.Record(m.Len() - 1)}}
			return p.signOn(body.At, transcript.Fault, p.Seat(), body.Marshal()), nil
		}},
	},
	{
		Name:        "early-reveal",
		Description: "shows its layout while the game goes on",
		Stopped:     AtOnce, Record: transcript.Reveal, Scene: Scene{Turns: []string{"!"}},
		lies: lies{transcript.Move: revealing(func(*transcript.RevealBody) {})},
	},
	{
		Name:        "other-key",
		Description: "reveals another key than the one that its layout is encrypted under",
		Stopped:     AtOnce, Record: transcript.Reveal, Scene: Scene{},
		lies: lies{transcript.Reveal: revealing(func(b *transcript.RevealBody) { b.Key = [32]byte{1} })},
	},
	{
		Name:        "other-tape",
		Description: "reveals another tape seed than the one that its layout committed to",
		Stopped:     AtOnce, Record: transcript.Reveal, Scene: Scene{},
		lies: lies{transcript.Reveal: revealing(func(b *transcript.RevealBody) { b.Tape[0] ^= 1 })},
	},
	{
		Name:        "withheld-seen",
		Description: "has won, and never says that it has seen the end, so that no key leaves",
		Stopped:     Claimed, Record: transcript.Seen, Scene: Scene{Turns: []string{"b6-b5", "resign"}},
		lies: lies{transcript.Seen: withhold},
	},
	{
		Name:        "refused-reveal",
		Description: "has won, and does not show its layout",
		Stopped:     Claimed, Record: transcript.Reveal, Scene: Scene{Turns: []string{"b6-b5", "resign"}},
		lies: lies{transcript.Reveal: withhold},
	},
	{
		Name:        "stalled-reveal",
		Description: "has lost, and waits for the winner to show its layout first",
		Stopped:     Claimed, Record: transcript.Reveal, Scene: Scene{},
		lies: lies{transcript.Reveal: withhold},
	},
}

// opponent is another seat than the cheat's.
func opponent(p *Player) engine.Seat { return 1 - p.Seat() }

// revealing makes a Reveal, true but for one change.
func revealing(change func(*transcript.RevealBody)) lie {
	return func(p *Player) ([]byte, error) {
		body := transcript.RevealBody{Tape: p.secret.Tape, Key: [32]byte(p.secret.Key.Bytes())}
		change(&body)
		return p.sign(transcript.Reveal, body.Marshal()), nil
	}
}
