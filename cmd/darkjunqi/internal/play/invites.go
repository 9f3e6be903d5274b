package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/cmd/internal/qrcode"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
	"github.com/darkjunqi/darkjunqi/p2p/webnet"
)

type freeInvite struct {
	seat  engine.Seat
	text  string
	addrs []transport.Addr
}

// freeInvites lists the invites to the seats that are free; none if this player may not invite.
func freeInvites(session *p2p.Session) (list []freeInvite) {
	for _, peer := range app.People(session, session.Snapshot().Peers) {
		if inv, err := session.Invite(peer.Seat); err == nil && !peer.Joined {
			list = append(list, freeInvite{peer.Seat, inv.String(), inv.Addrs()})
		}
	}
	return list
}

// withTLS reports whether pages that were loaded over https can connect by the invites: browsers demand TLS of them.
func withTLS(free []freeInvite) bool {
	return slices.ContainsFunc(free, func(t freeInvite) bool {
		return slices.ContainsFunc(t.addrs, func(addr transport.Addr) bool {
			at, _ := webnet.WebSocketURL(addr)
			return strings.HasPrefix(at, "wss:")
		})
	})
}

// printInvites prints an invite for each free seat, as the command that takes the seat, with a QR code
// where there is a screen, and explains what to do with it. Programs find the invites in the state.
func printInvites(env *cli.Env, at *playRun, p *playOptions) {
	session, l := at.match.Session(), at.transport
	if env.JSON {
		return
	}
	free := freeInvites(session)
	if len(free) == 1 {
		env.Say(messages.HostInvite)
	} else {
		env.Paragraphs(env.T(messages.HostInvites))
	}
	for _, t := range free {
		fmt.Fprintln(env.Out)
		if len(free) > 1 {
			fmt.Fprintln(env.Out, messages.Capital(env.Lang.Seat(t.seat)))
		}
		fmt.Fprintln(env.Out, command(l, p, "join", t.text))
	}
	fmt.Fprintln(env.Out)
	if len(free) > 1 {
		env.Paragraphs(env.T(messages.InviteEachWhat))
	} else {
		env.Paragraphs(env.T(messages.InviteWhat))
	}
	for _, t := range free {
		if at.page != "" {
			fmt.Fprintln(env.Out)
			env.Paragraphs(env.T(messages.InvitePhone, at.page+"#"+t.text))
		}
		printQRCode(env, at.page, t.text)
	}
	switch {
	case l.letters != nil:
		env.Paragraphs(env.T(messages.ByHandJoin))
	case at.page == "":
		env.Paragraphs(env.T(messages.InviteNoPage))
	case strings.HasPrefix(at.page, "https:") && !withTLS(free):
		env.Paragraphs(env.T(messages.InvitePageTLS))
	}
	if watch, err := session.WatchInvite(); err == nil && l.letters == nil {
		fmt.Fprintln(env.Out)
		env.Paragraphs(env.T(messages.InviteWatch))
		fmt.Fprintf(env.Out, "\n%s\n", command(l, p, "watch", watch.String()))
	}
	sayPhrase(env, at.match.Terms())
	fmt.Fprintln(env.Out)
	env.Paragraphs(env.T(messages.HostWaiting, "darkjunqi resume "+session.ID()))
}

func command(l *matchTransport, p *playOptions, verb, invite string) string {
	command := "darkjunqi " + verb + " " + invite
	switch {
	case l.letters != nil:
		command += " --by-hand FOLDER"
	case p.loopback:
		command += " --loopback"
	}
	return command
}

// printQRCode draws an invite for a camera, as a link if page is known, if there is a screen that has room for it.
func printQRCode(env *cli.Env, page, invite string) {
	if env.Terminal == nil {
		return
	}
	c, err := qrcode.Encode(page, invite)
	if err != nil {
		return // too long for any code
	}
	lines := c.Lines()
	if c.Columns() > env.Width() || len(lines) > env.Height() {
		env.Paragraphs(env.T(messages.InviteNoRoom, c.Columns(), len(lines)))
		return
	}
	env.Say(messages.InviteByCamera)
	for _, line := range lines {
		if env.Colour { // whatever the colours of the terminal are
			line = "\x1b[97;40m" + line + "\x1b[0m"
		}
		fmt.Fprintln(env.Out, line)
	}
}
