// Package p2p replicates one match among the programs of its seats and watchers. A match is an append-only chain of signed records and a few extras; a Session
// holds this program's copy, brings it to the others, and takes theirs, which the
// protocol.Player alone judges.
//
//	table, _ := invite.NewHostSecret(rand.Reader)      // red invites
//	red, _ := protocol.Host(…Invites: table.Invites(rules, engine.Red)…)
//	s, _ := p2p.Host(net, p2p.Files(dir), red, table, p2p.Config{})
//	s.Invite(engine.Blue), s.WatchInvite()                 // text to give away
//
//	terms, _ := p2p.FetchTerms(ctx, net, invite)           // blue reads, and joins
//	blue, _ := protocol.Join(terms, invite.Seat(), invite.Key(), rand.Reader)
//	s, _ := p2p.Join(net, p2p.Files(dir), invite, blue, p2p.Config{})
//
//	s, _ := p2p.Resume(net, stored, p2p.Config{})          // any seat, after a restart
//	s, _ := p2p.Watch(net, watchInvite, p2p.Config{})      // anybody
//
// A program that shows a match to somebody, or decides for a seat, does both by package
// seat: what a seat may see, and commands. Package robot lets a bot play one. Below them
// is this:
//
//	s.Run(ctx)                   // until everybody has everything, or ctx ends
//	s.Changed(), s.Snapshot()    // wait for a change, then look; never the other way round
//	s.View(f), s.Do(f)           // read, or decide, under the session's lock
//	s.Place, Play, AcceptDraw, Pass, Resign, Claim, Arranging
//
// # Packages
//
// Package invite encodes invites as text, package mail letters. Below
// internal, wire encodes the frames of a link, and link runs one link. They know no session.
// In this package a file holds one part of the session's state, or what changes it: replica,
// peers, votes, elapsed, presence, lifecycle and log keep state; settle follows up on every
// change; open and run begin and end a session.
//
// # Who calls whom
//
// A program makes a transport.Transport and a Store, then a Session over both. The
// session dials its peers, and its linkAcceptor takes the links of those that dial it. Each
// link has a reader, which hands frames to its peerLink, and a writer, which fetches what is
// to be sent; the peerLink keeps what is known of that peer's copy. A transport without
// links (see MailTransport) carries letters instead: the same frames, in one piece. Whatever
// changes the match, a decision, a frame, a letter or a clock, ends in settleLocked: the
// seat makes what it owes without being asked, all that is new is stored, and only then do
// the writers see it.
//
// # Peers
//
// Guests and watchers link to the host, by their invites. Once the table has closed, each seat
// tells all others where its program is, vouched for by its key, and links to each that it can
// reach. All pass on what they take, so records reach everybody over any connected graph; the host
// is then a seat like any other, except that watchers are linked only to it. A seat that has
// restarted signs nothing until all seats that it was ever linked to have reported how far the
// match has come, or have been away for long. A watcher gives nothing: what it sends beyond its
// State ends its link.
//
// # Phases
//
// A session is idle, running, then perhaps sealed (somebody was convicted: nothing more
// follows) or settled (everybody has everything), perhaps parted (and everybody has said
// so), at last ended, with one outcome, and closed. It never goes back.
//
// # The lock
//
// Session.mu guards the session, its Player and every peerLink. A method whose name ends
// in Locked is called with it held, and no other is; nothing that waits for the network
// or another goroutine runs under it, but the Store does. What has another lock or none
// says so: the linkAcceptor and the read deadline of a link have their own, and are innermost.
//
// # The disk
//
// What a seat signs is made durable in this order, and sent after that: its secrets, the
// record, the journal and a marker of how far it has signed (store.Match.Save). A record
// is made once, and sent again byte for byte. docs/wire.md specifies what goes over a
// link and into a letter.
package p2p
