package play

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

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/history"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/page"
	"github.com/darkjunqi/darkjunqi/p2p/libp2pnet"
	"github.com/darkjunqi/darkjunqi/p2p/mail"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

type tableFlags struct {
	noOpen   bool
	data     string
	loopback bool
	page     string
}

func NewTable(env *cli.Env) *cobra.Command {
	var f tableFlags
	cmd := &cobra.Command{
		Use:     "table",
		Example: "  darkjunqi table\n  darkjunqi table --no-open --data ./matches",
		RunE:    func(cmd *cobra.Command, args []string) error { return table(env, cmd, f) },
	}
	cmd.Flags().BoolVar(&f.noOpen, "no-open", false, "")
	cmd.Flags().StringVar(&f.data, "data", "", "")
	cmd.Flags().BoolVar(&f.loopback, "loopback", false, "")
	pageFlag(cmd, &f.page)
	return cmd
}

// botPace is long enough to read what came of a clash before the computer moves.
const botPace = 900 * time.Millisecond

// table serves the page until the program is stopped.
func table(env *cli.Env, cmd *cobra.Command, f tableFlags) error {
	ctx, stop := cli.UntilInterrupted(cmd.Context())
	defer stop()
	if f.data == "" {
		path, err := store.DefaultPath()
		if err != nil {
			return cli.Wrap(err)
		}
		f.data = path
	}
	dir, err := store.OpenDir(f.data)
	if err != nil {
		return cli.Wrap(err)
	}
	share, closePage, err := openPage(env, dir, f.page, f.loopback)
	if err != nil {
		return err
	}
	defer closePage()
	l, err := openApp(env, dir, f)
	if err != nil {
		return cli.Wrap(err)
	}
	defer l.Close()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return cli.Wrap(err)
	}
	served := page.New(page.Options{Backend: l, Host: listener.Addr().String(), Lang: env.Lang, Asked: env.Chosen, Share: share, Program: programOf(f.data)})
	server := &http.Server{Handler: served, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	defer showPage(env, served, f)()
	select {
	case err = <-ended:
	case <-ctx.Done():
		err = server.Close()
	}
	if err = errors.Join(err, l.Close()); err != nil {
		return cli.Wrap(err)
	}
	return nil
}

// programOf identifies a program on this machine by its data folder, whatever port it is served on.
func programOf(folder string) string {
	if whole, err := filepath.Abs(folder); err == nil {
		folder = whole
	}
	sum := sha256.Sum256([]byte(folder))
	return hex.EncodeToString(sum[:4])
}

// openApp opens the matches of the data folder.
func openApp(env *cli.Env, dir *store.Dir, f tableFlags) (*app.App, error) {
	version, _ := env.BuiltAs()
	a, err := app.New(app.Options{
		Dir: dir, Version: version, Pace: botPace, BotName: history.BotName,
		Listen: func(kept []byte) (app.Network, error) {
			net, _, err := listen(kept, func(kept []byte) libp2pnet.ListenConfig { return tableNetwork(dir, f, kept) })
			return net, err
		},
	})
	if err == nil {
		a.ResumeAll()
	}
	return a, err
}

// tableNetwork is how a match is reached. One that is resumed, or a rematch, stays at its own relay.
func tableNetwork(dir *store.Dir, f tableFlags, kept []byte) libp2pnet.ListenConfig {
	c := libp2pnet.ListenConfig{Kept: kept, Loopback: f.loopback}
	if _, byHand := mail.Folder(kept); !f.loopback && (byHand || len(kept) <= len(transport.Identity{})) {
		c.Relay, _ = datafolder.Relay(dir) // a file that can't be read is none
	}
	return c
}

// showPage opens the page in a browser, or prints where it is. What it returns clears up.
func showPage(env *cli.Env, served *page.Page, f tableFlags) func() {
	none := func() {}
	switch {
	case f.noOpen:
		fmt.Fprintln(env.Out, served.Address())
		return none
	case !hasDisplay(env):
		fmt.Fprintln(env.Out, served.Address())
		env.Warn(messages.TableNoDisplay)
		return none
	}
	clear, err := openBrowser(served.Address())
	if err != nil {
		fmt.Fprintln(env.Out, served.Address())
		env.Warn(messages.TableNoBrowser, err)
		return none
	}
	env.Paragraphs(env.T(messages.TableOpened))
	return clear
}

// hasDisplay reports whether a browser can show anything.
func hasDisplay(env *cli.Env) bool {
	return runtime.GOOS == "windows" || runtime.GOOS == "darwin" || env.Getenv("DISPLAY") != "" || env.Getenv("WAYLAND_DISPLAY") != ""
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
