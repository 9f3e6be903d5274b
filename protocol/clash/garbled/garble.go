package garbled

// A garbling is what the attacker sends: the garbled circuit, and what it takes to
// get the labels of the defender's bits and to read those of the outputs.
type garbling struct {
	transfers [inputBits]label // what to add to the key of a 1
	gates     []label          // one ciphertext for each gate
	outputs   [][2]label       // hashes of the labels of each output bit, for 0 and 1
}

// garble encrypts the circuit for an attacker of that number. Every label for 1 is
// the label for 0 plus offset. The labels for 0 of the defender's bits are the
// keys of a 0.
func (c *Circuit) garble(session [32]byte, attacker uint8, offset label, zero, one [inputBits]label) (g garbling) {
	for i := range zero {
		g.transfers[i] = zero[i].xor(one[i]).xor(offset)
	}
	g.gates = make([]label, len(c.Gates))
	outputs := c.walk(zero,
		func(own uint16) label { return offset.times(uint64(own >> attacker & 1)) },
		func(i int, b, s label) label {
			out := hash(GateLabel, session, i, b)
			g.gates[i] = out.xor(hash(GateLabel, session, i, b.xor(offset))).xor(s)
			return out
		})
	for k, l := range outputs {
		g.outputs = append(g.outputs, [2]label{hash(OutputLabel, session, k, l), hash(OutputLabel, session, k, l.xor(offset))})
	}
	return g
}

// evaluate goes through a garbling with the keys of a defender of that number and
// returns the labels of the outputs.
func (c *Circuit) evaluate(session [32]byte, defender uint8, keys [inputBits]label, g garbling) []label {
	var bit [inputBits]label
	for i := range bit {
		bit[i] = keys[i].xor(g.transfers[i].times(uint64(defender >> i & 1)))
	}
	return c.walk(bit,
		func(uint16) label { return label{} },
		func(i int, b, s label) label {
			value := uint64(defender >> c.Gates[i].Bit & 1)
			return hash(GateLabel, session, i, b).xor(g.gates[i].xor(s).times(value))
		})
}

// value returns the bit that a label of output k stands for, and whether it stands
// for one.
func (g garbling) value(session [32]byte, k int, l label) (bit int, ok bool) {
	switch hash(OutputLabel, session, k, l) {
	case g.outputs[k][0]:
		return 0, true
	case g.outputs[k][1]:
		return 1, true
	}
	return 0, false
}

// marshal is the reply: transfers, gates, and for each output both hashes.
func (g garbling) marshal() (b []byte) {
	for _, l := range g.transfers {
		b = l.appendTo(b)
	}
	for _, l := range g.gates {
		b = l.appendTo(b)
	}
	for _, h := range g.outputs {
		b = h[1].appendTo(h[0].appendTo(b))
	}
	return b
}
