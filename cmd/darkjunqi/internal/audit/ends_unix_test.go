//go:build unix

package audit

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
)

// silent is standard input on which nothing ever comes; whoever waits for it is sent a signal.
type silent struct {
	signal os.Signal
	end    chan struct{}
}

func (s silent) Read([]byte) (int, error) {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(s.signal)
	}
	if err != nil {
		return 0, err
	}
	<-s.end
	return 0, io.EOF
}

// Anyone who interrupts an audit need not wait for what comes, or does not come, on standard input.
func TestAuditOfASilentInputIsInterrupted(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		for _, args := range [][]string{{"-"}, {"--names", "-"}, {"--json", "-"}} {
			in := silent{signal, make(chan struct{})}
			got := auditOf(in, args...)
			close(in.end)
			require.Equal(t, clitest.Outcome{Code: cli.ExitBad, Out: "", Err: "darkjunqi: error: interrupted after 0 transcripts: the rest was not audited\n"}, got)
		}
	}
}

// pipe makes a named pipe.
func pipe(t *testing.T) (name string) {
	name = filepath.Join(t.TempDir(), "pipe.djq")
	require.NoError(t, syscall.Mkfifo(name, 0o600))
	return name
}

// feed writes into a pipe; the error comes when all has been read.
func feed(t *testing.T, name string, file []byte) (written <-chan error) {
	writer, err := os.OpenFile(name, os.O_RDWR, 0) // so that opening it waits for nobody
	require.NoError(t, err)
	kept, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // what was written stays while somebody may read it
	require.NoError(t, err)
	t.Cleanup(func() { kept.Close() })
	done := make(chan error, 1)
	go func() {
		_, err := writer.Write(file)
		done <- errors.Join(err, writer.Close())
	}()
	return done
}

// A pipe is read as far as somebody writes into it, and never waited for.
func TestPipesAreNotWaitedFor(t *testing.T) {
	name := pipe(t)
	got := auditOf(nil, "--json", name)
	require.Equal(t, cli.ExitBad, got.Code)
	require.Equal(t, []string{"cmd.silent-pipe"}, reasons(t, got.Out))

	written := feed(t, name, exampleMatch(t))
	got = auditOf(nil, name)
	require.Equal(t, cli.ExitSound, got.Code, got.Err)
	require.NoError(t, <-written)
}

// A pipe is read before it is an input: the files before it, which are audited together with what waits, don't wait for its writer.
func TestFilesDoNotWaitForAPipe(t *testing.T) {
	name := pipe(t)
	file := exampleMatch(t)
	written := feed(t, name, file)
	for x := range filesBelow(name) {
		require.NoError(t, os.Remove(name))
		read, err := x.read()
		require.NoError(t, err)
		require.Equal(t, file, read)
		x.done()
	}
	require.NoFileExists(t, name)
	require.NoError(t, <-written)
}
