package audit

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

// A case of the property test audits up to twelve files. .ci/run draws a hundred of them.
func TestMain(m *testing.M) { rulestest.Main(m, "12") }

var (
	program = cli.Program{Name: "darkjunqi", Groups: []cli.Group{{Commands: []func(*cli.Env) *cobra.Command{NewAudit, NewVerifyCertificate, NewStandings}}}}
	run     = program.Run
)

func darkjunqi(args ...string) clitest.Outcome {
	var out, errw bytes.Buffer
	code := run(args, strings.NewReader(""), &out, &errw, func(string) string { return "" })
	return clitest.Outcome{Code: code, Out: out.String(), Err: errw.String()}
}
