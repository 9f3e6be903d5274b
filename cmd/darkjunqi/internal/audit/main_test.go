package audit

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
)

var (
	program = cli.Program{Name: "darkjunqi", Groups: []cli.Group{{Commands: []func(*cli.Env) *cobra.Command{NewAudit, NewVerifyCertificate, NewStandings}}}}
	run     = program.Run
)

func darkjunqi(args ...string) clitest.Outcome {
	var out, errw bytes.Buffer
	code := run(args, strings.NewReader(""), &out, &errw, func(string) string { return "" })
	return clitest.Outcome{Code: code, Out: out.String(), Err: errw.String()}
}
