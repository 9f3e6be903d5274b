package protocol_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/adversary"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// kitCases are all cases of the testkit.
func kitCases(t testing.TB) []kitCase {
	return slices.Concat(honestCases(t), unfinishedCases(t), fileCases(t), setupCases(t), refusedCases(t),
		falsePlayCases(t), falseEndCases(t), faultCases(t), certificateCases(t), cheatCases(t), signOutCases(t))
}

const (
	honest     = "honest"
	cheating   = "cheating"
	unreadable = "unreadable"
	incomplete = "incomplete"
)

const red, blue, amber = engine.Red, engine.Blue, engine.Amber

// Two layouts: on a2 and a3 wolves face each other, who show their flags when they
// fall; on b2 and b3 foxes, who can step back.
const (
	wolfLeft  = "WXH/F.H"
	wolfRight = "HXW/F.H"
)

func facing(t testing.TB) *table { return setting{}.sit(t, wolfLeft, wolfRight) }

// lamps is a game of three.
func lamps(t testing.TB, seed uint64) setting { return kept(t, "three-lamps").from(seed) }

// kept is a game of testdata/rulesets.
func kept(t testing.TB, name string) setting {
	text, err := os.ReadFile("../testdata/rulesets/" + name + ".json")
	require.NoError(t, err)
	rules, err := engine.ParseRules(text)
	require.NoError(t, err)
	return setting{rules: rules}
}

// openRules are the small ones in open mode.
func openRules(r *engine.Rules) {
	r.Views.Mode = engine.ModeOpen
	for i := range r.Clash.Announcements {
		a := &r.Clash.Announcements[i]
		a.AttackerSeen, a.DefenderSeen = "", ""
	}
}

// drawnRules are the small ones with layouts drawn by lot.
func drawnRules(r *engine.Rules) {
	r.Views.Mode = engine.ModeDrawn
	for i := range r.Types {
		r.Types[i].Starts = []int{0, 1, 2, 3, 4}
	}
}

// placesRules let a hound on a field win against a fox that is not at home.
func placesRules(r *engine.Rules) {
	r.Clash.Places = []engine.PlaceRule{{Kind: "field", Table: [][]int{{}, {2, 4, 0, 3}, {2, 0, 4, 1}, {2, 0, 0, 5}}}}
}

// ghosts is a game of Geister, in which red begins.
func ghosts(t testing.TB) *table {
	s := kept(t, "geister")
	value := s.rules.Rules()
	value.Views.First = "red"
	var err error
	s.rules, err = engine.NewRuleset(value)
	require.NoError(t, err)
	return s.sit(t, "GEGE/GEGE", "GEGE/GEGE")
}

func carryRules(r *engine.Rules) {
	r.Ends.Carry = &engine.CarryRule{To: [][]string{{"a1", "b1", "c1"}, {"a4", "b4", "c4"}}, Beside: true}
}

// ended reports a game that is over, and revealed, for a reason.
func ended(reason engine.Reason) func(*table) bool {
	return func(tb *table) bool {
		r := tb.match().Result()
		return r.Over && r.Reason == reason && len(tb.match().Unrevealed()) == 0
	}
}

// has reports whether the chain has a record of a kind.
func (tb *table) has(kind transcript.Kind) bool { return tb.find(kind) >= 0 }

// find is the place of the last record of a kind, -1 if there is none.
func (tb *table) find(kind transcript.Kind) int {
	for i := tb.match().Len() - 1; i >= 0; i-- {
		if transcript.Kind(tb.match().Record(i)[0]) == kind {
			return i
		}
	}
	return -1
}

// scoutGame is a game of standard,scout=on in which an engineer has just scouted.
func scoutGame(t testing.TB) *table {
	rules, err := junqi.Rules("standard,scout=on")
	require.NoError(t, err)
	return setting{rules: rules, seed: 1}.found(t, func(tb *table) bool {
		return tb.mover() != nil && slices.ContainsFunc(tb.match().Events(), func(e engine.Event) bool {
			said, ok := rules.Announcement(e.Code)
			return e.Kind == engine.EventAnswer && ok && said.DefenderSeen != engine.NoType && !said.DefenderLeaves
		})
	})
}

func (tb *table) mobility() engine.Mobility {
	p := tb.match().Position()
	return p.PublicMobility(p.ToAct())
}

// hiddenMobility is a game in which it is hidden whether the seat to move can.
func hiddenMobility(t testing.TB) *table {
	return setting{}.found(t, func(tb *table) bool { return tb.mover() != nil && tb.mobility() == engine.MobilityHidden })
}

func honestCases(t testing.TB) []kitCase {
	var out []kitCase
	add := func(name, tests string, tb *table) {
		out = append(out, kitCase{"honest-" + name, tests, honest, tb.match().File()})
	}
	add("resignation", "a game that ends by Resign, with everything that is due", facing(t).resign(red))
	add("flag", "a flag that is taken, without carry", setting{}.found(t, ended(engine.ByFlag)))
	stuck := func(tb *table) bool { return ended(engine.ByNoMove)(tb) && tb.has(transcript.NoMove) }
	add("no-move", "a NoMove, with its proof None", setting{seed: 3}.found(t, stuck))
	add("quiet", "a draw by quiet plies", setting{change: func(r *engine.Rules) { r.Ends.Quiet = 2 }}.sit(t, wolfLeft, wolfRight).play("b2-b1", "b3-b4"))
	add("shows", "both fall and both show their flags: an Answer with a flag, then a Show", facing(t).play("a2xa3").resign(blue))
	opening := facing(t).play("b2-b1", "b3-b4", "b1-b2")
	add("openings", "Moves that open what a piece may be, and one that need not", opening.resign(blue))

	once := setting{change: func(r *engine.Rules) { r.Ends.Timeouts = 1 }}.sit(t, wolfLeft, wolfRight)
	require.NoError(t, once.mover().Pass(once.rng))
	add("timeouts", "a Pass that loses; its body is empty, since it is public that the seat has a move", once.sync())

	agreed := facing(t).play("offer:b2-b1")
	require.NoError(t, agreed.mover().AcceptDraw(agreed.rng))
	add("agreed", "an offer and an AcceptDraw", agreed.sync())

	pass := hiddenMobility(t)
	require.NoError(t, pass.mover().Pass(pass.rng))
	add("pass-proven", "a Pass with a proof Some, since it is hidden whether the seat has a move", pass.sync().resign(pass.mover().Seat()))
	add("accept-proven", "an AcceptDraw with a proof Some", acceptProven(t))

	resigned := facing(t)
	request, err := resigned.players[blue].Resign()
	require.NoError(t, err)
	require.NoError(t, resigned.players[red].ReceiveResignRequest(request))
	add("resigned", "a Resigned: the waiting seat's request, in the turn of the other", resigned.sync())

	both := setting{change: func(r *engine.Rules) { r.Ends.LastBoth = engine.LastBothDraw }}
	add("last-both", "the last that move leave together, and nobody can move: a draw", both.from(8).found(t, ended(engine.ByLastBoth)))
	proved := func(tb *table) bool { // a NoMove that is not the last record but one Move
		at := tb.find(transcript.NoMove)
		return ended(engine.ByNoMove)(tb) && at >= 0 && at < tb.match().Len()-1
	}
	add("must-prove", "both left, one says NoMove, and the other shows by a Move that it can", both.from(3).found(t, proved))
	carry := setting{change: carryRules}
	add("carry", "a flag that is taken, carried and brought", carry.from(19).found(t, ended(engine.ByFlag)))
	shownTaken := func(tb *table) bool {
		p := tb.match().Position()
		shown := slices.ContainsFunc(tb.match().Events(), func(e engine.Event) bool { return e.Seat == red && e.Flag != engine.NoNode })
		return tb.mover() != nil && shown && p.FlagTaken(red)
	}
	tb := carry.found(t, shownTaken)
	add("carry-shown", "a flag that was shown and then taken: that it stood somewhere is forgotten", tb.resign(tb.mover().Seat()))
	shaken := setting{change: func(r *engine.Rules) { r.Ends.Shaken = true }}
	add("shaken", "a flag that is taken by who had to show its own, and the other not: a draw", shaken.from(23).found(t, ended(engine.ByShaken)))

	open := setting{change: openRules}
	add("open", "open mode: Reveals in the chain, no Answers", open.found(t, ended(engine.ByFlag)))
	never := setting{change: func(r *engine.Rules) { r.Views.Reveal = engine.RevealNever }}
	add("reveal-never", "nothing is due after the end", never.sit(t, wolfLeft, wolfRight).play("a2xa3").resign(blue))
	add("host-blue", "blue hosts: its Commit and Layout stand before red's", setting{host: blue}.sit(t).resign(red))
	coin := setting{change: func(r *engine.Rules) { r.Views.First = engine.FirstCoin }, seed: 5}.sit(t)
	add("coin", "the coin decides who moves first", coin.resign(coin.mover().Seat()))
	add("three-seats", "three seats: one is put out, the others play on", lamps(t, 14).found(t, func(tb *table) bool {
		return tb.match().Result().Over && len(tb.match().Unrevealed()) == 0 && tb.match().Result().Reason == engine.ByFlag
	}))
	add("computers", "three seats: blue's program plays red too", setting{rules: lamps(t, 0).rules, host: amber, computers: transcript.Computers{red: blue}}.sit(t).outByResignation())
	add("computers-host", "blue hosts, and its program plays red too", setting{host: blue, computers: transcript.Computers{red: blue}}.sit(t).resign(red))
	add("three-seats-host-amber", "three seats, the last of whom hosts", setting{rules: lamps(t, 0).rules, host: amber}.sit(t).outByResignation())
	for _, resolver := range protocol.Resolvers()[1:] {
		add(resolver, "an attack, a move, and another attack with the resolver "+resolver,
			setting{resolver: resolver}.sit(t, wolfLeft, wolfRight).play("a2xa3", "b3-b4", "c2xc3").resign(blue))
	}

	drawn := setting{change: drawnRules}
	add("drawn", "layouts drawn by lot", drawn.sit(t).resign(red))
	add("arrive", "Geister: a good ghost leaves by a corner, with the proof of an Arrive",
		ghosts(t).play("b2-a2", "e5-f5", "a2-a3", "f5-e5", "a3-a4", "e5-f5", "a4-a5", "f5-e5", "a5-a6", "e5-f5"))
	places := setting{change: placesRules}.sit(t, wolfLeft, wolfRight)
	add("places", "a clash that is decided by the table of its place", places.play("b2-b1", "b3-b2", "c2xb2").resign(blue))

	scouted := scoutGame(t)
	add("scout", "standard,scout=on: an engineer falls, and what it attacked is seen and stays", scouted.resign(scouted.mover().Seat()))

	claimed := facing(t)
	late := claimed.claim(blue, claimed.match().Base())
	require.NoError(t, claimed.players[blue].Receive(late))
	add("claims", "a Claim about a silence that ended", claimed.resign(red))
	noSeen := facing(t).resign(red)
	out = append(out, kitCase{"honest-without-seen", "no Seen is asked for in a file", honest, noSeen.with(noSeen.extras(transcript.Reveal)...)})
	return out
}

// outByResignation has all but the last seat resign, each in its turn.
func (tb *table) outByResignation() *table {
	for p := tb.mover(); p != nil; p = tb.mover() {
		tb.resign(p.Seat())
	}
	return tb
}

// acceptProven is a game that ends by an AcceptDraw with a proof.
func acceptProven(t testing.TB) *table {
	for seed := range uint64(200) {
		tb := setting{seed: seed}.sit(t)
		hidden := tb.random(80, func() bool {
			if tb.mover() == nil {
				return true
			}
			p := tb.match().Position()
			return p.PublicMobility(1-p.ToAct()) == engine.MobilityHidden
		})
		if !hidden || tb.mover() == nil {
			continue
		}
		quiet := slices.DeleteFunc(tb.moves(), func(m engine.Move) bool { p := tb.match().Position(); return p.At(m.To) != engine.NoPiece })
		if len(quiet) == 0 {
			continue
		}
		require.NoError(t, tb.mover().Play(quiet[0], true, tb.rng))
		tb.sync()
		if tb.mover() == nil || tb.mobility() != engine.MobilityHidden {
			continue
		}
		require.NoError(t, tb.mover().AcceptDraw(tb.rng))
		return tb.sync()
	}
	t.Fatal("no game came to that")
	return nil
}

func unfinishedCases(t testing.TB) []kitCase {
	tb := facing(t).play("a2xa3")
	var out []kitCase
	add := func(name, tests string, bytes []byte) {
		out = append(out, kitCase{"incomplete-" + name, tests, incomplete, bytes})
	}
	add("header", "the first line alone", []byte(transcript.Magic))
	add("terms", "Terms alone", tb.after(1))
	three := lamps(t, 1).sit(t)
	add("some-joins", "a Join of three seats: it stands outside the chain", transcript.MarshalFile([][]byte{three.match().Record(0), three.match().Record(2)}))
	add("joins", "everybody has joined", tb.after(2))
	add("commit", "one Commit", tb.after(3))
	add("layout", "one Layout", tb.after(5))
	add("setup", "both Layouts", tb.after(6))
	add("answer-owed", "an Answer is owed", tb.after(7))
	add("show-owed", "a Show is owed", tb.after(8))
	drawn := setting{change: drawnRules}.sit(t)
	add("lots", "layouts drawn by lot: one seat has given its shares", drawn.after(9))
	add("drawn", "layouts drawn by lot: one Layout", drawn.after(11))
	add("move-owed", "a Move is owed", tb.after(9))
	add("claimed", "a Claim on the next base: reported, and no proof", tb.with(tb.claim(red, tb.match().Base())))
	add("claimed-at-match-id", "a Claim about the first Commit, whose base is the match id", tb.after(2, tb.claim(blue, tb.base(2))))
	end := facing(t).resign(red)
	reveals := end.extras(transcript.Reveal)
	add("no-reveal", "the game is over, and nothing revealed", end.with())
	add("seen-only", "all have seen the end, and nothing is revealed", end.with(end.extras(transcript.Seen)...))
	add("one-reveal", "one Reveal of two", end.with(reveals[0]))
	add("claimed-reveal", "one Reveal of two, and a Claim about the other", end.with(reveals[0], end.claim(red, end.match().Base())))
	four := flipFour(t)
	four.flip(0)
	add("four-flip", "a deck and four seats, who turn up a card together", four.sync().with())
	disputed := setting{resolver: "garbled"}.sit(t, wolfLeft, wolfRight).play("a2xa3")
	add("dispute", "a Dispute ends the match; without Reveals it convicts nobody", disputed.with(disputed.sign(blue, transcript.Dispute, nil)))
	return out
}

// The file around the records, and records that don't parse.
func fileCases(t testing.TB) []kitCase {
	tb := facing(t).resign(red)
	file := tb.match().File()
	var out []kitCase
	add := func(name, tests string, bytes []byte) {
		out = append(out, kitCase{"unreadable-" + name, tests, unreadable, bytes})
	}
	frame := func(raw []byte) []byte { return tb.after(6, raw) }
	resign := tb.match().Record(6)
	change := func(at int, b byte) []byte { raw := slices.Clone(resign); raw[at] = b; return raw }
	add("empty", "nothing at all", nil)
	add("first-line", "another first line", []byte("darkjunqi certificate 1\n"))
	add("file-version", "a file of another form", append([]byte("darkjunqi transcript 2\n"), file[len(transcript.Magic):]...))
	add("torn", "it ends within a record", file[:len(file)-1])
	add("torn-length", "it ends within a length", append(tb.after(2), 0, 0))
	add("oversized", "a frame longer than any record", binary.BigEndian.AppendUint32(tb.after(2), transcript.MaxRecord+1))
	add("kind-0", "kind 0", frame(change(0, 0)))
	add("kind-99", "kind 99", frame(change(0, 99)))
	add("seat-6", "seat 6", frame(change(1, 6)))
	add("body-length", "a body that is longer than it says", frame(change(4, 1)))
	add("record-trailing", "a byte after the signature", frame(append(slices.Clone(resign), 0)))
	long := make([]byte, 5+transcript.MaxBody+1+64)
	long[0], long[2], long[3], long[4] = byte(transcript.Move), byte((transcript.MaxBody+1)>>16), byte((transcript.MaxBody+1)>>8&0xff), byte((transcript.MaxBody+1)&0xff)
	add("body-too-long", "a body of 66,561 bytes", frame(long))
	add("after-false", "garbage after a record that convicts", append(tb.after(6, tb.sign(blue, transcript.Resign, nil)), 0, 0, 0, 1, 7))
	seen, reveals := tb.extras(transcript.Seen), tb.extras(transcript.Reveal)
	add("reveals-order", "blue's Reveal before red's", tb.with(reveals[1], reveals[0]))
	add("kinds-order", "a Reveal before a Seen", tb.with(reveals[0], seen[0]))
	claim := tb.claim(red, tb.base(6))
	add("claim-order", "a Claim before the Reveals", tb.with(claim, reveals[0], reveals[1]))
	add("chain-after-extra", "a record of the chain after a Claim", tb.after(6, claim, resign))
	add("claims-later", "two Claims of one seat, the second on a later base", tb.with(tb.claim(red, tb.base(5)), claim))
	add("claims-earlier", "two Claims of one seat, the second on an earlier base", tb.with(claim, tb.claim(red, tb.base(5))))
	three := lamps(t, 1).sit(t)
	joins := three.chain(3)
	add("joins-order", "a Join before that of a lower seat", three.after(1, joins[2], joins[1]))
	return out
}

// Terms and Joins that are refused. Before the match id stands nobody is convicted.
func setupCases(t testing.TB) []kitCase {
	tb := setting{}.seats(t).join()
	guest := tb.players[blue]
	good, err := transcript.ParseTerms(tb.body(0))
	require.NoError(t, err)
	var out []kitCase
	add := func(name, tests string, bytes []byte) {
		out = append(out, kitCase{"unreadable-" + name, tests, unreadable, bytes})
	}
	signTerms := func(seat engine.Seat, body []byte) []byte {
		r := transcript.Sign(tb.key(red), transcript.Link{}, transcript.Terms, seat, body)
		return transcript.MarshalFile([][]byte{r.Marshal()})
	}
	terms := func(name, tests string, change func(*transcript.TermsBody)) {
		body := good
		body.Invites = slices.Clone(good.Invites)
		change(&body)
		add("terms-"+name, tests, signTerms(red, body.Marshal()))
	}
	version := good.Marshal()
	version[1] = 2
	add("terms-version", "Terms of version 2", signTerms(red, version))
	add("terms-trailing", "Terms with a byte too much", signTerms(red, append(good.Marshal(), 0)))
	add("terms-invite-length", "invite keys of 31 bytes", signTerms(red, append(good.Marshal()[:len(good.Marshal())-33], append([]byte{31}, make([]byte, 31)...)...)))
	terms("spaced", "rules with a space after them", func(b *transcript.TermsBody) { b.Rules = append(slices.Clone(b.Rules), ' ') })
	terms("escaped", "rules with an escape in a string", func(b *transcript.TermsBody) {
		b.Rules = bytes.Replace(b.Rules, []byte(`"toy"`), []byte(`"t\u006fy"`), 1)
	})
	terms("language", "rules of another language", func(b *transcript.TermsBody) {
		b.Rules = bytes.Replace(b.Rules, []byte("rules 1"), []byte("rules 2"), 1)
	})
	terms("impossible-rules", "rules that make no sense: a count too much", func(b *transcript.TermsBody) {
		b.Rules = bytes.Replace(b.Rules, []byte(`"count":2`), []byte(`"count":3`), 1)
	})
	terms("resolver", "an unknown resolver", func(b *transcript.TermsBody) { b.Resolver = "gmw87" })
	terms("audited-never", "an audited resolver, but layouts are never revealed", func(b *transcript.TermsBody) {
		b.Resolver = "garbled"
		b.Rules = bytes.Replace(b.Rules, []byte(`"reveal":"end"`), []byte(`"reveal":"never"`), 1)
	})
	terms("audited-resign-late", "an audited resolver, but nobody may resign before turn 257", func(b *transcript.TermsBody) {
		b.Resolver = "garbled"
		b.Rules = bytes.Replace(b.Rules, []byte(`"resignFrom":0`), []byte(`"resignFrom":257`), 1)
	})
	terms("no-invite", "no invite key for blue", func(b *transcript.TermsBody) { b.Invites = nil })
	terms("invites", "an invite key too much", func(b *transcript.TermsBody) { b.Invites = append(b.Invites, b.Invites[0]) })
	terms("computer-key", "a computer of red on blue, whose invite key is not the host's", func(b *transcript.TermsBody) { b.Computers = transcript.Computers{engine.Blue: engine.Red} })
	terms("computer-host", "a computer of blue on the host's seat", func(b *transcript.TermsBody) {
		b.Invites[0], b.Computers = b.Key, transcript.Computers{engine.Red: engine.Blue}
	})
	terms("computer-itself", "a computer of blue on blue", func(b *transcript.TermsBody) { b.Computers = transcript.Computers{engine.Blue: engine.Blue} })
	terms("computer-seat", "a computer of the host on a seat that the rules don't have", func(b *transcript.TermsBody) { b.Computers = transcript.Computers{engine.Amber: engine.Red} })
	terms("computer-player", "a computer of a seat that the rules don't have", func(b *transcript.TermsBody) { b.Computers = transcript.Computers{engine.Blue: engine.Amber} })
	add("terms-computers-twice", "the same computer twice", func() []byte {
		body := good
		body.Invites, body.Computers = []transcript.PublicKey{good.Key}, transcript.Computers{engine.Blue: engine.Red}
		return signTerms(red, append(body.Marshal(), byte(engine.Blue), byte(engine.Red)))
	}())
	terms("key-small-order", "a host's key of small order", func(b *transcript.TermsBody) {}) // replaced below
	small := good.Marshal()
	at := bytes.Index(small, keyBytes(good.Key))
	copy(small[at:], append([]byte{1}, make([]byte, 31)...))
	out[len(out)-1].bytes = signTerms(red, small)
	add("terms-seat", "a host on a seat that the rules don't have", signTerms(engine.Amber, good.Marshal()))
	wrong := slices.Clone(tb.terms())
	wrong[len(wrong)-1] ^= 1
	add("terms-signature", "Terms that the key in them did not sign", transcript.MarshalFile([][]byte{wrong}))

	hash := transcript.HashRecord(tb.terms())
	join := func(name, tests string, key ed25519.PrivateKey, seat, invited engine.Seat, base transcript.Hash, change func(*transcript.JoinBody)) {
		var body transcript.JoinBody
		body.Key, err = transcript.NewPublicKey(key.Public().(ed25519.PublicKey))
		require.NoError(t, err)
		body.SignInvite(tb.invites[0], hash, invited)
		change(&body)
		r := transcript.Sign(key, transcript.Link{Prev: base}, transcript.Join, seat, body.Marshal())
		add("join-"+name, tests, tb.after(1, r.Marshal()))
	}
	own := tb.key(blue)
	none := func(*transcript.JoinBody) {}
	require.Equal(t, blue, guest.Seat())
	join("same-key", "a guest with the host's key", tb.key(red), blue, blue, hash, none)
	join("seat-invited", "an invite that was signed for another seat", own, blue, amber, hash, none)
	join("invite", "an invite signature that is not valid", own, blue, blue, hash, func(b *transcript.JoinBody) { b.Signature[0] ^= 1 })
	join("base", "a Join that is not signed on the hash of Terms", own, blue, blue, transcript.Hash{}, none)
	join("host-seat", "a Join of the host's seat", own, red, red, hash, none)
	join("no-seat", "a Join of a seat that the rules don't have", own, amber, amber, hash, none)
	add("join-first", "a Join before Terms", transcript.MarshalFile([][]byte{tb.match().Record(1)}))
	three := lamps(t, 1).sit(t)
	add("join-twice", "two Joins of one seat", three.after(1, three.match().Record(1), three.match().Record(1)))
	add("commit-early", "a Commit before all have joined", three.after(2, three.match().Record(3)))
	add("fault-early", "a Fault before there is a match id", three.after(2, three.fault(blue, hash, three.match().Record(1))))
	return out
}

func keyBytes(k transcript.PublicKey) []byte { b := k.Bytes(); return b[:] }

// What is refused and blames nobody, once there is a match id.
func refusedCases(t testing.TB) []kitCase {
	tb := facing(t).play("b2-b1")
	end := facing(t).resign(red)
	var out []kitCase
	add := func(name, tests string, bytes []byte) {
		out = append(out, kitCase{"unreadable-" + name, tests, unreadable, bytes})
	}
	resign := tb.sign(blue, transcript.Resign, nil)
	flipped := slices.Clone(resign)
	flipped[len(flipped)-1] ^= 1
	add("signature", "a signature that is not valid", tb.with(flipped))
	beyond := slices.Clone(resign)
	addOrder(beyond[len(beyond)-32:])
	add("signature-s-plus-l", "a signature with s + L for s", tb.with(beyond))
	add("old-base", "a record that is signed on an earlier base", tb.with(tb.signOn(tb.base(6), blue, transcript.Resign, nil)))
	other := tb.match().ID()
	other[0] ^= 1
	foreign := transcript.Sign(tb.key(blue), transcript.Link{Match: other, Prev: tb.match().Base()}, transcript.Resign, blue, nil)
	add("other-match", "a record that is signed for another match", tb.with(foreign.Marshal()))
	add("terms-again", "a copy of Terms in the place of a turn", tb.with(tb.match().Record(0)))
	terms := transcript.Sign(tb.key(red), transcript.Link{}, transcript.Terms, red, tb.body(0))
	add("terms-for-commit", "Terms, signed as such, in the place of the first Commit", tb.after(2, terms.Marshal()))
	add("commit-base", "the first Commit, signed on the hash of the last Join", tb.after(2, tb.signOn(tb.match().Hash(1), red, transcript.Commit, tb.body(2))))
	absent := transcript.Sign(tb.key(blue), tb.match().Place(tb.match().Len()), transcript.Resign, amber, nil)
	add("absent-seat", "a record of a seat that the rules don't have", tb.with(absent.Marshal()))
	moved := slices.Clone(resign)
	moved[1] = byte(red)
	add("other-seat", "a record under another seat's name", tb.with(moved))
	unknown := transcript.Hash{1}
	add("claim-foreign", "a Claim on no base of this chain", tb.with(tb.claim(red, unknown)))
	add("claim-terms", "a Claim on the hash of Terms, which is the base of Joins", tb.with(tb.claim(red, tb.match().Hash(0))))
	add("claim-length", "a Claim of 31 bytes", tb.with(tb.sign(red, transcript.Claim, make([]byte, 31))))
	again := tb.claim(red, tb.match().Base())
	add("claim-again", "the same Claim twice", tb.with(again, again))
	noGrace := setting{change: func(r *engine.Rules) { r.Times.Grace = 0 }}.sit(t, wolfLeft, wolfRight)
	add("claim-no-grace", "a Claim where nobody may claim silence", noGrace.with(noGrace.claim(blue, noGrace.match().Base())))
	seen := end.extras(transcript.Seen)
	add("seen-again", "a second Seen of a seat", end.with(seen[0], seen[0]))
	seenBy := func(tb *table, seat engine.Seat) []byte {
		n := tb.match().Len() - 1
		return tb.seen(tb.base(n), seat, tb.match().Record(n))
	}
	add("seen-early", "a Seen before the end", tb.with(seenBy(tb, blue)))
	add("seen-writer", "a Seen of who has signed the last record", end.with(seenBy(end, red)))
	add("seen-length", "a Seen of 63 bytes", end.with(end.signOn(end.base(6), blue, transcript.Seen, make([]byte, 63))))
	add("seen-other", "a Seen of another record", end.with(end.seen(end.base(6), blue, end.match().Record(5))))
	never := setting{change: func(r *engine.Rules) { r.Views.Reveal = engine.RevealNever }}.sit(t, wolfLeft, wolfRight).resign(red)
	add("seen-never", "a Seen where nothing is revealed", never.with(seenBy(never, blue)))
	three := lamps(t, 3).sit(t)
	first := three.mover().Seat()
	three.outByResignation()
	add("seen-out", "a Seen of a seat that was out before the last record", three.with(seenBy(three, first)))
	reveals := end.extras(transcript.Reveal)
	add("reveal-again", "a second Reveal of a seat", end.with(reveals[0], reveals[0]))
	add("fault-foreign", "a Fault on no base of this chain", tb.with(tb.fault(red, unknown, resign)))
	add("fault-terms", "a Fault on the hash of Terms", tb.with(tb.fault(red, tb.match().Hash(0), resign)))
	add("fault-join", "a Fault on the hash of the last Join, which is no base", tb.with(tb.fault(red, tb.match().Hash(1), resign)))
	add("fault-empty", "a Fault without evidence", tb.with(tb.fault(red, tb.match().Base())))
	add("fault-seventeen", "a Fault with 17 records", tb.with(tb.fault(red, tb.match().Base(), slices.Repeat([][]byte{resign}, 17)...)))
	bogus := tb.fault(red, tb.match().Base(), resign)
	add("fault-nested", "a Fault in a Fault", tb.with(tb.fault(blue, tb.match().Base(), bogus)))
	add("fault-garbage", "a Fault whose evidence is no record", tb.with(tb.fault(red, tb.match().Base(), []byte{1, 2, 3})))
	add("after-fault", "a record after a Fault, which would convict", tb.with(bogus, tb.claim(red, tb.match().Base())))
	return out
}

// addOrder adds the group order to a little-endian scalar of Ed25519.
func addOrder(s []byte) {
	order := []byte{0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14,
		0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10}
	carry := 0
	for i := range order {
		carry += int(s[i]) + int(order[i])
		s[i] = byte(carry)
		carry >>= 8
	}
}

// False records of the setup and of play.
func falsePlayCases(t testing.TB) []kitCase {
	var out []kitCase
	tb := facing(t)
	falsely := func(name, tests string, tb *table, seat engine.Seat, kind transcript.Kind, body []byte) {
		out = append(out, kitCase{"false-" + name, tests, cheating, tb.with(tb.sign(seat, kind, body))})
	}
	at := func(n int, name, tests string, seat engine.Seat, kind transcript.Kind, body []byte) {
		out = append(out, kitCase{"false-" + name, tests, cheating, tb.after(n, tb.signOn(tb.base(n), seat, kind, body))})
	}
	at(2, "commit-turn", "a guest's Commit before the host's", blue, transcript.Commit, tb.body(3))
	at(2, "commit-length", "a Commit of 31 bytes", red, transcript.Commit, tb.body(2)[:31])
	at(2, "layout-early", "a Layout before all have committed", red, transcript.Layout, tb.body(4))
	at(4, "layout-turn", "a guest's Layout before the host's", blue, transcript.Layout, tb.body(5))
	other := tb.body(4)
	other[len(other)-1] ^= 1
	at(4, "layout-other", "another Layout than the one committed to", red, transcript.Layout, other)
	out = append(out, falseLayout(t))
	at(6, "terms", "Terms, signed for a place in play", red, transcript.Terms, tb.body(0))
	at(6, "turn", "a Resign by the seat that is not to act", blue, transcript.Resign, nil)
	at(6, "answer-unasked", "an Answer where no attack was made", red, transcript.Answer, []byte{0, 255})
	at(6, "step", "a Step with elgamal", red, transcript.Step, nil)
	at(6, "dispute", "a Dispute with elgamal", red, transcript.Dispute, nil)
	at(6, "reveal-early", "a Reveal before the end", red, transcript.Reveal, make([]byte, 64))

	node := func(name string) byte { n, _ := tb.rules.Board().Node(name); return byte(n) }
	move := func(from, to string, more ...byte) []byte { return append([]byte{node(from), node(to), 0}, more...) }
	at(6, "move-short", "a Move of two bytes", red, transcript.Move, []byte{node("b2"), node("b1")})
	at(6, "move-flags", "a Move with an unknown flag", red, transcript.Move, []byte{node("b2"), node("b1"), 2})
	at(6, "move-no-node", "a Move to no node of the board", red, transcript.Move, []byte{node("b2"), 12, 0})
	at(6, "move-empty", "a Move from an empty node", red, transcript.Move, move("b1", "b2"))
	at(6, "move-enemy", "a Move of the enemy's piece", red, transcript.Move, move("b3", "b4"))
	at(6, "move-own", "a Move onto a piece of its own", red, transcript.Move, move("a2", "b2"))
	at(6, "move-far", "a Move that no type can make", red, transcript.Move, move("a1", "c4"))
	at(6, "move-closed", "a Move into the other's den", red, transcript.Move, move("b2", "b4"))
	at(6, "move-unproven", "a Move without the opening that it needs", red, transcript.Move, move("b2", "b1"))
	at(6, "move-zeroes", "a Move with zeroes for an opening", red, transcript.Move, move("b2", "b1", make([]byte, 96)...))
	moved := facing(t).play("b2-b1", "b3-b4", "b1-b2", "b4-b3")
	falsely("move-needless", "a Move with an opening that it does not need", moved, red, transcript.Move, append(move("b2", "b1"), moved.body(6)[3:]...))
	at(6, "attack-unproven", "an attack without its proof", red, transcript.Move, move("a2", "a3"))
	attacked := facing(t).step("a2xa3")
	broken := attacked.body(6)
	broken[len(broken)-1] ^= 1
	at(6, "attack-proof", "an attack whose proof does not verify", red, transcript.Move, broken)

	owed := tableAnswering(t)
	falsely("answer-code", "an Answer with a code that the rules don't have", owed, blue, transcript.Answer, []byte{6, 255})
	falsely("answer-impossible", "an Answer with a code that no types in question yield: a flag taken in the front row", owed, blue, transcript.Answer, []byte{2, 255})
	falsely("answer-other", "an Answer with another code than the one that C holds", owed, blue, transcript.Answer, append([]byte{0, 255}, make([]byte, 96)...))
	falsely("answer-no-flag", "an Answer that does not show the flag that it should", owed, blue, transcript.Answer, append([]byte{5, 255}, make([]byte, 96)...))
	answered := facing(t).play("a2xa3")
	unopened := answered.body(7)
	falsely("answer-flag-unproven", "an Answer without the opening of its flag", owed, blue, transcript.Answer, unopened[:len(unopened)-96])
	elsewhere := slices.Clone(unopened)
	elsewhere[1] = node("a4")
	falsely("answer-flag-elsewhere", "an Answer that shows its flag on another node", owed, blue, transcript.Answer, elsewhere)
	falsely("answer-trailing", "an Answer with a byte too much", owed, blue, transcript.Answer, append(slices.Clone(unopened), 0))
	falsely("answer-move", "a Move where an Answer is owed", owed, blue, transcript.Move, move("b3", "b4"))
	show := setting{}.sit(t, wolfLeft, wolfRight)
	show.players[red].Play(must(t)(show.rules.Board().ParseMove("a2xa3")), false, show.rng)
	show.carry()
	require.NoError(t, proceedOnce(show, blue))
	show.carry()
	falsely("show-none", "a Show of no node", show, red, transcript.Show, append([]byte{255}, make([]byte, 96)...))
	falsely("show-elsewhere", "a Show of a node where the flag may not stand", show, red, transcript.Show, append([]byte{node("b2")}, make([]byte, 96)...))
	falsely("show-unproven", "a Show without its opening", show, red, transcript.Show, []byte{node("a1")})
	falsely("show-move", "a Move where a Show is owed", show, red, transcript.Move, move("b2", "b1"))

	at(6, "no-move-certain", "a NoMove of a seat that publicly has a move", red, transcript.NoMove, make([]byte, 64))
	hidden := hiddenMobility(t)
	seat := hidden.mover().Seat()
	falsely("no-move-proof", "a NoMove whose proof does not verify", hidden, seat, transcript.NoMove, make([]byte, 96))
	falsely("pass-unproven", "a Pass without the proof that the seat has a move", hidden, seat, transcript.Pass, nil)
	falsely("pass-proof", "a Pass whose proof does not verify", hidden, seat, transcript.Pass, make([]byte, 128))
	at(6, "pass-body", "a Pass with a proof where it is public that the seat has a move", red, transcript.Pass, make([]byte, 160))
	noClock := setting{change: func(r *engine.Rules) { r.Times.Clock = 0 }}.sit(t, wolfLeft, wolfRight)
	falsely("pass-no-clock", "a Pass without a clock", noClock, red, transcript.Pass, nil)
	at(6, "accept-no-offer", "an AcceptDraw without an offer", red, transcript.AcceptDraw, nil)
	old := facing(t).play("offer:b2-b1", "b3-b4")
	falsely("accept-own", "an AcceptDraw of its own offer", old, red, transcript.AcceptDraw, nil)
	declined := facing(t).play("offer:b2-b1", "b3-b4", "b1-b2")
	falsely("accept-old", "an AcceptDraw of an offer that no longer stands", declined, blue, transcript.AcceptDraw, nil)
	offered := lamps(t, 2).sit(t)
	offered.offerFirst()
	falsely("accept-one-of-two", "an AcceptDraw where only one of two others has offered", offered, offered.mover().Seat(), transcript.AcceptDraw, nil)
	at(6, "resign-body", "a Resign with a body", red, transcript.Resign, []byte{0})
	later := setting{change: func(r *engine.Rules) { r.Ends.ResignFrom = 1 }}.sit(t, wolfLeft, wolfRight)
	falsely("resign-early", "a Resign before the ply from which one may", later, red, transcript.Resign, nil)
	request := transcript.SignResignRequest(tb.key(blue), tb.match().ID(), blue, tb.match().Head())
	granted := func(seat engine.Seat) []byte {
		return (&transcript.ResignedBody{Seat: seat, Signature: request.Signature}).Marshal()
	}
	at(6, "resigned-other", "a Resigned with a request that another seat signed", red, transcript.Resigned, granted(engine.Teal))
	self := transcript.SignResignRequest(tb.key(red), tb.match().ID(), red, tb.match().Head())
	at(6, "resigned-self", "a Resigned of the seat's own request", red, transcript.Resigned, (&transcript.ResignedBody{Seat: red, Signature: self.Signature}).Marshal())
	at(6, "resigned-short", "a Resigned without the seat", red, transcript.Resigned, granted(blue)[1:])
	after := facing(t).play("b2-b1", "b3-b4")
	void := transcript.SignResignRequest(after.key(blue), after.match().ID(), blue, after.match().Hash(6))
	falsely("resigned-old", "a Resigned with a request for an earlier place", after, red, transcript.Resigned, (&transcript.ResignedBody{Seat: blue, Signature: void.Signature}).Marshal())

	open := setting{change: openRules}.sit(t, wolfLeft, wolfRight)
	falsely("open-proof", "open mode: a Move with a proof", open, red, transcript.Move, move("b2", "b1", make([]byte, 96)...))
	falsely("open-type", "open mode: a Move that the piece can't make", setting{change: openRules}.sit(t, wolfRight, "HWX/F.H"), red, transcript.Move, move("c1", "b1"))
	falsely("open-answer", "open mode: an Answer", open, red, transcript.Answer, []byte{0, 255})
	falsely("open-no-move", "open mode: a NoMove", open, red, transcript.NoMove, nil)
	falsely("open-dispute", "open mode: a Dispute, though the resolver knows it", setting{change: openRules, resolver: "garbled"}.sit(t, wolfLeft, wolfRight), red, transcript.Dispute, nil)
	out = append(out, kitCase{"false-then-more", "what follows a record that convicts is not judged", cheating,
		tb.with(tb.sign(blue, transcript.Resign, nil), tb.match().Record(0), tb.match().Record(1))})

	audited := setting{resolver: "garbled"}.sit(t, wolfLeft, wolfRight)
	falsely("dispute-before-offer", "a Dispute before there was an offer", audited, red, transcript.Dispute, nil)
	require.NoError(t, audited.players[red].Play(must(t)(audited.rules.Board().ParseMove("a2xa3")), false, audited.rng))
	audited.carry()
	falsely("answer-before-step", "an Answer where a Step is owed", audited, blue, transcript.Answer, []byte{5, 255})
	falsely("step-garbage", "a Step that the public checks refuse", audited, blue, transcript.Step, []byte{1})
	falsely("dispute-body", "a Dispute with a body", audited, blue, transcript.Dispute, []byte{1})
	return out
}

func must(t testing.TB) func(engine.Move, error) engine.Move {
	return func(m engine.Move, err error) engine.Move {
		require.NoError(t, err)
		return m
	}
}

// proceedOnce makes one record that a seat owes.
func proceedOnce(tb *table, seat engine.Seat) error {
	_, err := tb.players[seat].Proceed(tb.rng)
	return err
}

// tableAnswering waits for blue's Answer to a2xa3.
func tableAnswering(t testing.TB) *table { return facing(t).step("a2xa3") }

// offerFirst has the seat to move offer a draw with any quiet move.
func (tb *table) offerFirst() {
	position := tb.match().Position()
	quiet := slices.DeleteFunc(tb.moves(), func(m engine.Move) bool { return position.At(m.To) != engine.NoPiece })
	require.NotEmpty(tb.t, quiet)
	require.NoError(tb.t, tb.mover().Play(quiet[0], true, tb.rng))
	tb.sync()
}

// falseLayout is a Layout that is the one committed to, with a proof that does not verify.
func falseLayout(t testing.TB) kitCase {
	tb := facing(t)
	body := tb.body(4)
	body[len(body)-1] ^= 1
	commit := transcript.Commitment(tb.match().ID(), red, tb.match().Key(red), body)
	records := append(tb.chain(2), tb.signOn(tb.match().ID(), red, transcript.Commit, commit[:]))
	base := transcript.HashRecord(records[2])
	records = append(records, tb.signOn(base, blue, transcript.Commit, tb.body(3)))
	records = append(records, tb.signOn(transcript.HashRecord(records[3]), red, transcript.Layout, body))
	return kitCase{"false-layout-proof", "a Layout whose proof does not verify", cheating, transcript.MarshalFile(records)}
}

// False records after the end.
func falseEndCases(t testing.TB) []kitCase {
	var out []kitCase
	falsely := func(name, tests string, tb *table, seat engine.Seat, kind transcript.Kind, body []byte) {
		out = append(out, kitCase{"false-" + name, tests, cheating, tb.with(tb.sign(seat, kind, body))})
	}
	end := facing(t).resign(red)
	falsely("move-after-end", "a Move after the end", end, blue, transcript.Move, []byte{7, 10, 0})
	reveal := bodyOf(end.extras(transcript.Reveal)[0])
	key, tape := slices.Clone(reveal), slices.Clone(reveal)
	key[0] ^= 1
	tape[63] ^= 1
	falsely("reveal-key", "a Reveal of another key", end, red, transcript.Reveal, key)
	falsely("reveal-tape", "a Reveal of another tape seed", end, red, transcript.Reveal, tape)
	falsely("reveal-length", "a Reveal of 63 bytes", end, red, transcript.Reveal, reveal[:63])
	never := setting{change: func(r *engine.Rules) { r.Views.Reveal = engine.RevealNever }}.sit(t, wolfLeft, wolfRight).resign(red)
	falsely("reveal-never", "a Reveal where nothing is revealed", never, red, transcript.Reveal, make([]byte, 64))
	open := setting{change: openRules}.sit(t, wolfLeft, wolfRight)
	falsely("open-reveal-again", "open mode: a second Reveal in the chain", open, red, transcript.Reveal, open.body(6))
	short := setting{change: openRules}.sit(t, wolfLeft, wolfRight)
	other := short.body(6)
	other[0] ^= 1
	out = append(out, kitCase{"false-open-reveal-key", "open mode: a Reveal of another key", cheating,
		short.after(6, short.signOn(short.base(6), red, transcript.Reveal, other))})
	return out
}

// Faults, sound and bogus.
func faultCases(t testing.TB) []kitCase {
	var out []kitCase
	add := func(name, tests string, bytes []byte) {
		out = append(out, kitCase{"fault-" + name, tests, cheating, bytes})
	}
	tb := facing(t).play("b2-b1", "b3-b4")
	head, wrong := tb.match().Base(), tb.sign(blue, transcript.Resign, nil)
	add("false-record", "a false record on the next base", tb.with(tb.fault(red, head, wrong)))
	earlier := tb.signOn(tb.base(6), blue, transcript.Resign, nil)
	add("false-earlier", "a false record on an earlier base", tb.with(tb.fault(red, tb.base(6), earlier)))
	add("false-at-match-id", "a false Commit on the match id", tb.with(tb.fault(red, tb.match().ID(), tb.signOn(tb.match().ID(), blue, transcript.Commit, tb.body(3)))))
	id := tb.match().ID()
	for _, c := range []struct {
		name, tests string
		record      []byte
	}{
		{"reveal-at-match-id", "a Reveal on the match id", tb.signOn(id, blue, transcript.Reveal, make([]byte, 64))},
		{"terms-at-match-id", "Terms on the match id", tb.signOn(id, red, transcript.Terms, tb.body(0))},
		{"join-at-match-id", "a Join on the match id", tb.signOn(id, blue, transcript.Join, tb.body(1))},
		{"half-signout", "a SignOut of cause 3 with half a signature, not on a base of its own",
			tb.signOn(id, blue, transcript.SignOut, append([]byte{byte(red), byte(transcript.Divided)}, make([]byte, 32)...))},
	} {
		add(c.name, c.tests, tb.after(3, tb.fault(red, id, c.record)))
	}
	states := make([][]byte, 2)
	for i := range states {
		state := transcript.StateBody{Base: id, Seat: red, Record: transcript.Hash{byte(i)}}
		states[i] = tb.signOn(id, blue, transcript.State, state.Marshal())
	}
	add("double-states", "two States between two seats", tb.with(tb.fault(red, id, states...)))
	add("self", "a Fault against its own signer, which is true", tb.with(tb.fault(blue, head, wrong)))
	twice := tb.signOn(tb.base(6), red, transcript.Resign, nil)
	add("double", "two different records of one seat on one base", tb.with(tb.fault(blue, tb.base(6), tb.match().Record(6), twice)))
	add("double-commit", "two Commits on the match id", tb.after(3, tb.fault(blue, tb.match().ID(), tb.match().Record(2), tb.signOn(tb.match().ID(), red, transcript.Commit, make([]byte, 32)))))
	add("double-not-due", "two records on one base, of which neither is due", tb.with(tb.fault(blue, head,
		tb.sign(red, transcript.Answer, nil), tb.sign(red, transcript.Show, nil))))
	claim := tb.claim(red, tb.base(5))
	add("after-claim", "a Fault after a Claim", tb.with(claim, tb.fault(red, head, wrong)))

	add("bogus-sound", "bogus: the record that it calls false is sound", tb.with(tb.fault(blue, head, tb.sign(red, transcript.Resign, nil))))
	flipped := slices.Clone(wrong)
	flipped[len(flipped)-1] ^= 1
	add("bogus-unsigned", "bogus: its record is not signed for that base", tb.with(tb.fault(red, head, flipped)))
	add("bogus-claim", "bogus: a Claim is never false", tb.with(tb.fault(blue, tb.base(5), claim)))
	add("bogus-terms", "bogus: a copy of Terms", tb.with(tb.fault(blue, head, tb.match().Record(0))))
	add("bogus-same", "bogus: twice the same record", tb.with(tb.fault(blue, tb.base(6), tb.match().Record(6), tb.match().Record(6))))
	add("bogus-seats", "bogus: two records of two seats on one base", tb.with(tb.fault(red, head, wrong, twice)))
	add("bogus-bases", "bogus: two records of one seat on two bases", tb.with(tb.fault(blue, head, tb.match().Record(6), tb.sign(red, transcript.Resign, nil))))
	end := facing(t).resign(red)
	seen := end.extras(transcript.Seen)
	add("bogus-outside", "bogus: records that stand outside the chain are no double-dealing", end.with(seen[0],
		end.fault(blue, end.match().Base(), seen[0], end.extras(transcript.Reveal)[0])))
	add("false-reveal", "a false Reveal", end.with(seen[0], end.fault(blue, end.match().Base(), end.sign(red, transcript.Reveal, make([]byte, 64)))))
	add("bogus-seen", "bogus: a Seen before the end, which is refused, and not false", tb.with(tb.fault(red, head, tb.sign(blue, transcript.Seen, nil))))
	open := setting{change: openRules}.sit(t, wolfLeft, wolfRight)
	add("double-open-reveals", "open mode: two Reveals on one base, which are of the chain", open.with(open.fault(blue, open.base(6),
		open.match().Record(6), open.signOn(open.base(6), red, transcript.Reveal, make([]byte, 64)))))
	three := lamps(t, 3).sit(t)
	outSeat := three.mover().Seat()
	three.resign(outSeat)
	add("by-out", "a Fault by a seat that is out", three.with(three.fault(outSeat, three.match().Base(), three.sign(three.mover().Seat(), transcript.Answer, nil))))
	return out
}

func certificate(form byte, frames ...[]byte) []byte {
	return slices.Concat([]byte("darkjunqi certificate 1\n"), []byte{form}, transcript.MarshalFile(frames)[len(transcript.Magic):])
}

func certificateCases(t testing.TB) []kitCase {
	var out []kitCase
	add := func(name, verdict, tests string, bytes []byte) {
		out = append(out, kitCase{"certificate-" + name, tests, verdict, bytes})
	}
	const convicts, nobody = "convicts", "convicts nobody"
	certify := func(file []byte) []byte {
		c, err := protocol.Certify(file)
		require.NoError(t, err)
		return c
	}
	tb := facing(t).play("b2-b1", "b3-b4")
	head, wrong := tb.match().Base(), tb.sign(blue, transcript.Resign, nil)
	sealed := tb.fault(red, head, wrong)
	add("false", convicts, "form 1: the chain and a false record", certify(tb.with(sealed)))
	bogus := tb.fault(blue, head, tb.sign(red, transcript.Resign, nil))
	add("bogus", convicts, "form 1: the chain and a bogus Fault", certify(tb.with(bogus)))
	early := tb.signOn(tb.base(6), blue, transcript.Resign, nil)
	add("earlier", convicts, "form 1: the chain as far as the false record", certify(tb.with(tb.fault(red, tb.base(6), early))))
	twice := tb.signOn(tb.base(6), red, transcript.Resign, nil)
	double := tb.fault(blue, tb.base(6), tb.match().Record(6), twice)
	add("double", convicts, "form 2", certify(tb.with(double)))
	base := tb.base(6)
	two := func(name, verdict, tests string, at []byte, records ...[]byte) {
		add(name, verdict, tests, certificate(2, append([][]byte{tb.match().Record(0), tb.match().Record(1), at}, records...)...))
	}
	move, answer := tb.match().Record(6), tb.match().Record(7)
	branch := tb.fault(red, base, early, move, answer)
	add("double-branch", convicts, "form 2: a seat has signed on another record than it has chosen", certify(tb.with(branch)))
	seen := transcript.SeenBody{Base: base, Record: tb.match().Hash(6)}
	two("double-branch-agrees", nobody, "form 2: a seat has signed on the record that it has chosen", base[:], tb.signOn(base, blue, transcript.Seen, seen.Marshal()), move, answer)
	two("double-branch-gap", nobody, "form 2: a branch without its first record", base[:], early, answer)
	two("double-branch-seats", nobody, "form 2: branches of two seats", base[:], early, move)
	two("double-branches", nobody, "form 2: three branches", base[:], early, move, answer, twice)
	divided := func(cause byte) []byte {
		body := transcript.SignOutBody{Seat: red, Cause: transcript.Divided, Stated: []transcript.Hash{{cause}}, Votes: [][64]byte{{}}}
		return tb.signOn(transcript.SecondBase(base), blue, transcript.SignOut, body.Marshal())
	}
	two("double-rounds", convicts, "form 2: a seat has chosen a record of the second round, and signed on one of the first", base[:], divided(0), move, answer)
	two("double-rounds-agree", nobody, "form 2: a seat has chosen a record in each round", base[:], divided(0), early)
	two("double-second", convicts, "form 2: two SignOuts of the second round", base[:], divided(0), divided(1))
	id := tb.match().ID()
	two("double-match-id", convicts, "form 2: two Commits on the match id", id[:], tb.match().Record(2), tb.signOn(id, red, transcript.Commit, make([]byte, 32)))
	nowhere := transcript.Hash{7}
	two("double-nowhere", convicts, "form 2: nobody can tell whether there ever was such a base", nowhere[:], tb.signOn(nowhere, red, transcript.Resign, nil), tb.signOn(nowhere, red, transcript.Pass, nil))
	two("double-same", nobody, "form 2: one record twice", base[:], twice, twice)
	two("double-unsigned", nobody, "form 2: a record that is not signed on that base", head[:], tb.match().Record(6), twice)
	two("double-seats", nobody, "form 2: records of two seats", base[:], twice, early)
	two("double-outside", nobody, "form 2: records that stand outside the chain", base[:], tb.signOn(base, red, transcript.Seen, nil), tb.signOn(base, red, transcript.Reveal, make([]byte, 64)))
	two("double-garbage", nobody, "form 2: bytes that are no record", base[:], twice, []byte{1, 2, 3})
	two("double-short", unreadable, "form 2: a base of 31 bytes", base[:31], tb.match().Record(6), twice)
	add("double-no-join", unreadable, "form 2 without the Join", certificate(2, tb.match().Record(0), base[:], tb.match().Record(6), twice))
	two("double-more", unreadable, "form 2 with 17 records", base[:], slices.Concat([][]byte{early}, slices.Repeat([][]byte{move}, 16))...)
	three := lamps(t, 1).sit(t)
	add("double-joins", convicts, "form 2: the Joins may stand in any order", certificate(2, three.match().Record(0), three.match().Record(2), three.match().Record(1),
		nowhere[:], three.signOn(nowhere, amber, transcript.Resign, nil), three.signOn(nowhere, amber, transcript.Pass, nil)))

	chain := tb.chain(tb.match().Len())
	seq := func(name, verdict, tests string, records ...[]byte) {
		add(name, verdict, tests, certificate(1, records...))
	}
	seq("incomplete", nobody, "form 1: a match that is sound so far", chain...)
	end := facing(t).resign(red)
	seq("honest", nobody, "form 1: an honest match", end.all()...)
	seq("empty", nobody, "form 1: no record at all")
	seq("goes-on", unreadable, "form 1: it goes on after the false record", append(slices.Clip(chain), wrong, wrong)...)
	seq("claim", unreadable, "form 1: a Claim in front of the false record", append(slices.Clip(chain), tb.claim(red, head), wrong)...)
	seq("sealed", unreadable, "form 1: it seals with a Fault what it could end with", append(slices.Clip(chain), sealed)...)
	seq("sealed-double", unreadable, "form 1: it seals two records of one place, which is form 2", append(slices.Clip(chain), double)...)
	seq("refused", unreadable, "form 1: a record that is refused", append(slices.Clip(chain), tb.match().Record(0))...)
	falseReveal := end.sign(red, transcript.Reveal, make([]byte, 64))
	seq("reveal", convicts, "form 1: a false Reveal", append(end.chain(end.match().Len()), falseReveal)...)
	seq("reveal-seen", unreadable, "form 1: a Seen in front of a false Reveal", append(end.chain(end.match().Len()), end.extras(transcript.Seen)[0], falseReveal)...)
	whole := certificate(1, append(slices.Clip(chain), wrong)...)
	add("form-3", unreadable, "an unknown form", append(append([]byte{}, "darkjunqi certificate 1\n\x03"...), whole[25:]...))
	add("no-form", unreadable, "the first line alone", []byte("darkjunqi certificate 1\n"))
	add("version", unreadable, "another version", append([]byte("darkjunqi certificate 2\n"), whole[24:]...))
	add("transcript", unreadable, "a transcript is no certificate", tb.with(wrong))
	add("torn", unreadable, "it ends within a record", whole[:len(whole)-1])

	// Reveals that convict: a false announcement under an audited resolver.
	kind, err := adversary.Find("garbled-other-row")
	require.NoError(t, err)
	kind.Scene = adversary.Scene{Resolver: kind.Scene.Resolver, Rules: kind.Scene.Rules, Liar: kind.Scene.Liar, Layouts: kind.Scene.Layouts, Turns: kind.Scene.Turns}
	game, err := adversary.Play(kind, cheatRand())
	require.NoError(t, err)
	add("reveals", convicts, "form 1: the Reveals that convict, without Seen", certify(game.Honest.Match().File()))
	records, _, err := transcript.ParseFile(game.Honest.Match().File())
	require.NoError(t, err)
	seq("reveals-and-seen", unreadable, "form 1: Reveals that convict, and Seen", records...)
	return out
}

func cheatRand() *rand.ChaCha8 { return rand.NewChaCha8([32]byte{1}) }

// cheatCases are what an honest seat holds after each cheat of package adversary.
func cheatCases(t testing.TB) []kitCase {
	var out []kitCase
	for _, kind := range adversary.Kinds() {
		g, err := adversary.Play(kind, cheatRand())
		require.NoError(t, err, kind.Name)
		file, want := g.Honest.Match().File(), cheating
		switch kind.Stopped {
		case adversary.Unattributed:
			records, _, err := transcript.ParseFile(g.Before)
			require.NoError(t, err)
			file, want = transcript.MarshalFile(append(records, g.Refused)), unreadable
		case adversary.Claimed:
			require.NoError(t, g.Honest.ClaimSilence())
			file, want = g.Honest.Match().File(), incomplete
		}
		out = append(out, kitCase{"cheat-" + kind.Name, kind.Description, want, file})
	}
	return out
}
