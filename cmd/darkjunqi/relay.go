package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
)

// relayPort is where a relay listens if nothing else is said: its invite should stay the same.
const relayPort = 4001

// relaying is how `relay` is to go about it.
type relaying struct {
	port     int
	announce []string
	figures  string // the loopback address of the figures; "" for none
	loopback bool
}

func newRelay(a *app) *cobra.Command {
	var r relaying
	cmd := &cobra.Command{
		Use:     "relay",
		Short:   a.t(words.RelayShort),
		Long:    a.t(words.RelayLong),
		Example: "  darkjunqi relay --announce relay.example.org:4001\n  darkjunqi relay --port 443 --figures 127.0.0.1:9100",
		Args:    a.exactly(),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.relay(cmd, r) },
	}
	f := cmd.Flags()
	f.IntVar(&r.port, "port", relayPort, a.t(words.FlagRelayPort))
	f.StringArrayVar(&r.announce, "announce", nil, a.t(words.FlagAnnounce))
	f.StringVar(&r.figures, "figures", "", a.t(words.FlagFigures))
	f.BoolVar(&r.loopback, "loopback", false, a.t(words.FlagLoopback))
	return cmd
}

// relay serves friends until the program is told to stop.
func (a *app) relay(cmd *cobra.Command, how relaying) error {
	ctx, stop := untilInterrupted(cmd.Context())
	defer stop()
	if how.port < 0 || how.port > 65535 {
		return a.fail(words.ErrPort, how.port)
	}
	if how.figures != "" && !ownAddress(how.figures) {
		return a.fail(words.ErrFigures, how.figures)
	}
	dir, err := a.openStore()
	if err != nil {
		return err
	}
	own, err := ownRelay(dir)
	if err != nil {
		return wrong(err)
	}
	if how.port == 0 {
		how.port = int(own.port)
	}
	r, err := libp2pnet.OpenRelay(libp2pnet.RelayConfig{
		Loopback: how.loopback, Port: how.port, Announce: how.announce, Identity: own.id, Secret: own.secret,
	})
	if err != nil {
		return wrong(err)
	}
	defer r.Close()
	own.port = uint16(r.Port())
	if err := own.save(); err != nil {
		return wrong(err)
	}
	invite := r.Invite().String()
	fmt.Fprintln(a.out, invite)
	fmt.Fprintln(a.out)
	a.paragraphs(a.t(words.RelayUse, "darkjunqi host --relay "+invite))
	if r.Port() != how.port && how.port != 0 {
		a.warn(words.RelayOtherPort, how.port, r.Port())
	}
	if len(how.announce) == 0 && !how.loopback {
		a.warn(words.RelayAnnounce, r.Port())
	}
	if how.figures == "" {
		<-ctx.Done()
		return nil
	}
	return a.showFigures(ctx, r, how.figures)
}

// ownAddress reports whether an address is one that only this computer can reach.
func ownAddress(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// showFigures serves the figures of a relay at an address of this computer, until ctx ends.
func (a *app) showFigures(ctx context.Context, r *libp2pnet.Relay, address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return wrong(err)
	}
	a.say(words.RelayFigures, "http://"+listener.Addr().String()+"/metrics")
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		r.WriteFigures(w)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return wrong(err)
	}
	return nil
}
