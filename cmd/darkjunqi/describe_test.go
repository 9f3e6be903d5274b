package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Whoever joins reads in words, in both languages, every option that differs from the standard rules.
func TestTermsAreToldInWords(t *testing.T) {
	known := map[string]bool{}
	for _, o := range engine.Standard().Options() {
		known[o.Name] = true
		require.Contains(t, words.Options, o.Name)
		for _, lang := range []words.Lang{words.English, words.Chinese} {
			a := &app{lang: lang}
			require.NotEmpty(t, a.optionHelp(o.Name), o.Name)
			for _, value := range o.Allowed {
				if strings.ToLower(value) != value || o.Name == "extra-rails" && value != "none" {
					value = "77" // any number
					if o.Name == "extra-rails" {
						value = "b6-c5"
					}
				}
				text := words.Options[o.Name].Value(lang, value)
				require.NotEmpty(t, text)
				require.NotEqual(t, value, text, "%s=%s has no words", o.Name, value)
				if value == o.Default {
					continue
				}
				rs, err := engine.Rules("standard," + o.Name + "=" + value)
				require.NoError(t, err)
				require.True(t, slices.Contains(a.termsInWords(rs), text), "%s=%s is not told: %q", o.Name, value, a.termsInWords(rs))
			}
		}
		require.NotEqual(t, words.Options[o.Name].Value(words.English, o.Default), words.Options[o.Name].Value(words.Chinese, o.Default))
	}
	for name := range words.Options {
		require.True(t, known[name], "there are words for %s, which is no option", name)
	}
}

// Each resolver is explained in one sentence, and those that prove nothing while the game goes on say so.
func TestResolversAreToldInWords(t *testing.T) {
	require.Len(t, words.Resolvers, len(protocol.Resolvers()))
	for i, name := range protocol.Resolvers() {
		en, zh := &app{lang: words.English}, &app{lang: words.Chinese}
		require.Contains(t, en.resolverInWords(name), name)
		require.NotEqual(t, en.resolverInWords(name), zh.resolverInWords(name))
		require.Equal(t, i > 0, strings.Contains(en.resolverInWords(name), "only the audit"), name)
		require.Equal(t, i > 0, strings.Contains(zh.resolverInWords(name), "审核"), name)
	}
}

// What an option means at the table may hang on another, and is told so in both languages.
func TestWordsHeedTheOtherOptions(t *testing.T) {
	for _, c := range []struct {
		rules, option string
		want          words.Text
		other         string // rules under which the option's own words stand
	}{
		{"standard,carry=front", "hq", words.LockedButCarrier, "standard"},
		{"standard,carry=home", "hq", words.LockedButCarrier, "standard,carry=home,hq=free"},
		{"standard,clock=off", "timeouts", words.NoClockNoTimeouts, "standard"},
		{"standard,mode=open", "reveal", words.RevealedAtTheStart, "standard,reveal=never"},
	} {
		for _, lang := range []words.Lang{words.English, words.Chinese} {
			a := &app{lang: lang}
			rs, err := engine.Rules(c.rules)
			require.NoError(t, err)
			require.Equal(t, a.t(c.want), a.optionValue(rs, c.option), c.rules)
			rs, err = engine.Rules(c.other)
			require.NoError(t, err)
			require.Equal(t, words.Options[c.option].Value(lang, rs.Option(c.option)), a.optionValue(rs, c.option), c.other)
		}
	}
}

// The words say what the clash table does: a bomb takes a mine along, and only an engineer clears one.
func TestWordsOfMinesNameTheBomb(t *testing.T) {
	spring := words.Options["mines"]
	require.Contains(t, spring.Value(words.English, "spring"), "bomb")
	require.Contains(t, spring.Value(words.Chinese, "spring"), "炸弹")
}

// Whoever joins a match by mail reads how long silence may last, whatever that is.
func TestTermsAlwaysTellTheGrace(t *testing.T) {
	a := &app{lang: words.English}
	for _, spec := range []string{"standard", "standard,clock=off", "standard,clock=off,grace=10"} {
		rs, err := engine.Rules(spec)
		require.NoError(t, err)
		require.Contains(t, a.termsInWords(rs), a.optionValue(rs, "grace"), spec)
	}
}

// In open mode no clash has to be worked out, so the terms promise no proofs of clashes.
func TestTermsOfOpenModeTellNoResolver(t *testing.T) {
	for spec, told := range map[string]bool{"standard": true, "standard,mode=open": false} {
		rs, err := engine.Rules(spec)
		require.NoError(t, err)
		key, _, err := ed25519.GenerateKey(rand.Reader)
		require.NoError(t, err)
		host, err := protocol.Host(protocol.HostConfig{Rules: rs, Invite: key}, rand.Reader)
		require.NoError(t, err)
		var out bytes.Buffer
		a := newApp(strings.NewReader(""), &out, io.Discard, func(string) string { return "" })
		a.showTerms(host.Match())
		require.Equal(t, told, strings.Contains(out.String(), "  - resolver elgamal: "), "%s: %s", spec, out.String())
	}
}

// A bomb that takes a flag leaves, which is said where the game goes on.
func TestBombThatTakesTheFlagLeaves(t *testing.T) {
	a := &app{lang: words.English}
	rs, err := engine.Rules("standard,carry=front")
	require.NoError(t, err)
	for attacker, want := range map[engine.Type]string{
		engine.Bomb:     "red takes blue's flag, red's piece leaves",
		engine.Engineer: "red takes blue's flag",
	} {
		ann, ok := rs.Announcement(rs.Clash(attacker, engine.Flag))
		require.True(t, ok)
		require.Equal(t, want, a.clashInWords("red", "blue", ann))
	}
}

// Under exploding-all an engineer falls on a mine and shows it, so the words of scout make no exception for mines.
func TestWordsOfScoutMakeNoException(t *testing.T) {
	rs, err := engine.Rules("standard,scout=on,mines=exploding-all")
	require.NoError(t, err)
	ann, _ := rs.Announcement(rs.Clash(engine.Engineer, engine.Mine))
	require.Equal(t, engine.Mine, ann.Seen)
	en, zh := &app{lang: words.English}, &app{lang: words.Chinese}
	require.Equal(t, "an engineer that attacks and falls shows everyone what it met", en.optionValue(rs, "scout"))
	require.NotContains(t, zh.optionValue(rs, "scout"), "雷")
}

// Both sides are said to reveal their layouts where they still have to.
func TestOnlyHiddenLayoutsAreRevealedAtTheEnd(t *testing.T) {
	for spec, told := range map[string]bool{"standard": true, "standard,mode=open": false, "standard,reveal=never": false} {
		rs, err := engine.Rules(spec)
		require.NoError(t, err)
		var out bytes.Buffer
		a := newApp(strings.NewReader(""), &out, io.Discard, func(string) string { return "" })
		sentences{a}.over(&chair{a: a, rules: rs})
		require.Equal(t, told, strings.Contains(out.String(), a.t(words.PlayRevealing)), spec)
	}
}

// With the question for a move stands what may be done besides, or that any move wins.
func TestQuestionTellsWhatStandsOpen(t *testing.T) {
	const board = "yxwvu/tsrqp/o1n1m/lk1ji/h1g1f/ed1ba/AB1DE/F1G1H/IJ1KL/M1N1O/PQRST/UVWXY"
	rs, err := engine.Rules("app")
	require.NoError(t, err)
	for owed, want := range map[string]string{
		"red move 9 0 0/0 Cc -/- -":  "Your move, red",
		"red move 9 1 0/0 Cc -/- ?":  "Blue offers a draw",
		"red prove 9 0 0/0 Cc -/- =": "Blue can't move. Any legal move of yours wins",
	} {
		p, err := engine.ParsePosition(rs, board+" "+owed)
		require.NoError(t, err)
		a := &app{lang: words.English}
		question := a.question(&p, engine.Red)
		require.True(t, strings.HasPrefix(capital(question), want), question)
		require.Contains(t, question, "Your move, red")
	}
}
