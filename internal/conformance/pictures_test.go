package conformance_test

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

var image = regexp.MustCompile(`(?:!\[[^\]]+\]\(|<img alt="[^"]+" src=")([^)"]+)[)"]`)

// Every picture is XML, tells who can't see it what it shows, and stands on a page; every
// picture of a page is there.
func TestPictures(t *testing.T) {
	shown := map[string]bool{}
	pages, err := filepath.Glob("*.md")
	require.NoError(t, err)
	for _, page := range append(pages, "../README.md") {
		for _, found := range image.FindAllStringSubmatch(read(t, page), -1) {
			file := filepath.Join(filepath.Dir(page), found[1])
			require.FileExists(t, file, page)
			shown[filepath.Base(file)] = true
		}
	}
	pictures, err := filepath.Glob("pictures/*.svg")
	require.NoError(t, err)
	require.NotEmpty(t, pictures)
	for _, file := range pictures {
		require.True(t, shown[filepath.Base(file)], "no page shows %s", file)
		require.True(t, titled(t, file), "%s has no title", file)
	}
}

// titled reads a picture to its end, and reports whether it has a title.
func titled(t *testing.T, file string) (titled bool) {
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close()
	for decoder := xml.NewDecoder(f); ; {
		token, err := decoder.Token()
		if err == io.EOF {
			return titled
		}
		require.NoError(t, err, file)
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == "title" {
			titled = true
		}
	}
}
