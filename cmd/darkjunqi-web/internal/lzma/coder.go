package lzma

// Odds are the chances of a 0, out of 2048.
const (
	evenOdds = 1024
	oddsMove = 5 // by a 32nd of the way
)

// coder writes bits, each in so much room as its odds deserve.
type coder struct {
	out   []byte
	low   uint64
	width uint32
	cache byte // held until no carry can change it, with the 0xFFs after it
	held  int
	odds  [allOdds]uint16
}

func (c *coder) reset() {
	c.width, c.held = 1<<32-1, 1
	for i := range c.odds {
		c.odds[i] = evenOdds
	}
}

// bit writes a bit by its odds, which learn from it.
func (c *coder) bit(at int, bit uint32) {
	odds := c.odds[at]
	bound := c.width >> 11 * uint32(odds)
	if bit == 0 {
		c.width = bound
		c.odds[at] += (2048 - odds) >> oddsMove
	} else {
		c.low += uint64(bound)
		c.width -= bound
		c.odds[at] -= odds >> oddsMove
	}
	for c.width < 1<<24 {
		c.width <<= 8
		c.shift()
	}
}

// even writes bits that are as often 0 as 1, the highest first.
func (c *coder) even(value, bits uint32) {
	for bits > 0 {
		bits--
		c.width >>= 1
		if value>>bits&1 == 1 {
			c.low += uint64(c.width)
		}
		for c.width < 1<<24 {
			c.width <<= 8
			c.shift()
		}
	}
}

func (c *coder) shift() {
	if c.low < 0xFF000000 || c.low >= 1<<32 {
		carry := byte(c.low >> 32)
		for ; c.held > 0; c.held-- {
			c.out = append(c.out, c.cache+carry)
			c.cache = 0xFF
		}
		c.cache = byte(c.low >> 24)
	}
	c.held++
	c.low = c.low & 0xFFFFFF << 8
}

func (c *coder) finish() []byte {
	for range 5 {
		c.shift()
	}
	return c.out
}

// tree writes a value of so many bits, the highest first, each with odds by those before it.
func (c *coder) tree(at int, value, bits uint32) {
	node := uint32(1)
	for bits > 0 {
		bits--
		bit := value >> bits & 1
		c.bit(at+int(node), bit)
		node = node<<1 | bit
	}
}

// reversed is tree with the lowest bit first.
func (c *coder) reversed(at int, value, bits uint32) {
	node := uint32(1)
	for range bits {
		bit := value & 1
		c.bit(at+int(node), bit)
		node = node<<1 | bit
		value >>= 1
	}
}

// length writes the length of a match.
func (c *coder) length(at, length, position int) {
	v := uint32(length - minLen)
	switch {
	case v < 8:
		c.bit(at+lenLong, 0)
		c.tree(at+lenShort+position<<3, v, 3)
	case v < 16:
		c.bit(at+lenLong, 1)
		c.bit(at+lenLonger, 0)
		c.tree(at+lenMiddle+position<<3, v-8, 3)
	default:
		c.bit(at+lenLong, 1)
		c.bit(at+lenLonger, 1)
		c.tree(at+lenHigh, v-16, 8)
	}
}

// distance writes the distance, less one, of a match of a length.
func (c *coder) distance(distance uint32, length int) {
	slot, bits := slotOf(distance)
	c.tree(slots+int(lenState(length))<<6, slot, 6)
	rest := distance & (1<<bits - 1)
	switch {
	case slot < 4:
	case slot < 14:
		c.reversed(specialAt(slot, bits), rest, bits)
	default:
		c.even(rest>>4, bits-4)
		c.reversed(aligned, rest&15, 4)
	}
}

// specialAt returns where the odds of the rest of a distance begin, for its tree's node 0.
func specialAt(slot, bits uint32) int { return specials + int((2|slot&1)<<bits-slot) }
