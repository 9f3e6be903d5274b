package conformance_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"filippo.io/edwards25519"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The vectors of sections 2, 3, 4 and 10, made by the page's verifier and demanded of the
// program.

// requireVector compares a file of testdata, or writes it with -update.
func requireVector(t testing.TB, path string, content []byte) {
	path = filepath.Join("../testdata", path)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		require.NoError(t, os.WriteFile(path, content, 0o644))
	}
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.Equal(content, have), "%s: run with -update if this is meant", path)
}

// lines writes a JSON object with each element of its lists on a line of its own.
func lines(t testing.TB, comment string, lists map[string][]any) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n\"comment\": %q", comment)
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		fmt.Fprintf(&b, ",\n%q: [", name)
		for i, item := range lists[name] {
			text, err := json.Marshal(item)
			require.NoError(t, err)
			fmt.Fprintf(&b, "%s\n%s", strings.Repeat(",", min(i, 1)), text)
		}
		b.WriteString("\n]")
	}
	b.WriteString("\n}\n")
	return b.Bytes()
}

// vectorRules are the rulesets of which there are vectors.
func vectorRules(t testing.TB) map[string]*engine.Ruleset {
	out := map[string]*engine.Ruleset{}
	for name, spec := range map[string]string{
		"standard": "standard", "qq": "qq", "app": "app", "siguo": "siguo",
		"carry": "standard,carry=home", "shaken": "standard,shaken=on", "last-both": "standard,last-both=draw,quiet-draw=30",
		"scout": "standard,scout=on", "flip": "flip", "flip-four": "flip,seats=4,strike=on,absent=out",
	} {
		rules, err := junqi.Rules(spec)
		require.NoError(t, err)
		out[name] = rules
	}
	for _, name := range []string{"skirmish", "stratego", "stratego-outcome", "three-lamps"} {
		rules, err := engine.ParseRules([]byte(rulesOf(t, name)))
		require.NoError(t, err)
		out[name] = rules
	}
	return out
}

// TestRulesVectors: texts of rulesets with their digests, and texts that are refused.
func TestRulesVectors(t *testing.T) {
	var valid, invalid []any
	rules := vectorRules(t)
	for _, name := range slices.Sorted(maps.Keys(rules)) {
		file := "rules/" + name + ".json"
		requireVector(t, "testkit/"+file, rules[name].Text())
		alone, err := readRules(rules[name].Text())
		require.NoError(t, err)
		valid = append(valid, map[string]any{"file": file, "digest": fmt.Sprintf("%x", alone.digest())})
		digest := rules[name].Digest()
		require.Equal(t, digest[:], alone.digest())
	}
	text := string(rules["skirmish"].Text())
	for _, c := range []struct{ comment, replace, with string }{
		{"white space", `"seats":[`, `"seats": [`},
		{"an escape", `"Skirmish"`, `"Skirmis\u0068"`},
		{"a number with a leading zero", `"quiet":40`, `"quiet":040`},
		{"a fraction", `"quiet":40`, `"quiet":40.0`},
		{"a negative number", `"quiet":40`, `"quiet":-1`},
		{"a number out of bounds", `"quiet":40`, `"quiet":10001`},
		{"an unknown field", `"shaken":false`, `"shaken":false,"stirred":false`},
		{"a missing field", `"shaken":false,`, ``},
		{"a field twice", `"shaken":false`, `"shaken":false,"shaken":false`},
		{"fields in another order", `"shaken":false,"lastBoth":"draw"`, `"lastBoth":"draw","shaken":false`},
		{"null for a list", `"lines":[`, `"lines":null,"x":[`},
		{"null for a text", `"flag":"flag"`, `"flag":null`},
		{"another language", `rules 1`, `rules 2`},
		{"seats in another order", `"name":"red","team":0`, `"name":"blue","team":0`},
		{"teams that begin with 1", `"name":"red","team":0`, `"name":"red","team":1`},
		{"one team", `"name":"blue","team":1`, `"name":"blue","team":0`},
		{"an unknown seat that begins", `"first":"coin"`, `"first":"amber"`},
		{"a grace shorter than the clock", `"grace":600`, `"grace":59`},
		{"the flag is another type, which moves", `"ends":{"flag":"flag"`, `"ends":{"flag":"spy"`},
		{"no flag, but one is taken", `"ends":{"flag":"flag"`, `"ends":{"flag":""`},
		{"two pieces more than cells", `"letter":"2","count":2`, `"letter":"2","count":4`},
		{"a letter of two bytes", `"letter":"2"`, `"letter":"22"`},
		{"letters of two types alike", `"letter":"2"`, `"letter":"3"`},
		{"a way twice", `{"along":"line","most":0}`, `{"along":"edge","most":1}`},
		{"two steps along an edge", `{"along":"line","most":0}`, `{"along":"edge","most":2}`},
		{"shaken, but no flag is shown", `"shaken":false`, `"shaken":true`},
		{"a quote in a name", `"Skirmish"`, `"Skir\"mish"`},
		{"two spaces in a name", `"Skirmish"`, `"Skir  mish"`},
		{"a comma in the name of a type", `"en":"scout"`, `"en":"scout, spy"`},
		{"a Chinese comma in the name of a type", `"zh":"侦察兵"`, `"zh":"侦察、兵"`},
		{"a type with the name of another, in capitals", `"en":"scout"`, `"en":"SPY"`},
		{"a character of no width in a name", `"Skirmish"`, "\"Skir\u200bmish\""},
		{"something after the object", `"absent":"stop"}}`, `"absent":"stop"}} `},
		{"who is absent is put out, in a game of two", `"absent":"stop"`, `"absent":"out"`},
		{"partners, but teams of one", `"mode":"dark"`, `"mode":"partners"`},
		{"open, but a coin", `"mode":"dark"`, `"mode":"open"`},
	} {
		require.Equal(t, 1, min(1, strings.Count(text, c.replace)), c.comment)
		changed := []byte(strings.Replace(text, c.replace, c.with, 1))
		_, err := readRules(changed)
		require.Error(t, err, c.comment)
		_, err = engine.ParseCanonical(changed)
		require.Error(t, err, c.comment)
		invalid = append(invalid, map[string]any{"comment": c.comment, "of": "rules/skirmish.json", "replace": c.replace, "with": c.with})
	}
	text = string(rules["flip"].Text())
	for _, c := range []struct{ comment, replace, with string }{
		{"a node of the deck too few", `"deck":{"nodes":["a6",`, `"deck":{"nodes":[`},
		{"a node of the deck twice", `"deck":{"nodes":["a6",`, `"deck":{"nodes":["b6",`},
		{"another way to strike", `"strike":"never"`, `"strike":"often"`},
		{"colours by a type that there is not", `"claim":""`, `"claim":"spy"`},
		{"a flag that guards itself", `"guards":["mine"]`, `"guards":["flag"]`},
		{"a taker that takes no flag", `"takers":["engineer",`, `"takers":["mine",`},
		{"a taker twice", `"takers":["engineer",`, `"takers":["engineer","engineer",`},
		{"a deck, but dark", `"mode":"flip"`, `"mode":"dark"`},
		{"a deck that is revealed", `"reveal":"never"`, `"reveal":"end"`},
		{"a post for a type of a deck", `"starts":[]`, `"starts":[0]`},
		{"a deck and a start", `"start":[]`, `"start":[[["a1"]],[["a12"]]]`},
	} {
		require.Contains(t, text, c.replace, c.comment)
		changed := []byte(strings.Replace(text, c.replace, c.with, 1))
		_, err := readRules(changed)
		require.Error(t, err, c.comment)
		_, err = engine.ParseCanonical(changed)
		require.Error(t, err, c.comment)
		invalid = append(invalid, map[string]any{"comment": c.comment, "of": "rules/flip.json", "replace": c.replace, "with": c.with})
	}
	requireVector(t, "testkit/rules.json", lines(t, "valid: texts and their digests (3.2). invalid: replace stands in a text of valid, its first place is to be taken; the text with the other instead is refused (3.1)",
		map[string][]any{"valid": valid, "invalid": invalid}))
}

// state is how a game stands, in the words of 4.5.
func (g *game) state(movers bool) map[string]any {
	r := g.rules
	name := func(n int) any {
		if n == nowhere {
			return nil
		}
		return r.Nodes[n].Name
	}
	set := func(types map[int]bool) (n int) {
		for j := range types {
			n |= 1 << j
		}
		return n
	}
	pieces, seats := map[string]any{}, []any{}
	for n, p := range g.at {
		pieces[r.Nodes[n].Name] = []int{p.seat, p.number, set(g.known[p])}
	}
	for s, f := range g.flags {
		var carrier any
		if f.carrier != nil {
			carrier = []int{f.carrier.seat, f.carrier.number}
		}
		seats = append(seats, map[string]any{
			"out": g.out[s], "timeouts": g.timeouts[s], "fallen": g.fallen[s], "offers": g.offers[s],
			"taken": f.taken, "shown": name(f.shown), "lies": name(f.lies), "carrier": carrier,
		})
	}
	out := map[string]any{
		"phase": g.phase, "turn": g.turn, "ply": g.ply, "quiet": g.quiet, "bothLeft": g.bothLeft, "mustProve": g.mustProve,
		"pieces": pieces, "seats": seats,
	}
	if d := g.deal; d != nil {
		down := []string{}
		for _, n := range slices.Sorted(maps.Keys(d.down)) {
			down = append(down, r.Nodes[n].Name)
		}
		out["faceDown"], out["tokens"], out["settled"], out["swapped"] = down, append([]int{}, d.tokens()...), d.settled, d.swapped
		if list := g.inDeal(); list != nil {
			out["phase"], out["owe"] = "Deal", list
			if !d.again {
				out["phase"], out["turningUp"], out["striker"] = "Share", name(d.node), name(d.striker)
			}
		}
	}
	if g.phase == "Over" {
		out["result"] = g.result
		delete(out, "turn")
		return out
	}
	mobility := []string{}
	for s := range r.seats {
		mobility = append(mobility, g.mobility(s))
	}
	out["publiclyHasMove"] = mobility
	if movers {
		all := map[string]any{}
		for n := range g.at {
			to := map[string]int{}
			for m, types := range g.movers(n) {
				to[r.Nodes[m].Name] = set(types)
			}
			all[r.Nodes[n].Name] = to
		}
		out["movers"] = all
	}
	return out
}

// inWords is an event as the vectors have it.
func (g *game) inWords(e event) map[string]any {
	name := func(n int) any {
		if n >= len(g.rules.Nodes) {
			return nil
		}
		return g.rules.Nodes[n].Name
	}
	out := map[string]any{"kind": e.kind, "seat": e.seat}
	switch e.kind {
	case "Move":
		out["from"], out["to"], out["offer"] = name(e.from), name(e.to), e.offer
	case "Answer":
		out["code"], out["flag"] = e.code, name(e.flag)
	case "Show":
		out["flag"] = name(e.flag)
	case "Flip":
		out["node"], out["offer"] = name(e.to), e.offer
	case "Face":
		out["token"] = e.token
	}
	return out
}

// TestGameVectors: games event by event, with those that are refused, and how they stand.
func TestGameVectors(t *testing.T) {
	all := vectorRules(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if name == "qq" || name == "app" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rules := all[name]
			alone, err := readRules(rules.Text())
			require.NoError(t, err)
			var steps []any
			for seed := uint64(0); len(steps) < 40; seed++ { // a game that is not over at once
				if rules.Deck() != nil {
					steps = vectorFlipGame(t, rules, alone, rand.New(rand.NewPCG(20, seed)))
					continue
				}
				steps = vectorGame(t, rules, alone, rand.New(rand.NewPCG(20, seed)))
			}
			comment := "a game (4.5) of rules/" + name + ".json; red begins. Each step is an event and whether it is taken, " +
				"and of some how the game stands then: pieces by node, as seat, number, Known; movers by from and to, as sets of types (4.3)"
			if rules.Deck() != nil {
				comment += "; of a deck (22.7) what lies face down, the tokens not turned up, whether colours are settled and red has blue's, " +
					"who owes a share or shuffle, in order. Pieces are numbered by their types, and as they are turned up"
			}
			requireVector(t, "testkit/game/"+name+".json", lines(t, comment, map[string][]any{"steps": steps}))
		})
	}
}

// vectorGame plays 60 events, or to the end.
func vectorGame(t testing.TB, rules *engine.Ruleset, alone *ruleset, rng *rand.Rand) []any {
	var layouts []engine.Layout
	for range rules.NumSeats() {
		layouts = append(layouts, rules.RandomLayout(rng))
	}
	p, g := engine.Start(rules, 0), startGame(alone, 0)
	steps := []any{map[string]any{"state": g.state(true)}}
	for i := 1; i <= 60 && g.phase != "Over"; i++ {
		e := randomEvent(&p, layouts, rng)
		if i%3 == 0 { // something else instead, which is most often refused
			e = strayEvent(&p, rng)
		}
		next := g.clone()
		taken := next.apply(eventOf(e))
		step := map[string]any{"event": g.inWords(eventOf(e)), "taken": taken}
		if taken {
			g = next
		}
		require.Equal(t, taken, p.Apply(e) == nil)
		if taken && (i%10 == 0 || g.phase == "Over" || g.phase == "Answer" && i%4 == 0) {
			step["state"] = g.state(i%20 == 0)
		}
		steps = append(steps, step)
	}
	requireSameGame(t, g, &p)
	return steps
}

// strayEvent draws an event of a kind that might come, with anything in it.
func strayEvent(p *engine.Position, rng *rand.Rand) engine.Event {
	rules := p.Rules()
	node := func() engine.Node { return engine.Node(rng.IntN(rules.Board().NumNodes())) }
	seat := p.ToAct()
	if rules.NumSeats() > 2 && rng.IntN(4) == 0 {
		return engine.AbsentEvent(engine.Seat(rng.IntN(rules.NumSeats() + 1)))
	}
	switch p.Phase() {
	case engine.PhaseAnswer:
		return engine.AnswerEvent(seat, engine.Code(rng.IntN(len(rules.Codes())+1)), []engine.Node{engine.NoNode, node()}[rng.IntN(2)])
	case engine.PhaseShow:
		return engine.ShowEvent(seat, node())
	}
	switch rng.IntN(6) {
	case 0:
		return engine.NoMoveEvent(seat)
	case 1:
		return engine.AcceptDrawEvent(seat)
	case 2:
		return engine.PassEvent(engine.Seat((int(seat) + 1) % rules.NumSeats()))
	}
	own := p.Occupied(seat).Nodes()
	return engine.MoveEvent(seat, engine.Move{From: own[rng.IntN(len(own))], To: node()}, false)
}

// TestRecordVectors: what is signed in each kind of record, keys and signatures that are
// taken or not, and the places of proofs.
func TestRecordVectors(t *testing.T) {
	_, m, _ := audit(readExample(t))
	var records, places []any
	all := slices.Clone(m.chain)
	for _, seen := range m.seen {
		all = append(all, seen)
	}
	for i, r := range append(all, m.reveals[0], m.reveals[1]) {
		match, base := m.id, []byte(nil)
		switch {
		case i == 0:
			match, base = make([]byte, 32), make([]byte, 32)
		case i == 1:
			match, base = make([]byte, 32), m.chain[0].hash
		default:
			base = m.base(min(i, len(m.chain)))
		}
		if r.kind == kindSeen {
			base = m.base(len(m.chain) - 1)
		}
		domain := map[int]string{kindSeen: "seen", kindReveal: "reveal"}[r.kind]
		if domain == "" {
			domain = "record"
		}
		domain = "darkjunqi/v1/" + domain
		n := len(r.body)
		signed := join(len(domain), domain, match, base, r.kind, r.seat, n>>16, n>>8&0xff, n&0xff, r.body)
		require.True(t, signedBy(m.keys[r.seat], signed, r.signature))
		c := map[string]any{
			"record": i, "kind": kindNames[r.kind], "seat": r.seat, "match": hexOf(match), "base": hexOf(base), "domain": domain,
			"signedHash": hexOf(h256(signed)), "signature": hexOf(r.signature), "hash": hexOf(r.hash),
		}
		if n < 100 {
			c["signed"] = hexOf(signed)
		}
		records = append(records, c)
		fixed, proof := map[int]int{kindMove: 3, kindAnswer: 2}[r.kind], map[int]string{kindMove: "clash", kindAnswer: "opening"}[r.kind]
		if proof != "" {
			at := place{m.context(r.seat), m.chain[i-1].hash, join(r.kind, r.body[:fixed]), 0}
			places = append(places, map[string]any{
				"record": i, "kind": "darkjunqi/v1/proof/" + proof, "rules": hexOf(at.digest), "match": hexOf(at.match), "seat": at.seat, "key": hexOf(at.key),
				"previous": hexOf(at.prev), "front": hexOf(at.front), "index": 0,
				"state": hexOf(at.sponge("darkjunqi/v1/proof/" + proof).state()), "proof": hexOf(r.body[fixed:]),
			})
		}
	}
	requireVector(t, "testkit/records.json", lines(t, "records of docs/example.djq: what their signatures are over (10), in full where it is short, and as its H256; "+
		"places: the sponge of a proof's place, after the place was absorbed (6)", map[string][]any{"records": records, "places": places}))
}

func hexOf(b []byte) string { return fmt.Sprintf("%x", b) }

// TestSignatureVectors: Ed25519 as section 2 wants it.
func TestSignatureVectors(t *testing.T) {
	seed := h256("testkit signature")
	key := ed25519.NewKeyFromSeed(seed)
	public := []byte(key.Public().(ed25519.PublicKey))
	message := []byte("darkjunqi")
	signature := ed25519.Sign(key, message)

	point := func(b []byte) *edwards25519.Point {
		p, err := new(edwards25519.Point).SetBytes(b)
		require.NoError(t, err)
		return p
	}
	torsion := make([]byte, 32) // (0, -1), of order 2
	torsion[0] = 0xec
	for i := 1; i < 31; i++ {
		torsion[i] = 0xff
	}
	torsion[31] = 0x7f
	mixed := new(edwards25519.Point).Add(point(public), point(torsion)).Bytes()
	identity := append([]byte{1}, make([]byte, 31)...)
	signed := slices.Clone(identity)
	signed[31] = 0x80                               // a sign on x = 0
	small := append([]byte{2}, make([]byte, 31)...) // the least y from 2 of a key
	for !acceptedKey(small) {
		small[0]++
	}
	var keys []any
	for _, c := range []struct {
		comment string
		key     []byte
	}{
		{"a key", public}, {"a key plus a point of order 2: of mixed order, accepted", mixed},
		{"the identity", identity}, {"the point of order 2", torsion}, {"the identity with a sign bit", signed},
		{"a small y", small}, {"the same y plus the order of the field", addField(small)},
		{"no point of the curve", append([]byte{2}, make([]byte, 31)...)}, {"31 bytes", public[:31]},
	} {
		_, err := transcript.NewPublicKey(c.key)
		require.Equal(t, acceptedKey(c.key), err == nil, c.comment)
		keys = append(keys, map[string]any{"comment": c.comment, "key": hexOf(c.key), "accepted": err == nil})
	}

	beyond := slices.Clone(signature)
	addOrder(beyond[32:])
	shifted := slices.Clone(signature)
	copy(shifted, new(edwards25519.Point).Add(point(signature[:32]), point(torsion)).Bytes())
	// With R = identity, in a form that is not canonical, and s = hA's, a lax verifier might
	// take it; s is made so that sB - hA is the identity.
	lax := laxSignature(t, key, message, signed)
	canonical := laxSignature(t, key, message, identity)
	other := slices.Clone(signature)
	other[0] ^= 1
	var signatures []any
	for _, c := range []struct {
		comment        string
		key, signature []byte
	}{
		{"a signature", public, signature}, {"s plus the group order", public, beyond}, {"another R", public, other},
		{"R plus a point of order 2, afterwards", public, shifted},
		{"R plus a point of order 2, signed so: true only with the cofactor", public, cofactoredSignature(t, key, public, point(torsion), message)},
		{"R the identity, canonically encoded", public, canonical}, {"R the identity with a sign bit", public, lax},
		{"under a key of mixed order, true only with the cofactor", mixed, cofactoredSignature(t, key, mixed, edwards25519.NewIdentityPoint(), message)},
		{"63 bytes", public, signature[:63]},
	} {
		valid := signedBy(c.key, message, c.signature)
		accepted, err := transcript.NewPublicKey(c.key)
		require.NoError(t, err)
		require.Equal(t, valid, accepted.Verify(message, c.signature), c.comment)
		signatures = append(signatures, map[string]any{"comment": c.comment, "key": hexOf(c.key), "message": hexOf(message), "signature": hexOf(c.signature), "valid": valid})
	}
	requireVector(t, "testkit/ed25519.json", lines(t, "keys that are accepted or not, and signatures that are valid or not (2)", map[string][]any{"keys": keys, "signatures": signatures}))
}

// addField adds the order of the field to a small y.
func addField(b []byte) []byte {
	out := slices.Clone(b)
	field := slices.Repeat([]byte{0xff}, 32)
	field[0], field[31] = 0xed, 0x7f
	carry := 0
	for i := range out {
		carry += int(out[i]) + int(field[i])
		out[i] = byte(carry)
		carry >>= 8
	}
	return out
}

// addOrder adds the group order L to a little-endian scalar.
func addOrder(s []byte) {
	order, _ := edwards25519.NewScalar().SetCanonicalBytes(append([]byte{1}, make([]byte, 31)...))
	minusOne := edwards25519.NewScalar().Negate(order).Bytes() // L - 1
	carry := 1
	for i := range s {
		carry += int(s[i]) + int(minusOne[i])
		s[i] = byte(carry)
		carry >>= 8
	}
}

func challengeOf(r, a, message []byte) *edwards25519.Scalar {
	h := sha512Of(r, a, message)
	s, err := edwards25519.NewScalar().SetUniformBytes(h)
	if err != nil {
		panic(err)
	}
	return s
}

func secretOf(t testing.TB, key ed25519.PrivateKey) *edwards25519.Scalar {
	s, err := edwards25519.NewScalar().SetBytesWithClamping(sha512Of(key.Seed())[:32])
	require.NoError(t, err)
	return s
}

// laxSignature has the identity for R, in a given encoding.
func laxSignature(t testing.TB, key ed25519.PrivateKey, message, r []byte) []byte {
	a := []byte(key.Public().(ed25519.PublicKey))
	s := edwards25519.NewScalar().Multiply(challengeOf(r, a, message), secretOf(t, key))
	return append(slices.Clone(r), s.Bytes()...)
}

// cofactoredSignature is one under a public key that is the key's, or that plus a point of
// order 2, with such a point in R or not, and with an odd challenge: so if there is one in
// either, sB - hA is not R.
func cofactoredSignature(t testing.TB, key ed25519.PrivateKey, public []byte, inR *edwards25519.Point, message []byte) []byte {
	for i := byte(0); ; i++ {
		nonce, err := edwards25519.NewScalar().SetCanonicalBytes(append([]byte{i + 1}, make([]byte, 31)...))
		require.NoError(t, err)
		point := new(edwards25519.Point).ScalarBaseMult(nonce)
		r := point.Add(point, inR).Bytes()
		h := challengeOf(r, public, message)
		if h.Bytes()[0]&1 == 1 {
			return append(r, edwards25519.NewScalar().MultiplyAdd(h, secretOf(t, key), nonce).Bytes()...)
		}
	}
}

func sha512Of(parts ...[]byte) []byte {
	h := sha512.Sum512(slices.Concat(parts...))
	return h[:]
}
