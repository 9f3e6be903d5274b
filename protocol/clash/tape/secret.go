package tape

import (
	"fmt"
	"log/slog"
)

// Secret, embedded in a struct, makes it print as "[secret]", whatever the verb.
type Secret struct{}

const secret = "[secret]"

// String returns "[secret]".
func (Secret) String() string { return secret }

// GoString returns "[secret]".
func (Secret) GoString() string { return secret }

// Format writes "[secret]".
func (Secret) Format(f fmt.State, _ rune) { f.Write([]byte(secret)) }

// LogValue returns "[secret]".
func (Secret) LogValue() slog.Value { return slog.StringValue(secret) }
