package main

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// manifest lets a browser install the page (W3C Web Application Manifest).
var manifest = map[string]any{
	"name": "darkjunqi 暗军棋", "short_name": "darkjunqi",
	"start_url": "./", "scope": "./", "display": "standalone",
	"background_color": "#e8ebe5", "theme_color": "#e8ebe5",
	"icons": []map[string]string{{"src": "icon.svg", "type": "image/svg+xml", "sizes": "any"}},
}

// installFiles returns what a served page needs beside it to stay on a device.
func installFiles(root string) (map[string][]byte, error) {
	keeper, err := bundle(root, "keeper.js")
	if err != nil {
		return nil, err
	}
	icon, err := os.ReadFile(filepath.Join(pageFiles(root), "icon.svg"))
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(manifest)
	return map[string][]byte{"keeper.js": []byte(keeper), "icon.svg": icon, "manifest.webmanifest": text}, err
}
