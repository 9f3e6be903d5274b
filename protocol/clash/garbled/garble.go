package garbled

// A garbling is a garbled circuit, with what it takes to read its outputs.
type garbling struct {
	gates   []label    // one ciphertext for each gate
	outputs [][2]label // hashes of the labels of each output bit, for 0 and 1
}

// size returns the length of a garbling of the circuit in bytes.
func (c *Circuit) size() int { return labelSize * (len(c.Gates) + 2*len(c.Outputs)) }

// garble encrypts the circuit for an attacker of that number. Every label for 1 is
// the label for 0 plus offset; zero are the labels for 0 of the defender's bits.
func (c *Circuit) garble(h hasher, attacker uint8, offset label, zero [inputBits]label) (g garbling) {
	g.gates = make([]label, len(c.Gates))
	outputs := c.walk(zero,
		func(own uint16) label { return offset.times(uint64(own >> attacker & 1)) },
		func(i int, b, s label) label {
			out := h.hash(gatePurpose, i, b)
			g.gates[i] = out.xor(h.hash(gatePurpose, i, b.xor(offset))).xor(s)
			return out
		})
	g.outputs = make([][2]label, len(outputs))
	for k, l := range outputs {
		g.outputs[k] = [2]label{h.hash(outputPurpose, k, l), h.hash(outputPurpose, k, l.xor(offset))}
	}
	return g
}

// evaluate goes through a garbling with the labels of the bits of a defender of that
// number, and returns the labels of the outputs.
func (c *Circuit) evaluate(h hasher, defender uint8, bits [inputBits]label, g garbling) []label {
	return c.walk(bits,
		func(uint16) label { return label{} },
		func(i int, b, s label) label {
			value := uint64(defender >> c.Gates[i].Bit & 1)
			return h.hash(gatePurpose, i, b).xor(g.gates[i].xor(s).times(value))
		})
}

// value returns the bit that a label of output k stands for, and whether it stands
// for one.
func (g garbling) value(h hasher, k int, l label) (bit int, ok bool) {
	switch h.hash(outputPurpose, k, l) {
	case g.outputs[k][0]:
		return 0, true
	case g.outputs[k][1]:
		return 1, true
	}
	return 0, false
}

// appendTo writes the gates, and for each output both hashes.
func (g garbling) appendTo(b []byte) []byte {
	for _, l := range g.gates {
		b = l.appendTo(b)
	}
	for _, hashes := range g.outputs {
		b = hashes[1].appendTo(hashes[0].appendTo(b))
	}
	return b
}

// readGarbling decodes size bytes.
func (c *Circuit) readGarbling(b []byte) (g garbling) {
	labels := readLabels(b)
	g.gates, labels = labels[:len(c.Gates)], labels[len(c.Gates):]
	g.outputs = make([][2]label, len(c.Outputs))
	for k := range g.outputs {
		g.outputs[k] = [2]label(labels[2*k:])
	}
	return g
}
