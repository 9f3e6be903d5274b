// Package localpeers runs a match between several peers on this computer, each with a host and a
// data folder of its own.
package localpeers
