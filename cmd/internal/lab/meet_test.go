package lab

import (
	"bytes"
	"crypto/ed25519"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/boards"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// A running command.
type running struct {
	lock       sync.Mutex
	said, errs bytes.Buffer
	listens    chan string // the address that it says first
	done       chan int
}

var listening = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// Write takes what the command says.
func (r *running) Write(b []byte) (int, error) {
	r.lock.Lock()
	defer r.lock.Unlock()
	if at := listening.Find(b); at != nil && r.said.Len() == 0 {
		r.listens <- string(at)
	}
	return r.said.Write(b)
}

// start runs a command that agrees to all terms.
func start(args ...string) *running {
	return startAnswering(strings.NewReader(""), append(args, "--yes")...)
}

func startAnswering(in io.Reader, args ...string) *running {
	r := &running{listens: make(chan string, 1), done: make(chan int, 1)}
	go func() {
		r.done <- Program.Run(args, in, r, &r.errs, func(string) string { return "" })
	}()
	return r
}

// says waits until the command has said something, as often as that.
func (r *running) says(t *testing.T, text string, times ...int) {
	n := append(times, 1)[0]
	require.Eventually(t, func() bool { return strings.Count(r.text(), text) >= n }, 2*time.Minute, 10*time.Millisecond, text)
}

const waiting = "Waiting for another party."

func (r *running) text() string {
	r.lock.Lock()
	defer r.lock.Unlock()
	return r.said.String()
}

// fails waits until the command has ended with an error that says this.
func (r *running) fails(t *testing.T, text string) {
	t.Helper()
	require.Equal(t, cli.ExitBad, <-r.done, r.text())
	require.Contains(t, r.errs.String(), text)
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

// Programs that know only each other's addresses end with the same records.
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

// A guest that goes away is left out of a sum.
func TestGuestThatGoesAway(t *testing.T) {
	host := start("mean", "10", "--parties", "3", "--quorum", "2", "--listen", "127.0.0.1:0")
	address := host.address(t)
	stays := start("mean", "20", "--join", address)
	stays.says(t, "Linked")

	other := &mean{vectors: [][]int{{99}}}
	other.join = address
	env := cli.NewEnv("test", strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" })
	_, _, err := session{command: "mean", member: func(file []byte, number int, key ed25519.PrivateKey) (member, error) {
		m, err := other.member(file, number, key)
		return &quitter{m, 0}, err
	}}.join(env, address, true)
	require.ErrorIs(t, err, errLeft)

	require.Contains(t, stays.end(t), "Entry 0: sum 30, mean 15.00\n")
	require.Contains(t, host.end(t), "Entry 0: sum 30, mean 15.00\n")
}

// Everybody gets the record that convicts a guest.
func TestGuestThatVotesTwice(t *testing.T) {
	host := start("vote", "1", "--parties", "3", "--listen", "127.0.0.1:0")
	address := host.address(t)
	other := start("vote", "2", "--join", address)
	other.says(t, "Linked")
	x := &trial{values: 4, trustees: 2, given: map[int]int{0: 1}}
	x.join = address
	x.env = cli.NewEnv("test", strings.NewReader(""), io.Discard, io.Discard, func(string) string { return "" })
	_, _, err := session{command: "vote", member: func(file []byte, number int, key ed25519.PrivateKey) (member, error) {
		m, err := x.member(file, number, key)
		if err != nil {
			return nil, err
		}
		return &twice{voter: m.(*voter), key: key}, nil
	}}.join(x.env, address, true)
	require.NoError(t, err)
	for _, r := range []*running{host, other} {
		require.Equal(t, cli.ExitCheating, <-r.done, r.text())
		require.Contains(t, r.errs.String(), "it is a second ballot")
	}
}

// dial links a stranger, which says something.
func dial(t *testing.T, address, text string) net.Conn {
	conn, err := net.Dial("tcp", address)
	require.NoError(t, err)
	t.Cleanup(func() { conn.Close() })
	_, err = conn.Write([]byte(text))
	require.NoError(t, err)
	return conn
}

// greeting is the frame of a guest with a key.
func greeting(key ed25519.PublicKey) string {
	return string(transcript.AppendFrame(nil, append([]byte{frameHello}, hello(key)...)))
}

// Strangers that are silent, talk nonsense, come twice or leave again keep no guest waiting.
func TestStrangersStopNobody(t *testing.T) {
	for _, commands := range [][]string{{"mean", "10", "--max", "99"}, {"compare", "10"}} {
		t.Run(commands[0], func(t *testing.T) {
			t.Parallel()
			host := start(append(commands, "--listen", "127.0.0.1:0")...)
			address := host.address(t)
			for range 2 * strangers / 3 {
				dial(t, address, "")
			}
			key, _, err := ed25519.GenerateKey(nil)
			require.NoError(t, err)
			for i, text := range []string{strings.Replace(greeting(key), "meet 3", "meet 2", 1), strings.Replace(greeting(key), "dark", "bark", 1), "GET / HTTP/1.1\r\n\r\n", "\x00\x00\x00\x01d", greeting(make([]byte, 32))} {
				dial(t, address, text)
				host.says(t, "was disconnected.", i+1)
			}
			leaves := dial(t, address, greeting(key))
			host.says(t, "has joined; 0 more to come.")
			leaves.Close()
			host.says(t, waiting) // the host alone had agreed
			guest := start(commands[0], "4", "--join", address)
			guest.end(t)
			host.end(t)
		})
	}
}

// Silent strangers make room for others, however patient the host is.
func TestSilentStrangersMakeRoom(t *testing.T) {
	host := start("mean", "10", "--listen", "127.0.0.1:0")
	address := host.address(t)
	for range 2 * strangers {
		dial(t, address, "")
	}
	host.says(t, "was disconnected.", strangers)
	start("mean", "4", "--join", address).end(t)
	host.end(t)
}

// Two guests have two keys.
func TestGuestsWithOneKey(t *testing.T) {
	host := start("mean", "10", "--parties", "4", "--quorum", "2", "--listen", "127.0.0.1:0")
	address := host.address(t)
	key, _, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	first := dial(t, address, greeting(key))
	host.says(t, "has joined; 2 more to come.")
	dial(t, address, greeting(key))
	host.says(t, "used another party's key")
	first.Close()
	host.says(t, "has left; 3 more to come.")
	guests := []*running{start("mean", "1", "--join", address), start("mean", "2", "--join", address), start("mean", "3", "--join", address)}
	for _, g := range guests {
		require.Contains(t, g.end(t), "sum 16")
	}
	require.Contains(t, host.end(t), "sum 16")
}

// Nobody signs before all have read the same terms and agreed. A party that does not is named, and
// makes room for another.
func TestTermsAreAgreedTo(t *testing.T) {
	short := regexp.MustCompile(`Short ID of these terms: ([0-9a-f ]{39})\.`)
	asked := "Sign under these terms?"
	pipe := func() (io.Reader, io.Writer) {
		r, w, err := os.Pipe()
		require.NoError(t, err)
		t.Cleanup(func() { r.Close(); w.Close() })
		return r, w
	}
	in, person := pipe()
	host := startAnswering(in, "mean", "10", "--parties", "3", "--listen", "127.0.0.1:0")
	address := host.address(t)
	stays := start("mean", "20", "--join", address)
	host.says(t, "1 more to come.\n")
	reads, other := pipe()
	declines := startAnswering(reads, "mean", "30", "--join", address)
	declines.says(t, asked)
	host.says(t, asked)
	require.Equal(t, short.FindStringSubmatch(host.text())[1], short.FindStringSubmatch(declines.text())[1])
	start("mean", "40", "--join", address).fails(t, "all seats are taken")

	_, err := io.WriteString(other, "n\n")
	require.NoError(t, err)
	declines.fails(t, "you did not agree to the terms, so nothing was signed")
	for _, r := range []*running{host, stays} {
		r.says(t, "Party 2 did not agree to these terms, so nobody signed them.")
	}
	silent := startAnswering(strings.NewReader(""), "mean", "30", "--join", address)
	silent.fails(t, "there was no answer")
	host.says(t, waiting, 2)
	require.Contains(t, silent.errs.String(), "--yes")
	start("mean", "300", "--join", address).fails(t, `"300" is not a whole number from 0 to 100`)
	host.says(t, waiting, 3)
	start("mean", "3,4", "--join", address).fails(t, "the host's terms take 1 numbers from each party; you gave 2")
	host.says(t, waiting, 4)
	start("vote", "3", "--join", address).fails(t, "run `darkjunqi-lab mean` to join it")
	host.says(t, waiting, 5)
	key, _, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	leaves := newLink(dial(t, address, greeting(key)), key) // when it has agreed
	about, err := boards.Terms(&cli.Env{Out: io.Discard, Lang: messages.English}, (<-leaves.in).body)
	require.NoError(t, err)
	require.NoError(t, leaves.send(frameAgreed, about.ID[:]))
	leaves.close()
	host.says(t, waiting, 6)

	last := start("mean", "30", "--join", address)
	last.says(t, "Short ID")
	_, err = io.WriteString(person, "y\n")
	require.NoError(t, err)
	for _, r := range []*running{host, stays, last} {
		require.Contains(t, r.end(t), "sum 60")
	}

	in, person = pipe()
	host = startAnswering(in, "vote", "1", "--listen", "127.0.0.1:0")
	stays = start("vote", "1", "--join", host.address(t))
	host.says(t, asked)
	_, err = io.WriteString(person, "n\n")
	require.NoError(t, err)
	host.fails(t, "you did not agree to the terms")
	stays.fails(t, "party 0 did not agree to these terms, so nothing was signed")
}

// Whoever joins compares the way the host does, unless another way was asked for.
func TestComparedTheHostsWay(t *testing.T) {
	host := start("compare", "5", "--by", "list", "--listen", "127.0.0.1:0")
	address := host.address(t)
	asks := start("compare", "4", "--by", "circuit", "--join", address)
	asks.fails(t, "the host compares by list")
	require.Contains(t, asks.text(), "A comparison by list of two numbers from 0 to 8")
	host.says(t, waiting)
	start("compare", "12", "--join", address).fails(t, `"12" is not a whole number from 0 to 8`)
	host.says(t, waiting, 2)
	start("compare", "4", "--join", address, "--out", filepath.Join(t.TempDir(), "x")).fails(t, "--out needs --by onehot")
	host.says(t, waiting, 3)
	start("mean", "4", "--join", address).fails(t, "run `darkjunqi-lab compare` to join it")
	host.says(t, waiting, 4)
	require.Contains(t, start("compare", "4", "--join", address).end(t), "Red has more.")
	host.end(t)
}

// Whoever agrees to other terms has not agreed to these.
func TestAgreementIsToTheseTerms(t *testing.T) {
	host := start("mean", "10", "--listen", "127.0.0.1:0")
	address := host.address(t)
	key, _, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	l := newLink(dial(t, address, greeting(key)), key)
	require.Equal(t, byte(frameTerms), (<-l.in).kind)
	require.NoError(t, l.send(frameAgreed, make([]byte, 32)))
	l.close()
	host.says(t, waiting)
	require.Contains(t, start("mean", "5", "--join", address).end(t), "sum 15")
	host.end(t)
}

// A guest's number is that of its key in the terms, and terms without it are refused.
func TestNumberIsThatOfTheKey(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	guest := start("mean", "4", "--join", listener.Addr().String())
	conn, err := listener.Accept()
	require.NoError(t, err)
	l, err := greet(conn)
	require.NoError(t, err)
	defer l.close()
	var keys []ed25519.PublicKey
	for range 2 {
		key, _, err := ed25519.GenerateKey(nil)
		require.NoError(t, err)
		keys = append(keys, key)
	}
	x := &mean{max: 9, vectors: [][]int{{1}}}
	x.quorum = 2
	terms, err := x.terms(append(slices.Clone(keys), l.key))
	require.NoError(t, err)
	require.NoError(t, l.send(frameTerms, terms))
	guest.says(t, "You are party 2.")
	terms, err = x.terms(keys)
	require.NoError(t, err)
	require.NoError(t, l.send(frameTerms, terms))
	guest.fails(t, "the host's terms lack this program's key")
}

// A guest signs nothing before it has agreed, and keeps what it has when the host goes away.
func TestHostThatGoesAway(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	next := func(args ...string) (*running, *link) {
		guest := start(append(args, "--join", listener.Addr().String())...)
		conn, err := listener.Accept()
		require.NoError(t, err)
		l, err := greet(conn)
		require.NoError(t, err)
		return guest, l
	}
	guest, l := next("mean", "4")
	require.NoError(t, l.send(framePoll, []byte{0, 0, 0}))
	guest.fails(t, "the peer sent something other than records")
	l.close()
	guest, l = next("mean", "4")
	l.close()
	guest.fails(t, "the link was closed before anything was signed")

	out := filepath.Join(t.TempDir(), "sum.djt")
	guest, l = next("mean", "4", "--out", out)
	other, _, err := ed25519.GenerateKey(nil)
	require.NoError(t, err)
	x := &mean{max: 9, vectors: [][]int{{1}}}
	x.quorum = 2
	terms, err := x.terms([]ed25519.PublicKey{l.key, other})
	require.NoError(t, err)
	require.NoError(t, l.send(frameTerms, terms))
	require.Equal(t, byte(frameAgreed), (<-l.in).kind)
	require.NoError(t, l.send(framePoll, []byte{0, 0, 0}))
	require.Equal(t, byte(frameRecord), (<-l.in).kind)
	l.close()
	require.Equal(t, cli.ExitUnfinished, <-guest.done, &guest.errs)
	require.Contains(t, guest.text(), "The host has left.")
	file, err := os.ReadFile(out)
	require.NoError(t, err)
	require.True(t, boards.Is(file))

	start("mean", "4", "--join", "127.0.0.1:1").fails(t, "nobody answers at 127.0.0.1:1")
}

// What is asked for wrongly is answered by what is allowed.
func TestWrongValues(t *testing.T) {
	three := list(t, "a\nb\nc\n")
	for args, want := range map[string]string{
		"mean 5 6,7":                "party 0 gives 1 numbers, party 1 gives 2: all must give the same number",
		"mean 5 6 --max 2147483647": "--max must be greater than --min, by 65535 at most, and both between -1073741824 and 1073741824",
		"mean 5":                    "there must be 2 to 16 parties",
		"mean 5 6 --quorum 1":       "--quorum is a number from 2 to 2",
		"mean 5 101":                `"101" is not a whole number from 0 to 100`,
		"mean 5 6 --gone 2":         "--gone must be one of the parties",
		"mean 5 " + strings.Repeat("1,", 64) + "1":    "a party gives at most 64 numbers",
		"common " + three + " " + three + " --most 2": "has 3 lines; --most allows 2",
		"common " + three + " " + three + " --most 0": "--most is up to 10000",
		"vote 1 2 --quorum 0":                         "--quorum is a number from 1 to 2",
		"vote 1 2 --quorum 3":                         "--quorum is a number from 1 to 2",
		"vote 1 2 --trustees 0":                       "--trustees and --twice must fit the 2 parties",
		"auction 5":                                   "there must be 2 to 255 parties",
		"auction 5 16":                                `"16" is not a whole number from 0 to 15`,
		"vote 1 --join x:1 --listen x:1":              "give --listen or --join, not both",
		"compare 1 --join x:1 --listen x:1":           "give --listen or --join, not both",
		"vote 16 --join x:1":                          `"16" is not a whole number from 0 to 15`,
		"vote 1 --twice 0 --join x:1":                 "so must the one that --twice names, on this computer",
		"compare 7 4 --by list --out x":               "--out needs --by onehot",
		"compare 7 16":                                `"16" is not a whole number from 0 to 15`,
		"compare 7 9 --by list":                       `"9" is not a whole number from 0 to 8`,
		"compare 7 --listen 127.0.0.1":                "can't listen at 127.0.0.1: missing port in address; --listen takes an address of this computer and a free port",
		"compare 7 --join 127.0.0.1":                  "nobody answers at 127.0.0.1: missing port in address; start the other program with --listen first",
		"compare 7":                                   "there must be two numbers",
	} {
		start(strings.Fields(args)...).fails(t, want)
	}
}

// What was signed is shown, and learned, even if it can't be written.
func TestUnwritten(t *testing.T) {
	folder := t.TempDir()
	r := start("vote", "1", "1", "--out", folder)
	r.fails(t, "is a directory")
	require.Contains(t, r.text(), "Choice 1: 2\n")
	mine := list(t, "a\n")
	r = start("common", mine, mine, "--out", folder)
	r.fails(t, "is a directory")
	require.Contains(t, r.text(), "Party 1 has learned what is common: 1\n")
	r = start("vote", "1", "1", "--out", filepath.Join(folder, "no", "x.djt"))
	r.fails(t, "no such file or directory")
	require.NotContains(t, r.text(), "Choice")
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
