package loadtest

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"strconv"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
)

// Besiege returns the program of the besiegers: it floods the host of an invite until in ends,
// and then writes what came of it. Besiegers have computers of their own; here they share
// one with the players, so this program gets what is left of the processors.
func Besiege(text string, force Force, in io.Reader, out io.Writer) error {
	inv, err := invite.Parse(text)
	if err != nil {
		return err
	}
	if err := yield(); err != nil {
		return err
	}
	siege, err := startFlood(inv.Host(), inv.Addrs(), force)
	if err != nil {
		return err
	}
	io.Copy(io.Discard, in)
	toll := siege.toll()
	siege.end()
	return json.NewEncoder(out).Encode(toll)
}

// besiegers is a program that floods a host.
type besiegers struct {
	cmd *exec.Cmd
	in  io.Closer
	out io.Reader
}

func besiege(ctx context.Context, program, invite string, force Force) (*besiegers, error) {
	n := strconv.Itoa
	b := &besiegers{cmd: exec.CommandContext(ctx, program, "besiege", invite,
		"--from", n(force.Sources), "--half-open", n(force.HalfOpen), "--idle", n(force.Idle), "--streams", n(force.Streams))}
	b.cmd.Stderr = os.Stderr
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	if b.out, err = b.cmd.StdoutPipe(); err != nil {
		return nil, err
	}
	b.in = in
	return b, b.cmd.Start()
}

func (b *besiegers) end() (toll Toll) {
	b.in.Close()
	json.NewDecoder(b.out).Decode(&toll) // nothing if it was killed
	b.cmd.Wait()
	return toll
}
