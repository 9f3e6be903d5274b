package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// tableFlags are those of `table`.
type tableFlags struct {
	noOpen   bool
	data     string
	loopback bool
}

func newTable(a *env) *cobra.Command {
	var f tableFlags
	cmd := &cobra.Command{
		Use:     "table",
		Short:   a.t(messages.TableShort),
		Long:    a.t(messages.TableLong),
		Example: "  darkjunqi table\n  darkjunqi table --no-open --data ./matches",
		Args:    a.exactly(),
		RunE:    func(cmd *cobra.Command, args []string) error { return a.table(cmd, f) },
	}
	cmd.Flags().BoolVar(&f.noOpen, "no-open", false, a.t(messages.FlagNoOpen))
	cmd.Flags().StringVar(&f.data, "data", "", a.t(messages.FlagData))
	cmd.Flags().BoolVar(&f.loopback, "loopback", false, a.t(messages.FlagLoopback))
	return cmd
}

// botPace is long enough to read what came of a clash before the computer moves.
const botPace = 900 * time.Millisecond

// table serves the table until the program is told to stop.
func (a *env) table(cmd *cobra.Command, f tableFlags) error {
	ctx, stop := untilInterrupted(cmd.Context())
	defer stop()
	if f.data == "" {
		path, err := store.DefaultPath()
		if err != nil {
			return wrong(err)
		}
		f.data = path
	}
	l, err := a.lobby(f)
	if err != nil {
		return wrong(err)
	}
	defer l.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return wrong(err)
	}
	served := page.New(page.Options{Backend: l, Host: listener.Addr().String(), Lang: a.lang, Asked: a.asked, Program: programOf(f.data)})
	server := &http.Server{Handler: served, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	defer a.showPage(served, f)()
	select {
	case err = <-ended:
	case <-ctx.Done():
		err = server.Close()
	}
	if err = errors.Join(err, l.Close()); err != nil {
		return wrong(err)
	}
	return nil
}

// programOf tells a program from others of the machine by its data folder, whatever port it is served on.
func programOf(folder string) string {
	if whole, err := filepath.Abs(folder); err == nil {
		folder = whole
	}
	sum := sha256.Sum256([]byte(folder))
	return hex.EncodeToString(sum[:4])
}

// lobby opens the data folder.
func (a *env) lobby(f tableFlags) (*app.App, error) {
	listen, host := app.Internet, app.Through(func() *p2p.RelayInvite {
		dir, err := store.OpenDir(f.data)
		if err != nil {
			return nil
		}
		relay, _ := relayOf(dir) // a file that can't be read is none
		return relay
	})
	if f.loopback {
		listen, host = app.Loopback, nil
	}
	version, _ := builtAs()
	return app.New(app.Options{Dir: f.data, Listen: listen, Host: host, Words: lobbyWords(), Version: version, Pace: botPace})
}

// showPage opens the page in a browser, or prints where it is. What it returns clears up.
func (a *env) showPage(served *page.Page, f tableFlags) func() {
	none := func() {}
	switch {
	case f.noOpen:
		fmt.Fprintln(a.out, served.Address())
		return none
	case !a.hasDisplay():
		fmt.Fprintln(a.out, served.Address())
		a.warn(messages.TableNoDisplay)
		return none
	}
	clear, err := openBrowser(served.Address())
	if err != nil {
		fmt.Fprintln(a.out, served.Address())
		a.warn(messages.TableNoBrowser, err)
		return none
	}
	a.paragraphs(a.t(messages.TableOpened))
	return clear
}

// hasDisplay reports whether a browser can show anything.
func (a *env) hasDisplay() bool {
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin" || a.getenv("DISPLAY") != "" || a.getenv("WAYLAND_DISPLAY") != ""
}

// openers open a file as its owner would by a double click.
var openers = map[string][]string{"windows": {"rundll32", "url.dll,FileProtocolHandler"}, "darwin": {"open"}}

// openBrowser opens an address in the person's browser. The address holds a token, and all users of a machine can read the
// arguments of its programs: so the browser is given a file that only the person can read, which leads on.
func openBrowser(address string) (clear func(), err error) {
	folder, err := os.MkdirTemp("", "darkjunqi-")
	if err != nil {
		return nil, err
	}
	clear = func() { os.RemoveAll(folder) }
	file := filepath.Join(folder, "darkjunqi.html")
	if err := os.WriteFile(file, fmt.Appendf(nil, `<!doctype html><title>darkjunqi</title><meta http-equiv="refresh" content="0; url=%s">`, address), 0o600); err != nil {
		clear()
		return nil, err
	}
	opener := openers[runtime.GOOS]
	if opener == nil {
		opener = []string{"xdg-open"}
	}
	browser := exec.Command(opener[0], append(slices.Clone(opener[1:]), file)...)
	if err := browser.Start(); err != nil {
		clear()
		return nil, err
	}
	go browser.Wait()
	return clear, nil
}

// lobbyWords are the sentences of the command line for a lobby, in all languages.
func lobbyWords() app.Words {
	en, zh := &env{lang: messages.English}, &env{lang: messages.Chinese}
	return app.Words{
		Terms: func(rs *engine.Ruleset, resolver string) page.Terms {
			return page.Terms{EN: en.termPairs(rs, resolver), ZH: zh.termPairs(rs, resolver)}
		},
		Verdict: func(r *protocol.Report) page.Names {
			return page.Names{EN: en.verdictInWords(r), ZH: zh.verdictInWords(r)}
		},
	}
}

// termPairs are the terms of a match with headings.
func (a *env) termPairs(rs *engine.Ruleset, resolver string) (pairs [][2]string) {
	spec, ours := junqi.Known(rs)
	options, err := junqi.Options(spec)
	if ours && err == nil {
		for _, o := range namedTerms(rs, options) {
			head, known := messages.TermHeads[o.Name]
			if !known {
				head = messages.TermOther
			}
			pairs = append(pairs, [2]string{a.t(head), a.named(o.Means)})
		}
	} else {
		for _, told := range a.gameInWords(rs) {
			for _, line := range told.lines {
				pairs = append(pairs, [2]string{a.t(told.head), line})
			}
		}
	}
	if !rs.Open() {
		pairs = append(pairs, [2]string{a.t(messages.TermResolver), a.resolverInWords(resolver)})
	}
	return pairs
}

// verdictInWords says what an audit found, in a sentence or two.
func (a *env) verdictInWords(r *protocol.Report) string {
	switch {
	case r.Verdict == protocol.Cheating && r.Record == protocol.NoIndex: // two records that can't both be true
		return messages.Capital(a.t(messages.VerdictTwice, r.Conviction.Culprit, r.Reason))
	case r.Verdict == protocol.Cheating:
		return messages.Capital(a.t(messages.VerdictCheating, r.Conviction.Culprit, r.Record, r.Reason))
	case r.Verdict == protocol.Honest && r.Rules.RevealAtEnd():
		return messages.Capital(a.t(messages.AuditReplayed, a.n(messages.Clashes, r.Clashes)))
	case r.Verdict == protocol.Honest:
		return messages.Capital(a.t(messages.AuditNeverRevealed, a.n(messages.Clashes, r.Clashes)))
	case r.Reason != nil:
		return messages.Capital(a.lang.Error(r.Reason))
	}
	return "" // unreachable: whatever isn't honest has a reason
}
