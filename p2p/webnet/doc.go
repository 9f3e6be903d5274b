// Package webnet carries matches over whatever a web browser can open: a data channel, a
// WebSocket, a message port. Each is a [Pipe] of messages; a Noise handshake makes it a
// [transport.Conn] whose ends know each other's key. docs/wire.md, section 18, has the bytes.
//
// A program has one [Host] for each match:
//
//	host, err := webnet.New(webnet.Config{Kept: kept, Open: open})
//	session, err := p2p.Join(host, folder, inv, player, p2p.Config{})
//
// Open turns an address of an invite into a Pipe. Whatever accepts pipes, such as a listener,
// passes each to [Host.Accept], which runs it to its end.
//
// A pipe, and any program that relays it, sees only sealed messages. It can delay them and end the
// link, nothing else: a message that was changed, repeated, dropped or moved ends it too.
package webnet
