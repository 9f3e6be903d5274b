// Package network implements the commands relay and doctor.
package network

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// relayPort is the default port, fixed so that the invite stays the same.
const relayPort = 4001

type relayFlags struct {
	port     int
	announce []string
	figures  string // loopback address of the figures; "" for none
	loopback bool
	web      webFlags
}

func NewRelay(env *cli.Env) *cobra.Command {
	var r relayFlags
	cmd := &cobra.Command{
		Use:     "relay",
		Example: "  darkjunqi relay --announce relay.example.org:4001\n  darkjunqi relay --announce relay.example.org:4001 --websocket :443 --tls-cert cert.pem --tls-key key.pem\n  darkjunqi relay --websocket 127.0.0.1:4002 --websocket-url wss://relay.example.org\n  darkjunqi relay --port 443 --figures 127.0.0.1:9100",
		RunE:    func(cmd *cobra.Command, args []string) error { return runRelay(env, cmd, r) },
	}
	f := cmd.Flags()
	f.IntVar(&r.port, "port", relayPort, env.T(messages.FlagRelayPort))
	f.StringArrayVar(&r.announce, "announce", nil, "")
	f.StringVar(&r.figures, "figures", "", "")
	f.BoolVar(&r.loopback, "loopback", false, "")
	r.web.add(cmd)
	return cmd
}

// runRelay serves a relay until the program is interrupted.
func runRelay(env *cli.Env, cmd *cobra.Command, how relayFlags) error {
	ctx, stop := cli.UntilInterrupted(cmd.Context())
	defer stop()
	if err := datafolder.CheckPort(env, how.port); err != nil {
		return err
	}
	if how.figures != "" && !ownAddress(how.figures) {
		return env.Fail(messages.ErrFigures, how.figures)
	}
	dir, err := datafolder.Open()
	if err != nil {
		return err
	}
	held, err := dir.Hold(datafolder.RelayOwned)
	if errors.Is(err, store.ErrInUse) {
		return env.Fail(messages.ErrRelayRuns)
	}
	if err != nil {
		return cli.Wrap(err)
	}
	defer held.Close()
	own, err := ownRelay(dir)
	if err != nil {
		return cli.Wrap(err)
	}
	if how.port != 0 && !IsFree(how.port, how.loopback) {
		return env.Fail(messages.ErrRelayPort, how.port).WithHint(env.T(messages.HintRelayPort))
	}
	if how.port == 0 {
		how.port = int(own.port)
	}
	web, err := openWeb(env, how.web, how.announce, how.loopback, own)
	if err != nil {
		return err
	}
	defer web.Close()
	r, err := libp2pnet.OpenRelay(libp2pnet.RelayConfig{
		Loopback: how.loopback, Port: how.port, Announce: how.announce, Web: web.list(),
		Identity: own.id, Secret: own.secret,
	})
	if err != nil {
		return cli.Wrap(err)
	}
	defer r.Close()
	own.port = uint16(r.Port())
	if err := own.save(); err != nil {
		return cli.Wrap(err)
	}
	invite := r.Invite().String()
	fmt.Fprintln(env.Out, invite)
	fmt.Fprintln(env.Out)
	env.Paragraphs(env.T(messages.RelayUse, "darkjunqi host --relay "+invite))
	if r.Port() != how.port && how.port != 0 {
		env.Warn(messages.RelayOtherPort, how.port, r.Port())
	}
	if len(how.announce) == 0 && !how.loopback {
		env.Warn(messages.RelayAnnounce, r.Port())
	}
	if how.figures == "" {
		<-ctx.Done()
		return nil
	}
	return showFigures(ctx, env, r, web, how.figures)
}

// IsFree reports whether no program listens on a port, TCP or UDP. The relay itself would share a
// TCP port with another relay.
func IsFree(port int, loopback bool) bool {
	address := ":" + strconv.Itoa(port)
	if loopback {
		address = "127.0.0.1" + address
	}
	tcp, err := net.Listen("tcp", address)
	if err != nil {
		return errors.Is(err, fs.ErrPermission) // a different problem
	}
	defer tcp.Close()
	udp, err := net.ListenPacket("udp", address)
	if err != nil {
		return errors.Is(err, fs.ErrPermission) // a different problem
	}
	return udp.Close() == nil
}

// ownAddress reports whether an address is one that only this computer can reach.
func ownAddress(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// showFigures serves the figures of a relay at a loopback address until ctx ends.
func showFigures(ctx context.Context, env *cli.Env, r *libp2pnet.Relay, web *webRelay, address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return cli.Wrap(err)
	}
	env.Say(messages.RelayFigures, "http://"+listener.Addr().String()+"/metrics")
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		r.WriteFigures(w)
		if web != nil {
			web.relay.WriteFigures(w)
		}
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return cli.Wrap(err)
	}
	return nil
}
