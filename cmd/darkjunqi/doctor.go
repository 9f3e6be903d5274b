package main

import (
	"fmt"
	"net/netip"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/seat"
)

func newDoctor(a *env) *cobra.Command {
	var s seating
	cmd := &cobra.Command{
		Use:     "doctor",
		Short:   a.t(messages.DoctorShort),
		Long:    a.t(messages.DoctorLong),
		Example: "  darkjunqi doctor\n  darkjunqi doctor --relay djqr1…",
		Args:    a.exactly(),
		RunE: func(cmd *cobra.Command, args []string) error {
			s.ui.name = "lines"
			p, err := a.prepare(s)
			if err != nil {
				return err
			}
			return a.doctor(cmd, p)
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.relayText, "relay", "", a.t(messages.FlagAskRelay))
	f.IntVar(&s.port, "port", 0, a.t(messages.FlagPort))
	f.BoolVar(&s.loopback, "loopback", false, a.t(messages.FlagLoopback))
	a.jsonFlag(cmd, &s.asJSON)
	return cmd
}

// doctor says what the network lets through, and what to do.
func (a *env) doctor(cmd *cobra.Command, p *prepared) error {
	ctx, stop := untilInterrupted(cmd.Context())
	defer stop()
	if p.relay == nil && p.relayText != noRelay {
		dir, err := a.openStore()
		if err != nil {
			return err
		}
		if p.relay, err = relayOf(dir); err != nil {
			return wrong(err)
		}
	}
	if !p.asJSON {
		a.say(messages.DoctorLooking)
	}
	found, err := libp2pnet.Check(ctx, libp2pnet.ListenConfig{Loopback: p.loopback, Port: p.port, Relay: p.relay})
	if err != nil {
		return wrong(err)
	}
	if p.asJSON {
		return a.printJSON(checkupOf(found))
	}
	a.tellFindings(found)
	fmt.Fprintln(a.out)
	a.paragraphs(a.t(messages.Advice[adviceFor(found)]))
	return nil
}

// checkupJSON is what programs hear of a network.
type checkupJSON struct {
	Addresses []string       `json:"addresses"`
	Public    bool           `json:"public"`
	Mapped    string         `json:"mapped"`
	Relay     *relayHelpJSON `json:"relay"`
	Advice    string         `json:"advice"`
}

// relayHelpJSON is what a relay has told.
type relayHelpJSON struct {
	TCP       bool          `json:"tcp"`
	QUIC      bool          `json:"quic"`
	Problem   *seat.Problem `json:"problem"`
	Seen      string        `json:"seen"`
	KeepsPort bool          `json:"keepsPort"`
	InTCP     bool          `json:"inTCP"`
	InQUIC    bool          `json:"inQUIC"`
}

func checkupOf(f *libp2pnet.Findings) checkupJSON {
	c := checkupJSON{Addresses: []string{}, Public: f.Public(), Advice: adviceFor(f)}
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
	c.Relay = &relayHelpJSON{TCP: r.ByTCP, QUIC: r.ByQUIC, KeepsPort: r.KeepsPort, InTCP: r.InTCP, InQUIC: r.InQUIC}
	if r.Seen != nil {
		c.Relay.Seen = r.Seen.String()
	}
	if r.Trouble != nil {
		p := seat.ProblemOf(r.Trouble)
		c.Relay.Problem = &p
	}
	return c
}

// tellFindings says what was found, a line for each thing.
func (a *env) tellFindings(f *libp2pnet.Findings) {
	for _, one := range []struct {
		name messages.Text
		ip   netip.Addr
	}{{messages.DoctorIPv4, f.IPv4}, {messages.DoctorIPv6, f.IPv6}} {
		if one.ip.IsValid() {
			a.bullet(a.t(one.name, one.ip))
		} else {
			a.bullet(a.t(one.name, a.t(messages.DoctorNone)))
		}
	}
	if f.Mapped.IsValid() {
		a.bullet(a.t(messages.DoctorMapped, f.Mapped))
	} else {
		a.bullet(a.t(messages.DoctorUnmapped))
	}
	r := f.Relay
	switch {
	case r == nil:
		a.bullet(a.t(messages.DoctorNoRelay))
		return
	case r.Trouble != nil:
		a.bullet(a.t(messages.DoctorRelayTrouble, r.Trouble))
		return
	}
	a.bullet(a.t(messages.DoctorRelay, a.yes(r.ByQUIC), a.yes(r.ByTCP)))
	if r.Seen != nil {
		a.bullet(a.t(messages.DoctorSeen, r.Seen))
	}
	a.bullet(a.t(messages.DoctorStrangers, a.yes(r.InQUIC), a.yes(r.InTCP)))
	if r.KeepsPort {
		a.bullet(a.t(messages.DoctorKeepsPort))
	} else {
		a.bullet(a.t(messages.DoctorOtherPort))
	}
}

func (a *env) yes(yes bool) string {
	if yes {
		return a.t(messages.DoctorYes)
	}
	return a.t(messages.DoctorNo)
}

// adviceFor is the one thing to do, by its name in messages.Advice: the first that is likely to work.
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
