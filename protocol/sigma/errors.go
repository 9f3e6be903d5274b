package sigma

import "errors"

// ErrProof says that a proof is well formed and wrong: its challenge does not
// come out again. It is wrapped with what was to be proven.
var ErrProof = errors.New("proof does not verify")
