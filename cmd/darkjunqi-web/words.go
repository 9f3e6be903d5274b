package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// auditWords are the sections of the program's sentences that an audit on a page uses.
var auditWords = []string{
	"lists", "page", "names", "errors", "error parts", "error words", "system", "store",
	"seats", "game", "table", "audit", "checks",
}

// tableWords are those that the whole page uses.
var tableWords = append([]string{
	"page play", "page alone", "rules", "phrase", "joining", "match", "draws", "rematch", "people", "matches", "layout",
	"replay", "play", "certificate", "position",
}, auditWords...)

// overlay writes those sections of the program's sentences into a folder, and the file that makes
// Go read them instead of all sections.
func overlay(root, dir string, kept []string) (string, error) {
	files, err := filepath.Glob(filepath.Join(root, "cmd", "internal", "messages", "lang", "*.json"))
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		var sections map[string]json.RawMessage
		if err := json.Unmarshal(text, &sections); err != nil {
			return "", err
		}
		maps.DeleteFunc(sections, func(name string, _ json.RawMessage) bool {
			return !slices.Contains(kept, name)
		})
		replace[file] = filepath.Join(dir, filepath.Base(file))
		if err := writeJSON(replace[file], sections); err != nil {
			return "", err
		}
	}
	path := filepath.Join(dir, "overlay.json")
	return path, writeJSON(path, map[string]any{"Replace": replace})
}

func writeJSON(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}
