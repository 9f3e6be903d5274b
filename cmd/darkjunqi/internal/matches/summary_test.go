package matches

import (
	"crypto/rand"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/matchtest"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The list of matches tells how one ended in which seats were put out, as its audit does.
func TestAGlanceSeesSeatsPutOut(t *testing.T) {
	file, err := os.ReadFile("../../../../testdata/archive/siguo.djq")
	require.NoError(t, err)
	records, _, err := transcript.ParseFile(file)
	require.NoError(t, err)
	m, _, err := protocol.Fold(records)
	require.NoError(t, err)
	p := engine.Start(m.Rules(), m.FirstMover())
	played := 0
	for p.Ply() < m.Rules().ResignFrom() || p.Phase() != engine.PhaseMove {
		require.NoError(t, p.Apply(m.Events()[played]))
		played++
	}
	body := transcript.SignOutBody{Seat: engine.Blue, Cause: transcript.Absent}
	out := transcript.Record{Kind: transcript.SignOut, Seat: engine.Red, Body: body.Marshal()}
	resigned := transcript.Record{Kind: transcript.Resign, Seat: engine.Teal}
	records = records[:m.Source(played-1)+1]
	require.False(t, summarize(append(records, resigned.Marshal())).result.Over, "blue plays on")
	g := summarize(append(records, out.Marshal(), resigned.Marshal()))
	require.True(t, g.result.Over)
	require.Equal(t, engine.SeatsOf(engine.Red, engine.Amber), g.result.Winners)
}

// And how one ended in which pieces lay face down.
func TestAGlanceSeesFlips(t *testing.T) {
	rs, err := junqi.Rules("flip,first=red,clock=off")
	require.NoError(t, err)
	players := matchtest.Table(t, protocol.HostConfig{Rules: rs, Seat: engine.Red}, rand.Reader)
	sync := func() { matchtest.Sync(t, players, rand.Reader) }
	sync()
	for _, p := range players {
		position := p.Match().Position()
		require.NoError(t, p.Flip(position.DownNodes()[0], false))
		sync()
	}
	_, err = players[0].Resign() // in its turn
	require.NoError(t, err)
	sync()
	m := players[0].Match()
	require.True(t, m.Result().Over)
	require.Equal(t, m.Result(), summarize(m.Records()).result)
	var events []engine.Event
	for _, raw := range m.Records() {
		r, err := transcript.Parse(raw)
		require.NoError(t, err)
		if e, ok := r.Event(); ok {
			events = append(events, e)
		}
	}
	require.Equal(t, m.Events(), events)
}
