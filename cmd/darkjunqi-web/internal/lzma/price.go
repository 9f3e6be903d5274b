package lzma

import "math"

// Prices are in sixteenths of a bit.

// bitPrice is the price of a bit by odds/16 of it.
var bitPrice = func() (table [128]uint32) {
	for i := range table {
		table[i] = uint32(math.Round(-16 * math.Log2((float64(i)+0.5)/128)))
	}
	return table
}()

func (c *coder) price(at int, bit uint32) uint32 {
	odds := uint32(c.odds[at])
	if bit == 1 {
		odds = 2047 - odds
	}
	return bitPrice[odds>>4]
}

func (c *coder) treePrice(at int, value, bits uint32) (sum uint32) {
	node := uint32(1)
	for bits > 0 {
		bits--
		bit := value >> bits & 1
		sum += c.price(at+int(node), bit)
		node = node<<1 | bit
	}
	return sum
}

func (c *coder) reversedPrice(at int, value, bits uint32) (sum uint32) {
	node := uint32(1)
	for range bits {
		bit := value & 1
		sum += c.price(at+int(node), bit)
		node = node<<1 | bit
		value >>= 1
	}
	return sum
}

// prices are the prices of lengths and distances when a block began.
type prices struct {
	match, rep [positions][maxLen + 1]uint32
	slot       [4][64]uint32
	near       [4][128]uint32 // the first distances, whole
	aligned    [16]uint32
}

func (p *prices) learn(c *coder) {
	for position := range positions {
		c.lengthPrices(matchLen, position, &p.match[position])
		c.lengthPrices(repLen, position, &p.rep[position])
	}
	for rest := range uint32(16) {
		p.aligned[rest] = c.reversedPrice(aligned, rest, 4)
	}
	for l := range p.slot {
		for slot := range uint32(64) {
			p.slot[l][slot] = c.treePrice(slots+l<<6, slot, 6)
			if slot >= 14 {
				p.slot[l][slot] += (slot>>1 - 5) * 16
			}
		}
	}
	for distance := range uint32(128) {
		slot, bits := slotOf(distance)
		rest := uint32(0)
		if slot >= 4 {
			rest = c.reversedPrice(specialAt(slot, bits), distance&(1<<bits-1), bits)
		}
		for l := range p.near {
			p.near[l][distance] = p.slot[l][slot] + rest
		}
	}
}

func (c *coder) lengthPrices(at, position int, to *[maxLen + 1]uint32) {
	long, short := c.price(at+lenLong, 1), c.price(at+lenLong, 0)
	middle, high := long+c.price(at+lenLonger, 0), long+c.price(at+lenLonger, 1)
	for length := minLen; length <= maxLen; length++ {
		switch v := uint32(length - minLen); {
		case v < 8:
			to[length] = short + c.treePrice(at+lenShort+position<<3, v, 3)
		case v < 16:
			to[length] = middle + c.treePrice(at+lenMiddle+position<<3, v-8, 3)
		default:
			to[length] = high + c.treePrice(at+lenHigh, v-16, 8)
		}
	}
}

// distance returns the price of a distance, less one.
func (p *prices) distance(distance uint32, length int) uint32 {
	l := lenState(length)
	if distance < 128 {
		return p.near[l][distance]
	}
	slot, _ := slotOf(distance)
	return p.slot[l][slot] + p.aligned[distance&15]
}
