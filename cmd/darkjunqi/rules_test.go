package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

// Every value of every option that `rules list` names can be shown, as JSON and in the words of both languages.
func TestRulesShowEveryOption(t *testing.T) {
	for _, o := range engine.Standard().Options() {
		for _, value := range o.Allowed {
			switch value {
			case "N":
				value = "33"
			case "PAIRS":
				value = "b6-c5"
			}
			spec := "standard," + o.Name + "=" + value
			got := darkjunqi("rules", "show", spec, "--json")
			require.Equal(t, 0, got.code, got.err)
			var shown struct{ Options map[string]string }
			require.NoError(t, json.Unmarshal([]byte(got.out), &shown), spec)
			require.Equal(t, value, shown.Options[o.Name], spec)
			for _, lang := range []words.Lang{words.English, words.Chinese} {
				name := map[words.Lang]string{words.English: "en", words.Chinese: "zh"}[lang]
				got := darkjunqi("rules", "show", spec, "--lang", name)
				require.Equal(t, 0, got.code, got.err)
				meaning := words.Options[o.Name].Value(lang, value)
				require.NotEqual(t, value, meaning, "%s says nothing of the value", spec)
				// A long meaning is wrapped; its beginning stands beside the value.
				start := []rune(meaning)[:min(8, len([]rune(meaning)))]
				require.Regexp(t, `(?m)^  `+o.Name+"="+value+` +`+string(start), strings.ReplaceAll(got.out, "+", " "), spec)
			}
		}
	}
}
