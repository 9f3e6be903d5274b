package protocol

import (
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Refusal is the reason a Match did not take a record. Nothing has changed.
//
// If Provable is set, the record is validly signed by Culprit for this very place of this match and
// false: with the chain before it, it convicts its signer in anyone's eyes. Otherwise nobody is to
// blame: anyone could have made or mangled those bytes.
type Refusal struct {
	Index    int             // of the record that was refused, counted from 0 along the chain
	Kind     transcript.Kind // 0 if the bytes are no record
	Culprit  engine.Seat     // meaningful if Provable
	Provable bool
	Err      error // the reason, in lower case
}

func (r *Refusal) Error() string { return r.coded().Error() }

// Code returns "protocol.cheated" if the refusal is provable, otherwise "protocol.refused". It
// stays when the sentence is reworded. Err has a code of its own.
func (r *Refusal) Code() string { return r.coded().Code() }

// Args returns what the sentence mentions, Err last, so that it can be said in any language.
func (r *Refusal) Args() []any { return r.coded().Args() }

func (r *Refusal) coded() *coded.Error {
	what := "record"
	if r.Kind != 0 {
		what = r.Kind.String()
	}
	if r.Provable {
		return coded.Errorf("protocol.cheated", "%s cheated: %s (record %d): %w", r.Culprit, what, r.Index, r.Err)
	}
	return coded.Errorf("protocol.refused", "%s refused (record %d): %w", what, r.Index, r.Err)
}

func (r *Refusal) Unwrap() error { return r.Err }

// Conviction returns what a provable refusal proves.
func (r *Refusal) Conviction() *Conviction {
	return &Conviction{r.Culprit, r.Index, r.Kind, r.Err}
}

// NoIndex means that the evidence does not give the place in the chain.
const NoIndex = -1

// Conviction says who cheated, where, and how.
type Conviction struct {
	Culprit engine.Seat
	Index   int // of the false record, or of the second of two records on one place, or NoIndex
	Kind    transcript.Kind
	Reason  error
}
