package engine

// An army fits what its pieces may be if every piece is of a type that it may be, and
// there are as many of each type as the rules say. One that fits is found by augmenting
// paths; and from it follows what else fits: a piece may be of another type if the pieces
// can change types round a ring, each taking the type of the next (J.-C. Régin, A filtering
// algorithm for constraints of difference, 1994). As the army has exactly as many pieces as
// types to give, there is nothing but rings.

// Fit returns an army in which each piece, by number, is of one of the types that it may
// be, and whether there is one. There must be as many sets as an army has pieces. It
// ignores the placement rules: the sets must not hold what they forbid.
func (rs *Ruleset) Fit(possible []TypeSet) (Layout, bool) {
	if len(possible) != rs.armySize {
		return nil, false
	}
	f := fitter{rs: rs, possible: possible, army: make(Layout, rs.armySize)}
	for number := range f.army {
		f.army[number] = NoType
	}
	for t, count := range rs.counts {
		f.left[t] = int(count)
	}
	for number := range f.army {
		var tried TypeSet
		if !f.place(number, &tried) {
			return nil, false
		}
	}
	return f.army, true
}

// fitter is an army that is being dealt out.
type fitter struct {
	rs       *Ruleset
	possible []TypeSet
	army     Layout
	left     [MaxTypes]int // how many of each type are not dealt yet
}

// place gives a piece a type of which there is one left, if need be from a piece that can
// take another.
func (f *fitter) place(number int, tried *TypeSet) bool {
	for _, t := range (f.possible[number] & f.rs.Types()).Types() {
		if tried.Has(t) {
			continue
		}
		*tried = tried.Add(t)
		if f.left[t] > 0 {
			f.left[t]--
			f.army[number] = t
			return true
		}
		for other, of := range f.army {
			if of == t && f.place(other, tried) {
				f.army[number] = t
				return true
			}
		}
	}
	return false
}

// narrow keeps of each set the types that the piece has in some army that fits; nothing
// of any if none fits.
func (rs *Ruleset) narrow(possible []TypeSet) {
	army, ok := rs.Fit(possible)
	if !ok {
		clear(possible)
		return
	}
	// takes[t] is the types that some piece of type t could take instead, in the end by
	// way of any number of others.
	var takes [MaxTypes]TypeSet
	for number, t := range army {
		takes[t] |= possible[number]
	}
	for by := range rs.numTypes { // transitive closure, after Warshall
		for t := range rs.numTypes {
			if takes[t].Has(Type(by)) {
				takes[t] |= takes[by]
			}
		}
	}
	for number, t := range army {
		for _, other := range possible[number].Types() {
			if other != t && !takes[other].Has(t) {
				possible[number] = possible[number].Remove(other)
			}
		}
	}
}
