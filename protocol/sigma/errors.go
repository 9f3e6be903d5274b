package sigma

import "github.com/darkjunqi/darkjunqi/internal/coded"

// ErrProof says that a proof is well formed and does not verify. Callers wrap it with
// what was to be proven.
var ErrProof = coded.Errorf("sigma.proof", "proof does not verify")
