package lzma

import "slices"

const (
	blockLen = 16384 // symbols of a block are chosen together
	longLen  = 272   // a match of this length is taken at once
)

// Kinds of symbols beside matches, whose distance, less one, is far from them, and the last four
// distances, which are 0 to 3.
const literal = 1<<32 - 1

// node is a place of a block, and the cheapest way that leads there.
type node struct {
	price  uint32
	length int // of the last symbol
	// of the last symbol: literal, 0 to 3 for one of the last distances, or 4 more than a distance, less one
	kind uint32
	// Whether a literal comes right before the last symbol, and what before that, of length 0 if nothing. The cheapest way to
	// the place of the literal may have lost the distance that makes the whole cheap.
	literal     bool
	firstLength int
	firstKind   uint32
	place
}

// size returns how many bytes the last symbols stand for.
func (n *node) size() int {
	if n.literal {
		return n.firstLength + 1 + n.length
	}
	return n.length
}

// symbols calls a function with the last symbols in their order.
func (n *node) symbols(each func(kind uint32, length int)) {
	if n.literal {
		if n.firstLength > 0 {
			each(n.firstKind, n.firstLength)
		}
		each(literal, 1)
	}
	each(n.kind, n.length)
}

// place holds everything on which the coding of the next symbol depends.
type place struct {
	state state
	last  [4]uint32 // distances, less one
}

type encoder struct {
	coder
	*finder
	prices
	place
	at    int
	nodes [blockLen + 1]node
}

func newEncoder(data []byte) *encoder {
	e := &encoder{finder: newFinder(data)}
	e.reset()
	return e
}

// encodeBlock chooses the cheapest symbols for what comes next, and writes them.
func (e *encoder) encodeBlock() {
	e.learn(&e.coder)
	most := min(blockLen, len(e.data)-e.at)
	for i := range e.nodes[:most+1] {
		e.nodes[i].price = 1<<32 - 1
	}
	e.nodes[0] = node{place: e.place}
	i, reached := 0, 0
	var long match
	for ; i < most; i++ {
		n := &e.nodes[i]
		if i > 0 {
			e.arrive(i)
		}
		if i > 0 && i == reached && i >= blockLen/2 {
			break
		}
		found := e.matches(e.at + i)
		if len(found) > 0 {
			if best := found[len(found)-1]; best.length >= longLen {
				long = best
				break
			}
		}
		reached = max(reached, e.follow(n, i, most, found))
	}
	if i == most {
		e.arrive(i)
	}
	e.write(i)
	if long.length > 0 {
		kind := long.distance + 4
		if r := slices.Index(e.last[:], long.distance); r >= 0 {
			kind = uint32(r)
		}
		for j := 1; j < long.length; j++ {
			e.matches(e.at + j)
		}
		e.symbol(kind, long.length)
	}
}

// arrive sets the place of node i, by the cheapest way there.
func (e *encoder) arrive(i int) {
	n := &e.nodes[i]
	n.place = e.nodes[i-n.size()].place
	n.symbols(func(kind uint32, length int) { n.place = n.place.next(kind, length) })
}

// next returns the place after a symbol.
func (p place) next(kind uint32, length int) place {
	switch {
	case kind == literal:
		p.state = p.state.afterLiteral()
	case kind >= 4:
		p.last = [4]uint32{kind - 4, p.last[0], p.last[1], p.last[2]}
		p.state = p.state.afterMatch()
	case length == 1:
		p.state = p.state.afterShortRep()
	default:
		distance := p.last[kind]
		copy(p.last[1:], p.last[:kind])
		p.last[0] = distance
		p.state = p.state.afterRep()
	}
	return p
}

// follow tries every symbol at node i, and gives the farthest node that one leads to.
func (e *encoder) follow(n *node, i, most int, found []match) (far int) {
	at := e.at + i
	position := at & (positions - 1)
	s := int(n.state)
	try := func(length int, kind, price uint32) {
		if to := &e.nodes[i+length]; price < to.price {
			to.price, to.length, to.kind, to.literal = price, length, kind, false
		}
		far = max(far, i+length)
	}
	notMatch := n.price + e.price(isMatch+s<<4+position, 0)
	isOne := n.price + e.price(isMatch+s<<4+position, 1)
	one := notMatch + e.literalPrice(n, at)
	try(1, literal, one)

	repeats := isOne + e.price(isRep+s, 1)
	left := min(most-i, maxLen)
	// again tries a literal at a distance from node i, at a price with the literal, and then the last distance once more.
	again := func(first int, kind, price uint32, after place) {
		next, from := at+first+1, at+first-int(after.last[0])
		if room := min(most-i-first-1, maxLen); from > 0 && room >= minLen {
			length := equal(e.data[from:], e.data[next:next+room])
			if length < minLen {
				return
			}
			after = after.next(literal, 1)
			s, position := int(after.state), next&(positions-1)
			price += e.price(isMatch+s<<4+position, 1) + e.price(isRep+s, 1) + e.price(isRepOther+s, 0) +
				e.price(isRepLong+s<<4+position, 1) + e.prices.rep[position][length]
			if to := &e.nodes[i+first+1+length]; price < to.price {
				to.price, to.length, to.kind, to.literal, to.firstLength, to.firstKind = price, length, 0, true, first, kind
			}
			far = max(far, i+first+1+length)
		}
	}
	again(0, 0, one, n.place)
	// literalAfter adds the price of a literal after a symbol to its own.
	literalAfter := func(first int, kind, price uint32) {
		if i+first >= most {
			return
		}
		after := node{place: n.place.next(kind, first)}
		position := (at + first) & (positions - 1)
		price += e.price(isMatch+int(after.state)<<4+position, 0) + e.literalPrice(&after, at+first)
		again(first, kind, price, after.place)
	}
	for r, distance := range n.last {
		from := at - int(distance) - 1
		if from < 0 {
			continue
		}
		same := equal(e.data[from:], e.data[at:at+left])
		if same == 0 {
			continue
		}
		which := repeats
		if r == 0 {
			which += e.price(isRepOther+s, 0)
			try(1, 0, which+e.price(isRepLong+s<<4+position, 0))
			which += e.price(isRepLong+s<<4+position, 1)
		} else {
			which += e.price(isRepOther+s, 1)
			which += e.price(isRepOld+s, min(uint32(r-1), 1))
			if r > 1 {
				which += e.price(isRepOlder+s, uint32(r-2))
			}
		}
		for length := minLen; length <= same; length++ {
			try(length, uint32(r), which+e.prices.rep[position][length])
		}
		if same >= minLen {
			literalAfter(same, uint32(r), which+e.prices.rep[position][same])
		}
	}

	fresh := isOne + e.price(isRep+s, 0)
	length := minLen
	for _, m := range found {
		for ; length <= min(m.length, left); length++ {
			try(length, m.distance+4, fresh+e.prices.match[position][length]+e.prices.distance(m.distance, length))
		}
		if m.length <= left {
			literalAfter(m.length, m.distance+4, fresh+e.prices.match[position][m.length]+e.prices.distance(m.distance, m.length))
		}
	}
	return far
}

// write writes the symbols that lead to node i, and goes there.
func (e *encoder) write(i int) {
	var back []int
	for ; i > 0; i -= e.nodes[i].size() {
		back = append(back, i)
	}
	for _, i := range slices.Backward(back) {
		e.nodes[i].symbols(e.symbol)
	}
}

func (e *encoder) symbol(kind uint32, length int) {
	position := e.at & (positions - 1)
	s := int(e.state)
	if kind == literal {
		e.bit(isMatch+s<<4+position, 0)
		e.literal()
	} else {
		e.bit(isMatch+s<<4+position, 1)
	}
	switch {
	case kind == literal:
	case kind >= 4:
		e.bit(isRep+s, 0)
		e.length(matchLen, length, position)
		e.coder.distance(kind-4, length)
	default:
		e.bit(isRep+s, 1)
		if kind == 0 {
			e.bit(isRepOther+s, 0)
			e.bit(isRepLong+s<<4+position, uint32(min(length-1, 1)))
		} else {
			e.bit(isRepOther+s, 1)
			e.bit(isRepOld+s, min(kind-1, 1))
			if kind > 1 {
				e.bit(isRepOlder+s, kind-2)
			}
		}
		if length > 1 {
			e.length(repLen, length, position)
		}
	}
	e.place = e.next(kind, length)
	e.at += length
}

// literalOdds returns where the odds of a literal at a place begin.
func (e *encoder) literalOdds(at int) int {
	before := 0
	if at > 0 {
		before = int(e.data[at-1]) >> (8 - literalBits)
	}
	return literals + 0x300*before
}

// literal writes the next byte. After a match its bits are also predicted from the byte with which the
// match would have gone on.
func (e *encoder) literal() {
	odds, value := e.literalOdds(e.at), uint32(e.data[e.at])
	if e.state < 7 {
		e.tree(odds, value, 8)
		return
	}
	predicted := uint32(e.data[e.at-int(e.last[0])-1])
	node, same := uint32(1), uint32(0x100)
	for i := 7; i >= 0; i-- {
		guess, bit := predicted>>i&1, value>>i&1
		e.bit(odds+int(same+same*guess+node), bit)
		node = node<<1 | bit
		if guess != bit {
			same = 0
		}
	}
}

func (e *encoder) literalPrice(n *node, at int) (sum uint32) {
	odds, value := e.literalOdds(at), uint32(e.data[at])
	if n.state < 7 {
		return e.treePrice(odds, value, 8)
	}
	predicted := uint32(e.data[at-int(n.last[0])-1])
	node, same := uint32(1), uint32(0x100)
	for i := 7; i >= 0; i-- {
		guess, bit := predicted>>i&1, value>>i&1
		sum += e.price(odds+int(same+same*guess+node), bit)
		node = node<<1 | bit
		if guess != bit {
			same = 0
		}
	}
	return sum
}
