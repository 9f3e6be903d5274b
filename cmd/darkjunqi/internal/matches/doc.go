// Package matches is the commands about what the data folder contains: matches and friends.
package matches
