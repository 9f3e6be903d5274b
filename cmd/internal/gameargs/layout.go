package gameargs

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

// FormatLayout returns a layout in one of the forms of `layout convert --to`.
func FormatLayout(env *cli.Env, rs *engine.Ruleset, l engine.Layout, form string) ([]byte, error) {
	switch form {
	case "line":
		return []byte(rs.FormatLayout(l) + "\n"), nil
	case "rows":
		return []byte(strings.ReplaceAll(rs.FormatLayout(l), "/", "\n") + "\n"), nil
	case "chinese":
		return []byte(strings.TrimRight(rs.FormatLayoutChinese(l), "\n") + "\n"), nil
	case "jql":
		data, err := junqi.FormatJQL(l)
		if err != nil {
			return nil, cli.Wrap(err)
		}
		return data, nil
	}
	return nil, env.Fail(messages.ErrLayoutForm, form)
}

// LayoutSource is a layout as it was given: the name of one of ours, a text, the bytes of a .jql
// file, or the bytes of a recording with the seat in it, if a seat was named.
type LayoutSource struct {
	data  []byte
	jql   bool
	ready bool
	seat  string
}

// Parse checks the form only; whether the layout is legal is up to the rules.
func (s LayoutSource) Parse(rs *engine.Ruleset) (engine.Layout, error) {
	switch {
	case s.ready:
		return junqi.Layouts()[string(s.data)], nil
	case junqi.IsJGS(s.data):
		return s.recorded()
	case s.jql:
		return junqi.ParseJQL(s.data)
	}
	return rs.ParseLayout(messages.Narrow(string(s.data)))
}

// recorded returns the layout of a seat in a recording; without a seat, the layout of the player who
// recorded it.
func (s LayoutSource) recorded() (engine.Layout, error) {
	recording, err := junqi.ParseJGS(s.data)
	if err != nil {
		return nil, err
	}
	of := recording.Recorder
	if s.seat != "" {
		if of, err = engine.ParseSeat(s.seat); err != nil {
			return nil, err
		}
	}
	return recording.Players[of].Layout, nil
}

// cutSeat splits the seat from the name of a recording, such as game.jgs:blue.
func cutSeat(arg string) (file, seat string, ok bool) {
	i := strings.LastIndexByte(arg, ':')
	if i < 0 || !strings.HasSuffix(strings.ToLower(arg[:i]), ".jgs") {
		return arg, "", false
	}
	return arg[:i], arg[i+1:], true
}

// Layout reads a layout that a person named: a file, `-` for standard input, one of ours, or the
// text itself.
func Layout(env *cli.Env, rs *engine.Ruleset, arg string) (engine.Layout, error) {
	source, err := ReadLayout(env, arg)
	if err != nil {
		return nil, err
	}
	return ParseLayout(env.Lang, rs, source)
}

// ParseLayout reads a layout by the rules; its errors say what a layout looks like.
func ParseLayout(lang messages.Lang, rs *engine.Ruleset, source LayoutSource) (engine.Layout, error) {
	l, err := source.Parse(rs)
	switch {
	case err == nil:
		return l, nil
	case junqi.IsJGS(source.data):
		return nil, cli.Wrap(err)
	case source.jql:
		return nil, cli.Wrap(err).WithHint(messages.HintJQL.In(lang))
	}
	return nil, cli.Wrap(err).WithHint(messages.HintLayout.In(lang))
}

// maxLayoutFile is larger than any layout, in bytes.
const maxLayoutFile = 1 << 16

// ReadLayout finds what a person named as a layout, without any rules.
func ReadLayout(env *cli.Env, arg string) (LayoutSource, error) {
	if arg == "-" {
		return readLayoutFrom(env, env.In, "standard input")
	}
	if slices.Contains(junqi.LayoutNames(), arg) {
		return LayoutSource{data: []byte(arg), ready: true}, nil
	}
	file, seat := arg, ""
	if name, of, ok := cutSeat(arg); ok && !FileExists(arg) {
		file, seat = name, of
	}
	f, err := os.Open(file)
	switch {
	case err == nil:
		defer f.Close()
		source, err := readLayoutFrom(env, f, file)
		source.seat = seat
		return source, err
	case errors.Is(err, fs.ErrNotExist) && looksLikeFile(arg):
		return LayoutSource{}, env.Fail(messages.ErrNoLayout, arg).WithHint(env.T(messages.HintLayout))
	case errors.Is(err, fs.ErrPermission):
		return LayoutSource{}, cli.Wrap(err)
	}
	return LayoutSource{data: []byte(arg)}, nil
}

// looksLikeFile distinguishes a misspelt file name from a misspelt layout, for the error only. A
// layout has line breaks, spaces between names, several groups, or capital letters only.
func looksLikeFile(arg string) bool {
	layout := strings.ContainsAny(arg, "\n ") || strings.Count(arg, "/") > 2 || strings.ToUpper(arg) == arg
	return IsJQL(arg) || !layout
}

// FileExists reports whether a file of that name exists.
func FileExists(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

func readLayoutFrom(env *cli.Env, r io.Reader, name string) (LayoutSource, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxLayoutFile+1))
	if err != nil {
		return LayoutSource{}, env.FileError(name, cli.Pathless(err))
	}
	if len(data) > maxLayoutFile {
		return LayoutSource{}, env.Fail(messages.ErrLayoutLong, name)
	}
	// A text holds no zero byte, and every .jql file several, before its first cell.
	return LayoutSource{data: data, jql: IsJQL(name) || bytes.IndexByte(data, 0) >= 0}, nil
}

// IsJQL reports whether a file has the name of a layout of QQ Game.
func IsJQL(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".jql") }
