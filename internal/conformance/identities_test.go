package conformance_test

import (
	"errors"
	"io/fs"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The polynomial identities of docs/proofs.md hold, by an algebra system that is not part of
// the project. CI installs it.
func TestIdentities(t *testing.T) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		output, err := exec.Command(python, "../internal/conformance/identities.py").CombinedOutput()
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, exec.ErrNotFound) || strings.Contains(string(output), "No module named 'sympy'") {
			continue
		}
		require.NoError(t, err, "%s", output)
		require.NotContains(t, string(output), "FAILED")
		require.Contains(t, string(output), "ok     9")
		return
	}
	t.Skip("needs Python with its package sympy (apt: python3-sympy)")
}
