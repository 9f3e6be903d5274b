// Package gameargs reads rulesets, layouts and seats as people name them on the command line.
package gameargs
