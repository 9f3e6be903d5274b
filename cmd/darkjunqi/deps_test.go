package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The program that people download has no code that cheats, floods or measures: that is darkjunqi-lab's. Packages that only
// serve tests have no place in it either.
func TestProgramHasNoLaboratory(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	require.NoError(t, err)
	lab := regexp.MustCompile(`^github\.com/darkjunqi/darkjunqi/.*/(lab|adversary|loadtest|[a-z0-9]+test|sample)$`)
	list := strings.Fields(string(out))
	require.Contains(t, list, "github.com/darkjunqi/darkjunqi/cmd/internal/cli")
	for _, path := range list {
		require.NotRegexp(t, lab, path)
	}
	out, err = exec.Command("go", "list", "-deps", "../darkjunqi-lab").Output()
	require.NoError(t, err)
	for _, name := range []string{"lab", "adversary", "loadtest"} {
		require.Regexp(t, `(?m)^github\.com/darkjunqi/darkjunqi/.*/`+name+`$`, string(out), "it is where the laboratory's program imports it from")
	}
}
