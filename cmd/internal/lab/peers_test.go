package lab

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The scripts that measure other programs name what their copies lack, and try again next time.
func TestPeersNameWhatIsMissing(t *testing.T) {
	for _, program := range []string{"sh", "bash", "git", "go", "g++", "make", "openssl", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("it needs " + program)
		}
	}
	for script, source := range map[string]string{"emp.sh": "emp-toolkit/emp-tool", "ag2pc.sh": "emp-toolkit/emp-tool", "mpc.sh": "markkurossi/mpc", "helios.sh": "benadida/helios-server", "spdz.sh": "data61/MP-SPDZ"} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			mirror, folder := t.TempDir(), t.TempDir()
			env := append(os.Environ(), "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url."+mirror+"/.insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/")
			run := func(args ...string) string {
				cmd := exec.Command("peers/"+script, args...)
				cmd.Env = env
				said, err := cmd.CombinedOutput()
				require.Error(t, err)
				return string(said)
			}
			require.Contains(t, run(), "usage: "+script+" FOLDER")
			require.Contains(t, run(folder), "https://github.com/"+source+" can't be cloned")
			copied := filepath.Join(mirror, filepath.FromSlash(source))
			require.NoError(t, exec.Command("git", "init", "-q", copied).Run())
			require.NoError(t, exec.Command("git", "-C", copied, "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "--allow-empty", "-m", "t").Run())
			for range 2 {
				require.Contains(t, run(folder), "this copy of "+source+" lacks commit")
			}
		})
	}
}

// All in turns go on where one of them can't.
func TestPeersInTurns(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("it needs sh")
	}
	said, err := exec.Command("peers/turns.sh").CombinedOutput()
	require.Error(t, err)
	require.Contains(t, string(said), "usage: turns.sh FOLDER")
	folder, program := t.TempDir(), t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(program, "go"), []byte("#!/bin/sh\nprintf '#!/bin/sh\\necho before\\necho Between two programs\\n' >$3\nchmod +x $3\n"), 0o700))
	cmd := exec.Command("peers/turns.sh", folder, "2")
	cmd.Env = append(os.Environ(), "PATH="+program+":"+os.Getenv("PATH"), "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=url."+t.TempDir()+"/.insteadOf", "GIT_CONFIG_VALUE_0=https://github.com/")
	said, err = cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
	require.Equal(t, 2, strings.Count(string(said), "Between two programs"))
	require.NotContains(t, string(said), "before")
	for _, script := range []string{"ag2pc.sh", "emp.sh", "mpc.sh"} {
		require.Equal(t, 2, strings.Count(string(said), script+" is left out"), "%s", said)
	}
}
