// Package tools is the commands about rules, layouts and positions, which need no match.
package tools
