package lab

import (
	"bytes"
	"crypto/ed25519"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
)

// A running command.
type running struct {
	said, errs bytes.Buffer
	listens    chan string // the address that it says first
	done       chan int
}

var listening = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// Write takes what the command says.
func (r *running) Write(b []byte) (int, error) {
	if at := listening.Find(b); at != nil {
		r.listens <- string(at)
	}
	return r.said.Write(b)
}

// start runs a command that agrees to all terms.
func start(args ...string) *running { return startAnswering("", append(args, "--yes")...) }

func startAnswering(answer string, args ...string) *running {
	r := &running{listens: make(chan string, 1), done: make(chan int, 1)}
	go func() {
		r.done <- Program.Run(args, strings.NewReader(answer), r, &r.errs, func(string) string { return "" })
	}()
	return r
}

// address is where the program listens.
func (r *running) address(t *testing.T) string {
	select {
	case address := <-r.listens:
		return address
	case <-r.done:
		require.FailNow(t, "it has ended", r.errs.String())
		return ""
	}
}

func (r *running) end(t *testing.T) string {
	require.Zero(t, <-r.done, &r.errs)
	return r.said.String()
}

func list(t *testing.T, text string) string {
	name := filepath.Join(t.TempDir(), "list")
	require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	return name
}

// Programs that know only each other's addresses come to the same records.
func TestMeetings(t *testing.T) {
	for name, c := range map[string]struct {
		host   []string
		guests [][]string
		want   string
	}{
		"vote":    {[]string{"vote", "2", "--parties", "3"}, [][]string{{"vote", "0"}, {"vote", "2"}}, "Choice 2: 2\n"},
		"auction": {[]string{"auction", "4", "--second-price"}, [][]string{{"auction", "7"}}, "Highest bid: 7, by 1. To pay: 4\n"},
		"common":  {[]string{"common", list(t, "a\nb\n")}, [][]string{{"common", list(t, "b\nc")}}, "Common: 1\n"},
		"mean":    {[]string{"mean", "1,2", "--parties", "3"}, [][]string{{"mean", "3,4"}, {"mean", "5,6"}}, "Entry 1: sum 12, mean 4.00\n"},
		"compare": {[]string{"compare", "7"}, [][]string{{"compare", "4"}}, "Red has more.\n"},
		"list":    {[]string{"compare", "3", "--by", "list"}, [][]string{{"compare", "4"}}, "Blue has more.\n"},
		"circuit": {[]string{"compare", "5", "--by", "circuit"}, [][]string{{"compare", "5"}}, "Both have the same.\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := start(append(c.host, "--listen", "127.0.0.1:0")...)
			address := host.address(t)
			var guests []*running
			for _, args := range c.guests {
				guests = append(guests, start(append(args, "--join", address)...))
			}
			for _, g := range guests {
				require.Contains(t, g.end(t), c.want)
			}
			require.Contains(t, host.end(t), c.want)
		})
	}
}

// A guest that goes away is left out of a sum, and garbage is no guest.
func TestGuestThatGoesAway(t *testing.T) {
	host := start("mean", "10", "--parties", "3", "--quorum", "2", "--listen", "127.0.0.1:0")
	address := host.address(t)
	for _, garbage := range []string{"", "GET / HTTP/1.1\r\n\r\n", "\x00\x00\x00\x01d"} {
		conn, err := net.Dial("tcp", address)
		require.NoError(t, err)
		_, err = conn.Write([]byte(garbage))
		require.NoError(t, err)
		conn.Close()
	}
	stays := start("mean", "20", "--join", address)

	other := &mean{meeting: meeting{join: address}, vectors: [][]int{{99}}}
	env := cli.NewEnv("test", strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" })
	_, _, err := session{member: func(file []byte, number int, key ed25519.PrivateKey) (member, error) {
		m, err := other.member(file, number, key)
		return &quitter{m, 0}, err
	}}.join(env, address, true)
	require.ErrorIs(t, err, errLeft)

	require.Contains(t, stays.end(t), "Entry 0: sum 30, mean 15.00\n")
	require.Contains(t, host.end(t), "Entry 0: sum 30, mean 15.00\n")
}

// Nobody signs before all have read the same terms and agreed.
func TestTermsAreAgreedTo(t *testing.T) {
	short := regexp.MustCompile(`Short id of these terms: ([0-9a-f ]{39})\.`)
	for name, commands := range map[string][2][]string{
		"mean":    {{"mean", "10"}, {"mean", "20"}},
		"compare": {{"compare", "7"}, {"compare", "4"}},
	} {
		for answers, want := range map[[2]string][2]string{
			{"y\n", "y\n"}: {},
			{"y\n", "n\n"}: {"party 1 did not agree to these terms, so nothing was signed", "you did not agree to the terms, so nothing was signed"},
			{"n\n", "y\n"}: {"you did not agree to the terms, so nothing was signed", "the other program closed the link"},
			{"y\n", ""}:    {"party 1 did not agree", "there was no answer"},
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				host := startAnswering(answers[0], append(commands[0], "--listen", "127.0.0.1:0")...)
				guest := startAnswering(answers[1], append(commands[1], "--join", host.address(t))...)
				codes := [2]int{<-host.done, <-guest.done}
				if want[0] == "" {
					require.Equal(t, [2]int{}, codes, host.errs.String()+guest.errs.String())
				} else {
					require.Equal(t, [2]int{cli.ExitBad, cli.ExitBad}, codes)
				}
				require.Contains(t, host.errs.String(), want[0])
				require.Contains(t, guest.errs.String(), want[1])
				require.Equal(t, short.FindStringSubmatch(host.said.String())[1], short.FindStringSubmatch(guest.said.String())[1])
			})
		}
	}
}

// A quitter gives its key and its vector, and then goes away.
type quitter struct {
	member
	given int
}

func (q *quitter) next(idle bool, gone gone) ([]byte, error) {
	if q.given == 2 {
		return nil, errLeft
	}
	record, err := q.member.next(false, gone)
	if record != nil {
		q.given++
	}
	return record, err
}
