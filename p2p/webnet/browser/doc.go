// Package browser makes pipes in a web browser, in a page or in a web worker:
//
//	host, err := webnet.New(webnet.Config{Open: browser.Open, Browser: true})
//	session, err := p2p.Join(host, folder, inv, player, p2p.Config{})
//
// Open dials the WebSockets that invites name. [Channel] makes a pipe of anything that has the
// methods and events of one, such as an RTCDataChannel.
package browser
