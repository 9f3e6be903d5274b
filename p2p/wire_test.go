package p2p

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/link"
	"github.com/darkjunqi/darkjunqi/p2p/internal/retry"
	"github.com/darkjunqi/darkjunqi/p2p/internal/wire"
	"github.com/darkjunqi/darkjunqi/p2p/invite"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// docs/wire.md gives the numbers of this package.
func TestPageOfTheLink(t *testing.T) {
	raw, err := os.ReadFile("../docs/wire.md")
	require.NoError(t, err)
	page := string(raw)
	section := func(title string) string {
		_, rest, found := strings.Cut(page, "\n## "+title)
		require.True(t, found, title)
		text, _, _ := strings.Cut(rest, "\n## ")
		return text
	}
	number := func(text string) int {
		n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
		require.NoError(t, err)
		return n
	}

	kinds := regexp.MustCompile(`(?m)^\| (\d+) \| \w+ \| .* \| (?:([\d,]+) to )?([\d,]+) \|$`).FindAllStringSubmatch(section("3."), -1)
	require.Len(t, kinds, len(wire.Sizes))
	for _, row := range kinds {
		size := wire.Sizes[wire.Kind(number(row[1]))]
		require.Equal(t, size.Max, number(row[3]), "kind %s", row[1])
		if row[2] == "" {
			require.Equal(t, size.Min, size.Max, "kind %s", row[1])
		} else {
			require.Equal(t, size.Min, number(row[2]), "kind %s", row[1])
		}
	}

	reasons := regexp.MustCompile(`(?m)^\| (\d+) \| (\w+) \|`).FindAllStringSubmatch(section("8."), -1)
	require.Len(t, reasons, int(wire.ByeFull))
	for i, row := range reasons {
		require.Equal(t, i+1, number(row[1]))
		require.NotEqual(t, fmt.Sprintf("reason %d", i+1), wire.Reason(i+1).String())
	}
	for r, name := range map[wire.Reason]string{
		wire.ByeClosing: "closing", wire.ByeDone: "done", wire.ByeReplaced: "replaced", wire.ByeVersion: "version", wire.ByeUnknown: "unknown", wire.ByeStranger: "stranger",
		wire.ByeTaken: "taken", wire.ByeRefused: "refused", wire.ByeFlood: "flood", wire.ByeDiverged: "diverged", wire.ByeSilent: "silent", wire.ByeFull: "full",
	} {
		require.Equal(t, name, reasons[r-1][2])
	}

	flat := strings.Join(strings.Fields(page), " ")
	for _, text := range []string{
		`"djq1" || base32`,
		"There are at most " + strconv.Itoa(invite.MaxAddrs),
		fmt.Sprintf("The version is %d.", wire.Version),
		"takes more than " + seconds(link.HandshakeTime) + " fails",
		fmt.Sprintf("hear news %d ms after the players", link.WatchPause.Milliseconds()),
		fmt.Sprintf("holds at most %d unproven links", maxPending),
		"and " + seconds(hostPatience) + " later the host",
		"a Ping after " + seconds(link.PingEvery) + ", to and from watchers after " + seconds(link.IdlePing) + "; after " + seconds(link.QuietTime) + " the other end",
		"after " + seconds(link.IdleTime) + " without a frame", "has come over its link for " + seconds(link.QuietTime),
		"A frame that has begun**: " + seconds(link.FrameTime),
		"A batch being written**: " + seconds(link.WriteTime),
		fmt.Sprintf("%d KiB at once and %d KiB/s", link.BudgetBurst>>10, link.BudgetRate>>10),
		fmt.Sprintf("its payload and %d bytes", link.FrameCost),
		fmt.Sprintf("%.0f at once and one in %.0f s", link.WordPace.Burst, 1/link.WordPace.PerSecond),
		fmt.Sprintf("holds another, counts as %d KiB,", link.LentCost>>10),
		fmt.Sprintf("a Fault that convicts nobody new as %d KiB", link.FaultCost>>10),
		"served at a time, each for " + seconds(link.HandshakeTime),
		fmt.Sprintf("%d of one link key in %d minutes", maxStrikes, strikeTime/time.Minute),
		fmt.Sprintf("slow reader**: %d;", maxControl),
		"waits up to " + seconds(link.LingerTime) + " for the other",
		fmt.Sprintf("at most %d proven links of guests that have brought no Join", maxUnseated),
		fmt.Sprintf("A host accepts at most %d watchers", maxWatchers),
		"comes within " + seconds(link.RecordTime), "A record that was promised**: " + seconds(link.RecordTime),
		"the time for a move plus " + seconds(lineTime),
		`"djqw1" || base32`, `"djqr1" || base32`, `"darkjunqi/v1/relay-pass"`, `"djql1" || base64`,
		"`darkjunqi/v1/seat`", "`darkjunqi/v1/watch`",
		"stays for " + seconds(partingTime) + ", or " + seconds(recallTime) + " if it has resumed a finished match of more than two seats",
		fmt.Sprintf("The text is at most %d bytes", wire.MaxByeText),
		"up to about " + seconds(retry.SoonMax) + ", and after " + minutes(retry.SoonTime) + " up to about " + seconds(retry.Max),
		"`darkjunqi/v1/invite-key`", "`darkjunqi/v1/link-key`", `"darkjunqi/v1/link"`,
	} {
		require.Contains(t, flat, text)
	}
}

func minutes(d time.Duration) string { return strconv.Itoa(int(d/time.Minute)) + " minutes" }

func seconds(d time.Duration) string { return strconv.Itoa(int(d/time.Second)) + " s" }

// The examples of docs/wire.md.
func TestExamplesOfTheLink(t *testing.T) {
	page, err := os.ReadFile("../docs/wire.md")
	require.NoError(t, err)
	var table invite.HostSecret
	var terms transcript.Hash
	for i := range 32 {
		table[i], terms[i] = byte(i), byte(32+i)
	}
	secret := table.Seat(engine.Blue)
	host, guest := transport.Identity{1}.Key(), transport.Identity{2}.Key()
	at := []transport.Addr{"\x04\xc0\x00\x02\x01\x06\x0f\xa1"}
	inv := invite.New(terms, host, at, engine.Blue, secret)
	watch := invite.NewWatch(terms, host, at, table.Watch())
	p := link.Parties{Terms: terms, Host: host, Guest: guest, HostNonce: [32]byte{3}, GuestNonce: [32]byte{4}}
	fromGuest := p.MAC(secret.LinkKey(), wire.Guest, engine.Blue)
	p.LinkNumber = 5
	fromHost := p.MAC(secret.LinkKey(), wire.Host, engine.Red)
	terms0 := []byte("Terms")
	relay := invite.NewRelay(transport.Identity{3}.Key(), invite.RelaySecret(table), at)
	pass := relay.Pass(host)
	letter := &mail.Letter{Terms: terms, Seat: engine.Red, Chain: [][]byte{terms0}}
	vouched := slices.Concat([]byte("darkjunqi/v1/vouch"), terms[:], []byte{byte(engine.Red)}, letter.Signed())
	letter.Signature = [wire.VouchSize]byte(ed25519.Sign(ed25519.NewKeyFromSeed(append([]byte{5}, make([]byte, 31)...)), vouched))
	for _, example := range []struct{ name, want string }{
		{"invite", inv.String()},
		{"invite to watch", watch.String()},
		{"secret of blue's invite", hex.EncodeToString(secret[:])},
		{"invite key", hex.EncodeToString(secret.PublicKey())},
		{"link key", hex.EncodeToString(secret.LinkKey())},
		{"host's key", hex.EncodeToString(host[:])},
		{"guest's key", hex.EncodeToString(guest[:])},
		{"guest's MAC", hex.EncodeToString(fromGuest[:])},
		{"host's MAC", hex.EncodeToString(fromHost[:])},
		{"relay's key", fmt.Sprintf("%x", relay.Key())},
		{"pass to the host", hex.EncodeToString(pass[:])},
		{"invite to a relay", relay.String()},
		{"guest's Proof", hex.EncodeToString(wire.Proof{Number: 0, MAC: fromGuest}.Frame().Append(nil))},
		{"letter", "    " + strings.ReplaceAll(strings.TrimSpace(letter.String()), "\n", "\n    ")},
	} {
		require.Contains(t, string(page), example.want, example.name)
	}
	again, err := invite.Parse(inv.String())
	require.NoError(t, err)
	require.Equal(t, inv, again)
	read, err := mail.Parse(letter.String())
	require.NoError(t, err)
	require.Equal(t, letter.String(), read.String())
}
