package seat_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// plain are the names that need no comment of their own: they are words of the glossary, or the
// comment of their type is about them.
var plain = []string{"seat", "node", "type", "phase", "draw", "connection", "traffic", "proofs", "sent", "received", "kind", "do", "number"}

// The comments of these files are all that programs in other languages have of the format:
// docs/json.md refers them here.
func TestTheFormatIsWrittenDown(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "json.md"))
	require.NoError(t, err)
	fields := 0
	for _, file := range []string{"state.go", "deal.go", "event.go", "command.go"} {
		require.Contains(t, string(page), "(../p2p/seat/"+file+")")
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		require.NoError(t, err)
		ast.Inspect(tree, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && field.Tag != nil {
				fields++
				name, _, _ := strings.Cut(reflect.StructTag(strings.Trim(field.Tag.Value, "`")).Get("json"), ",")
				require.True(t, field.Comment != nil || field.Doc != nil || slices.Contains(plain, name), "%s: no word about %q", file, name)
			}
			return true
		})
	}
	require.Greater(t, fields, 120)
}
