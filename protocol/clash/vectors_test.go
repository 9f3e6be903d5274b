package clash

import (
	"bytes"
	"crypto/sha512"
	"testing"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/protocol/group"
	"github.com/darkjunqi/darkjunqi/protocol/internal/vector"
	"github.com/darkjunqi/darkjunqi/protocol/layout"
	"github.com/darkjunqi/darkjunqi/protocol/sigma"
	"github.com/stretchr/testify/require"
)

// errorNames are the names under which vectors expect the errors.
var errorNames = map[string]error{
	"ErrProof": sigma.ErrProof, "ErrElement": group.ErrElement, "ErrScalar": group.ErrScalar,
	"ErrLength": group.ErrLength, "ErrStatement": ErrStatement, "ErrCode": ErrCode,
}

// seatText is what these vectors take from layout.json, which has the two seats.
type seatText struct {
	Name    string `json:"name"`
	Rules   string `json:"rules"`
	Context struct {
		Rules vector.Hex `json:"rules"`
		Match vector.Hex `json:"match"`
		Seat  string     `json:"seat"`
		Key   vector.Hex `json:"key"`
	} `json:"context"`
	Layout   string     `json:"layout"`
	Key      vector.Hex `json:"key"`
	NonceKey vector.Hex `json:"nonce_key"`
	Fresh    vector.Hex `json:"fresh"`
	Nonce    vector.Hex `json:"nonce"`
	TapeSeed vector.Hex `json:"tape_seed"`
}

type player struct {
	rules      *engine.Ruleset
	ctx        sigma.Context
	secret     *layout.Secret
	commitment *layout.Commitment
}

func (x *seatText) player(t *testing.T) *player {
	seat, err := engine.ParseSeat(x.Context.Seat)
	require.NoError(t, err)
	rs, err := engine.ParseCanonical([]byte(x.Rules))
	require.NoError(t, err)
	l, err := junqi.Standard().ParseLayout(x.Layout)
	require.NoError(t, err)
	key, err := layout.ParseKey(x.Key)
	require.NoError(t, err)
	p := &player{rules: rs}
	p.ctx = sigma.Context{Rules: [32]byte(x.Context.Rules), Match: [32]byte(x.Context.Match), Seat: seat, Key: [32]byte(x.Context.Key)}
	p.secret = &layout.Secret{
		Key: key, Layout: l, Nonces: sigma.Nonces{Key: [32]byte(x.NonceKey), Fresh: [32]byte(x.Fresh)},
		Nonce: [32]byte(x.Nonce), TapeSeed: [32]byte(x.TapeSeed),
	}
	body, err := layout.Prove(p.ctx, rs, p.secret)
	require.NoError(t, err)
	p.commitment, err = layout.Verify(p.ctx, rs, body)
	require.NoError(t, err)
	return p
}

func players(t *testing.T) map[string]*player {
	var f struct {
		Cases []seatText `json:"cases"`
	}
	vector.ReadSome(t, "layout.json", &f)
	m := map[string]*player{}
	for i := range f.Cases {
		m[f.Cases[i].Name] = f.Cases[i].player(t)
	}
	return m
}

// clashFile is clash.json.
type clashFile struct {
	Comment string        `json:"comment"`
	Cases   []clashCase   `json:"cases"`
	Invalid []invalidCase `json:"invalid"`
}

type publicText struct {
	Attacker      string     `json:"attacker"`
	AttackerPiece int        `json:"attacker_piece"`
	DefenderPiece int        `json:"defender_piece"`
	Movers        string     `json:"movers"`
	Prev          vector.Hex `json:"prev"`
	Body          vector.Hex `json:"body"`
	Index         uint8      `json:"index"`
}

type clashCase struct {
	Name string `json:"name"`
	publicText
	Fresh  vector.Hex      `json:"fresh"` // of the attack; the nonce key is the seat's
	Target [][2]vector.Hex `json:"T"`     // U and V of T_i, in the order of M(a)
	P      vector.Hex      `json:"P"`
	Blind  vector.Hex      `json:"t"`
	R      vector.Hex      `json:"r"`
	State  vector.Hex      `json:"state"` // of the sponge, with C
	C      vector.Hex      `json:"c"`
	Attack vector.Hex      `json:"attack"`
	Answer answerText      `json:"answer"`
}

// An answerText stands on the hash of the attack instead of the record's, and has
// the code for its body.
type answerText struct {
	Prev  vector.Hex `json:"prev"`
	Body  vector.Hex `json:"body"`
	Fresh vector.Hex `json:"fresh"`
	Code  uint8      `json:"code"`
	Proof vector.Hex `json:"proof"`
}

type invalidCase struct {
	Comment string `json:"comment"`
	publicText
	Attack vector.Hex  `json:"attack"`
	Answer *answerText `json:"answer,omitempty"` // if so, the attack is good
	Error  string      `json:"error"`
}

func (x *publicText) statement(t *testing.T, m map[string]*player) (*player, *player, sigma.Place, Statement) {
	seat, err := engine.ParseSeat(x.Attacker)
	require.NoError(t, err)
	a, d := m[x.Attacker], m[(1-seat).String()]
	var movers engine.TypeSet
	for _, letter := range x.Movers {
		j, err := a.rules.ParseType(string(letter))
		require.NoError(t, err)
		movers = movers.Add(j)
	}
	at := sigma.Place{Context: a.ctx, Prev: [32]byte(x.Prev), Body: x.Body, Index: x.Index}
	return a, d, at, Statement{
		Rules: a.rules, Attacker: a.commitment, AttackerPiece: x.AttackerPiece, Movers: movers,
		Defender: d.commitment, DefenderPiece: x.DefenderPiece,
	}
}

// run makes both messages of a case.
func (c *clashCase) run(t *testing.T, m map[string]*player) {
	a, d, at, st := c.statement(t, m)
	n := sigma.Nonces{Key: a.secret.Nonces.Key, Fresh: [32]byte(c.Fresh)}
	msg, err := Attack(at, st, a.secret, n)
	require.NoError(t, err)
	c.Attack = msg
	c.Target = nil
	for _, e := range st.targets() {
		c.Target = append(c.Target, [2]vector.Hex{e.U.Bytes(), e.V.Bytes()})
	}
	p := st.Attacker.Piece(c.AttackerPiece).Bytes()
	_, blinder := a.secret.Row(a.ctx, c.AttackerPiece, nil)
	c.P, c.Blind = p[:], blinder.Bytes()
	c.R = n.Scalar(AttackKind+"/r", 0, st.sponge(at).State(), blinder.Bytes()).Bytes()

	sponge := st.sponge(at)
	sponge.Absorb(msg[:64])
	state := sponge.State()
	sponge.Absorb(msg[64:160])
	c.State, c.C = state[:], sponge.SqueezeScalar().Bytes()

	q, err := CheckAttack(at, st, msg)
	require.NoError(t, err)
	h := sha512.Sum512_256(msg)
	c.Answer.Prev = h[:]
	n = sigma.Nonces{Key: d.secret.Nonces.Key, Fresh: [32]byte(c.Answer.Fresh)}
	code, proof, err := q.Answer(func(code engine.Code) sigma.Place {
		c.Answer.Body = []byte{byte(code)}
		return c.Answer.place(d)
	}, d.secret.Key, n)
	require.NoError(t, err)
	c.Answer.Code, c.Answer.Proof = uint8(code), proof
	require.NoError(t, q.CheckAnswer(c.Answer.place(d), code, proof))
}

func (x *answerText) place(d *player) sigma.Place {
	return sigma.Place{Context: d.ctx, Prev: [32]byte(x.Prev), Body: x.Body}
}

func TestVectors(t *testing.T) {
	m := players(t)
	f := clashFile{Comment: "the seats are those of layout.json; attack = C.U, C.V, first messages, responses x (but the last), t, r; answer = first messages, response"}
	hash := func(seed string) vector.Hex { h := sha512.Sum512_256([]byte("vector " + seed)); return h[:] }
	piece := func(seat string, j engine.Type) int {
		for p, is := range m[seat].secret.Layout {
			if is == j {
				return p
			}
		}
		panic("no such piece")
	}
	for _, x := range []struct {
		attacker, defender string
		a, d               engine.Type
		movers             engine.TypeSet
	}{
		{"red", "blue", junqi.Army, junqi.Commander, junqi.Standard().Mobile()},
		{"blue", "red", junqi.Engineer, junqi.Mine, junqi.Standard().Mobile()},
		{"red", "blue", junqi.Bomb, junqi.Division, junqi.Standard().Mobile()},
		{"blue", "red", junqi.Platoon, junqi.Flag, junqi.Standard().Mobile()},
		{"red", "blue", junqi.Engineer, junqi.Platoon, engine.TypesOf(junqi.Engineer)},
	} {
		c := clashCase{Name: x.a.String() + " attacks " + x.d.String(), publicText: publicText{
			Attacker: x.attacker, AttackerPiece: piece(x.attacker, x.a), DefenderPiece: piece(x.defender, x.d),
			Prev: hash("prev " + x.attacker), Body: []byte("a move"), Index: 0,
		}, Fresh: hash("fresh attack")}
		movers := x.movers & m[x.attacker].rules.Allowed(c.AttackerPiece)
		c.Movers = junqi.Standard().Letters(movers)
		c.Answer.Fresh = hash("fresh answer")
		c.run(t, m)
		require.Equal(t, m["red"].rules.Clash(x.a, x.d), engine.Code(c.Answer.Code))
		f.Cases = append(f.Cases, c)
	}
	f.invalid(t, m)
	vector.Check(t, "clash.json", f)

	var read clashFile
	vector.Read(t, "clash.json", &read)
	for _, c := range read.Cases {
		again := c
		again.run(t, m)
		require.Equal(t, c, again)
	}
	for _, c := range read.Invalid {
		_, d, at, st := c.statement(t, m)
		q, err := CheckAttack(at, st, c.Attack)
		if c.Answer != nil {
			require.NoError(t, err, c.Comment)
			err = q.CheckAnswer(c.Answer.place(d), engine.Code(c.Answer.Code), c.Answer.Proof)
		}
		require.ErrorIs(t, err, errorNames[c.Error], c.Comment)
	}
}

// invalid lists what must be refused.
func (f *clashFile) invalid(t *testing.T, m map[string]*player) {
	good := f.Cases[0]
	bad := func(comment, err string, change func(*invalidCase)) {
		c := invalidCase{Comment: comment, publicText: good.publicText, Attack: bytes.Clone(good.Attack), Error: err}
		change(&c)
		f.Invalid = append(f.Invalid, c)
	}
	bad("a bit of C.U", "ErrElement", func(c *invalidCase) { c.Attack[0] ^= 1 })
	bad("C.V is not canonical", "ErrElement", func(c *invalidCase) { copy(c.Attack[32:], bytes.Repeat([]byte{0xff}, 32)) })
	bad("C is the identity twice", "ErrProof", func(c *invalidCase) { clear(c.Attack[:64]) })
	bad("C.U and C.V swapped", "ErrProof", func(c *invalidCase) {
		copy(c.Attack, append(bytes.Clone(good.Attack[32:64]), good.Attack[:32]...))
	})
	bad("another first message", "ErrProof", func(c *invalidCase) { copy(c.Attack[64:], good.Attack[96:128]) })
	bad("a first message that is not canonical", "ErrElement", func(c *invalidCase) { copy(c.Attack[128:], bytes.Repeat([]byte{0xff}, 32)) })
	bad("a bit of the first response", "ErrProof", func(c *invalidCase) { c.Attack[160] ^= 1 })
	bad("the last response plus q", "ErrScalar", func(c *invalidCase) { addOrder(c.Attack[len(c.Attack)-32:]) })
	bad("a response is missing", "ErrLength", func(c *invalidCase) { c.Attack = c.Attack[:len(c.Attack)-32] })
	bad("a byte too many", "ErrLength", func(c *invalidCase) { c.Attack = append(c.Attack, 0) })
	bad("a mover fewer", "ErrLength", func(c *invalidCase) { c.Movers = c.Movers[1:] })
	bad("no movers", "ErrStatement", func(c *invalidCase) { c.Movers = "" })
	bad("a mine that moves", "ErrStatement", func(c *invalidCase) { c.Movers = "M" + c.Movers })
	bad("another attacking piece", "ErrProof", func(c *invalidCase) { c.AttackerPiece++ })
	bad("another defending piece", "ErrProof", func(c *invalidCase) { c.DefenderPiece++ })
	bad("another previous record", "ErrProof", func(c *invalidCase) { c.Prev = bytes.Repeat([]byte{1}, 32) })
	bad("another move", "ErrProof", func(c *invalidCase) { c.Body = []byte("b move") })
	bad("another index", "ErrProof", func(c *invalidCase) { c.Index = 1 })
	bad("of the other seat", "ErrProof", func(c *invalidCase) { c.Attacker = "blue" })

	// The honest prover's work with another type than the committed one.
	a, d, at, st := good.statement(t, m)
	movers := st.Movers.Types()
	r := group.SmallScalar(7)
	_, blinder := a.secret.Row(a.ctx, good.AttackerPiece, nil)
	commander := len(movers) - 1
	if movers[commander] == junqi.Bomb {
		commander--
	}
	c := st.refresh(st.targets()[commander], r)
	forged := forge(at, st, c, oneHot(commander, len(movers)), blinder, r)
	bad("an army that attacks as a commander", "ErrProof", func(c *invalidCase) { c.Attack = forged })

	answer := func(comment, err string, change func(*answerText)) {
		bad(comment, err, func(c *invalidCase) {
			x := good.Answer
			x.Proof = bytes.Clone(x.Proof)
			x.Fresh = nil
			change(&x)
			c.Answer = &x
		})
	}
	answer("another code with the same proof", "ErrProof", func(x *answerText) { x.Code ^= 1 })
	answer("a code that is none", "ErrCode", func(x *answerText) { x.Code = 8 })
	answer("another code, proven as honestly as can be", "ErrProof", func(x *answerText) {
		x.Code ^= 1
		x.Body = []byte{x.Code}
		q, err := CheckAttack(at, st, good.Attack)
		require.NoError(t, err)
		x.Proof = d.secret.Key.Prove(x.place(d), q.piece, q.opening(x.Code), sigma.Nonces{})
	})
	answer("another previous record", "ErrProof", func(x *answerText) { x.Prev = bytes.Repeat([]byte{1}, 32) })
	answer("another body", "ErrProof", func(x *answerText) { x.Body = []byte("other") })
	answer("a bit of the response", "ErrProof", func(x *answerText) { x.Proof[64] ^= 1 })
	answer("the response plus q", "ErrScalar", func(x *answerText) { addOrder(x.Proof[64:]) })
	answer("a byte is missing", "ErrLength", func(x *answerText) { x.Proof = x.Proof[:95] })
}
