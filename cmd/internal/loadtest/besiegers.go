package loadtest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
)

// Besiege returns the program of the besiegers: it floods the host of an invite until in ends.
// It writes its Toll when all kinds of besiegers are there, and again at the end. Besiegers have
// computers of their own; here they share one with the players, so this program gets what is left
// of the processors.
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
	reports := json.NewEncoder(out)
	if err := reports.Encode(siege.formed()); err != nil {
		return err
	}
	io.Copy(io.Discard, in)
	toll := siege.toll()
	siege.end()
	return reports.Encode(toll)
}

// besiegers is a program that floods a host.
type besiegers struct {
	cmd     *exec.Cmd
	in      io.Closer
	reports *json.Decoder
}

// besiege returns once the siege has formed.
func besiege(ctx context.Context, program, invite string, force Force) (*besiegers, error) {
	n := strconv.Itoa
	b := &besiegers{cmd: exec.CommandContext(ctx, program, "besiege", invite,
		"--from", n(force.Sources), "--half-open", n(force.HalfOpen), "--idle", n(force.Idle), "--streams", n(force.Streams))}
	b.cmd.Stderr = os.Stderr
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	b.in, b.reports = in, json.NewDecoder(out)
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	if err := b.reports.Decode(new(Toll)); err != nil {
		b.end()
		return nil, fmt.Errorf("the besiegers' program: %w", err)
	}
	return b, nil
}

func (b *besiegers) end() (toll Toll) {
	b.in.Close()
	b.reports.Decode(&toll) // nothing if it was killed
	b.cmd.Wait()
	return toll
}
