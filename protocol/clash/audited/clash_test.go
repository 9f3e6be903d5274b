package audited_test

import (
	"encoding/hex"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/tape"
	"github.com/darkjunqi/darkjunqi/protocol/internal/auditedtest"
)

// nobody is a resolver for scenes in which nothing is said.
type nobody struct{ audited.Resolver }

func (nobody) Sit([32]byte) audited.Seat { return nil }

func scene(t *testing.T, spec string, attacker, defender engine.Type, number uint32) *auditedtest.Scene {
	return auditedtest.New(t, nobody{}, spec, attacker, defender, number)
}

func TestSession(t *testing.T) {
	session := func(match, answered byte, clash uint32) [32]byte {
		c := audited.Clash{Match: [32]byte{match}, Number: clash}
		return (&audited.Round{Clash: c}).Answering([32]byte{answered}).Session()
	}
	id := session('m', 'a', 7)
	require.Equal(t, "81b27eec73a9d41f6c8320dc1ae18d5dced6b039455ea7fae8774576076b75af", hex.EncodeToString(id[:]))
	require.NotEqual(t, id, session('a', 'a', 7))
	require.NotEqual(t, id, session('m', 'm', 7))
	require.NotEqual(t, id, session('m', 'a', 7<<24))
}

// TestRow: the row read without an index is the row of the table.
func TestRow(t *testing.T) {
	for _, spec := range auditedtest.Rulesets {
		c := scene(t, spec, junqi.Army, junqi.Army, 0).Clash
		for _, a := range junqi.Standard().Mobile().Types() {
			for d, code := range c.Row(a) {
				require.Equal(t, c.Rules.Clash(a, engine.Type(d)), code)
			}
		}
	}
}

// TestPresetsAreTested: Rulesets has the table of every preset.
func TestPresetsAreTested(t *testing.T) {
	for _, name := range junqi.Names() {
		if rs, err := junqi.Rules(name); err != nil || rs.Deck() != nil {
			continue // its clashes are resolved in the open
		}
		preset := scene(t, name, junqi.Army, junqi.Army, 0).Clash
		found := slices.ContainsFunc(auditedtest.Rulesets, func(spec string) bool {
			c := scene(t, spec, junqi.Army, junqi.Army, 0).Clash
			same := slices.Equal(c.Rules.Codes(), preset.Rules.Codes())
			for _, a := range junqi.Standard().Mobile().Types() {
				same = same && slices.Equal(c.Row(a), preset.Row(a))
			}
			return same
		})
		require.True(t, found, name)
	}
}

// TestPossible compares with the table, for all pairs of single types and of all
// with one.
func TestPossible(t *testing.T) {
	for _, spec := range auditedtest.Rulesets {
		c := scene(t, spec, junqi.Army, junqi.Army, 0).Clash
		for _, a := range junqi.Standard().Types().Types() {
			heard := map[engine.Code]bool{}
			for _, d := range junqi.Standard().Types().Types() {
				code := c.Rules.Clash(a, d)
				heard[code] = true
				for other := range engine.Code(c.NumCodes()) {
					require.Equal(t, other == code, c.Possible(engine.TypesOf(a), engine.TypesOf(d), other))
				}
				require.False(t, c.Possible(engine.TypesOf(a), engine.TypesOf(d), engine.NoCode))
			}
			for code := range engine.Code(c.NumCodes()) {
				require.Equal(t, heard[code], c.Possible(engine.TypesOf(a), junqi.Standard().Types(), code))
			}
		}
		for code := range engine.Code(c.NumCodes()) {
			require.True(t, c.Possible(junqi.Standard().Mobile(), junqi.Standard().Types(), code))
			require.False(t, c.Possible(0, junqi.Standard().Types(), code))
			require.False(t, c.Possible(junqi.Standard().Mobile(), 0, code))
		}
	}
}

func TestCheckHeard(t *testing.T) {
	c := scene(t, "standard", junqi.Army, junqi.Army, 0).Clash
	code := c.Rules.Clash(junqi.Engineer, junqi.Mine)
	require.NoError(t, c.CheckHeard(tape.Answer, engine.TypesOf(junqi.Engineer), junqi.Standard().Types(), code))
	err := c.CheckHeard(tape.Answer, engine.TypesOf(junqi.Engineer), junqi.Standard().Mobile(), code)
	auditedtest.Refused(t, err, tape.Answer, false)
	require.EqualError(t, err, "the defender's answer is false: the code contradicts the seat's own piece")
}

func TestErrorsNameTheMaker(t *testing.T) {
	require.EqualError(t, audited.Malformed(tape.Reply, "audited.test", "%d bytes", 3), "the attacker's reply is malformed: 3 bytes")
	require.EqualError(t, audited.Disputed(tape.Request, "audited.test", "no"), "the defender's request is false: no")
	require.EqualError(t, &audited.Deviation{Step: tape.Offer, Offset: 3}, "offer of the attacker: not what its layout and its committed random numbers yield")
}
