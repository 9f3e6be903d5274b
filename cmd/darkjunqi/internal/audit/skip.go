package audit

import (
	"bufio"
	"encoding/json"
	"errors"
	"iter"
	"os"

	"github.com/darkjunqi/darkjunqi/cmd/internal/cli"
	"github.com/darkjunqi/darkjunqi/internal/coded"
)

// finished are the files that an earlier run reported on: their SHA-256 in hex, by name.
type finished map[string]string

// maxSkipLine is the maximum number of bytes a report on a file has, a line of JSON.
const maxSkipLine = 1 << 20

// skipped reads the output of an earlier run with --json; "" means no file. The last line may be cut
// off, as an interrupted machine leaves it.
func skipped(name string) (finished, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, cli.Pathless(err)
	}
	defer f.Close()
	known := finished{}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxSkipLine)
	for lines.Scan() {
		var line struct {
			File      string
			FileBytes []byte
			SHA256    string
		}
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue
		}
		if line.FileBytes != nil {
			line.File = string(line.FileBytes)
		}
		known[line.File] = line.SHA256
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return nil, coded.Errorf("cmd.skip-line", "%s has a line of more than %d bytes, which audit --json does not write", cli.ShownName(name), maxSkipLine)
	}
	return known, lines.Err()
}

// unless yields inputs, each with what an earlier run found of its name.
func (f finished) unless(inputs iter.Seq[auditInput]) iter.Seq[auditInput] {
	return func(yield func(auditInput) bool) {
		for x := range inputs {
			x.known = f[x.name]
			if !yield(x) {
				return
			}
		}
	}
}
