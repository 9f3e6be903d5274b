// Package secret keeps secrets out of what a program prints, logs or encodes by
// accident.
package secret

import (
	"fmt"
	"io"
	"log/slog"
)

const text = "[secret]"

// Hidden, embedded in a struct, makes it print as "[secret]", whatever the verb,
// and so in logs and in encoders that would write its fields.
type Hidden struct{}

// String returns "[secret]".
func (Hidden) String() string { return text }

// GoString returns "[secret]".
func (Hidden) GoString() string { return text }

// Format writes "[secret]".
func (Hidden) Format(f fmt.State, _ rune) { io.WriteString(f, text) }

// LogValue returns "[secret]".
func (Hidden) LogValue() slog.Value { return slog.StringValue(text) }

// MarshalText returns "[secret]".
func (Hidden) MarshalText() ([]byte, error) { return []byte(text), nil }
