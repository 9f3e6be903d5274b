// Package exchange connects programs in browsers by texts that people send each other: the host's invite
// holds an offer of WebRTC, the guest's reply its answer. Each connection joins two programs; every match
// of theirs may open channels on it, labelled with a hash of the link key that is wanted.
package exchange
