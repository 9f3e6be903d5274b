// Package rulestext describes rules in words, in every language.
package rulestext
