package network

import (
	"context"
	"fmt"
	"net/netip"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

type doctorFlags struct {
	relay    string // the invite to a relay, or noRelay; "" for the one in the data folder
	port     int
	loopback bool
}

func NewDoctor(env *cli.Env) *cobra.Command {
	var f doctorFlags
	cmd := &cobra.Command{
		Use:     "doctor",
		Example: "  darkjunqi doctor\n  darkjunqi doctor --relay djqr1…",
		RunE: func(cmd *cobra.Command, args []string) error {
			return doctor(cmd.Context(), env, f)
		},
	}
	cmd.Flags().StringVar(&f.relay, "relay", "", env.T(messages.FlagAskRelay))
	cmd.Flags().IntVar(&f.port, "port", 0, "")
	cmd.Flags().BoolVar(&f.loopback, "loopback", false, "")
	return env.JSONFlag(cmd)
}

// doctor says what the network lets through, and what to do.
func doctor(parent context.Context, env *cli.Env, f doctorFlags) error {
	ctx, stop := cli.UntilInterrupted(parent)
	defer stop()
	if err := datafolder.CheckPort(env, f.port); err != nil {
		return err
	}
	relay, err := datafolder.ParseRelay(env, f.relay)
	if err != nil {
		return err
	}
	if f.relay == "" {
		dir, err := datafolder.Open()
		if err != nil {
			return err
		}
		if relay, err = datafolder.Relay(dir); err != nil {
			return cli.Wrap(err)
		}
	}
	if !env.JSON {
		env.Say(messages.DoctorLooking)
	}
	found, err := libp2pnet.Check(ctx, libp2pnet.ListenConfig{Loopback: f.loopback, Port: f.port, Relay: relay})
	if err != nil {
		return cli.Wrap(err)
	}
	web, err := askWebSocket(ctx, relay)
	if err != nil {
		return cli.Wrap(err)
	}
	if env.JSON {
		return env.PrintJSON(reportOf(found, web))
	}
	printReport(env, found)
	printForBrowsers(env, relay != nil, web)
	fmt.Fprintln(env.Out)
	env.Paragraphs(env.T(messages.Advice.Of(adviceFor(found))))
	return nil
}

// reportJSON is the diagnosis for programs.
type reportJSON struct {
	Addresses []string       `json:"addresses"` // this computer's, at most one of IPv4 and one of IPv6
	Public    bool           `json:"public"`    // one of them is an Internet address
	Mapped    string         `json:"mapped"`    // address and port that a router opened on request; "" if none
	Relay     *relayHelpJSON `json:"relay"`     // what a relay helped to find out; null without one
	Advice    string         `json:"advice"`    // host, punch, relay, try, mapped, other-relay, find-relay or no-network
}

// relayHelpJSON holds what a relay has found out.
type relayHelpJSON struct {
	TCP       bool          `json:"tcp"`       // it was reached this way, as for QUIC
	QUIC      bool          `json:"quic"`      // as TCP
	Problem   *seat.Problem `json:"problem"`   // why it can't be used; null if it can
	Seen      string        `json:"seen"`      // how it sees this computer, a multiaddr
	KeepsPort bool          `json:"keepsPort"` // the connection kept the port that it was sent from
	InTCP     bool          `json:"inTCP"`     // strangers get in
	InQUIC    bool          `json:"inQUIC"`    // as InTCP

	WebURL     string        `json:"webURL"`     // its WebSocket, for browsers; "" if none
	WebProblem *seat.Problem `json:"webProblem"` // why that can't be used; null if it can
}

func reportOf(f *libp2pnet.Findings, web forBrowsers) reportJSON {
	c := reportJSON{Addresses: []string{}, Public: f.Public(), Advice: adviceFor(f)}
	for _, ip := range []netip.Addr{f.IPv4, f.IPv6} {
		if ip.IsValid() {
			c.Addresses = append(c.Addresses, ip.String())
		}
	}
	if f.Mapped.IsValid() {
		c.Mapped = f.Mapped.String()
	}
	r := f.Relay
	if r == nil {
		return c
	}
	c.Relay = &relayHelpJSON{TCP: r.ByTCP, QUIC: r.ByQUIC, KeepsPort: r.KeepsPort, InTCP: r.InTCP, InQUIC: r.InQUIC, WebURL: web.url}
	if r.Seen != nil {
		c.Relay.Seen = r.Seen.String()
	}
	if r.Trouble != nil {
		c.Relay.Problem = new(seat.ProblemOf(r.Trouble))
	}
	if web.trouble != nil {
		c.Relay.WebProblem = new(seat.ProblemOf(web.trouble))
	}
	return c
}

// printReport prints the diagnosis, a line for each finding.
func printReport(env *cli.Env, f *libp2pnet.Findings) {
	for _, one := range []struct {
		name messages.Text
		ip   netip.Addr
	}{{messages.DoctorIPv4, f.IPv4}, {messages.DoctorIPv6, f.IPv6}} {
		if one.ip.IsValid() {
			env.Bullet(env.T(one.name, one.ip))
		} else {
			env.Bullet(env.T(one.name, env.T(messages.DoctorNone)))
		}
	}
	if f.Mapped.IsValid() {
		env.Bullet(env.T(messages.DoctorMapped, f.Mapped))
	} else {
		env.Bullet(env.T(messages.DoctorUnmapped))
	}
	r := f.Relay
	switch {
	case r == nil:
		env.Bullet(env.T(messages.DoctorNoRelay))
		return
	case r.Trouble != nil:
		env.Bullet(env.T(messages.DoctorRelayTrouble, r.Trouble))
		return
	}
	env.Bullet(env.T(messages.DoctorRelay, yes(env.Lang, r.ByQUIC), yes(env.Lang, r.ByTCP)))
	if r.Seen != nil {
		env.Bullet(env.T(messages.DoctorSeen, r.Seen))
	}
	env.Bullet(env.T(messages.DoctorStrangers, yes(env.Lang, r.InQUIC), yes(env.Lang, r.InTCP)))
	if r.KeepsPort {
		env.Bullet(env.T(messages.DoctorKeepsPort))
	} else {
		env.Bullet(env.T(messages.DoctorOtherPort))
	}
}

// printForBrowsers prints whether browsers can meet at the relay, if one was asked.
func printForBrowsers(env *cli.Env, asked bool, web forBrowsers) {
	switch {
	case !asked:
	case web.url == "":
		env.Bullet(env.T(messages.DoctorNoWeb))
	case web.trouble != nil:
		env.Bullet(env.T(messages.DoctorWebTrouble, web.url, web.trouble))
	case strings.HasPrefix(web.url, "wss:"):
		env.Bullet(env.T(messages.DoctorWeb, web.url))
	default:
		env.Bullet(env.T(messages.DoctorWebPlain, web.url))
	}
}

func yes(lang messages.Lang, yes bool) string {
	if yes {
		return messages.DoctorYes.In(lang)
	}
	return messages.DoctorNo.In(lang)
}

// adviceFor returns the one thing to do, by its name in messages.Advice: the first that is likely to
// work.
func adviceFor(f *libp2pnet.Findings) string {
	r := f.Relay
	switch {
	case r != nil && (r.InTCP || r.InQUIC):
		return "host"
	case r != nil && r.Trouble == nil && r.ByQUIC && r.KeepsPort:
		return "punch"
	case r != nil && r.Trouble == nil:
		return "relay"
	case f.Public():
		return "try"
	case f.Opens():
		return "mapped"
	case !f.IPv4.IsValid() && !f.IPv6.IsValid():
		return "no-network"
	case r != nil:
		return "other-relay"
	}
	return "find-relay"
}
