package rulestext

import (
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// Pairs is the terms of a match, with a heading each.
func Pairs(lang messages.Lang, rs *engine.Ruleset, resolver string) (pairs [][2]string) {
	spec, ours := junqi.Known(rs)
	options, err := junqi.Options(spec)
	if ours && err == nil {
		for _, o := range namedTerms(rs, options) {
			pairs = append(pairs, [2]string{messages.TermHeads.Of(o.Name).In(lang), lang.Named(o.Means)})
		}
	} else {
		for _, told := range Game(lang, rs) {
			for _, line := range told.Lines {
				pairs = append(pairs, [2]string{told.Head.In(lang), line})
			}
		}
	}
	if !rs.Open() {
		pairs = append(pairs, [2]string{messages.TermResolver.In(lang), Resolver(lang, resolver)})
	}
	return pairs
}
