package main

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

const (
	quickRules = "standard,clock=off,grace=off,first=blue,quiet-draw=20"
	quickFour  = "siguo,clock=off,grace=off,quiet-draw=20"
	labRelay   = "11.0.0.100"

	// toMove is in a state, before its connection. What must hold at once is looked for in one state: which of the two comes
	// true first is nobody's to say, and nothing may come after the second.
	toMove = `"decision":"move"`

	// straight is a way past the relay. Between houses that let nobody in who was not called, it goes through holes in both
	// routers: such as both sides agreed to open, or such as opened when both happened to call at once.
	straight = `"path":"(?:punched|direct)"`
)

// relay starts a relay on the Internet, and returns its invite.
func (l *testnet) relay() string {
	p := l.machine().online(labRelay).start("relay", "relay", "--announce", labRelay+":4001")
	return l.awaits(p, `^(djqr1[a-z0-9]+)$`)
}

// Two programs behind two routers finish a match from one pasted invite. It begins at the relay and goes on through the holes
// that both routers were made to open; a line that breaks, an address that changes and a program that is killed don't end it.
func TestMatchThroughHoles(t *testing.T) {
	t.Parallel()
	l := newTestnet(t)
	relay := l.relay()
	red, blue := l.house(1, false), l.house(2, false)
	blue.lossy(2)
	host := red.inside.start("red", "host", "--relay", relay, "--rules", quickRules, "--bot", "random", "--json")
	invite := l.awaits(host, `"invites":\{"blue":"(djq1[a-z0-9]+)"`)
	guest := blue.inside.start("blue", "join", invite, "--yes", "--layout", "triangle", "--json")
	l.awaits(guest, toMove+`.*`+straight)
	l.awaits(host, straight)
	red.cut()
	blue.move(2)
	l.awaits(guest, `"connection":\{"online":false`)
	l.awaits(guest, `"connection":\{"online":true`)
	guest.kill()
	guest = blue.inside.start("blue", "resume", "--bot", "random", "--json")
	l.finishes(host)
	l.finishes(guest)
	require.Contains(t, host.text(), `"verdict":"honest"`)
	require.Contains(t, guest.text(), `"verdict":"honest"`)
}

// Through routers that no hole can be punched in, all goes through the relay.
func TestMatchThroughTheRelayAlone(t *testing.T) {
	t.Parallel()
	l := newTestnet(t)
	relay := l.relay()
	red, blue := l.house(1, true), l.house(2, true)
	host := red.inside.start("red", "host", "--relay", relay, "--rules", quickRules, "--bot", "random", "--json")
	invite := l.awaits(host, `"invites":\{"blue":"(djq1[a-z0-9]+)"`)
	guest := blue.inside.start("blue", "join", invite, "--yes", "--layout", "triangle", "--json")
	l.awaits(guest, toMove+`.*"path":"relay"`)
	blue.cut()
	host.kill()
	host = red.inside.start("red", "resume", "--bot", "random", "--json")
	l.awaits(host, `"path":"relay"`)
	guest.kill()
	guest = blue.inside.start("blue", "resume", "--bot", "random", "--json")
	l.finishes(host)
	l.finishes(guest)
	require.NotRegexp(t, straight, guest.text()+host.text())
	require.Contains(t, host.text(), `"verdict":"honest"`)
	require.Contains(t, guest.text(), `"verdict":"honest"`)
}

// Four in four houses play through one relay, two of them through routers that no hole can be punched in.
func TestFourBehindRouters(t *testing.T) {
	t.Parallel()
	l := newTestnet(t)
	relay := l.relay()
	red := l.house(1, false)
	host := red.inside.start("red", "host", "--relay", relay, "--rules", quickFour, "--bot", "random", "--json")
	state := l.awaits(host, `"invites":(\{.*?\})`)
	all := []*program{host}
	for i, seat := range []string{"blue", "amber", "teal"} {
		found := regexp.MustCompile(`"` + seat + `":"(djq1[a-z0-9]+)"`).FindStringSubmatch(state)
		require.NotNil(t, found, state)
		all = append(all, l.house(i+2, i > 0).inside.start(seat, "join", found[1], "--yes", "--bot", "random", "--json"))
	}
	l.awaits(all[2], `"turns":[1-9]`)
	red.cut()
	for _, p := range all {
		l.finishes(p)
		require.Contains(t, p.text(), `"verdict":"honest"`)
	}
	require.Contains(t, all[2].text(), `"path":"relay"`)
}

// Four in four houses, and only the host knows the relay. Its program is killed in the middle: the guests have met there, see
// that it has gone and nobody else, and stay linked. It comes back, and all four end the match.
func TestFourBehindRoutersWithoutTheirHost(t *testing.T) {
	t.Parallel()
	l := newTestnet(t)
	relay := l.relay()
	red := l.house(1, false)
	host := red.inside.start("red", "host", "--relay", relay, "--rules", quickFour+",first=blue", "--layout", "triangle", "--json")
	state := l.awaits(host, `"invites":(\{.*?\})`)
	guests := map[string]*program{}
	for i, seat := range []string{"blue", "amber", "teal"} {
		found := regexp.MustCompile(`"` + seat + `":"(djq1[a-z0-9]+)"`).FindStringSubmatch(state)
		require.NotNil(t, found, state)
		guests[seat] = l.house(i+2, true).inside.start(seat, "join", found[1], "--yes", "--bot", "random", "--json")
	}
	stands := func(hosted bool) { // at the host's turn, for whom nobody moves; each guest linked to both others, who let nobody in
		for seat, p := range guests {
			pattern := `"toMove":"red".*` + seatWay("red", hosted, "[a-z]*")
			for _, other := range []string{"blue", "amber", "teal"} {
				if other != seat {
					pattern += seatWay(other, true, "relay")
				}
			}
			l.awaits(p, pattern)
		}
	}
	stands(true)
	host.kill()
	stands(false)
	host = red.inside.start("red", "resume", "--bot", "random", "--json")
	l.finishes(host)
	require.Contains(t, host.text(), `"verdict":"honest"`)
	for _, p := range guests {
		l.finishes(p)
		require.Contains(t, p.text(), `"verdict":"honest"`)
	}
}

// seatWay is a seat in a state: whether it is within reach, and by which way.
func seatWay(seat string, online bool, path string) string {
	return fmt.Sprintf(`\{"seat":"%s","joined":true[^{}]*"online":%t,"path":"%s".*`, seat, online, path)
}

// On one network the two find each other though the invite names an address that the host has no more.
func TestMatchOnOneNetwork(t *testing.T) {
	t.Parallel()
	l := newTestnet(t)
	red, blue := l.machine().online("11.0.0.1"), l.machine().online("11.0.0.2")
	host := red.start("red", "host", "--rules", quickRules, "--bot", "random", "--json")
	invite := l.awaits(host, `"invites":\{"blue":"(djq1[a-z0-9]+)"`)
	host.kill()
	red.sh("ip addr del 11.0.0.1/24 dev wan; ip addr add 11.0.0.9/24 dev wan")
	host = red.start("red", "resume", "--bot", "random", "--json")
	l.awaits(host, `"state":`)
	guest := blue.start("blue", "join", invite, "--yes", "--bot", "random", "--json")
	l.awaits(guest, `"path":"same-network"`)
	l.finishes(host)
	l.finishes(guest)
}

// What is told of a network is what goes there.
func TestDoctorBehindRouters(t *testing.T) {
	t.Parallel()
	l := newTestnet(t)
	relay := l.relay()
	asked := map[string]*program{
		"host":  l.machine().online("11.0.0.3").start("open", "doctor", "--relay", relay, "--json"),
		"punch": l.house(1, false).inside.start("home", "doctor", "--relay", relay, "--json"),
		"relay": l.house(2, true).inside.start("strict", "doctor", "--relay", relay, "--json"),
	}
	unplugged := l.house(3, false)
	unplugged.router.sh("ip link set lan down")
	asked["no-network"] = unplugged.inside.start("unplugged", "doctor", "--relay", relay, "--json")
	for advice, p := range asked {
		l.finishes(p)
		require.Contains(t, p.text(), `"advice":"`+advice+`"`)
	}
}
