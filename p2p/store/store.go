// Package store is the data folder: two files for each match, written so that
// a crash at any moment leaves a match that can be resumed.
//
// ID.djq is the transcript. It is public and may be given to anyone at any
// time. ID.secret, readable by its owner only, is a log of checksummed entries:
// the seat's secrets, what the link needs, and head markers,
// which say how far the match had come when the seat last signed something. A third,
// empty file, ID.lock, carries the lock that keeps two programs from running
// the same match.
package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// The suffixes of a match's files.
const (
	publicSuffix = ".djq"
	secretSuffix = ".secret"
	lockSuffix   = ".lock"
	marksSuffix  = ".marks" // a person's notes, which are kept beside the match
	namesSuffix  = ".names" // what its players called themselves, likewise
	timesSuffix  = ".times" // when its turns were seen, likewise
	tempSuffix   = ".tmp"
)

const (
	dirPerm    = 0o700
	secretPerm = 0o600
	publicPerm = 0o644
)

// Errors for callers that choose their own wording. Each method names its errors; it may also fail
// with an error of the file system.
var (
	ErrInUse     = coded.Errorf("store.in-use", "another program is running this match: close it there first")
	ErrExists    = coded.Errorf("store.exists", "the match is already in this folder: resume it instead")
	ErrUnknown   = coded.Errorf("store.unknown", "no such match in this folder")
	ErrAmbiguous = coded.Errorf("store.ambiguous", "several matches start like this: give more of the name")
	ErrNoSecret  = coded.Errorf("store.no-secret", "the private file is not here, so the match can only be watched")
	// ErrEmptySecret: the private file holds nothing, though there is a transcript.
	ErrEmptySecret = coded.Errorf("store.empty-secret", "the private file is empty, so the match can only be watched: restore it from your newest copy, if there is one")
	ErrBadID       = coded.Errorf("store.bad-id", "not the name of a match")
	ErrBehind      = coded.Errorf("store.behind", "the match file is older than what was signed: only the peer's copy can bring it up to date")
	ErrDiverged    = coded.Errorf("store.diverged", "the records are not a continuation of what was stored")
	ErrOversized   = coded.Errorf("store.oversized", "larger than any match can be")
)

// Dir is a data folder.
type Dir struct {
	fs   FS
	path string
}

// DefaultPath returns the user's data folder: $XDG_DATA_HOME/darkjunqi (XDG
// Base Directory Specification), or where the operating system keeps such
// things.
func DefaultPath() (string, error) {
	if xdg := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(xdg) {
		return filepath.Join(xdg, "darkjunqi"), nil
	}
	if runtime.GOOS == "windows" {
		if local := os.Getenv("LocalAppData"); filepath.IsAbs(local) {
			return filepath.Join(local, "darkjunqi"), nil
		}
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", coded.Errorf("store.no-home", "no data folder is known: %w: set XDG_DATA_HOME", err)
	}
	switch runtime.GOOS {
	case "darwin", "ios":
		return filepath.Join(home, "Library", "Application Support", "darkjunqi"), nil
	case "windows":
		return filepath.Join(home, "AppData", "Local", "darkjunqi"), nil
	}
	return filepath.Join(home, ".local", "share", "darkjunqi"), nil
}

// OpenDir opens a data folder, and creates it if necessary.
func OpenDir(path string) (*Dir, error) { return OpenDirFS(osFS{}, path) }

// OpenDirFS opens a data folder of another file system.
func OpenDirFS(fsys FS, path string) (*Dir, error) {
	if err := fsys.MkdirAll(path, dirPerm); err != nil {
		return nil, fmt.Errorf("open the data folder: %w", err)
	}
	d := &Dir{fsys, path}
	d.sweepWrites()
	d.sweep()
	return d, nil
}

// Path returns where the folder is.
func (d *Dir) Path() string { return d.path }

// PublicFile returns where the transcript of a match is.
func (d *Dir) PublicFile(id string) string { return d.file(id, publicSuffix) }

// MarksFile names the file, for [Dir.ReadFile], of a person's notes on the pieces of a match.
// Nothing of the match depends on them; Delete removes them with it.
func MarksFile(id string) string { return id + marksSuffix }

// NamesFile names the file of what the players of a match called themselves, as MarksFile does.
func NamesFile(id string) string { return id + namesSuffix }

// TimesFile names the file of when the turns of a match were seen, as MarksFile does.
func TimesFile(id string) string { return id + timesSuffix }

func (d *Dir) file(id, suffix string) string { return join(d.path, id, suffix) }

// Hold takes a lock of the folder that belongs to no match, for something else that only one
// program may have, until the lock is closed or the program ends. The error is ErrInUse if another
// program holds it.
func (d *Dir) Hold(name string) (io.Closer, error) { return d.fs.Lock(d.file(name, lockSuffix)) }

func join(dir, id, suffix string) string { return filepath.Join(dir, id+suffix) }

// ValidID reports whether id can name a match: 8 to 64 hexadecimal digits, and maybe a hyphen and
// the owner's seat, up to 16 letters.
func ValidID(id string) bool {
	table, seat, owned := strings.Cut(id, "-")
	return 8 <= len(table) && len(table) <= 64 && strings.Trim(table, "0123456789abcdef") == "" &&
		(!owned || 1 <= len(seat) && len(seat) <= 16 && strings.Trim(seat, "abcdefghijklmnopqrstuvwxyz") == "")
}

// SplitID returns the part of a match's name that all its players share, and the owner's seat.
func SplitID(id string) (table, seat string) {
	table, seat, _ = strings.Cut(id, "-")
	return table, seat
}

// Info describes a match in a List, unverified.
type Info struct {
	ID       string
	Modified time.Time       // of the transcript, or of the private file if there is none
	Records  int             // sound records in the transcript
	Last     transcript.Kind // of the last record; 0 if there is none
	Size     int64           // of the transcript in bytes
	Secret   bool            // the private file is here, so the match can be resumed
	Done     bool            // both sides hold all of the finished match
	Running  bool            // some program has it open
	Err      error           // why the transcript can't be read, if so; a torn end is transcript.ErrTorn
}

// Finished reports whether nothing is left to do for a match: all sides hold all of it, or
// it is sealed.
func (in Info) Finished() bool { return in.Done || in.Last == transcript.Fault }

// List returns the matches of the folder, the last changed first. It removes what a crash has left
// of a Create, and temporary files, as opening the folder does.
func (d *Dir) List() ([]Info, error) {
	d.sweep()
	matches, err := d.matches()
	if err != nil {
		return nil, fmt.Errorf("list the data folder: %w", err)
	}
	list := make([]Info, 0, len(matches))
	for id, files := range matches {
		if in, ok := d.info(id, files); ok {
			list = append(list, in)
		}
	}
	slices.SortFunc(list, func(a, b Info) int {
		return cmp.Or(b.Modified.Compare(a.Modified), strings.Compare(a.ID, b.ID))
	})
	return list, nil
}

// matches returns the match files and private files of the folder, by match and suffix. A folder that was
// deleted has none: people clear a browser's site data.
func (d *Dir) matches() (map[string]map[string]fs.DirEntry, error) {
	entries, err := d.fs.ReadDir(d.path)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	matches := map[string]map[string]fs.DirEntry{}
	for _, e := range entries {
		suffix := filepath.Ext(e.Name())
		id := strings.TrimSuffix(e.Name(), suffix)
		if suffix != publicSuffix && suffix != secretSuffix || !ValidID(id) || d.unfinished(id) {
			continue
		}
		if matches[id] == nil {
			matches[id] = map[string]fs.DirEntry{}
		}
		matches[id][suffix] = e
	}
	return matches, err
}

// info returns what List reports on a match with these files. It is not ok if they are gone.
func (d *Dir) info(id string, files map[string]fs.DirEntry) (in Info, ok bool) {
	in = Info{ID: id, Secret: files[secretSuffix] != nil}
	there := false
	for _, suffix := range []string{secretSuffix, publicSuffix} {
		if files[suffix] == nil {
			continue
		}
		stat, err := files[suffix].Info()
		if err != nil { // deleted meanwhile
			continue
		}
		in.Modified, there = stat.ModTime(), true
		if suffix == publicSuffix {
			in.Size = stat.Size()
		}
	}
	if !there {
		return in, false
	}
	if in.Secret {
		log, err := d.peek(id)
		in.Done = err == nil && log.isDone() // Open will say why it is damaged
	}
	var records [][]byte
	records, in.Err = d.Read(id)
	if in.Secret && errors.Is(in.Err, ErrUnknown) {
		in.Err = ErrBehind
	}
	if in.Records = len(records); in.Records > 0 {
		in.Last = transcript.Kind(records[in.Records-1][0])
	}
	in.Running = d.running(id)
	return in, true
}

// peek reads a private file that some program may be writing.
func (d *Dir) peek(id string) (*secretLog, error) {
	file, err := d.fs.ReadFile(d.file(id, secretSuffix), maxSecret)
	if err != nil {
		return nil, err
	}
	return parseSecret(file)
}

// running reports whether some program has a match open. It makes no file where there
// is none.
func (d *Dir) running(id string) bool {
	for _, suffix := range []string{lockSuffix, secretSuffix} {
		if _, err := d.fs.ReadFile(d.file(id, suffix), 0); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		lock, err := d.fs.Lock(d.file(id, suffix))
		if errors.Is(err, ErrInUse) {
			return true
		}
		if err == nil {
			lock.Close()
		}
	}
	return false
}

// Read returns the records of a match's transcript without opening the match.
// If the error is transcript.ErrTorn the sound records before the torn one are
// returned with it: a program may be writing just now. Other errors are
// ErrBadID, ErrUnknown, ErrOversized, and transcript.ErrForeign and
// transcript.ErrVersion for a file that is not a transcript of this version.
func (d *Dir) Read(id string) ([][]byte, error) {
	file, err := d.Transcript(id)
	if err != nil {
		return nil, err
	}
	records, _, err := transcript.ParseFile(file)
	if err != nil {
		err = fmt.Errorf("match %s: %w", id, err)
	}
	return records, err
}

// Find returns the one match whose name starts with prefix. The error is ErrUnknown if there is
// none or the prefix is empty, and ErrAmbiguous if there are several, none with exactly this name.
func (d *Dir) Find(prefix string) (id string, err error) {
	matches, err := d.matches()
	if err != nil {
		return "", fmt.Errorf("search the data folder: %w", err)
	}
	if matches[prefix] != nil {
		return prefix, nil
	}
	err = ErrUnknown
	for name := range matches {
		switch {
		case prefix == "", !strings.HasPrefix(name, prefix):
		case id == "":
			id, err = name, nil
		default:
			err = ErrAmbiguous
		}
	}
	if err != nil {
		return "", fmt.Errorf("match %q: %w", prefix, err)
	}
	return id, nil
}

// Delete removes all files of a match that no program is running, and its owner's notes. What first
// removes, if anything, goes before them, so that the match stays listed until all has gone. The error is
// ErrInUse if one is, ErrUnknown if there is nothing to remove, and ErrBadID
// if id can't name a match.
func (d *Dir) Delete(id string, first ...func()) error {
	m, err := d.lockMatch(id)
	if err != nil {
		return err
	}
	defer m.Close()
	if err := m.holdSecret(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete match %s: %w", id, err)
	}
	for _, f := range first {
		f()
	}
	return d.remove(m)
}

// remove removes all files of a match that m has locked.
func (d *Dir) remove(m *Match) error {
	id, found := m.id, false
	if runtime.GOOS == "windows" { // an open file can't be removed there
		m.letGo()
	}
	for _, suffix := range []string{secretSuffix, publicSuffix, secretSuffix + tempSuffix, publicSuffix + tempSuffix, marksSuffix, namesSuffix, timesSuffix} {
		switch err := d.fs.Remove(m.path(suffix)); {
		case err == nil:
			found = true
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("delete match %s: %w", id, err)
		}
	}
	if runtime.GOOS == "windows" { // an open file can't be removed there
		m.Close()
	}
	if err := d.fs.Remove(m.path(lockSuffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete match %s: %w", id, err)
	}
	if !found {
		return fmt.Errorf("match %s: %w", id, ErrUnknown)
	}
	return d.fs.SyncDir(d.path)
}

// sweep removes what a crash has left: a match of which nobody has heard, and temporary files. It
// leaves alone what it can't remove, and what belongs to a program that runs.
func (d *Dir) sweep() {
	entries, _ := d.fs.ReadDir(d.path)
	for _, e := range entries {
		id, suffix, ok := strings.Cut(e.Name(), ".")
		switch suffix = "." + suffix; {
		case !ok || !ValidID(id):
		case suffix == lockSuffix && !d.has(id, secretSuffix) && !d.has(id, publicSuffix),
			suffix == secretSuffix+tempSuffix, suffix == publicSuffix+tempSuffix:
			d.sweepMatch(id)
		}
	}
}

func (d *Dir) has(id, suffix string) bool {
	_, err := d.fs.ReadFile(d.file(id, suffix), 0)
	return !errors.Is(err, fs.ErrNotExist)
}

// unfinished reports whether no match of this name exists. Files of a Create that was interrupted do
// not count.
func (d *Dir) unfinished(id string) bool {
	switch {
	case d.has(id, secretSuffix):
		return false
	case !d.has(id, publicSuffix):
		return true
	case !d.has(id, secretSuffix+tempSuffix):
		return false
	}
	public, err := d.fs.ReadFile(d.file(id, publicSuffix), transcript.MaxFile)
	return err == nil && justMade(public)
}

// sweepMatch removes the files of an unfinished match, or of another the temporary ones.
func (d *Dir) sweepMatch(id string) {
	m, err := d.lockMatch(id)
	if err != nil {
		return
	}
	defer m.Close()
	switch err := m.holdSecret(); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
	case d.unfinished(id):
		_ = d.remove(m) // what stays is found again
	default:
		m.removeTemp()
	}
}
