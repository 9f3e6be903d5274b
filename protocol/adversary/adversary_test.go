package adversary

import (
	"encoding/binary"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"

	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// testRand is a deterministic byte stream.
func testRand(seed uint64) *rand.ChaCha8 {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[:], seed)
	return rand.NewChaCha8(key)
}

// A played game was played once for all tests.
type played struct {
	*Game
	file    []byte                  // the honest seat's transcript when nobody made anything any more
	audit   func() *protocol.Report // of the file, record by record
	certify func() ([]byte, error)
}

// certificate returns the one made of the file.
func (g played) certificate(t *testing.T) []byte {
	t.Helper()
	certificate, err := g.certify()
	require.NoError(t, err)
	return certificate
}

// games holds a game of each kind, by name, which is played when it is first asked for.
var games = func() map[string]func() (played, error) {
	list := map[string]func() (played, error){}
	for _, kind := range Kinds() {
		list[kind.Name] = sync.OnceValues(func() (played, error) {
			g, err := Play(kind, testRand(1))
			if err != nil {
				return played{}, err
			}
			file := g.Honest.Match().File()
			return played{
				g, file,
				sync.OnceValue(func() *protocol.Report { return auditEach(file) }),
				sync.OnceValues(func() ([]byte, error) { return protocol.Certify(file) }),
			}, nil
		})
	}
	return list
}()

// playedOnce returns the game of a kind. Nobody may change it.
func playedOnce(t *testing.T, kind Kind) played {
	t.Helper()
	g, err := games[kind.Name]()
	require.NoError(t, err)
	return g
}

// Each cheat is stopped where its Kind says, the honest seat loses nothing and
// tells nothing, and a stranger can be convinced of whatever is provable.
func TestEveryCheatIsStopped(t *testing.T) {
	for _, kind := range Kinds() {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			g := playedOnce(t, kind)
			require.True(t, g.Liar.Told(), "the occasion came up")
			switch kind.Stopped {
			case AtOnce:
				requireConvictedAtOnce(t, kind, g)
			case Unattributed:
				requireRefused(t, kind, g)
			case AtAudit:
				requireConvictedByAudit(t, kind, g)
			case Claimed:
				requireClaimed(t, kind, g)
			default:
				t.Fatalf("stopped %q?", kind.Stopped)
			}
		})
	}
}

// The very record is refused and changes nothing; all that the honest seat ever
// says to it is the Fault, which convicts the liar in anyone's eyes.
func requireConvictedAtOnce(t *testing.T, kind Kind, g played) {
	if kind.Record == transcript.Fault {
		require.Nil(t, g.Refusal) // a false accusation seals the match by itself
		require.Empty(t, g.Since)
	} else {
		require.NotNil(t, g.Refusal)
		require.True(t, g.Refusal.Provable, "%v", g.Refusal)
		require.Equal(t, g.Liar.Seat(), g.Refusal.Culprit)
		require.Equal(t, kind.Record, g.Refusal.Kind)
		require.Equal(t, g.Before, g.After)
		require.Equal(t, []transcript.Kind{transcript.Fault}, g.Since)
		require.Error(t, g.Liar.Match().Append(g.Refused), "nor does the liar's own Match take it")
	}
	requireHidden(t, g)
	m := g.Honest.Match()
	require.Equal(t, protocol.Sealed, m.Stage())
	require.Equal(t, g.Liar.Seat(), m.Conviction().Culprit)
	require.Equal(t, protocol.Sealed, g.Liar.Match().Stage(), "the liar's program has to admit it")
	requireCertified(t, kind, g)
}

// Nobody signed that, so that nobody can be convicted; it is as if it hadn't come.
func requireRefused(t *testing.T, kind Kind, g played) {
	require.NotNil(t, g.Refusal)
	require.False(t, g.Refusal.Provable, "%v", g.Refusal)
	require.Equal(t, kind.Record, g.Refusal.Kind)
	require.Equal(t, g.Before, g.After)
	require.Empty(t, g.Since)
	requireHidden(t, g)
	report := protocol.Audit(g.Honest.Match().File())
	require.Equal(t, protocol.Incomplete, report.Verdict)
	require.NoError(t, kind.Check(report))
}

// The game went on to its end, and then the audit found it.
func requireConvictedByAudit(t *testing.T, kind Kind, g played) {
	require.Nil(t, g.Refusal)
	require.Equal(t, protocol.Ended, g.Honest.Match().Stage())
	requireCertified(t, kind, g)
}

// There is nothing false in the transcript. The silence is claimed; it convicts
// nobody, and releases nothing.
func requireClaimed(t *testing.T, kind Kind, g played) {
	require.Nil(t, g.Refusal)
	require.Contains(t, g.Honest.Match().Owed().Of(g.Liar.Seat()).Kinds, kind.Record)
	require.Empty(t, g.Since)
	result := g.Honest.Match().Result()
	if !result.Over || result.Winners.Has(g.Honest.Seat()) { // a loser reveals first
		requireHidden(t, g)
	}
	honest, err := protocol.Restore(g.Honest.Secret(), g.Honest.Match().Records(), g.Honest.Match().Extras())
	require.NoError(t, err)
	require.NoError(t, honest.ClaimSilence())
	made, err := honest.Proceed(testRand(2))
	require.NoError(t, err)
	require.False(t, made, "a claim releases nothing")
	report := protocol.Audit(honest.Match().File())
	require.Equal(t, protocol.Incomplete, report.Verdict)
	require.Equal(t, []engine.Seat{honest.Seat()}, report.Claims)
	require.NoError(t, kind.Check(report))
	_, err = protocol.Certify(honest.Match().File())
	require.ErrorIs(t, err, protocol.ErrNoCheating)
}

// requireHidden checks that the honest seat's layout is still its own.
func requireHidden(t *testing.T, g played) {
	require.False(t, g.Honest.Match().Revealed(g.Honest.Seat()))
}

// requireCertified checks that the honest seat's transcript convicts the liar of
// this very record, and so does the certificate made of it.
func requireCertified(t *testing.T, kind Kind, g played) {
	report := g.audit()
	require.Equal(t, protocol.Cheating, report.Verdict, report.Reason)
	require.Equal(t, g.Liar.Seat(), report.Conviction.Culprit)
	require.NoError(t, kind.Check(report))
	c, err := protocol.VerifyCertificate(g.certificate(t))
	require.NoError(t, err)
	require.Equal(t, g.Liar.Seat(), c.Culprit)
	require.Equal(t, kind.Record, c.Kind)
	t.Logf("%s: %s", kind.Stopped, report.Reason)
}

func TestNamesAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, kind := range Kinds() {
		require.Regexp(t, `^[a-z0-9-]+$`, kind.Name)
		require.False(t, seen[kind.Name], kind.Name)
		seen[kind.Name] = true
		require.NotContains(t, kind.Description, "\n")
		found, err := Find(kind.Name)
		require.NoError(t, err)
		require.Equal(t, kind.Name, found.Name)
	}
	_, err := Find("honesty")
	require.ErrorContains(t, err, `no cheat is called "honesty"`)
}
