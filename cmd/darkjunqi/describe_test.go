package main

import (
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
