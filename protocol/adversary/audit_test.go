package adversary

import (
	"bytes"
	"errors"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// requireFoundOneByOne: an audit, which checks the sums of all proofs in one, stops at the
// record at which a fold stops that checks every proof by itself, and says the same of it.
func requireFoundOneByOne(t *testing.T, file []byte) *protocol.Report {
	t.Helper()
	report := protocol.Audit(file)
	list, _, err := transcript.ParseFile(file)
	require.NoError(t, err)
	m, sound, err := protocol.Fold(list)
	require.Equal(t, m.Proofs(), report.Proofs)
	require.Equal(t, m.Stage(), report.Stage)
	require.Equal(t, m.Result(), report.Result)
	var refusal *protocol.Refusal
	switch {
	case errors.As(err, &refusal) && refusal.Provable:
		want := refusal.Conviction()
		want.Index = sound
		require.Equal(t, protocol.Cheating, report.Verdict)
		require.Equal(t, want, report.Conviction)
		require.Equal(t, sound, report.Record)
	case err != nil:
		require.Equal(t, protocol.Unreadable, report.Verdict)
		require.Equal(t, sound, report.Record)
		require.ErrorContains(t, report.Reason, err.Error())
	case m.Conviction() != nil:
		require.Equal(t, protocol.Cheating, report.Verdict)
		require.Equal(t, m.Conviction(), report.Conviction)
	default: // what only the replay shows, which no sum has a part in
		require.NotEqual(t, protocol.Unreadable, report.Verdict)
	}
	return report
}

// Every cheat that there is, in the transcript of the honest seat, with its seal where it
// made one, and in that transcript with the record behind it that it refused.
func TestAuditsFindCheatsOneByOneToo(t *testing.T) {
	cheating := 0
	for i, kind := range Kinds() {
		g, err := Play(kind, testRand(uint64(i)))
		require.NoError(t, err, kind.Name)
		files := [][]byte{g.Honest.Match().File()}
		if g.Refused != nil {
			files = append(files, g.Before, transcript.AppendFrame(bytes.Clone(g.Before), g.Refused))
		}
		for _, file := range files {
			if requireFoundOneByOne(t, file).Verdict == protocol.Cheating {
				cheating++
			}
		}
	}
	require.Greater(t, cheating, len(Kinds()))
}

// zeros is where a layout comes from that hides nothing: any key reads it.
type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	clear(b)
	return len(b), nil
}

// A layout whose U are all the identity is sound, and reads the same whatever key is
// revealed. So nothing but k B = Y tells another key from its own, in one sum too.
func TestAuditsFindAnotherKeyThatReadsTheLayout(t *testing.T) {
	public := layoutOf(func(p *Player) []byte {
		f := p.forgeLayout()
		f.rng = zeros{}
		return f.body()
	})
	g, err := Play(Kind{Name: "layout for any key", Stopped: AtOnce, Record: transcript.Reveal, lies: public}, testRand(1))
	require.NoError(t, err)
	require.Equal(t, protocol.Honest, requireFoundOneByOne(t, g.Honest.Match().File()).Verdict)

	other, err := Find("other-key")
	require.NoError(t, err)
	other.lies = maps.Clone(other.lies)
	maps.Copy(other.lies, public)
	g, err = Play(other, testRand(1))
	require.NoError(t, err)
	report := requireFoundOneByOne(t, transcript.AppendFrame(g.Before, g.Refused))
	require.Equal(t, protocol.Cheating, report.Verdict)
	require.Equal(t, "protocol.other-key", coded.Code(report.Reason))
}
