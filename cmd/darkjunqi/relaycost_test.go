package main

import (
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// BenchmarkRelay says what a relay spends on a host that can be found there, and on a guest who is linked to one through it
// (docs/network.md). The relay is a process of its own.
//
//	go test ./cmd/darkjunqi -run '^$' -bench Relay -benchtime 1x
func BenchmarkRelay(b *testing.B) {
	const pairs = 30
	for b.Loop() {
		invite, figures := startRelay(b)
		memory := func() float64 { return figure(b, figures, "memory_bytes") }
		empty := memory()
		var hosts []*libp2pnet.Host
		for range pairs {
			found := make(chan error, 1)
			h := listenForBench(b, libp2pnet.ListenConfig{Loopback: true, Relay: invite, RelayOnly: true, OnRelay: func(err error) { found <- err }})
			require.NoError(b, <-found)
			h.Serve(patient{})
			hosts = append(hosts, h)
		}
		full := memory()
		b.ReportMetric((full-empty)/pairs, "B/host")
		for _, h := range hosts {
			g := listenForBench(b, libp2pnet.ListenConfig{Loopback: true, RelayOnly: true})
			c, err := g.Dial(b.Context(), h.Key(), h.Addrs())
			require.NoError(b, err)
			_, err = c.Write([]byte{0})
			require.NoError(b, err)
		}
		require.InDelta(b, pairs, figure(b, figures, "circuits"), 0)
		b.ReportMetric((memory()-full)/pairs, "B/guest")
		b.ReportMetric(empty, "B/empty")
	}
}

// patient takes links and lets them wait.
type patient struct{}

func (patient) Expects(transport.Key) bool { return true }

func (patient) Welcome(transport.Key) bool { return true }

func (patient) Accept(c transport.Conn, _ transport.Key) { io.Copy(io.Discard, c) }

func listenForBench(b *testing.B, c libp2pnet.ListenConfig) *libp2pnet.Host {
	b.Helper()
	h, err := libp2pnet.Listen(c)
	require.NoError(b, err)
	b.Cleanup(func() { h.Close() })
	return h
}

// startRelay runs a relay, and returns its invite and where its figures are.
func startRelay(b *testing.B) (relay *invite.Relay, figures string) {
	b.Helper()
	name := filepath.Join(b.TempDir(), "darkjunqi")
	self, err := os.Executable()
	require.NoError(b, err)
	require.NoError(b, os.Symlink(self, name))
	p := &program{cmd: exec.Command(name, "relay", "--loopback", "--port", "0", "--figures", "127.0.0.1:0"), grown: make(chan struct{}), ended: make(chan struct{})}
	p.cmd.Env = append(os.Environ(), "XDG_DATA_HOME="+b.TempDir(), "LANG=C.UTF-8")
	p.cmd.Stdout, p.cmd.Stderr = p, p
	require.NoError(b, p.cmd.Start())
	go p.wait(func() {})
	b.Cleanup(p.kill)
	printed := regexp.MustCompile(`(?s)^(djqr1[a-z0-9]+)\n.*(http://\S+/metrics)`)
	require.Eventually(b, func() bool { return printed.MatchString(p.text()) }, patience, time.Millisecond)
	said := printed.FindStringSubmatch(p.text())
	relay, err = invite.ParseRelay(said[1])
	require.NoError(b, err)
	return relay, said[2]
}

// figure is one of a relay's figures.
func figure(b *testing.B, figures, name string) float64 {
	b.Helper()
	answer, err := http.Get(figures)
	require.NoError(b, err)
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	require.NoError(b, err)
	found := regexp.MustCompile(`(?m)^darkjunqi_relay_` + name + ` (\S+)$`).FindSubmatch(text)
	require.NotNil(b, found, "%s", text)
	value, err := strconv.ParseFloat(string(found[1]), 64)
	require.NoError(b, err)
	return value
}
