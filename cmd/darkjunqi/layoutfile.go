package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
	"github.com/darkjunqi/darkjunqi/engine"
)

func newLayoutConvert(a *app) *cobra.Command {
	var to, out string
	cmd := &cobra.Command{
		Use:     "convert LAYOUT",
		Short:   a.t(words.LayoutConvertShort),
		Long:    a.t(words.LayoutConvertLong),
		Example: "  darkjunqi layout convert my.layout --to chinese\n  darkjunqi layout convert my.layout --out my.jql\n  darkjunqi layout convert my.jql",
		Args:    a.exactly("LAYOUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if isJQLName(out) && !cmd.Flags().Changed("to") {
				to = "jql"
			}
			l, err := a.layout(args[0])
			if err != nil {
				return err
			}
			data, err := a.formatLayout(l, to)
			if err != nil {
				return err
			}
			if err := engine.Standard().CheckLayout(l); err != nil {
				a.warn(words.LayoutIllegal, engine.Standard(), err)
			}
			if out == "" {
				if to == "jql" && a.outTerminal {
					return a.fail(words.ErrJQLTerminal).hinting(a.t(words.HintJQLOut))
				}
				_, _ = a.out.Write(data)
				return nil
			}
			return a.writeFile(out, data)
		},
	}
	cmd.Flags().StringVar(&to, "to", "line", a.t(words.FlagLayoutTo))
	cmd.Flags().StringVar(&out, "out", "", a.t(words.FlagLayoutOut))
	return cmd
}

func (a *app) formatLayout(l engine.Layout, form string) ([]byte, error) {
	switch form {
	case "line":
		return []byte(l.String() + "\n"), nil
	case "rows":
		return []byte(strings.ReplaceAll(l.String(), "/", "\n") + "\n"), nil
	case "chinese":
		return []byte(strings.TrimRight(l.Chinese(), "\n") + "\n"), nil
	case "jql":
		data, err := engine.FormatJQL(l)
		if err != nil {
			return nil, wrong(err)
		}
		return data, nil
	}
	return nil, a.fail(words.ErrLayoutForm, form)
}

// layoutSource is a layout as it was given: a text, or the bytes of a .jql file.
type layoutSource struct {
	data []byte
	jql  bool
}

// parse checks the form only; whether the layout is legal is for the rules to say.
func (s layoutSource) parse() (engine.Layout, error) {
	if s.jql {
		return engine.ParseJQL(s.data)
	}
	return engine.ParseLayout(string(s.data))
}

// layout reads a layout that a person named: a file, `-` for standard input, a preset, or the text itself.
func (a *app) layout(arg string) (engine.Layout, error) {
	source, err := a.readLayout(arg)
	if err != nil {
		return engine.Layout{}, err
	}
	l, err := source.parse()
	switch {
	case err == nil:
		return l, nil
	case source.jql:
		return engine.Layout{}, wrong(err).hinting(a.t(words.HintJQL))
	}
	return engine.Layout{}, wrong(err).hinting(a.t(words.HintLayout))
}

// maxLayoutFile is more than any layout takes.
const maxLayoutFile = 1 << 16

func (a *app) readLayout(arg string) (layoutSource, error) {
	if arg == "-" {
		return a.readLayoutFrom(a.in, "standard input")
	}
	if l, ok := engine.Presets()[arg]; ok {
		return layoutSource{data: []byte(l.String())}, nil
	}
	f, err := os.Open(arg)
	switch {
	case err == nil:
		defer f.Close()
		return a.readLayoutFrom(f, arg)
	case errors.Is(err, fs.ErrNotExist) && looksLikeFile(arg):
		return layoutSource{}, a.fail(words.ErrNoLayout, arg).hinting(a.t(words.HintLayout))
	case errors.Is(err, fs.ErrPermission):
		return layoutSource{}, wrong(err)
	}
	return layoutSource{data: []byte(arg)}, nil
}

// looksLikeFile tells a misspelt file name from a misspelt layout, for the message only. A layout has line breaks, spaces
// between names, six groups, or nothing but its letters.
func looksLikeFile(arg string) bool {
	layout := strings.ContainsAny(arg, "\n ") || len(strings.Split(arg, "/")) == layoutRows ||
		strings.Trim(strings.ToUpper(arg), engine.AllTypes.String()+"./") == ""
	return isJQLName(arg) || !layout
}

func (a *app) readLayoutFrom(r io.Reader, name string) (layoutSource, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxLayoutFile+1))
	if err != nil {
		return layoutSource{}, wrong(fmt.Errorf("read the layout: %w", err))
	}
	if len(data) > maxLayoutFile {
		return layoutSource{}, a.fail(words.ErrLayoutLong, name)
	}
	// A text holds no zero byte, and every .jql file several, before its first cell.
	return layoutSource{data, isJQLName(name) || bytes.IndexByte(data, 0) >= 0}, nil
}

func isJQLName(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".jql") }
