package conformance_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"filippo.io/edwards25519"
)

// Sections 10 to 17, told again from the page: who is convicted by a file or a
// certificate of the resolver elgamal. Nothing of the project is used.

const (
	transcriptLine  = "darkjunqi transcript 1\n"
	certificateLine = "darkjunqi certificate 1\n"
)

var kindNames = []string{"", "Terms", "Join", "Commit", "Layout", "Move", "Step", "Answer", "Show", "Pass", "NoMove",
	"Resign", "AcceptDraw", "Resigned", "Dispute", "Seen", "Reveal", "Claim", "Fault", "SignOut", "Vote", "State",
	"Key", "Shuffle", "Flip", "Share", "Face", "Lots", "", "", "Arrive"}

const (
	kindTerms, kindJoin, kindCommit, kindLayout, kindMove, kindStep, kindAnswer = 1, 2, 3, 4, 5, 6, 7
	kindNoMove, kindResigned, kindDispute, kindSeen, kindReveal, kindClaim      = 10, 13, 14, 15, 16, 17
	kindFault, kindSignOut, kindVote, kindState                                 = 18, 19, 20, 21
	kindKey, kindShuffle, kindFlip, kindShare, kindFace, kindLots               = 22, 23, 24, 25, 26, 27
)

type record struct {
	kind, seat      int
	body, signature []byte
	raw, hash       []byte
}

// parseRecord is section 10.
func parseRecord(raw []byte) record {
	in := &reader{raw}
	r := record{kind: in.uint(1), seat: in.uint(1), raw: raw, hash: h256(raw)}
	r.body, r.signature = in.framed(3), in.take(64)
	in.end()
	demand(1 <= r.kind && r.kind < len(kindNames) && kindNames[r.kind] != "" && r.seat <= 5, "kind or seat")
	demand(len(r.body) <= 66560 || r.kind == kindFault && len(r.body) <= 133296, "too long a body")
	return r
}

// signed reports whether the record is validly signed on a base.
func (r record) signed(key, match, base []byte) bool {
	domain := map[int]string{kindSeen: "seen", kindReveal: "reveal", kindClaim: "claim", kindFault: "fault",
		kindVote: "vote", kindState: "state"}[r.kind]
	if domain == "" {
		domain = "record"
	}
	domain = "darkjunqi/v1/" + domain
	n := len(r.body)
	return signedBy(key, join(len(domain), domain, match, base, r.kind, r.seat, n>>16, n>>8&0xff, n&0xff, r.body), r.signature)
}

// signedBy is Ed25519 as section 2 has it, for keys that are accepted.
func signedBy(key, message, signature []byte) bool {
	if key == nil || len(signature) != 64 {
		return false
	}
	a, err := new(edwards25519.Point).SetBytes(key)
	if err != nil {
		return false
	}
	r, err := new(edwards25519.Point).SetBytes(signature[:32])
	if err != nil || !bytes.Equal(r.Bytes(), signature[:32]) {
		return false
	}
	s, err := edwards25519.NewScalar().SetCanonicalBytes(signature[32:])
	if err != nil {
		return false
	}
	h, err := edwards25519.NewScalar().SetUniformBytes(sha512Of(signature[:32], key, message))
	if err != nil {
		return false
	}
	difference := new(edwards25519.Point).VarTimeDoubleScalarBaseMult(h, a.Negate(a), s)
	difference.Subtract(difference, r)
	return difference.MultByCofactor(difference).Equal(edwards25519.NewIdentityPoint()) == 1
}

func acceptedKey(key []byte) bool {
	p, err := new(edwards25519.Point).SetBytes(key)
	return err == nil && bytes.Equal(p.Bytes(), key) && new(edwards25519.Point).MultByCofactor(p).Equal(edwards25519.NewIdentityPoint()) == 0
}

// caught runs something and returns what it demanded in vain.
func caught(do func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			what, ok := p.(no)
			if !ok {
				panic(p)
			}
			err = errors.New(string(what))
		}
	}()
	do()
	return nil
}

// match is what a chain comes to.
type match struct {
	rules    *ruleset
	resolver string
	host     int
	terms    record
	invites  [][]byte
	keys     [][]byte // by seat; nil: free
	boxes    [][]byte // box keys
	joins    map[int]record
	chain    []record
	id       []byte // nil: seats are free
	commits  map[int][]byte
	layouts  map[int]*commitment
	game     *game
	question ciphertext // the C that waits for its Answer
	events   []event
	sources  []int
	living   []bool // before the last record in play
	writer   int    // of that record
	ended    bool
	seen     map[int]record
	reveals  map[int]record
	opened   [][]int
	claims   map[int]record
	claimed  map[int]int    // places
	faults   map[int]record // by whom they convict
	verdicts map[int]ruling // likewise
	putOut   map[int]bool   // by a SignOut
	cards    cards
}

func newMatch() *match {
	return &match{joins: map[int]record{}, commits: map[int][]byte{}, layouts: map[int]*commitment{}, seen: map[int]record{},
		reveals: map[int]record{}, claims: map[int]record{}, claimed: map[int]int{},
		faults: map[int]record{}, verdicts: map[int]ruling{}, putOut: map[int]bool{}}
}

// outcome is what a record is: sound, refused or false.
type outcome string

// add judges a record as 15.1 does, and takes it if it is sound. After any other outcome
// the match is not to be used any more.
func (m *match) add(raw []byte) (is outcome, why error) {
	var r record
	if err := caught(func() { r = parseRecord(raw) }); err != nil {
		return "refused", err // row 1
	}
	if len(m.faults) > 0 && m.rules.Views.Absent == "stop" {
		return "refused", errors.New("sealed") // row 2
	}
	if r.kind == kindVote || r.kind == kindState {
		return "refused", errors.New("it only travels") // row 3
	}
	if m.id == nil {
		if err := caught(func() { m.setUp(r) }); err != nil {
			return "refused", err // row 4
		}
		return "sound", nil
	}
	outside := r.kind >= kindSeen && r.kind <= kindFault && !(r.kind == kindReveal && m.rules.open())
	if len(m.chain) == 65512 && !outside {
		return "refused", errors.New("full") // row 5
	}
	place := len(m.chain)
	if r.kind == kindClaim || r.kind == kindFault {
		if err := caught(func() {
			demand(r.kind == kindFault || len(r.body) == 32, "length of a Claim")
			_, records := []byte{}, []record{}
			if r.kind == kindFault {
				_, records = faultBody(r.body)
			}
			place = m.find(r.body[:32])
			demand(place >= 0 || len(records) > 1, "no base of this chain")
		}); err != nil {
			return "refused", err // row 6
		}
	}
	base := m.base(place)
	switch {
	case r.kind == kindSeen: // row 6
		if !m.ended || place == m.rules.seats || !bytes.Equal(r.body, join(m.signedOn(place-1), m.chain[place-1].hash)) {
			return "refused", errors.New("not of the last record")
		}
		base = m.signedOn(place - 1)
	case r.kind == kindFault && len(r.body) >= 32:
		base = r.body[:32]
	case r.divided():
		base = secondBase(base)
	}
	if r.seat >= m.rules.seats || !r.signed(m.keys[r.seat], m.id, base) {
		return "refused", errors.New("not signed") // row 7
	}
	_, seen := m.seen[r.seat]
	_, revealed := m.reveals[r.seat]
	at, claims := m.claimed[r.seat]
	if r.kind == kindSeen && seen || r.kind == kindReveal && outside && revealed || r.kind == kindClaim && claims && place <= at {
		return "refused", errors.New("an echo") // row 8
	}
	if r.kind == kindSeen && (m.rules.Views.Reveal != "end" || m.rules.open() || !m.living[r.seat] || r.seat == m.writer || m.putOut[r.seat]) {
		return "refused", errors.New("nobody asks for it") // row 8
	}
	switch r.kind {
	case kindClaim:
		if m.rules.Times.Grace == 0 {
			return "refused", errors.New("no grace") // row 9
		}
		m.claims[r.seat], m.claimed[r.seat] = r, place
		return "sound", nil // row 10
	case kindFault:
		verdict := m.try(r)
		if _, stands := m.faults[verdict.culprit]; stands {
			return "refused", errors.New("an echo") // row 8
		}
		m.faults[verdict.culprit], m.verdicts[verdict.culprit] = r, verdict
		return "sound", nil // row 11
	}
	before := m.game
	if before != nil {
		before = before.clone()
	}
	if err := caught(func() { m.judge(r) }); err != nil {
		m.game = before     // which says how the game stood
		return "false", err // rows 12, 13
	}
	return "sound", nil
}

// base of a place of the chain, once there is a match id.
func (m *match) base(place int) []byte {
	if place == m.rules.seats {
		return m.id
	}
	return m.chain[place-1].hash
}

// divided reports whether a record is a SignOut of the second round.
func (r record) divided() bool {
	n := len(r.body) - 2
	return r.kind == kindSignOut && n >= 0 && n <= 576 && n%96 == 0 && r.body[1] == 3
}

func secondBase(base []byte) []byte { return h256("darkjunqi/v1/second", base) }

// signedOn is what the record of a place of the chain was signed on.
func (m *match) signedOn(place int) []byte {
	if m.chain[place].divided() {
		return secondBase(m.base(place))
	}
	return m.base(place)
}

// find returns the place that a base is of, -1 if of none.
func (m *match) find(base []byte) int {
	for i := m.rules.seats; i <= len(m.chain); i++ {
		if bytes.Equal(m.base(i), base) {
			return i
		}
	}
	return -1
}

// setUp is 11.1.
func (m *match) setUp(r record) {
	in := &reader{r.body}
	nothing := make([]byte, 32)
	if m.rules == nil {
		demand(r.kind == kindTerms, "no Terms")
		demand(in.uint(2) == 1, "another version")
		text := in.framed(3)
		m.resolver = string(in.framed(1))
		key, box := in.take(32), in.take(32)
		in.take(32)
		invites := in.framed(1)
		last, computers := -1, map[int]int{}
		for len(in.b) > 0 {
			seat := in.uint(1)
			demand(seat > last, "order of computers")
			last, computers[seat] = seat, in.uint(1)
		}
		demand(len(invites)%32 == 0 && len(m.resolver) <= 32, "lengths")
		for invite := range slices.Chunk(invites, 32) {
			demand(acceptedKey(invite), "invite key")
			m.invites = append(m.invites, invite)
		}
		demand(acceptedKey(key) && r.signed(key, nothing, nothing), "not signed")
		rules, err := readRules(text)
		demand(err == nil, "rules: %v", err)
		demand(r.seat < rules.seats && len(m.invites) == rules.seats-1, "seats")
		m.host = r.seat
		for seat, player := range computers {
			_, played := computers[player]
			demand(seat < rules.seats && player < rules.seats && seat != r.seat && !played, "computer")
			demand(bytes.Equal(m.seatKey(seat, key), m.seatKey(player, key)), "key of a computer")
		}
		demand(m.resolver == "elgamal" || rules.Deck == nil && (m.resolver == "yao82" || m.resolver == "garbled") && rules.Views.Reveal == "end" && rules.Ends.ResignFrom <= 256, "resolver")
		m.rules, m.terms, m.keys, m.boxes = rules, r, make([][]byte, rules.seats), make([][]byte, rules.seats)
		m.keys[r.seat], m.boxes[r.seat] = key, box
		m.chain, m.opened = []record{r}, make([][]int, rules.seats)
		return
	}
	demand(r.kind == kindJoin && r.seat < m.rules.seats && m.keys[r.seat] == nil, "not due")
	key, box, nonce, signature := in.take(32), in.take(32), in.take(32), in.take(64)
	in.end()
	demand(acceptedKey(key), "key")
	for _, other := range m.keys {
		demand(!bytes.Equal(key, other), "two seats with one key")
	}
	demand(r.signed(key, nothing, m.terms.hash), "not signed")
	demand(signedBy(m.seatKey(r.seat, nil), join("darkjunqi/v1/invite", m.terms.hash, r.seat, key, nonce), signature), "not invited")
	m.keys[r.seat], m.boxes[r.seat], m.joins[r.seat] = key, box, r
	if len(m.joins) < m.rules.seats-1 {
		return
	}
	name := join("darkjunqi/v1/match", m.rules.seats, m.terms.hash)
	for _, seat := range slices.Sorted(maps.Keys(m.joins)) {
		m.chain = append(m.chain, m.joins[seat])
		name = append(name, m.joins[seat].hash...)
	}
	m.id, m.joins = h256(name), map[int]record{}
}

// seatKey is the invite key of a seat, and for the host's its own.
func (m *match) seatKey(seat int, host []byte) []byte {
	switch {
	case seat == m.host:
		return host
	case seat > m.host:
		seat--
	}
	return m.invites[seat]
}

// order are the seats as they commit.
func (m *match) order() []int {
	out := []int{m.host}
	for seat := range m.rules.seats {
		if seat != m.host {
			out = append(out, seat)
		}
	}
	return out
}

func (m *match) context(seat int) context {
	return context{m.rules.digest(), m.id, seat, m.keys[seat]}
}

func (m *match) placeOf(r record, fixed int) place {
	demand(len(r.body) >= fixed, "too short")
	return place{m.context(r.seat), m.chain[len(m.chain)-1].hash, join(r.kind, r.body[:fixed]), 0}
}

// judge takes a record that is signed for its place, or says why it is false.
func (m *match) judge(r record) {
	n, setup := m.rules.seats, 3*m.rules.seats
	if m.rules.open() || m.rules.Deck != nil {
		setup += n
	}
	if m.rules.drawn() {
		setup += 3 * n
	}
	switch at := len(m.chain); {
	case at < setup:
		kinds := []int{0, kindCommit, kindLayout, kindReveal}
		if m.rules.Deck != nil {
			kinds = []int{0, kindCommit, kindKey, kindShuffle}
		}
		if m.rules.drawn() {
			kinds = []int{0, kindCommit, kindKey, kindShuffle, kindLots, kindLayout}
		}
		demand(r.kind == kinds[at/n] && r.seat == m.order()[at%n], "not due")
		m.setUpLayout(r)
	case m.ended:
		m.atEnd(r)
		return
	default:
		before := make([]bool, n)
		for seat, out := range m.game.out {
			before[seat] = out == ""
		}
		m.inPlay(r)
		if m.rules.open() || m.rules.Deck != nil {
			m.referee(at)
		}
		for seat := range m.putOut {
			before[seat] = false
		}
		m.ended, m.living, m.writer = m.game.phase == "Over", before, r.seat
	}
	m.chain = append(m.chain, r)
}

// setUpLayout is 11.3, and 12.3 as far as Reveals go.
func (m *match) setUpLayout(r record) {
	switch r.kind {
	case kindCommit:
		demand(len(r.body) == 32, "length")
		m.commits[r.seat] = r.body
	case kindLots:
		m.takeLots(r)
	case kindLayout:
		if m.rules.drawn() {
			m.takeDrawn(r)
			return
		}
		demand(bytes.Equal(m.commits[r.seat], h256("darkjunqi/v1/commit", m.id, r.seat, m.keys[r.seat], r.body)), "another Layout")
		m.layouts[r.seat] = verifyLayout(m.context(r.seat), m.rules, r.body)
		if len(m.layouts) == m.rules.seats {
			m.game = startGame(m.rules, m.firstMover())
		}
	case kindKey:
		m.takeKey(r)
	case kindShuffle:
		m.takeShuffle(r)
	case kindReveal:
		m.reveal(r)
		if len(m.reveals) == m.rules.seats {
			m.referee(len(m.chain))
			m.ended = m.game.phase == "Over"
		}
	}
}

func (m *match) firstMover() int {
	if m.rules.Views.First != "coin" {
		return slices.Index(seatNames, m.rules.Views.First)
	}
	toss := join("darkjunqi/v1/coin", m.id)
	for seat := range m.rules.seats {
		if m.rules.Deck != nil || m.rules.drawn() {
			toss = append(toss, m.cards.nonces[seat]...)
			continue
		}
		toss = append(toss, m.layouts[seat].nonce...)
	}
	n := new(big.Int).SetBytes(h256(toss))
	return int(n.Mod(n, big.NewInt(int64(m.rules.seats))).Int64())
}

func (m *match) reveal(r record) {
	in := &reader{r.body}
	key, tape := in.take(32), in.take(32)
	in.end()
	layout := m.layouts[r.seat].open(key)
	demand(bytes.Equal(m.layouts[r.seat].tape, h256(tape)), "another tape")
	m.reveals[r.seat], m.opened[r.seat] = r, layout
}

func (m *match) atEnd(r record) {
	demand(m.rules.Views.Reveal == "end" && !m.rules.open(), "nothing is due")
	switch r.kind {
	case kindSeen:
		m.seen[r.seat] = r
	case kindReveal:
		m.reveal(r)
	default:
		demand(false, "over")
	}
}

func (m *match) happen(e event) {
	demand(m.game.apply(e), "the event is not accepted: %+v", e)
	m.events, m.sources = append(m.events, e), append(m.sources, len(m.chain))
	m.follow(e)
}

// inPlay is 12.2.
func (m *match) inPlay(r record) {
	demand(m.resolver == "elgamal" || m.rules.open(), "the audited resolvers are not for this verifier")
	g := m.game
	if r.kind == kindSignOut {
		m.signOut(r)
		return
	}
	demand(r.seat == g.toAct(), "not to act")
	open, before := m.rules.open(), g.clone()
	if m.rules.Deck != nil {
		m.inDeckPlay(r)
		return
	}
	e := event{kind: kindNames[r.kind], seat: r.seat, flag: nowhere}
	switch e.kind {
	case "Move":
		at := m.placeOf(r, 3)
		e.from, e.to, e.offer = int(r.body[0]), int(r.body[1]), r.body[2] == 1
		demand(r.body[2] <= 1, "flags")
		m.happen(e)
		m.proveMove(e, at, before, r.body[3:])
	case "Answer":
		at := m.placeOf(r, 2)
		demand(!open, "no Answer in open mode")
		e.code, e.flag = int(r.body[0]), int(r.body[1])
		d := g.at[g.to]
		m.happen(e)
		in := &reader{r.body[2:]}
		verifyOpening(at, m.layouts[d.seat].y[d.number], m.question, e.code, in.take(96))
		if at.index = 1; e.flag != nowhere {
			m.proveFlag(at, e.flag, in.take(96))
		}
		in.end()
	case "Show":
		at := m.placeOf(r, 1)
		demand(!open, "no Show in open mode")
		e.flag = int(r.body[0])
		m.happen(e)
		m.proveFlag(at, e.flag, r.body[1:])
	case "Arrive":
		at := m.placeOf(r, 1)
		demand(!open, "no Arrive in open mode")
		e.to = int(r.body[0])
		p := before.at[e.to]
		m.happen(e)
		l := m.layouts[r.seat]
		verifyOpening(at, l.y[p.number], l.sum(p.number, map[int]bool{m.rules.typ[m.rules.Ends.Reach.Type]: true}), 1, r.body[1:])
	case "NoMove":
		demand(!open, "no NoMove in open mode")
		m.happen(e)
		m.layouts[r.seat].verifyPieces(m.placeOf(r, 0), "darkjunqi/v1/proof/none", parts(before, r.seat), r.body)
	case "Pass", "AcceptDraw":
		m.happen(e)
		if before.mobility(r.seat) == "hidden" && !open {
			m.layouts[r.seat].verifyPieces(m.placeOf(r, 0), "darkjunqi/v1/proof/some", parts(before, r.seat), r.body)
			return
		}
		demand(len(r.body) == 0, "a body")
	case "Resign":
		demand(len(r.body) == 0, "a body")
		m.happen(e)
	case "Resigned":
		m.resigned(r)
	default:
		demand(false, "not due")
	}
}

func (m *match) resigned(r record) {
	in := &reader{r.body}
	seat, signature := in.uint(1), in.take(64)
	in.end()
	head := m.chain[len(m.chain)-1].hash
	demand(seat != r.seat && seat < m.rules.seats &&
		signedBy(m.keys[seat], join("darkjunqi/v1/resign-request", m.id, head, seat), signature), "no request")
	demand(m.game.phase == "Move" && m.game.inDeal() == nil, "phase")
	m.happen(event{kind: "Resign", seat: seat, flag: nowhere})
}

// signOut is the SignOut of 12.4.
func (m *match) signOut(r record) {
	g := m.game
	in := &reader{r.body}
	seat, cause := in.uint(1), in.uint(1)
	demand(m.rules.Views.Absent == "out", "nobody is put out")
	demand(seat < m.rules.seats, "no seat")
	// A seat that went out by the record before may be called absent all the same.
	gone := cause == 1 && g.out[seat] != "" && m.living != nil && m.living[seat] && !m.putOut[seat]
	demand(gone || g.out[seat] == "", "no seat that lives")
	next := func(seat int) int {
		for i := 1; ; i++ {
			if d := (seat + i) % m.rules.seats; g.out[d] == "" {
				return d
			}
		}
	}
	writer := g.toAct()
	demand(cause == 1 && m.rules.Times.Grace > 0 || cause == 2 || cause == 3 && (seat == writer || seat == next(writer)), "cause")
	signer := writer
	if signer == seat {
		signer = next(seat)
	}
	demand(r.seat == signer, "not the seat that puts another out here")
	base := m.base(len(m.chain))
	stated := map[string]bool{}
	for voter := range m.rules.seats {
		if voter == seat || voter == signer && cause != 3 || g.out[voter] != "" {
			continue
		}
		word := record{kind: kindVote, seat: voter, body: join(base, seat, cause)}
		if cause == 3 {
			record := in.take(32)
			stated[string(record)] = true
			word.kind, word.body = kindState, join(base, seat, record)
		}
		word.signature = in.take(64)
		demand(word.signed(m.keys[voter], m.id, base), "no vote of %d", voter)
	}
	in.end()
	demand(cause != 3 || len(stated) != 1 || stated[string(make([]byte, 32))], "all state one record, which stands")
	if !gone {
		m.happen(event{kind: "Absent", seat: seat, flag: nowhere})
	}
	m.putOut[seat] = true
}

// parts are those of the proofs about several pieces.
func parts(g *game, seat int) (out []piecePart) {
	for _, p := range g.pieces(seat) {
		if mobile := g.mobile(p); len(mobile) > 0 {
			out = append(out, piecePart{p.number, mobile})
		}
	}
	return out
}

func (m *match) proveMove(e event, at place, before *game, proof []byte) {
	p := before.at[e.from]
	if m.rules.open() {
		demand(len(proof) == 0 && before.destinations(e.from, m.opened[e.seat][p.number])[e.to], "not so")
		return
	}
	if m.game.phase == "Answer" {
		d := before.at[e.to]
		code := func(i, j int) int { return m.rules.codeAt(i, j, d.seat, e.to) }
		m.question = attack{m.layouts[e.seat], m.layouts[d.seat], p.number, d.number, slices.Sorted(maps.Keys(m.game.known[p])), code}.verify(at, proof)
		return
	}
	opened := map[int]bool{}
	for t := range before.known[p] {
		if before.destinations(e.from, t)[e.to] {
			opened[t] = true
		}
	}
	if len(opened) == len(before.known[p]) {
		demand(len(proof) == 0, "a proof that is not needed")
		return
	}
	l := m.layouts[e.seat]
	verifyOpening(at, l.y[p.number], l.sum(p.number, opened), 1, proof)
}

// proveFlag verifies that the piece that started on a node is the flag.
func (m *match) proveFlag(at place, node int, proof []byte) {
	p := slices.Index(m.rules.start[at.seat], node)
	demand(p >= 0, "nobody started there")
	l := m.layouts[at.seat]
	verifyOpening(at, l.y[p], l.sum(p, map[int]bool{m.rules.flag: true}), 1, proof)
}

// referee is 12.3: what everybody announces in open mode.
func (m *match) referee(source int) {
	g := m.game
	for {
		var e event
		layouts := m.opened
		if g.deal != nil {
			layouts = g.armies()
		}
		switch {
		case g.inDeal() != nil:
			return
		case g.phase == "Answer" || g.phase == "Show":
			e = g.announce(layouts)
		case g.phase == "Move" && g.arrival(g.turn, layouts[g.turn]) != nowhere:
			e = event{kind: "Arrive", seat: g.turn, flag: nowhere, to: g.arrival(g.turn, layouts[g.turn])}
		case g.phase == "Move" && !g.hasMove(g.turn, layouts[g.turn]):
			e = event{kind: "NoMove", seat: g.turn, flag: nowhere}
		default:
			return
		}
		m.happen(e)
		m.sources[len(m.sources)-1] = source
	}
}

// faultBody takes the body of a Fault apart.
func faultBody(body []byte) (base []byte, records []record) {
	in := &reader{body}
	base = in.take(32)
	for len(in.b) > 0 {
		r := parseRecord(in.framed(3))
		demand(r.kind != kindFault, "nested")
		records = append(records, r)
	}
	demand(len(records) >= 1 && len(records) <= 16, "records")
	return base, records
}

// fold folds records from nothing, all of which must be sound.
func fold(records []record) *match {
	m := newMatch()
	for _, r := range records {
		is, why := m.add(r.raw)
		demand(is == "sound", "%v", why)
	}
	return m
}

// double returns the seat whose double-dealing on a base these branches are.
func (m *match) double(base []byte, records []record) (seat int, ok bool) {
	type branch struct {
		chosen, state  []byte // the latter of a lone State
		seat           int
		second, longer bool
	}
	var branches []branch
	for i, r := range records {
		if r.seat >= m.rules.seats {
			return 0, false
		}
		signed := func(on []byte) bool {
			named := r.kind != kindSeen && r.kind != kindState || len(r.body) >= 32 && bytes.Equal(r.body[:32], on)
			return named && r.signed(m.keys[r.seat], m.id, on)
		}
		chosen, state := r.hash, []byte(nil)
		switch {
		case r.kind == kindSeen && len(r.body) == 64:
			chosen = r.body[32:]
		case r.kind == kindState && len(r.body) == 65:
			chosen, state = r.body[33:], r.body
		case r.kind < kindSeen, r.kind == kindSignOut, r.kind == kindReveal && m.rules.open():
		default:
			return 0, false
		}
		switch {
		case i > 0 && (signed(records[i-1].hash) || signed(secondBase(records[i-1].hash))):
			last := &branches[len(branches)-1]
			if !last.longer {
				last.chosen, last.state, last.longer = records[i-1].hash, nil, true
			}
			last.seat = r.seat
		case signed(base):
			branches = append(branches, branch{chosen, state, r.seat, false, false})
		case signed(secondBase(base)):
			branches = append(branches, branch{chosen, state, r.seat, true, false})
		default:
			return 0, false
		}
	}
	if len(branches) != 2 || branches[0].seat != branches[1].seat {
		return 0, false
	}
	one, other := branches[0], branches[1]
	if one.second != other.second {
		return one.seat, !one.second && one.longer || !other.second && other.longer
	}
	return one.seat, !bytes.Equal(one.chosen, other.chosen) ||
		one.state != nil && other.state != nil && !bytes.Equal(one.state, other.state)
}

// A ruling is what an audit finds.
type ruling struct {
	code    int // exit
	culprit int // -1: nobody
	record  int // -1: none
	why     string
}

// try is 15.2.
func (m *match) try(fault record) ruling {
	base, records := faultBody(fault.body)
	place := m.find(base)
	if len(records) > 1 { // the place may be none of this chain
		if seat, is := m.double(base, records); is {
			return ruling{1, seat, place, "double-dealing"}
		}
	} else if is, why := fold(m.chain[:place]).add(records[0].raw); is == "false" {
		return ruling{1, records[0].seat, place, why.Error()}
	}
	return ruling{1, fault.seat, len(m.chain), "bogus"}
}

func marshalFile(records [][]byte) []byte {
	out := []byte(transcriptLine)
	for _, raw := range records {
		out = append(binary.BigEndian.AppendUint32(out, uint32(len(raw))), raw...)
	}
	return out
}

// file is section 16.
func (m *match) file() []byte {
	var records [][]byte
	for _, r := range m.chain {
		records = append(records, r.raw)
	}
	lists := []map[int]record{m.joins, m.seen, m.reveals, m.claims, m.faults}
	if m.rules != nil && m.rules.open() {
		lists[2] = nil
	}
	for _, list := range lists {
		for _, seat := range slices.Sorted(maps.Keys(list)) {
			records = append(records, list[seat].raw)
		}
	}
	return marshalFile(records)
}

// audit is section 17.
func audit(file []byte) (ruling, *match, []byte) {
	m := newMatch()
	unreadable := func(record int, why error) (ruling, *match, []byte) {
		return ruling{2, -1, record, why.Error()}, m, nil
	}
	var records [][]byte
	if err := caught(func() {
		demand(strings.HasPrefix(string(file), transcriptLine), "another first line")
		for in := (&reader{file[len(transcriptLine):]}); len(in.b) > 0; {
			records = append(records, in.framed(4))
			demand(len(records) <= 65536, "too many records")
			parseRecord(records[len(records)-1])
		}
	}); err != nil {
		return unreadable(-1, err)
	}
	for i, raw := range records {
		switch is, why := m.add(raw); is {
		case "refused":
			return unreadable(i, why)
		case "false":
			return ruling{1, int(raw[1]), i, why.Error()}, m, raw
		}
	}
	switch {
	case !bytes.Equal(m.file(), file):
		return unreadable(-1, errors.New("another order"))
	case len(m.faults) > 0:
		return m.verdicts[m.accused()], m, nil
	}
	if r, ok := m.replay(); ok {
		return r, m, nil
	}
	switch {
	case !m.ended:
		return ruling{3, -1, -1, "unfinished"}, m, nil
	}
	for seat := range m.rules.seats {
		_, revealed := m.reveals[seat]
		switch {
		case m.putOut[seat] && (!revealed || m.rules.open()):
			return ruling{3, -1, -1, "put out on the word of the others"}, m, nil
		case !revealed && m.rules.Views.Reveal == "end":
			return ruling{3, -1, -1, "not revealed"}, m, nil
		}
	}
	return ruling{0, -1, -1, "honest"}, m, nil
}

// accused is the lowest seat that a Fault convicts.
func (m *match) accused() int { return slices.Min(slices.Collect(maps.Keys(m.faults))) }

// replay is row 7 of section 17.
func (m *match) replay() (ruling, bool) {
	if m.game == nil {
		return ruling{}, false
	}
	g := startGame(m.rules, m.firstMover())
	for i, e := range m.events {
		own, contradicted := m.opened[e.seat], false
		switch e.kind {
		case "Move":
			contradicted = own != nil && !g.destinations(e.from, own[g.at[e.from].number])[e.to]
		case "Arrive":
			contradicted = own != nil && own[g.at[e.to].number] != g.rules.typ[g.rules.Ends.Reach.Type]
		case "NoMove":
			contradicted = own != nil && g.hasMove(e.seat, own)
		case "Pass", "AcceptDraw":
			contradicted = own != nil && !g.hasMove(e.seat, own)
		case "Answer":
			other := m.opened[g.turn]
			contradicted = own != nil && other != nil && g.announce(m.opened) != e
		case "Show":
			contradicted = own != nil && g.announce(m.opened) != e
		}
		if contradicted {
			return ruling{1, e.seat, m.sources[i], "contradicted"}, true
		}
		demand(g.apply(e), "what was accepted is accepted again")
	}
	return ruling{}, false
}

// certify is 17.1: the certificate that follows from a file that convicts.
func certify(file []byte) (ruling, []byte) {
	r, m, refused := audit(file)
	if r.code != 1 {
		return r, nil
	}
	raws := func(records []record) (out [][]byte) {
		for _, r := range records {
			out = append(out, r.raw)
		}
		return out
	}
	form := func(n int, frames [][]byte) []byte {
		return join(certificateLine, n, marshalFile(frames)[len(transcriptLine):])
	}
	chain := raws(m.chain)
	switch {
	case refused != nil:
		return r, form(1, append(chain, refused))
	case len(m.faults) == 0:
		return r, form(1, m.leastRevealed(r.culprit))
	case r.why == "bogus":
		return r, form(1, append(chain, m.faults[m.accused()].raw))
	}
	base, records := faultBody(m.faults[m.accused()].body)
	if len(records) > 1 {
		return r, form(2, append(append(chain[:m.rules.seats:m.rules.seats], base), raws(records)...))
	}
	place := m.find(base)
	return r, form(1, append(chain[:place:place], records[0].raw))
}

// leastRevealed is the chain with as few Reveals as convict.
func (m *match) leastRevealed(culprit int) [][]byte {
	for size := 1; ; size++ {
		for set := range 1 << m.rules.seats {
			var records [][]byte
			n := 0
			for _, r := range m.chain {
				records = append(records, r.raw)
			}
			for seat := range m.rules.seats {
				if set>>seat&1 == 1 {
					n++
					if r, ok := m.reveals[seat]; ok {
						records = append(records, r.raw)
					}
				}
			}
			if n != size || set>>culprit&1 == 0 {
				continue
			}
			if r, _, _ := audit(marshalFile(records)); r.code == 1 && r.culprit == culprit {
				return records
			}
		}
	}
}

// verifyCertificate is the table of 17.1.
func verifyCertificate(certificate []byte) ruling {
	bad := func(code int, why string) ruling { return ruling{code, -1, -1, why} }
	if !strings.HasPrefix(string(certificate), certificateLine) || len(certificate) == len(certificateLine) {
		return bad(2, "another first line")
	}
	in := &reader{certificate[len(certificateLine):]}
	form := in.uint(1)
	var frames [][]byte
	if err := caught(func() {
		for len(in.b) > 0 {
			frames = append(frames, in.framed(4))
			demand(len(frames) <= 65536 && len(frames[len(frames)-1]) <= 133365, "oversized")
		}
	}); err != nil {
		return bad(2, err.Error())
	}
	switch form {
	case 1:
		r, least := certify(marshalFile(frames))
		switch {
		case r.code == 2:
			return bad(2, r.why)
		case r.code != 1:
			return bad(1, r.why)
		case !bytes.Equal(least, certificate):
			return bad(2, "not the least")
		}
		return ruling{0, r.culprit, r.record, r.why}
	case 2:
		m := newMatch()
		for len(frames) > 0 && m.id == nil {
			if is, why := m.add(frames[0]); is != "sound" {
				return bad(2, why.Error())
			}
			frames = frames[1:]
		}
		if m.id == nil || len(frames) < 3 || len(frames) > 17 || len(frames[0]) != 32 {
			return bad(2, "frames")
		}
		var records []record
		if err := caught(func() {
			for _, raw := range frames[1:] {
				records = append(records, parseRecord(raw))
			}
		}); err != nil {
			return bad(1, err.Error())
		}
		seat, is := m.double(frames[0], records)
		if !is {
			return bad(1, "no double-dealing")
		}
		return ruling{0, seat, -1, "double-dealing"}
	}
	return bad(2, fmt.Sprint("form ", form))
}
