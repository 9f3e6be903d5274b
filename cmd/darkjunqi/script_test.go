package main

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/lab"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine/bot"
	"github.com/darkjunqi/darkjunqi/internal/rulestest"
)

func darkjunqi(args ...string) clitest.Outcome {
	var out, errw bytes.Buffer
	code := run(args, strings.NewReader(""), &out, &errw, func(string) string { return "" })
	return clitest.Outcome{Code: code, Out: out.String(), Err: errw.String()}
}

func TestMain(m *testing.M) {
	rulestest.CollectLate() // the programs of the scripts do, too
	// Programs of a test wait for each other, for routers and for cut lines. Unless -parallel says how many, more tests run than there
	// are processors.
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){
		"darkjunqi":     main,
		"darkjunqi-lab": func() { os.Exit(lab.Program.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv)) },
	})
}

// The scripts run the real program, or what it runs in the test's own process, which is cheaper; $EXAMPLE is a match of the
// documentation, the same each time; $DOCS and $RULESETS are the folders of the documentation and of rulesets that aren't ours; $BOTS
// and $LANGUAGES list the bots and the languages. Besides testscript's own commands they have these, for programs that run side by side:
//
//	start NAME [-tty] [ARG…]     starts darkjunqi with the arguments, on a pseudo-terminal if asked
//	expect NAME REGEXP [VAR…]    waits until the program prints that after what was expected before; groups go into variables
//	type NAME LINE               types a line
//	endinput NAME                ends the program's standard input
//	interrupt NAME               presses Ctrl-C
//	crash NAME                   kills it at once, as a power cut would
//	exits NAME CODE              waits for its end
//	never NAME REGEXP            says that all its output so far has no such thing
//	run ARG…                     runs darkjunqi, or darkjunqi-lab if that is the first argument, to its end; it must
//	                             succeed; a last argument <FILE is its standard input
//	exits-with CODE ARG…         the same; it must end with that code
//	flip FILE OFFSET             changes one bit; a negative offset counts from the end
//	cut FILE BYTES               cuts bytes off the end
//	carry FOLDER FOLDER          carries letters between two folders from now on
//	carry-no-more                ends that
//	foreign-host VAR [VAR]       hosts a match in another version; its invite, and that to watch, go into the variables
//	foreign-guest INVITE         tries to join in another version
func TestScripts(t *testing.T) {
	example, err := filepath.Abs(filepath.Join("..", "..", "docs", "example.djq"))
	if err != nil {
		t.Fatal(err)
	}
	rulesets, err := filepath.Abs(filepath.Join("..", "..", "testdata", "rulesets"))
	if err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Abs(filepath.Join("testdata", "script"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 scripts,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("XDG_DATA_HOME", filepath.Join(env.WorkDir, "data"))
			env.Setenv("LANG", "C.UTF-8")
			env.Setenv("EXAMPLE", example)
			env.Setenv("RULESETS", rulesets)
			env.Setenv("DOCS", filepath.Dir(example))
			env.Setenv("BOTS", strings.Join(bot.Names(), ", "))
			env.Setenv("LANGUAGES", strings.Join(messages.Tags(), ", "))
			env.Values[programsKey{}] = map[string]*program{}
			post := &postman{stop: make(chan struct{})}
			env.Values[mailKey{}] = post
			env.Defer(post.end)
			env.Defer(func() {
				for _, p := range env.Values[programsKey{}].(map[string]*program) {
					p.kill()
				}
			})
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"start":      start,
			"expect":     expect,
			"type":       typeLine,
			"endinput":   endInput,
			"interrupt":  interrupt,
			"crash":      crash,
			"exits":      exits,
			"never":      never,
			"flip":       flip,
			"run":        runs,
			"exits-with": exitsWith,
			"cut":        cut,

			"carry":         carry,
			"carry-no-more": carryNoMore,
			"foreign-host":  foreignHost,
			"foreign-guest": foreignGuest,
		},
	})
}

// patience is how long a script waits for what must come. It only bounds a failing run.
const patience = 5 * time.Minute

type programsKey struct{}

// program is a darkjunqi that runs beside the script.
type program struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser

	mu    sync.Mutex
	out   bytes.Buffer
	seen  int           // of out, by expect
	grown chan struct{} // closed at the next output
	ended chan struct{}
	code  int
}

// Write takes what the program prints.
func (p *program) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.out.Write(b)
	close(p.grown)
	p.grown = make(chan struct{})
	return len(b), nil
}

func (p *program) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.String()
}

func (p *program) kill() {
	_ = p.cmd.Process.Kill()
	<-p.ended
}

func named(ts *testscript.TestScript, args []string, least int) *program {
	if len(args) < least {
		ts.Fatalf("too few arguments")
	}
	p := ts.Value(programsKey{}).(map[string]*program)[args[0]]
	if p == nil {
		ts.Fatalf("no program %s was started", args[0])
	}
	return p
}

func start(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: start NAME [-tty] [ARG…]")
	}
	name, args := args[0], args[1:]
	tty := len(args) > 0 && args[0] == "-tty"
	if tty {
		args = args[1:]
	}
	p := &program{cmd: exec.Command(inPath(ts, "darkjunqi"), args...), grown: make(chan struct{}), ended: make(chan struct{})}
	p.cmd.Dir = ts.Getenv("WORK")
	p.cmd.Env = []string{}
	for _, v := range []string{"PATH", "HOME", "TMPDIR", "XDG_DATA_HOME", "LANG", "LC_ALL", "NO_COLOR", "TERM", "GOCOVERDIR"} {
		p.cmd.Env = append(p.cmd.Env, v+"="+ts.Getenv(v))
	}
	if tty {
		p.startOnTerminal(ts)
	} else {
		p.startOnPipes(ts)
	}
	ts.Value(programsKey{}).(map[string]*program)[name] = p
}

// inPath finds a program where the script would find it.
func inPath(ts *testscript.TestScript, name string) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		file := filepath.Join(dir, name)
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
	}
	ts.Fatalf("%s is not in the path", name)
	return ""
}

func (p *program) startOnPipes(ts *testscript.TestScript) {
	var err error
	p.stdin, err = p.cmd.StdinPipe()
	ts.Check(err)
	p.cmd.Stdout, p.cmd.Stderr = p, p
	ts.Check(p.cmd.Start())
	go p.wait(func() {})
}

// wait notes how the program ended, once all of its output is there.
func (p *program) wait(drained func()) {
	err := p.cmd.Wait()
	drained()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		p.code = exit.ExitCode()
	}
	close(p.ended)
}

func expect(ts *testscript.TestScript, neg bool, args []string) {
	p := named(ts, args, 2)
	re, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	deadline := time.After(patience)
	for {
		p.mu.Lock()
		rest, grown := p.out.String()[p.seen:], p.grown
		m := re.FindStringSubmatchIndex(rest)
		if m != nil {
			p.seen += m[1]
		}
		p.mu.Unlock()
		if m != nil {
			for i, name := range args[2:] {
				ts.Setenv(name, rest[m[2*i+2]:m[2*i+3]])
			}
			return
		}
		select {
		case <-grown:
			continue
		default:
		}
		select {
		case <-grown:
		case <-p.ended:
			if re.MatchString(p.text()[p.seen:]) {
				continue
			}
			ts.Fatalf("%s ended with %d and never printed %s; it printed:\n%s", args[0], p.code, re, p.text())
		case <-deadline:
			ts.Fatalf("%s does not print %s; it printed:\n%s", args[0], re, p.text())
		}
	}
}

func typeLine(ts *testscript.TestScript, neg bool, args []string) {
	p := named(ts, args, 2)
	_, err := io.WriteString(p.stdin, args[1]+"\n")
	ts.Check(err)
}

func endInput(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(named(ts, args, 1).stdin.Close())
}

func interrupt(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(named(ts, args, 1).cmd.Process.Signal(os.Interrupt))
}

func crash(ts *testscript.TestScript, neg bool, args []string) { named(ts, args, 1).kill() }

func exits(ts *testscript.TestScript, neg bool, args []string) {
	p := named(ts, args, 2)
	select {
	case <-p.ended:
	case <-time.After(patience):
		ts.Fatalf("%s does not end; it printed:\n%s", args[0], p.text())
	}
	if got := strconv.Itoa(p.code); got != args[1] {
		ts.Fatalf("%s ended with %s, not %s; it printed:\n%s", args[0], got, args[1], p.text())
	}
}

func never(ts *testscript.TestScript, neg bool, args []string) {
	p := named(ts, args, 2)
	re, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	if found := re.FindString(p.text()); found != "" {
		ts.Fatalf("%s printed %q", args[0], found)
	}
}

func runs(ts *testscript.TestScript, neg bool, args []string) {
	exitsWith(ts, neg, append([]string{"0"}, args...))
}

func exitsWith(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: run ARG…, exits-with CODE ARG…")
	}
	main, rest := run, args[1:]
	if len(rest) > 0 && rest[0] == "darkjunqi-lab" {
		main, rest = lab.Program.Run, rest[1:]
	}
	in := ""
	if last := len(rest) - 1; last >= 0 && strings.HasPrefix(rest[last], "<") {
		in, rest = ts.ReadFile(rest[last][1:]), rest[:last]
	}
	leave := enter(ts)
	defer leave()
	if code := main(rest, strings.NewReader(in), ts.Stdout(), ts.Stderr(), ts.Getenv); strconv.Itoa(code) != args[0] {
		ts.Fatalf("%q ended with %d, not %s", args[1:], code, args[0])
	}
}

// inside is held by the script in whose folder the test's process is.
var inside sync.Mutex

// enter puts the test's process where a program of the script would be: in its folder, with its data folder.
func enter(ts *testscript.TestScript) (leave func()) {
	inside.Lock()
	home, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	const data = "XDG_DATA_HOME"
	before := os.Getenv(data)
	ts.Check(os.Setenv(data, ts.Getenv(data)))
	return func() {
		ts.Check(errors.Join(os.Chdir(home), os.Setenv(data, before)))
		inside.Unlock()
	}
}

func flip(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args, func(file []byte, offset int) []byte {
		if offset < 0 {
			offset += len(file)
		}
		file[offset] ^= 1
		return file
	})
}

func cut(ts *testscript.TestScript, neg bool, args []string) {
	change(ts, args, func(file []byte, n int) []byte { return file[:len(file)-n] })
}

func change(ts *testscript.TestScript, args []string, f func(file []byte, n int) []byte) {
	if len(args) != 2 {
		ts.Fatalf("usage: flip FILE OFFSET, cut FILE BYTES")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	name := ts.MkAbs(args[0])
	file, err := os.ReadFile(name)
	ts.Check(err)
	ts.Check(os.WriteFile(name, f(file, n), 0o600))
}
