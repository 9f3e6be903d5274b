// Package bound marks the statements that a sponge has absorbed in another form. It is
// internal, so that nothing outside package protocol can skip the absorption of a
// statement: a proof whose challenge does not bind the statement can be forged.
package bound

// A Statement says who makes the challenge bind a statement. The zero Statement leaves
// that to the proof, which then absorbs the statement itself.
type Statement struct{ byCaller bool }

// ByCaller is for a caller that has absorbed all that the statement follows from, such
// as the digest of a layout instead of its columns.
func ByCaller() Statement { return Statement{true} }

// IsByCaller reports whether the caller has absorbed the statement.
func (s Statement) IsByCaller() bool { return s.byCaller }
