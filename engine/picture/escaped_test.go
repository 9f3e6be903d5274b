package picture

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Nothing in a text is markup, even where it doesn't come from rules, which may not hold it.
func TestEscaped(t *testing.T) {
	for _, text := range []string{`</text><script>alert(1)</script>`, `<image href="x">`, `]]>&lt;&#0;`, `<!--`, `a&b`, `'"`, "军棋", "\x00\x1b\uFFFE\xff"} {
		var read struct {
			Text   string     `xml:",chardata"`
			Inside []struct{} `xml:",any"`
		}
		require.NoError(t, xml.Unmarshal([]byte("<text>"+escaped(text)+"</text>"), &read))
		require.Equal(t, strings.NewReplacer("\x00", "\uFFFD", "\x1b", "\uFFFD", "\uFFFE", "\uFFFD", "\xff", "\uFFFD").Replace(text), read.Text)
		require.Empty(t, read.Inside)
	}
}
