package adversary

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A trial is a file, and what an audit finds that checks each record by itself.
type trial struct {
	name  string
	file  []byte
	alone *protocol.Report
	steps []protocol.AuditStep // of an audit in batches, the first or one of this file only
}

// auditEach audits a file record by record.
func auditEach(file []byte) *protocol.Report {
	report, _ := protocol.AuditEach(file, (*protocol.Match).Append)
	return report
}

func newTrial(name string, file []byte) *trial {
	return &trial{name: name, file: file, alone: auditEach(file)}
}

// bySumsAlone reports whether nothing but a sum was wrong, so that the audit has folded all records again.
func (c *trial) bySumsAlone() bool {
	for i := range len(c.steps) - 1 {
		if c.steps[i+1].Done < c.steps[i].Done && !c.steps[i+1].Replay {
			return true
		}
	}
	return false
}

// requireSame requires the same report, word for word, and the same progress as in earlier audits in batches. Rules, of
// which a copy belongs to each report, are compared by their digests.
func (c *trial) requireSame(t *testing.T, got *protocol.Report, steps []protocol.AuditStep) {
	t.Helper()
	want, other := *c.alone, *got
	if want.Rules != nil && other.Rules != nil && want.Rules.Digest() == other.Rules.Digest() {
		want.Rules, other.Rules = nil, nil
	}
	require.Equal(t, want, other, c.name)
	require.Equal(t, fmt.Sprint(want.Reason), fmt.Sprint(other.Reason), c.name)
	if c.steps == nil {
		c.steps = steps
	}
	require.Equal(t, c.steps, steps, c.name)
}

// requireAlone audits the file with all its sums in one, and requires that it is found to be what it is one by one.
func (c *trial) requireAlone(t *testing.T) {
	t.Helper()
	var steps []protocol.AuditStep
	report := protocol.AuditWatched(c.file, func(s protocol.AuditStep) { steps = append(steps, s) })
	c.requireSame(t, report, steps)
}

// requireTogether audits files in one sum, and requires that each is found to be what it is one by one.
func requireTogether(t *testing.T, trials ...*trial) {
	t.Helper()
	var files [][]byte
	for _, c := range trials {
		files = append(files, c.file)
	}
	steps := make([][]protocol.AuditStep, len(files))
	reports := protocol.AuditTogether(files, func(i int, s protocol.AuditStep) { steps[i] = append(steps[i], s) })
	for i, c := range trials {
		c.requireSame(t, reports[i], steps[i])
	}
}

// record replaces a record of a file.
func record(t *testing.T, file []byte, at int, change func(raw []byte)) []byte {
	t.Helper()
	list, _, err := transcript.ParseFile(file)
	require.NoError(t, err)
	list[at] = bytes.Clone(list[at])
	change(list[at])
	return transcript.MarshalFile(list)
}

// shift adds n to a scalar.
func shift(scalar []byte, n int) {
	x := must(group.DecodeScalar(scalar))
	copy(scalar, x.Add(x, group.IntScalar(n)).Bytes())
}

// shiftSignature adds n to the s of a signature.
func shiftSignature(n int) func(raw []byte) {
	return func(raw []byte) { shift(raw[len(raw)-group.ScalarSize:], n) }
}

// honest returns a short match that is honest to its end.
func honest(t *testing.T) []byte {
	t.Helper()
	file, err := os.ReadFile("../../testdata/archive/skirmish.djq")
	require.NoError(t, err)
	return file
}

// Every cheat that there is, of two seats and of four, in the transcript of an honest seat, with its
// seal where it made one, and with the record that it refused; and transcripts that are cut or torn. Eight
// together, as programs audit them, are found to be what each is one by one. So is a file in which only
// a sum is wrong, one for each kind of record, alone and in each place among honest files.
func TestAuditsTogetherFindEveryCheat(t *testing.T) {
	kinds, tableKinds := Kinds(), TableKinds()
	found := make([][]*trial, len(kinds)+len(tableKinds))
	t.Run("one by one", func(t *testing.T) {
		for i, kind := range kinds {
			t.Run(kind.Name, func(t *testing.T) {
				t.Parallel()
				found[i] = trials(t, playedOnce(t, kind), i)
			})
		}
		for i, kind := range tableKinds {
			t.Run(kind.Name, func(t *testing.T) {
				t.Parallel()
				found[len(kinds)+i] = []*trial{newTrial(kind.Name, tableOnce(t, kind).Match().File())}
			})
		}
	})
	list := slices.Concat(found...)
	for some := range slices.Chunk(list, 8) {
		requireTogether(t, some...)
	}
	cheating := 0
	begun := newTrial("begun", first(t, honest(t), 4))
	tried := map[string]bool{}
	for _, c := range list {
		if c.alone.Verdict == protocol.Cheating {
			cheating++
		}
		if kind := string(kindAt(t, c)); c.bySumsAlone() && !tried[kind] {
			tried[kind] = true
			c.requireAlone(t)
			requireTogether(t, c, begun, begun)
			requireTogether(t, begun, c, begun)
			requireTogether(t, begun, begun, c)
		}
	}
	require.Greater(t, cheating, len(kinds)+len(tableKinds))
	require.Greater(t, len(tried), 10)
}

// trials returns what a game leaves to audit. A file that ends with a false record has the certificate
// of the one that accuses it.
func trials(t *testing.T, g played, n int) []*trial {
	name := g.Liar.kind.Name
	list := []*trial{{name: name, file: g.file, alone: g.audit()}}
	switch n % 8 {
	case 0:
		list = append(list, newTrial(name+", cut", first(t, g.file, g.Honest.Match().Len()/2)))
	case 4:
		list = append(list, newTrial(name+", torn", g.file[:len(g.file)-1-n]))
	}
	if g.Refused == nil {
		return list
	}
	refused := newTrial(name+", refused", transcript.AppendFrame(bytes.Clone(g.Before), g.Refused))
	certificate, err := protocol.Certify(refused.file)
	if refused.alone.Verdict == protocol.Cheating {
		require.NoError(t, err)
		require.Equal(t, g.certificate(t), certificate)
	} else {
		require.ErrorIs(t, err, protocol.ErrNoCheating)
	}
	return append(list, refused)
}

// first returns a file's first n records.
func first(t *testing.T, file []byte, n int) []byte {
	t.Helper()
	list, _, err := transcript.ParseFile(file)
	require.NoError(t, err)
	return transcript.MarshalFile(list[:n])
}

// kindAt returns the kind of the record at which an audit stopped.
func kindAt(t *testing.T, c *trial) (kind []byte) {
	t.Helper()
	if list, _, err := transcript.ParseFile(c.file); err == nil && c.alone.Record >= 0 && c.alone.Record < len(list) {
		return list[c.alone.Record][:1]
	}
	return nil
}

// Whoever knew the weights of the sums could make errors that cancel each other out: in one file, in two, or in three,
// in signatures, which anybody can change, and in proofs. The very same transcript with opposite errors is the worst case.
func TestErrorsThatCancelOutAreFound(t *testing.T) {
	file := honest(t)
	sound := newTrial("honest", file)
	last := sound.alone.Records - 1
	signed := func(n int) *trial {
		c := newTrial(fmt.Sprint("s + ", n), record(t, file, last, shiftSignature(n)))
		require.Equal(t, protocol.Unreadable, c.alone.Verdict)
		require.Equal(t, last, c.alone.Record)
		return c
	}
	both := newTrial("one file", record(t, record(t, file, last-1, shiftSignature(1)), last, shiftSignature(-1)))
	require.Equal(t, last-1, both.alone.Record)

	var body transcript.AnswerBody
	g, err := Play(Kind{Name: "response", Scene: attacked, lies: lies{transcript.Answer: func(p *Player) []byte {
		body = p.trueAnswer()
		return answerShifted(p, body, 1)
	}}}, testRand(1))
	require.NoError(t, err)
	proven := func(n int) *trial {
		raw := answerShifted(g.Liar, body, n)
		c := newTrial(fmt.Sprint("z + ", n), transcript.AppendFrame(bytes.Clone(g.Before), raw))
		require.Equal(t, protocol.Cheating, c.alone.Verdict)
		require.Equal(t, g.Liar.Seat(), c.alone.Conviction.Culprit)
		require.Equal(t, g.Liar.Match().Len(), c.alone.Record)
		return c
	}
	s, sBack, sTwoBack := signed(1), signed(-1), signed(-2)
	z, zBack, zTwoBack := proven(1), proven(-1), proven(-2)
	for _, errors := range [][]*trial{{both}, {s, sBack}, {s, s, sTwoBack}, {z, zBack}, {z, z, zTwoBack}, {z, s, zBack, sBack}} {
		requireTogether(t, errors...)
		requireTogether(t, append([]*trial{sound}, errors...)...)
		requireTogether(t, append(slices.Clone(errors), sound)...)
	}
	for _, c := range []*trial{both, s, sBack, sTwoBack, z, zBack, zTwoBack} {
		require.True(t, c.bySumsAlone(), c.name)
		c.requireAlone(t)
	}
}

// answerShifted is an Answer with n added to the response of its opening.
func answerShifted(p *Player, body transcript.AnswerBody, n int) []byte {
	body.Proof = bytes.Clone(body.Proof)
	shift(body.Proof[2*group.ElementSize:], n)
	return p.sign(transcript.Answer, body.Marshal())
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
	require.Equal(t, protocol.Honest, protocol.Audit(g.Honest.Match().File()).Verdict)

	other, err := Find("other-key")
	require.NoError(t, err)
	other.lies = maps.Clone(other.lies)
	maps.Copy(other.lies, public)
	g, err = Play(other, testRand(1))
	require.NoError(t, err)
	found := newTrial("other key", transcript.AppendFrame(g.Before, g.Refused))
	require.Equal(t, protocol.Cheating, found.alone.Verdict)
	require.Equal(t, "protocol.other-key", coded.Code(found.alone.Reason))
	found.requireAlone(t)
	require.True(t, found.bySumsAlone())
}
