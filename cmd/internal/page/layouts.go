package page

import (
	"encoding/base64"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/layouts"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// arranged is a layout that the editor asks about, legal or not.
type arranged struct {
	Digest string `json:"digest"`
	Layout string `json:"layout"` // in letters
	Name   string `json:"name"`
	Last   bool   `json:"last"` // it is arranged for a match: if it is legal, the next editor begins with it
}

// checked is the rules' verdict on a layout.
type checked struct {
	Layout   string    `json:"layout"`
	Problems []problem `json:"problems"`
	// Swaps lists for each piece the others with which it may change places.
	Swaps [][]int `json:"swaps"`
}

type problem struct {
	Number int            `json:"number"` // of the piece; -1 if the fault is not in one place
	Words  messages.Names `json:"words"`
}

// addLayouts adds the endpoints of the layout editor.
func (a *API) addLayouts() {
	get, post := a.get, a.post
	get("layouts", func(r *Request) (any, error) {
		found, err := a.backend.Layouts(r.Value("digest"))
		if found == nil {
			found = []layouts.Saved{}
		}
		return found, err
	})
	post("layouts/import", func(r *Request) (any, error) {
		rs, err := a.backend.Ruleset(r.Value("digest"))
		if err != nil {
			return nil, err
		}
		return imported(rs, r.Body)
	})
	for name, f := range map[string]func(*engine.Ruleset, engine.Layout, arranged) (any, error){
		"check": func(rs *engine.Ruleset, l engine.Layout, in arranged) (any, error) {
			out := check(rs, l)
			if in.Last && len(out.Problems) == 0 {
				a.backend.LayoutPlayed(in.Digest, out.Layout) // editing does not wait for what can't be remembered
			}
			return out, nil
		},
		"mirror": func(rs *engine.Ruleset, l engine.Layout, _ arranged) (any, error) {
			mirrored, ok := rs.Mirror(l)
			if !ok {
				return nil, coded.Errorf("page.no-mirror", "this board has no mirror image")
			}
			return written(rs, mirrored, nil)
		},
		"random": func(rs *engine.Ruleset, _ engine.Layout, _ arranged) (any, error) {
			return written(rs, rs.RandomLayout(rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))), nil)
		},
		"save": func(rs *engine.Ruleset, l engine.Layout, in arranged) (any, error) {
			if err := rs.CheckLayout(l); err != nil {
				return nil, err
			}
			return struct{}{}, a.backend.SaveLayout(in.Digest, in.Name, l)
		},
		"delete": func(_ *engine.Ruleset, _ engine.Layout, in arranged) (any, error) {
			return struct{}{}, a.backend.DeleteLayout(in.Digest, in.Name)
		},
		"export": func(_ *engine.Ruleset, l engine.Layout, _ arranged) (any, error) {
			data, err := junqi.FormatJQL(l)
			return map[string]string{"jql": base64.StdEncoding.EncodeToString(data)}, err
		},
	} {
		post("layouts/"+name, a.arranging(name != "random" && name != "delete", f))
	}
}

// arranging reads the rules, and the layout if it is needed.
func (a *API) arranging(needed bool, f func(*engine.Ruleset, engine.Layout, arranged) (any, error)) func(*Request) (any, error) {
	return func(r *Request) (any, error) {
		in, err := decode[arranged](r)
		if err != nil {
			return nil, err
		}
		rs, err := a.backend.Ruleset(in.Digest)
		if err != nil {
			return nil, err
		}
		var l engine.Layout
		if needed {
			if l, err = letters(rs, in.Layout); err != nil {
				return nil, err
			}
		}
		return f(rs, l, in)
	}
}

// letters reads the types of a layout that need not be legal.
func letters(rs *engine.Ruleset, text string) (engine.Layout, error) {
	var l engine.Layout
	for _, letter := range strings.NewReplacer("/", "", ".", "", "\n", "", " ", "").Replace(text) {
		t, err := rs.ParseType(string(letter))
		if err != nil {
			return nil, err
		}
		l = append(l, t)
	}
	if len(l) != rs.ArmySize() {
		return nil, coded.Errorf("page.layout-size", "a layout has %d pieces, not %d", rs.ArmySize(), len(l))
	}
	return l, nil
}

// laidOut is a layout that came from a file, or was made.
type laidOut struct {
	Layout string   `json:"layout"`        // in letters
	All    []played `json:"all,omitempty"` // of a recording: those in it
}

// played is a layout of a recording.
type played struct {
	Seat   string `json:"seat"`
	Name   string `json:"name"` // of the seat that played it
	Layout string `json:"layout"`
}

// imported returns what a file holds: a text or a .jql, or a recording (.jgs), of which the layout of the player who kept it comes first.
func imported(rs *engine.Ruleset, data []byte) (any, error) {
	switch {
	case junqi.IsJGS(data):
		recording, err := junqi.ParseJGS(data)
		if err != nil {
			return nil, err
		}
		in := laidOut{Layout: rs.FormatLayout(recording.Players[recording.Recorder].Layout)}
		for i, p := range recording.Players {
			in.All = append(in.All, played{engine.Seat(i).String(), p.Name, rs.FormatLayout(p.Layout)})
		}
		return in, nil
	case len(data) == junqi.JQLSize:
		l, err := junqi.ParseJQL(data)
		return written(rs, l, err)
	}
	l, err := rs.ParseLayout(string(data))
	if slices.Contains(foreign, coded.Code(err)) {
		err = coded.Errorf("page.not-layout", "this file does not contain a layout for these rules")
	}
	return written(rs, l, err)
}

// foreign are the codes of what is wrong with a text that isn't a layout of the rules at all.
var foreign = []string{"engine.layout-long", "engine.layout-few-rows", "engine.layout-many-rows"}

func written(rs *engine.Ruleset, l engine.Layout, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return laidOut{Layout: rs.FormatLayout(l)}, nil
}

func check(rs *engine.Ruleset, l engine.Layout) checked {
	c := checked{Layout: rs.FormatLayout(l), Problems: []problem{}, Swaps: make([][]int, len(l))}
	if err := rs.CheckLayout(l); err != nil {
		number := -1
		if at, ok := errors.AsType[*engine.LayoutError](err); ok {
			number = at.Number
		}
		c.Problems = append(c.Problems, problem{number, inEach(err)})
	}
	for i := range l {
		c.Swaps[i] = []int{}
		for j := range l {
			if l[i] != l[j] && rs.Allowed(i).Has(l[j]) && rs.Allowed(j).Has(l[i]) {
				c.Swaps[i] = append(c.Swaps[i], j)
			}
		}
	}
	return c
}
