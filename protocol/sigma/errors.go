package sigma

import "errors"

// ErrProof says that a proof is well formed and wrong: its challenge does not
// come out again. It is wrapped with what was to be proven.
var ErrProof = errors.New("proof does not verify")

// ErrWitness says that a prover was given values that don't satisfy its own
// statement. Nothing was proven.
var ErrWitness = errors.New("witness does not satisfy the statement")
