package protocol

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/protocol/internal/private"
)

// verifiers are the types that check what others wrote.
var verifiers = []any{Match{}, Report{}, Refusal{}, Conviction{}, elgamal{}, auditing{}, auditedClash{}}

// secretSide are the types that hold what a seat keeps to itself.
var secretSide = []any{Player{}, private.Secret{}, prover{}, auditedHand{}}

// What verifies holds nothing that a seat keeps to itself, however deep.
func TestVerifiersHoldNoSecret(t *testing.T) {
	for _, v := range verifiers {
		require.Empty(t, held(reflect.TypeOf(v), map[reflect.Type]bool{}), "%T", v)
	}
	for _, v := range secretSide {
		require.NotEmpty(t, held(reflect.TypeOf(v), map[reflect.Type]bool{}), "%T", v)
	}
}

// held names a type of the secret side that a value of a type holds or leads to; "" if there is none.
func held(of reflect.Type, seen map[reflect.Type]bool) string {
	if seen[of] {
		return ""
	}
	seen[of] = true
	for _, v := range secretSide {
		if of == reflect.TypeOf(v) {
			return of.String()
		}
	}
	switch of.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan:
		return held(of.Elem(), seen)
	case reflect.Map:
		return held(of.Key(), seen) + held(of.Elem(), seen)
	case reflect.Struct:
		for field := range of.Fields() {
			if found := held(field.Type, seen); found != "" {
				return found
			}
		}
	}
	return ""
}

// Nor does anything that a verifier does name the secret side. Only sit does, which hands a secret on unread.
func TestVerifiersTouchNoSecret(t *testing.T) {
	forbidden := []string{"private", "secret", "hand", "Player", "prover", "auditedHand"}
	methods, sits := 0, 0
	entries, err := os.ReadDir(".")
	require.NoError(t, err)
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), nil, 0)
		require.NoError(t, err)
		for _, declared := range file.Decls {
			f, ok := declared.(*ast.FuncDecl)
			if !ok || !isVerifier(f) {
				continue
			}
			if f.Name.Name == "sit" {
				sits++
				continue
			}
			methods++
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					require.NotContains(t, forbidden, id.Name, "%s, %s", entry.Name(), f.Name.Name)
				}
				return true
			})
		}
	}
	require.Greater(t, methods, 100)
	require.Equal(t, 2, sits)
}

// isVerifier reports whether a function is a method of a verifier.
func isVerifier(f *ast.FuncDecl) bool {
	if f.Recv == nil {
		return false
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	name, ok := of.(*ast.Ident)
	return ok && slices.ContainsFunc(verifiers, func(v any) bool { return reflect.TypeOf(v).Name() == name.Name })
}
