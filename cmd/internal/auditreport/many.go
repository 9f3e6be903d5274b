package auditreport

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// Together is the most inputs that one processor audits in one sum. More would save little and delay their results.
const Together = 8

const (
	// auditGarbage is by how many percent the heap may grow between collections during audits. At
	// Go's default, collecting takes a tenth of the time, since little memory is in use.
	auditGarbage = 400
	// auditWork is the memory in bytes that one processor needs to audit ordinary matches without
	// frequent collections.
	auditWork = 16 << 20
)

// CollectLate makes garbage collections rare while many transcripts are audited, but limits memory to what the
// inputs may take at once. It returns a function that restores the settings. GOGC and GOMEMLIMIT take precedence.
func CollectLate() (back func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	percent := debug.SetGCPercent(auditGarbage)
	limit := debug.SetMemoryLimit(transcript.MaxFile + int64(runtime.GOMAXPROCS(0))*auditWork)
	return func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
}
