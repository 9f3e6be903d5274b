package app_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The program runs in a browser too, so nothing in it may need HTTP, processes or a terminal.
func TestNothingThatABrowserLacks(t *testing.T) {
	list := exec.Command("go", "list", "-deps", ".")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	out, err := list.Output()
	require.NoError(t, err)
	deps := strings.Fields(string(out))
	require.Contains(t, deps, "github.com/darkjunqi/darkjunqi/p2p")
	const module = "github.com/darkjunqi/darkjunqi/"
	for _, lacking := range []string{"net/http", "os/exec", "golang.org/x/term", module + "cmd/internal/page", module + "cmd/internal/cli", module + "p2p/libp2pnet"} {
		require.NotContains(t, deps, lacking)
	}
	require.False(t, slices.ContainsFunc(deps, func(dep string) bool {
		return strings.HasPrefix(dep, "github.com/libp2p/") || strings.HasPrefix(dep, "github.com/spf13/") || strings.HasPrefix(dep, "charm.land/")
	}))
}
