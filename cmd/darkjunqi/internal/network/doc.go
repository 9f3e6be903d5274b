// Package network is the commands relay and doctor.
package network
