//go:build !js

package exchange

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tests that need JavaScript, in node.
func TestInNode(t *testing.T) {
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	inNode := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	tests := exec.Command("go", "test", "-count=1", "-exec", inNode, ".")
	tests.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := tests.CombinedOutput()
	require.NoError(t, err, "%s", out)
}
