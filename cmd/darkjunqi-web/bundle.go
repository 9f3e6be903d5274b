package main

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

// target is the oldest JavaScript that the page's browsers speak.
const target = api.ES2022

// bundle joins a script of cmd/darkjunqi-web/web with all that it imports. Where the page's scripts
// import program.js, they get the one beside the script.
func bundle(root, name string) (string, error) {
	web := filepath.Join(root, "cmd", "darkjunqi-web", "web")
	inWorker := api.Plugin{Name: "program in a worker", Setup: func(b api.PluginBuild) {
		ours := api.OnResolveResult{Path: filepath.Join(web, "program.js")}
		b.OnResolve(api.OnResolveOptions{Filter: `^\./program\.js$`},
			func(api.OnResolveArgs) (api.OnResolveResult, error) { return ours, nil })
	}}
	built := api.Build(api.BuildOptions{
		AbsWorkingDir: web, EntryPoints: []string{name}, Bundle: true,
		Format: api.FormatIIFE, Target: target, Charset: api.CharsetUTF8,
		MinifyWhitespace: true, MinifySyntax: true, MinifyIdentifiers: true,
		LegalComments: api.LegalCommentsNone,
		Plugins:       []api.Plugin{inWorker}, Write: false, LogLevel: api.LogLevelSilent,
	})
	if len(built.Errors) > 0 {
		return "", errors.New(built.Errors[0].Text)
	}
	return string(built.OutputFiles[0].Contents), nil
}

// styles joins style sheets.
func styles(paths ...string) (string, error) {
	all := ""
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		small := api.Transform(string(text), api.TransformOptions{
			Loader: api.LoaderCSS, MinifyWhitespace: true, Charset: api.CharsetUTF8,
		})
		if len(small.Errors) > 0 {
			return "", errors.New(small.Errors[0].Text)
		}
		all += string(small.Code)
	}
	return all, nil
}
