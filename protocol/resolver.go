package protocol

import (
	"slices"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
	"github.com/darkjunqi/darkjunqi/protocol/clash/garbled"
	"github.com/darkjunqi/darkjunqi/protocol/clash/yao82"
	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
)

// A resolver is the public side of how a match works out its clashes, with all their messages. It
// is immutable: a method that takes a message returns the resolver after it. The secret side of a
// seat is its [hand].
type resolver interface {
	// audited reports whether messages are proven only after both Reveals, by replay.
	audited() bool
	// disputable reports whether a seat may dispute a message now.
	disputable() bool
	// step returns who owes the next Step of the clash that waits for its Answer, if
	// one is owed.
	step() (engine.Seat, bool)

	// checkAttack judges the proof of a Move onto an enemy, which m's position has
	// taken already, and begins its clash.
	checkAttack(m *Match, a attack, proof []byte) (resolver, error)
	// checkStep judges the body of the Step that is owed.
	checkStep(m *Match, message []byte) (resolver, error)
	// checkAnswer judges an announcement by its proof.
	checkAnswer(m *Match, at sigma.Place, code engine.Code, proof []byte) (resolver, error)
	// replay returns what is false in the unproven messages, given the revealed layouts; nil if
	// nothing is.
	replay(m *Match, layouts []engine.Layout, watch watcher) *Conviction

	// sit returns the secret side of a seat, once its secret is bound to the match.
	sit(*private.Secret) hand
}

// A hand makes the messages of one seat's clashes. An *audited.Refusal says that a message of the
// other side is false, so that the seat can't continue.
type hand interface {
	// attack makes the proof of a Move onto an enemy; after is the match with the move
	// made.
	attack(after *Match, a attack, nonces sigma.Nonces) ([]byte, error)
	// step makes the body of the Step that the seat owes.
	step(m *Match) ([]byte, error)
	// answer finds the code and makes its proof. It calls announce with the code, once,
	// which returns the place that the proof binds.
	answer(m *Match, announce func(engine.Code) sigma.Place, nonces sigma.Nonces) ([]byte, error)
	// misheard reports whether an announcement contradicts the seat's own piece.
	misheard(m *Match) bool
}

// An attack is a move onto an enemy, and the place of its proof.
type attack struct {
	at     sigma.Place
	before *engine.Position
	move   engine.Move
}

// ElGamal is the default resolver: every message is proven as it is sent.
const ElGamal = "elgamal"

// resolvers are all that Terms may name, the default first, as they are before the
// first clash.
var resolvers = []struct {
	name  string
	start resolver
}{
	{ElGamal, elgamal{}},
	{yao82.Name, auditing{rules: yao82.New()}},
	{garbled.Name, auditing{rules: garbled.New()}},
}

// Resolvers lists the resolvers that Terms may name, the default first.
func Resolvers() []string {
	var names []string
	for _, r := range resolvers {
		names = append(names, r.name)
	}
	return names
}

// startResolver returns the resolver of that name, if it can be played with these
// rules.
func startResolver(rules *engine.Ruleset, name string) (resolver, error) {
	i := slices.Index(Resolvers(), name)
	if i < 0 {
		return nil, coded.Errorf("protocol.resolver", "unknown resolver %q: this program knows %v", name, Resolvers())
	}
	r := resolvers[i].start
	if r.audited() && !rules.RevealAtEnd() {
		return nil, coded.Errorf("protocol.resolver-needs-reveal", "the resolver %s is audited at the end, so it can't be played with reveal=never", name)
	}
	if r.audited() && len(rules.Rules().Clash.Places) > 0 {
		return nil, coded.Errorf("protocol.resolver-places", "the resolver %s knows one table of clashes, and these rules have others for some places: use elgamal", name)
	}
	// A seat that can only attack, when no clash is left, can always resign.
	if r.audited() && rules.ResignFrom() > audited.MaxClashes {
		return nil, coded.Errorf("protocol.resolver-resign-late", "the resolver %s allows %d clashes, and nobody may be stuck after them: use resign-from=%[2]d or less", name, audited.MaxClashes)
	}
	return r, nil
}
