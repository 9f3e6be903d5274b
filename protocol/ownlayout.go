package protocol

import (
	"io"
	"sync"

	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// ownLayout makes the body of a seat's Layout and checks it, each once.
type ownLayout struct {
	hidden
	prove func() ([]byte, error)
	check func() (*layout.Commitment, error)
}

// startLayout proves the seat's layout and checks the proof as soon as the layout is chosen and the
// match has its id. Both take longer than anything else that a seat computes, so they run while the
// setup waits for others: the Commit needs the body, the Layout the check. Neither's time depends
// on the layout.
func (p *Player) startLayout() {
	m, seat := p.match, p.Seat()
	if p.own != nil || !m.Joined() || p.secret.Layout == nil || m.layouts[seat] != nil {
		return
	}
	ctx, rules, s := m.contexts[seat], m.rules, p.secret.LayoutSecret()
	prove := sync.OnceValues(func() ([]byte, error) { return layout.Prove(ctx, rules, s) })
	p.own = &ownLayout{prove: prove, check: sync.OnceValues(func() (*layout.Commitment, error) {
		body, err := prove()
		if err != nil {
			return nil, err
		}
		return layout.Verify(ctx, rules, body)
	})}
	go p.own.check()
}

func (p *Player) commit(io.Reader) error {
	body, err := p.promised()
	if err != nil {
		return err
	}
	h := transcript.Commitment(p.match.id, p.Seat(), p.match.keys[p.Seat()], body)
	return p.sign(transcript.Commit, h[:])
}

// promised makes the body to which the seat's Commit commits.
func (p *Player) promised() ([]byte, error) {
	if p.dealt() {
		return p.keyBody(), nil
	}
	return p.own.prove()
}

func (p *Player) openLayout(io.Reader) error {
	if p.match.rules.Drawn() {
		return p.showDrawn()
	}
	body, err := p.own.prove()
	if err != nil {
		return err
	}
	if p.match.later.layout, err = p.own.check(); err != nil {
		return err
	}
	defer func() { p.match.later.layout = nil }()
	if err := p.sign(transcript.Layout, body); err != nil {
		return err
	}
	p.own = nil
	return nil
}
