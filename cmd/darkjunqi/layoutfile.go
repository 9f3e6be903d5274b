package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
)

func newLayoutConvert(a *env) *cobra.Command {
	var rules, to, out string
	cmd := &cobra.Command{
		Use:     "convert LAYOUT",
		Short:   a.t(messages.LayoutConvertShort),
		Long:    a.t(messages.LayoutConvertLong),
		Example: "  darkjunqi layout convert my.layout --to chinese\n  darkjunqi layout convert my.layout --out my.jql\n  darkjunqi layout convert my.jql",
		Args:    a.exactly("LAYOUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if isJQLName(out) && !cmd.Flags().Changed("to") {
				to = "jql"
			}
			rs, err := a.ruleset(rules)
			if err != nil {
				return err
			}
			l, err := a.layout(rs, args[0])
			if err != nil {
				return err
			}
			data, err := a.formatLayout(rs, l, to)
			if err != nil {
				return err
			}
			if err := rs.CheckLayout(l); err != nil {
				a.warn(messages.LayoutIllegal, a.rulesName(rs), err)
			}
			if out == "" {
				if to == "jql" && a.outTerminal {
					return a.fail(messages.ErrJQLTerminal).hinting(a.t(messages.HintJQLOut))
				}
				_, _ = a.out.Write(data)
				return nil
			}
			return a.writeFile(out, data)
		},
	}
	a.rulesFlag(cmd, &rules)
	cmd.Flags().StringVar(&to, "to", "line", a.t(messages.FlagLayoutTo))
	cmd.Flags().StringVar(&out, "out", "", a.t(messages.FlagLayoutOut))
	return cmd
}

func (a *env) formatLayout(rs *engine.Ruleset, l engine.Layout, form string) ([]byte, error) {
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
			return nil, wrong(err)
		}
		return data, nil
	}
	return nil, a.fail(messages.ErrLayoutForm, form)
}

// layoutSource is a layout as it was given: the name of one of ours, a text, the bytes of a .jql file, or those of a
// recording and the seat in it, if one was named.
type layoutSource struct {
	data  []byte
	jql   bool
	ready bool
	seat  string
}

// parse checks the form only; whether the layout is legal is for the rules to say.
func (s layoutSource) parse(rs *engine.Ruleset) (engine.Layout, error) {
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

// recorded is the layout of a seat in a recording; if none is named, of who kept it.
func (s layoutSource) recorded() (engine.Layout, error) {
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

// cutSeat takes the seat off the name of a recording, as game.jgs:blue.
func cutSeat(arg string) (file, seat string, ok bool) {
	i := strings.LastIndexByte(arg, ':')
	if i < 0 || !strings.HasSuffix(strings.ToLower(arg[:i]), ".jgs") {
		return arg, "", false
	}
	return arg[:i], arg[i+1:], true
}

// layout reads a layout that a person named: a file, `-` for standard input, one of ours, or the text itself.
func (a *env) layout(rs *engine.Ruleset, arg string) (engine.Layout, error) {
	source, err := a.readLayout(arg)
	if err != nil {
		return nil, err
	}
	return a.parseLayout(rs, source)
}

func (a *env) parseLayout(rs *engine.Ruleset, source layoutSource) (engine.Layout, error) {
	l, err := source.parse(rs)
	switch {
	case err == nil:
		return l, nil
	case junqi.IsJGS(source.data):
		return nil, wrong(err)
	case source.jql:
		return nil, wrong(err).hinting(a.t(messages.HintJQL))
	}
	return nil, wrong(err).hinting(a.t(messages.HintLayout))
}

// maxLayoutFile is more than any layout takes.
const maxLayoutFile = 1 << 16

func (a *env) readLayout(arg string) (layoutSource, error) {
	if arg == "-" {
		return a.readLayoutFrom(a.in, "standard input")
	}
	if _, ours := junqi.Layouts()[arg]; ours {
		return layoutSource{data: []byte(arg), ready: true}, nil
	}
	file, seat := arg, ""
	if name, of, ok := cutSeat(arg); ok && !fileExists(arg) {
		file, seat = name, of
	}
	f, err := os.Open(file)
	switch {
	case err == nil:
		defer f.Close()
		source, err := a.readLayoutFrom(f, file)
		source.seat = seat
		return source, err
	case errors.Is(err, fs.ErrNotExist) && looksLikeFile(arg):
		return layoutSource{}, a.fail(messages.ErrNoLayout, arg).hinting(a.t(messages.HintLayout))
	case errors.Is(err, fs.ErrPermission):
		return layoutSource{}, wrong(err)
	}
	return layoutSource{data: []byte(arg)}, nil
}

// looksLikeFile tells a misspelt file name from a misspelt layout, for the message only. A layout has line breaks, spaces
// between names, several groups, or letters that are all capitals.
func looksLikeFile(arg string) bool {
	layout := strings.ContainsAny(arg, "\n ") || strings.Count(arg, "/") > 2 || strings.ToUpper(arg) == arg
	return isJQLName(arg) || !layout
}

// fileExists reports whether there is a file of that name.
func fileExists(name string) bool {
	info, err := os.Stat(name)
	return err == nil && !info.IsDir()
}

func (a *env) readLayoutFrom(r io.Reader, name string) (layoutSource, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxLayoutFile+1))
	if err != nil {
		return layoutSource{}, a.fileError(name, pathless(err))
	}
	if len(data) > maxLayoutFile {
		return layoutSource{}, a.fail(messages.ErrLayoutLong, name)
	}
	// A text holds no zero byte, and every .jql file several, before its first cell.
	return layoutSource{data: data, jql: isJQLName(name) || bytes.IndexByte(data, 0) >= 0}, nil
}

func isJQLName(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".jql") }
