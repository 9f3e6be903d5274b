package conformance_test

import (
	"os/exec"
	"testing"

	"github.com/stretchr/testify/require"
)

// The polynomial identities of docs/proofs.md hold, by an algebra system that is not part of
// the project. CI installs it.
func TestIdentities(t *testing.T) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import sympy").Run() != nil {
			continue
		}
		output, err := exec.Command(python, "../internal/conformance/identities.py").CombinedOutput()
		require.NoError(t, err, "%s", output)
		require.NotContains(t, string(output), "FAILED")
		require.Contains(t, string(output), "ok     9")
		return
	}
	t.Skip("needs Python with its package sympy (apt: python3-sympy)")
}
