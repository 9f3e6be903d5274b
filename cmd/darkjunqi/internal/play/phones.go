package play

import (
	"bytes"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/net/netutil"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/datafolder"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/p2p/store"
)

// pagePorts are tried in turn, so that a phone can load the page of an earlier run again, of one beside another too.
var pagePorts = []string{"28025", "28026", "28027", "28028", "0"}

const (
	pagePath    = "/darkjunqi.html"
	maxVisitors = 64 // connections at once
	visitsOf    = 8  // from one address: a browser opens six
	visitTime   = time.Minute
)

// openPage returns the address at which phones open the page that --page names, or without the flag, the one that was kept;
// "" if there is none. A file is served to the network of this computer until close. The page is kept for later matches.
func openPage(env *cli.Env, dir *store.Dir, flag string, loopback bool) (address string, close func() error, err error) {
	close = func() error { return nil }
	page := flag
	switch page {
	case datafolder.None:
		if err := dir.RemoveFile(datafolder.PageUsed); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", close, cli.Wrap(err)
		}
		return "", close, nil
	case "":
		kept, err := dir.ReadFile(datafolder.PageUsed, 1<<13)
		if errors.Is(err, fs.ErrNotExist) {
			return "", close, nil
		} else if err != nil {
			return "", close, cli.Wrap(err)
		}
		page = string(kept)
	}
	if u, err := url.Parse(page); err == nil && (u.Scheme == "https" || u.Scheme == "http") {
		u.Fragment = ""
		page = u.String()
		address = page
	} else if page, err = filepath.Abs(page); err != nil {
		return "", close, cli.Wrap(err)
	} else if address, close, err = servePage(page, loopback); err != nil && flag == "" { // the match is worth more
		env.Warn(messages.ErrPage, err)
		return "", close, nil
	} else if err != nil {
		return "", close, env.Fail(messages.ErrPage, err).WithHint(env.T(messages.HintPage))
	}
	if flag != "" {
		err = dir.WriteFile(datafolder.PageUsed, []byte(page))
	}
	return address, close, err
}

// servePage serves a page to the network of this computer, or to this computer alone.
func servePage(file string, loopback bool) (address string, stop func() error, err error) {
	stop = func() error { return nil }
	page, err := os.ReadFile(file)
	if err == nil && !bytes.Contains(page, []byte(`id="packed"`)) {
		err = coded.Errorf("cmd.not-the-page", "%s is not darkjunqi.html", file)
	}
	if err != nil {
		return "", stop, err
	}
	host, own := "", outward()
	if loopback {
		host, own = "127.0.0.1", "127.0.0.1"
	}
	var l net.Listener
	for _, port := range pagePorts {
		if l, err = net.Listen("tcp", net.JoinHostPort(host, port)); err == nil {
			break
		}
	}
	if err != nil {
		return "", stop, err
	}
	server := &http.Server{
		ReadTimeout: visitTime, WriteTimeout: visitTime, MaxHeaderBytes: 1 << 13, ConnState: boundVisits(),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != pagePath {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Cache-Control", "no-cache")
			w.Header().Set("X-Frame-Options", "DENY") // what lies over a frame can lead a click to it
			http.ServeContent(w, r, pagePath, time.Time{}, bytes.NewReader(page))
		}),
	}
	go server.Serve(netutil.LimitListener(l, maxVisitors))
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return "http://" + net.JoinHostPort(own, port) + pagePath, server.Close, nil
}

// boundVisits closes what one address opens beside its visitsOf connections, so that it leaves room for others.
func boundVisits() func(net.Conn, http.ConnState) {
	var mu sync.Mutex
	visits := map[string]int{}
	return func(c net.Conn, state http.ConnState) {
		from, _, _ := net.SplitHostPort(c.RemoteAddr().String())
		mu.Lock()
		defer mu.Unlock()
		switch state {
		case http.StateNew:
			if visits[from]++; visits[from] > visitsOf {
				c.Close()
			}
		case http.StateClosed:
			if visits[from]--; visits[from] == 0 {
				delete(visits, from)
			}
		}
	}
}

// outward returns the address that this computer has in the network that leads outside, otherwise in any network.
func outward() string {
	if c, err := net.Dial("udp4", "192.0.2.1:9"); err == nil { // which sends nothing
		defer c.Close()
		host, _, _ := net.SplitHostPort(c.LocalAddr().String())
		return host
	}
	addrs, _ := net.InterfaceAddrs()
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.To4() != nil && n.IP.IsGlobalUnicast() {
			return n.IP.String()
		}
	}
	return "127.0.0.1"
}
