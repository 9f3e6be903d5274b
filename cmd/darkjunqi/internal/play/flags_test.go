package play

import (
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/uiflags"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

// Attacks are made ready while a player thinks, unless --no-prepare says not to; host, join
// and resume know it.
// Anyone who can't reach the host is told what may be the matter here.
func TestHintsOfWhoCanNotJoin(t *testing.T) {
	at := func(ip string) []net.Addr {
		return []net.Addr{&net.IPNet{IP: net.IPv4(127, 0, 0, 1)}, &net.IPNet{IP: net.ParseIP(ip)}}
	}
	for _, c := range []struct {
		how  networkFlags
		own  []net.Addr
		want messages.Text
	}{
		{networkFlags{}, at("192.168.1.2"), messages.HintUnreachable},
		{networkFlags{}, at("fe80::1"), messages.HintNoNetwork},
		{networkFlags{}, nil, messages.HintUnreachable},
		{networkFlags{loopback: true}, at("::1"), messages.HintUnreachable},
		{networkFlags{relayOnly: true}, at("2a00::1"), messages.HintOnlyRelay},
		{networkFlags{relayOnly: true}, at("::1"), messages.HintNoNetwork},
	} {
		require.Equal(t, c.want, unreachable(c.how, c.own), "%+v", c)
	}
}

// The bell rings for players alone.
func TestOnlyPlayersSilenceTheBell(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	require.NotNil(t, NewHost(env).Flags().Lookup("no-bell"))
	require.Nil(t, NewWatch(env).Flags().Lookup("no-bell"))
}

func TestPreparingCanBeSwitchedOff(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	for args, want := range map[string]bool{"": false, "--no-prepare": true} {
		var s playFlags
		cmd := &cobra.Command{}
		addPlayFlags(env, cmd, &s)
		if args != "" {
			require.NoError(t, cmd.ParseFlags([]string{args}))
		}
		require.Equal(t, want, s.unready)
	}
	for _, cmd := range []*cobra.Command{NewHost(env), NewJoin(env), NewResume(env)} {
		require.NotNil(t, cmd.Flags().Lookup("no-prepare"), cmd.Name())
	}
}

// The others are told what a player is called: by --name, which is kept, and in later matches without it. A bot has no name.
func TestNameIsTold(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	told := func(args ...string) string {
		var s playFlags
		cmd := &cobra.Command{}
		addPlayFlags(env, cmd, &s)
		require.NoError(t, cmd.ParseFlags(args))
		p, err := parseFlags(env, s)
		require.NoError(t, err)
		at, err := newRun(env, p)
		require.NoError(t, err)
		return at.app.Name()
	}
	require.Empty(t, told())
	require.Equal(t, "Ada Wong", told("--name", " Ada Wong"))
	require.Equal(t, "Ada Wong", told())
	require.Empty(t, told("--bot", "random"))
	require.Empty(t, told("--name", ""))
	require.Empty(t, told())
	_, err := newRun(env, &playOptions{playFlags: playFlags{named: true, name: "\x1b[2J"}})
	require.Error(t, err)
}

// A private file that is gone or empty is what is missing, whatever audit says of the transcript.
func TestHintWithoutThePrivateFile(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	for _, err := range []error{store.ErrNoSecret, store.ErrEmptySecret} {
		var p *cli.Problem
		require.ErrorAs(t, cannotOpen(env.Lang, err, "3f21ab90-red.djq"), &p)
		require.Contains(t, p.Hint, ".secret")
		require.NotContains(t, p.Hint, "audit")
	}
}

// A port that is asked for and taken is refused, and who announces one means it here too.
func TestPortThatIsTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer taken.Close()
	env, _ := clitest.Env(messages.English)
	p := &playOptions{playFlags: playFlags{networkFlags: networkFlags{port: taken.Addr().(*net.TCPAddr).Port, loopback: true}}}
	_, err = connect(env, p, nil)
	require.ErrorContains(t, err, "is taken on this computer")
	require.Equal(t, env.T(messages.HintPortTaken), err.(*cli.Problem).Hint)
	p, err = parseFlags(env, playFlags{announce: []string{fmt.Sprintf("example.org:%d", p.port)}, ui: uiflags.Flags{Name: "lines"}})
	require.NoError(t, err)
	p.loopback = true // as only here is it known to be taken
	_, err = connect(env, p, nil)
	require.ErrorContains(t, err, "is taken on this computer")
	require.Equal(t, env.T(messages.HintAnnounced), err.(*cli.Problem).Hint)
	for address, port := range map[string]int{"example.org:4001": 4001, "[2a00::1]:9": 9, "example.org": 0, "/ip4/192.0.2.1/tcp/7": 0, "a:99999": 0, "a:b": 0} {
		p, err := parseFlags(env, playFlags{announce: []string{address}, ui: uiflags.Flags{Name: "lines"}})
		require.NoError(t, err)
		require.Equal(t, port, p.port, address)
	}
	p, err = parseFlags(env, playFlags{announce: []string{"example.org:4001"}, networkFlags: networkFlags{port: 5}, ui: uiflags.Flags{Name: "lines"}})
	require.NoError(t, err)
	require.Equal(t, 5, p.port)
}

// A host that only its own network can reach is told so, once its router has had the time to open a port.
func TestHostBehindARouterIsToldSo(t *testing.T) {
	for _, public := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			env, out := clitest.Env(messages.English)
			l := &matchTransport{relay: newInbox[error](), public: func() bool { return public }}
			defer l.watchReach()()
			require.NoError(t, tellRelay(env, l.relay))
			time.Sleep(reachTime)
			synctest.Wait()
			require.NoError(t, tellRelay(env, l.relay))
			require.Equal(t, !public, strings.Contains(strings.Join(strings.Fields(out.String()), " "), "only friends on your own network can reach you. `darkjunqi doctor`"))
			out.Reset()
			require.NoError(t, tellRelay(env, l.relay))
			require.Empty(t, out.String(), "it is said once")
		})
	}
}

// Of the relay of WebSockets only this is news: that another program is found there instead, and that this one is again.
func TestMovesAreTold(t *testing.T) {
	var told []error
	tell := moves(func(err error) { told = append(told, err) })
	for _, err := range []error{nil, webnet.ErrRelay, nil, webnet.ErrMoved, webnet.ErrRelay, nil, nil} {
		tell(err)
	}
	require.Equal(t, []error{webnet.ErrMoved, nil}, told)
	moves(nil)(webnet.ErrMoved)
}

// What comes of a relay at once is all said: that this program is found there is not lost behind what is said of browsers.
func TestAllNewsOfTheRelayAreSaid(t *testing.T) {
	env, out := clitest.Env(messages.English)
	news := newInbox[error]()
	news.put(nil)
	news.put(webnet.ErrMoved)
	require.NoError(t, tellRelay(env, news))
	require.Regexp(t, `(?s)^Friends can reach you through the relay\..*is now\s+connected\s+to\s+the\s+relay\s+instead`, out.String())
}

// The place of a guest's computer hides the address if the player's does.
func TestComputerGoesThePlayersWays(t *testing.T) {
	relay, hide := invite.NewRelay(transport.Identity{1}.Key(), invite.RelaySecret{2}, nil), true
	net, _, err := listen(nil, func(kept []byte) libp2pnet.ListenConfig {
		c := libp2pnet.ListenConfig{Loopback: true, Kept: kept, RelayOnly: hide}
		if hide {
			c.Relay = relay
		}
		return c
	})
	require.NoError(t, err)
	defer net.Close()
	hide = false
	beside, err := net.Beside(nil)
	require.NoError(t, err)
	defer beside.Close()
	require.NotEqual(t, net.Key(), beside.Key())
	require.NotEmpty(t, beside.Addrs())
	for _, addr := range beside.Addrs() {
		_, ok := invite.ParseRoute(addr)
		require.True(t, ok)
	}
}

// A guest takes the reservation that a host lends, unless it wants to be found at no relay.
func TestGuestTakesLentReservation(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	relay := invite.NewRelay(transport.Identity{1}.Key(), invite.RelaySecret{2}, nil)
	_, host, err := listen(nil, func(kept []byte) libp2pnet.ListenConfig {
		return libp2pnet.ListenConfig{Loopback: true, Relay: relay, Kept: kept}
	})
	require.NoError(t, err)
	defer host.Close()
	for text, takes := range map[string]bool{"": true, datafolder.None: false} {
		p, err := parseFlags(env, playFlags{networkFlags: networkFlags{loopback: true}, relayText: text, ui: uiflags.Flags{Name: "lines"}})
		require.NoError(t, err)
		line, err := connect(env, p, nil)
		require.NoError(t, err)
		require.Equal(t, takes, line.Transport.UseReservation(host.LentReservation(line.Transport.Key())), text)
		line.Close()
	}
}
