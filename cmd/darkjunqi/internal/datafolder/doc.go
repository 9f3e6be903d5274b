// Package datafolder finds matches, friends and the relay in the data folder, as people name them
// on the command line.
package datafolder
