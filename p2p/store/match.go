package store

import (
	"bytes"
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/internal/secret"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

// compactAbove is the number of bytes of replaced entries that a private file may hold before it is
// rewritten without them: what others say is kept there too, and they may say it again
// without end.
const compactAbove = 64 << 10

// How often, and how far apart, a lock that is held is asked for until it counts as a running program's.
const (
	lockTries = 50
	lockPause = 2 * time.Millisecond
)

// Match is one match of the folder, locked against every other program and
// open for writing. Its methods are not safe for concurrent use.
type Match struct {
	fs      FS
	dir     string
	id      string
	lock    io.Closer // on the match, also before it has a private file
	hold    io.Closer // on the private file itself, which is what two programs must not share
	log     *secretLog
	secret  File
	public  File
	records [][]byte // the whole file: chain, then extras
	chain   int      // how many of them are surely the chain's
	synced  int      // how many of them a loss of power leaves in the match file
	failed  error    // the first error of a write; what is on disk is not known any more
}

// head is the content of a marker.
type head struct {
	count int
	hash  transcript.Hash
	last  [][]byte // the records that a loss of power may take from the match file
}

// maxLast is the number of bytes of records that a marker holds, at most: each marker replaces one
// that held most of the same.
const maxLast = 4 << 10

// Update holds what Save makes durable. Chain continues after the records that Known and Head
// describe, so that a Save takes no longer in a long match; with neither it is the whole chain.
// Extras are always complete; Seat, Link, Spent and Notes are nil if unchanged.
type Update struct {
	secret.Hidden
	Seat   []byte          // protocol.Player's secrets
	Link   []byte          // identity, invite, the peer's addresses
	Spent  []byte          // the time that was seen to pass at the head of the chain
	Notes  []byte          // records that are not complete, and what is said of them
	Bound  [][]byte        // new entries of the journal, to be kept beside all older ones
	Known  int             // so many records of the chain were saved before
	Head   transcript.Hash // of the last of these
	Chain  [][]byte        // what follows them
	Extras [][]byte        // in canonical order
	Signed bool            // this seat has signed or acknowledged something that is new in the chain, or on it
	Done   bool            // both sides hold all of the finished match; once said, it stays so
}

// Create makes the two files of a new match. The private file comes last and whole: while there is
// none, there is no match. If the folder has the match
// already the error is ErrExists, or ErrInUse if a program is running it; if
// id can't name a match, ErrBadID; and what Save returns.
func (d *Dir) Create(id string, first Update) (*Match, error) {
	m, err := d.lockMatch(id)
	if err != nil {
		return nil, err
	}
	if !d.unfinished(id) {
		err = ErrExists
	} else {
		err = m.create(first)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("make match %s: %w", id, err), m.Close())
	}
	return m, nil
}

func (m *Match) create(first Update) error {
	m.log = newSecretLog()
	if err := m.check(first); err != nil {
		return err
	}
	m.records, m.chain = slices.Concat(first.Chain, first.Extras), len(first.Chain)
	m.synced = len(m.records) // by then
	for _, e := range slices.Concat(secretsOf(first), entries(Journal, first.Bound), []entry{{marker, m.mark()}}) {
		if e.payload != nil {
			m.log.keep(e.slot, bytes.Clone(e.payload))
		}
	}
	if err := writeTemp(m.fs, m.path(secretSuffix+tempSuffix), secretPerm, m.log.compact()); err != nil {
		return err
	}
	if err := m.rewrite(m.records); err != nil {
		return err
	}
	if err := m.replaceSecret(); err != nil {
		return err
	}
	return m.openSecret()
}

// justMade reports whether a match file holds no more than the Terms and Joins that a match is made with.
func justMade(public []byte) bool {
	records, _, err := transcript.ParseFile(public)
	return err == nil && !slices.ContainsFunc(records, func(raw []byte) bool {
		kind := transcript.Kind(raw[0])
		return kind != transcript.Terms && kind != transcript.Join
	})
}

// Open opens a match to continue it. It drops what a crash has left torn at the end of either file.
//
// The error is ErrInUse if a program is running the match, ErrUnknown if the
// folder does not have it, ErrNoSecret if it has the transcript only, ErrEmptySecret if the
// private file beside it is empty, ErrBadID
// if id can't name a match, ErrOversized if ID.djq is too large for one, and
// transcript.ErrForeign or transcript.ErrVersion if ID.djq is no transcript of
// this version.
func (d *Dir) Open(id string) (*Match, error) {
	m, err := d.lockMatch(id)
	if err != nil {
		return nil, err
	}
	if d.unfinished(id) {
		err = ErrUnknown
	} else {
		err = m.open()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open match %s: %w", id, err), m.Close())
	}
	return m, nil
}

func (m *Match) open() error {
	_, err := m.fs.ReadFile(m.path(secretSuffix), maxSecret) // a lock would make one
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrNoSecret
	case errors.Is(err, ErrOversized):
		return damagedAt(maxSecret)
	case err != nil:
		return err
	}
	if err := m.holdSecret(); err != nil {
		return err
	}
	m.removeTemp()
	file, err := m.fs.ReadFile(m.path(secretSuffix), maxSecret)
	if err != nil {
		return err
	}
	if m.log, err = parseSecret(file); err != nil {
		return err
	}
	// If the match file is gone the peer may have it: the marker tells.
	file, err = m.fs.ReadFile(m.path(publicSuffix), transcript.MaxFile)
	switch {
	case errors.Is(err, ErrOversized):
		return m.moveAway(err)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	switch { // no crash does this
	case m.log.sound == 0:
		return ErrEmptySecret
	case m.log.slots[marker] == nil:
		return damagedAt(m.log.sound)
	}
	mark, err := parseMarker(m.log.slots[marker])
	if err != nil {
		return err
	}
	sound := 0
	if !allZero(file) {
		m.records, sound, err = transcript.ParseFile(file)
		if errors.Is(err, transcript.ErrForeign) && m.mendHead(file) {
			err = nil
		}
		if errors.Is(err, transcript.ErrForeign) {
			return m.moveAway(err)
		}
		if errors.Is(err, transcript.ErrVersion) {
			return err
		}
	}
	lost := m.mendEnd(mark)
	for m.chain < len(m.records) && !transcript.Kind(m.records[m.chain][0]).Extra() {
		m.chain++
	}
	// While seats are free the Joins of others are extras: they are surely the chain's
	// when something follows them.
	for m.chain > 1 && transcript.Kind(m.records[m.chain-1][0]) == transcript.Join {
		m.chain--
	}

	// Nothing was written up to here: a file that is not understood is left alone.
	if m.log.torn {
		if err := m.rewriteSecret(); err != nil {
			return err
		}
	}
	if err := m.openSecret(); err != nil {
		return err
	}
	switch {
	case !lost && sound > 0 && sound == len(file):
		if err := m.openPublic(); err != nil {
			return err
		}
		return m.syncPublic() // the program may have been killed before it had done so
	case lost, sound > 0 && len(m.records) >= mark.count, sound == 0 && len(m.records) > 0:
		return m.rewrite(m.records)
	}
	// No crash has done this. Until Save is given better, the file is left as
	// it is.
	return nil
}

// moveAway says what to do with a match file that is of no use.
func (m *Match) moveAway(err error) error {
	return coded.Errorf("store.foreign-match-file",
		"%w: move %s away and resume the match; the other side's copy then replaces it", err, m.id+publicSuffix)
}

// mendHead takes the records of a file whose first line alone is damaged: behind it stands
// the chain that this seat has signed.
func (m *Match) mendHead(file []byte) bool {
	if len(file) < len(transcript.Magic) {
		return false
	}
	records, _, err := transcript.ParseFrames(file[len(transcript.Magic):], func(raw []byte) error {
		_, err := transcript.Parse(raw)
		return err
	})
	if err != nil || !m.reaches(records) {
		return false
	}
	m.records = records
	return true
}

// mendEnd puts the last records that this seat has signed on into the place of what a loss of power
// has left of them, and reports whether that was not all.
func (m *Match) mendEnd(mark head) (lost bool) {
	before := mark.count - len(mark.last)
	if len(mark.last) == 0 || len(m.records) < before || m.reaches(m.records) {
		return false
	}
	m.records = slices.Concat(m.records[:before], mark.last)
	return true
}

// rewriteSecret replaces the private file by one that holds what counts.
func (m *Match) rewriteSecret() error {
	if err := writeTemp(m.fs, m.path(secretSuffix+tempSuffix), secretPerm, m.log.compact()); err != nil {
		return err
	}
	return m.replaceSecret()
}

// replaceSecret gives the temporary private file its name, without ever letting go of the file of
// that name.
func (m *Match) replaceSecret() error {
	name := m.path(secretSuffix)
	temp := name + tempSuffix
	hold := func(name string) error {
		next, err := takeLock(m.fs, name)
		if err != nil {
			return err
		}
		err = m.letGo()
		m.hold = next
		return err
	}
	switch runtime.GOOS {
	case "windows": // renames no open file, and removes no lock file
		return errors.Join(m.letGo(), replaceFile(m.fs, m.dir, temp, name), hold(name))
	case "js": // a browser's lock stays with its name
		err := replaceFile(m.fs, m.dir, temp, name)
		if m.hold == nil {
			err = errors.Join(err, hold(name))
		}
		return err
	}
	if err := hold(temp); err != nil { // and so of what bears the name from now on
		return err
	}
	return replaceFile(m.fs, m.dir, temp, name)
}

// holdSecret locks the private file, if there is one: somebody may have removed the lock file
// under a running program.
func (m *Match) holdSecret() (err error) {
	if _, err := m.fs.ReadFile(m.path(secretSuffix), 0); errors.Is(err, fs.ErrNotExist) {
		return err // a lock would make one
	}
	m.hold, err = takeLock(m.fs, m.path(secretSuffix))
	return err
}

// removeTemp removes what a crash has left of a file that was being replaced.
func (m *Match) removeTemp() {
	for _, suffix := range []string{secretSuffix, publicSuffix} {
		_ = m.fs.Remove(m.path(suffix + tempSuffix)) // most often there is none
	}
}

// letGo gives up the lock on the private file.
func (m *Match) letGo() error {
	if m.hold == nil {
		return nil
	}
	err := m.hold.Close()
	m.hold = nil
	return err
}

// DropFrom forgets the records from the n-th on, which turned out to be damaged: a crash can leave
// the last write at full length but without its bytes. If this seat had signed any of them, the
// match is Behind from then on, and the file is left as it is until Save is given better.
func (m *Match) DropFrom(n int) error {
	if n < 0 || n >= len(m.records) {
		return nil
	}
	m.records, m.chain = m.records[:n:n], min(m.chain, n)
	if m.Behind() {
		err := m.public.Close()
		m.public = nil
		return err
	}
	if err := m.rewrite(m.records); err != nil {
		m.failed = fmt.Errorf("save match %s: %w", m.id, err)
		return m.failed
	}
	return nil
}

func (d *Dir) lockMatch(id string) (*Match, error) {
	if !ValidID(id) {
		return nil, fmt.Errorf("%q: %w", id, ErrBadID)
	}
	lock, err := takeLock(d.fs, d.file(id, lockSuffix))
	if errors.Is(err, ErrInUse) {
		return nil, err // a sentence of its own
	} else if err != nil {
		return nil, fmt.Errorf("match %s: %w", id, err)
	}
	return &Match{fs: d.fs, dir: d.path, id: id, lock: lock}, nil
}

// takeLock locks a file for good. List takes each lock for an instant to see whether it is held: so a lock that is held is asked
// for again.
func takeLock(fsys FS, name string) (lock io.Closer, err error) {
	for range lockTries {
		if lock, err = fsys.Lock(name); !errors.Is(err, ErrInUse) {
			break
		}
		time.Sleep(lockPause)
	}
	return lock, err
}

func (m *Match) path(suffix string) string { return join(m.dir, m.id, suffix) }

func (m *Match) openSecret() (err error) {
	m.secret, err = m.fs.OpenFile(m.path(secretSuffix), os.O_WRONLY|os.O_APPEND, secretPerm)
	return err
}

func (m *Match) openPublic() (err error) {
	m.public, err = m.fs.OpenFile(m.path(publicSuffix), os.O_WRONLY|os.O_APPEND, publicPerm)
	return err
}

// syncPublic makes the match file durable, as far as it is written.
func (m *Match) syncPublic() error {
	m.synced = len(m.records)
	return m.public.Sync()
}

// Format keeps the secrets out of logs and errors.
func (m *Match) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "match %s", m.id) }

// LogValue keeps the secrets out of logs.
func (m *Match) LogValue() slog.Value { return slog.StringValue(fmt.Sprint(m)) }

// ID names the match in its folder.
func (m *Match) ID() string { return m.id }

// Records returns the records of the match file: the chain, then the extras.
func (m *Match) Records() [][]byte { return slices.Clone(m.records) }

// Slot returns the newest entry of a slot of the private file, or nil.
func (m *Match) Slot(s Slot) []byte { return bytes.Clone(m.log.slots[s]) }

// Journal returns all entries of the journal, the oldest first.
func (m *Match) Journal() [][]byte { return slices.Clone(m.log.journal) }

// Done reports that both sides hold all of the finished match.
func (m *Match) Done() bool { return m.log.isDone() }

// Marker returns how many chain records there were when this seat last signed
// or acknowledged anything, and the hash of the last of them.
func (m *Match) Marker() (count int, hash transcript.Hash) {
	h, _ := parseMarker(m.log.slots[marker]) // checked by Open
	return h.count, h.hash
}

// Behind reports that the match file is older than what was sent: it was lost
// or restored from a copy. Until Save is given a chain that reaches the
// marker, nothing may be signed: a second record in the place of a forgotten
// one would convict its signer.
func (m *Match) Behind() bool { return !m.reaches(m.records) }

// reaches reports whether a chain passes through the marker.
func (m *Match) reaches(chain [][]byte) bool {
	count, hash := m.Marker()
	return count == 0 || count <= len(chain) && transcript.HashRecord(chain[count-1]) == hash
}

// Save makes an update durable, in the order that keeps a crash harmless:
// secrets, then records, then, if this seat signed one of them, the marker, then the journal,
// and that the match is done last. When it returns nil the records may be sent.
// To wait for the disk only once, it leaves records that the marker holds too to the system.
//
// An update that would overwrite what was sent changes nothing: the error is ErrBehind if the chain
// stops before the marker, ErrDiverged if it does not continue what was saved, ErrOversized if
// anything is too long. After any other error what is on disk is unknown and every further Save
// returns the same error; opening the match again settles it.
func (m *Match) Save(u Update) error {
	if m.failed != nil {
		return m.failed
	}
	if m.secret == nil {
		return fmt.Errorf("save match %s: %w", m.id, fs.ErrClosed)
	}
	if err := m.check(u); err != nil {
		return fmt.Errorf("save match %s: %w", m.id, err)
	}
	if err := m.save(u); err != nil {
		m.failed = fmt.Errorf("save match %s: %w", m.id, err)
		return m.failed
	}
	return nil
}

// check refuses an update that would write over what was sent.
func (m *Match) check(u Update) error {
	if max(len(u.Seat), len(u.Link), len(u.Spent), len(u.Notes)) > maxEntry {
		return fmt.Errorf("secrets: %w", ErrOversized)
	}
	if u.Known+len(u.Chain)+len(u.Extras) > transcript.MaxRecords {
		return ErrOversized
	}
	if u.Known < 0 || u.Known > len(m.records) || u.Known > 0 && transcript.HashRecord(m.records[u.Known-1]) != u.Head {
		return ErrDiverged
	}
	if !m.reachedBy(u) {
		return ErrBehind
	}
	if u.Known > m.chain {
		return nil
	}
	if known := m.records[u.Known:m.chain]; !extends(u.Chain, known) {
		return ErrDiverged
	}
	return nil
}

// reachedBy reports whether the chain of an update that goes on from m's records passes
// through the marker.
func (m *Match) reachedBy(u Update) bool {
	count, hash := m.Marker()
	if count <= u.Known {
		return m.reaches(m.records[:u.Known])
	}
	last := count - u.Known - 1
	return last < len(u.Chain) && transcript.HashRecord(u.Chain[last]) == hash
}

func (m *Match) save(u Update) error {
	secrets := secretsOf(u) // before the records; where none are new, together with the journal
	old, tail := m.records[u.Known:], slices.Concat(u.Chain, u.Extras)
	if m.public == nil || !slices.EqualFunc(old, tail, bytes.Equal) {
		if err := m.write(secrets); err != nil {
			return err
		}
		if err := m.saveRecords(u, old, tail); err != nil {
			return err
		}
		secrets = nil
	}
	m.chain = u.Known + len(u.Chain)
	// After the record: after a crash between the two the seat, which has not sent the record,
	// finds it in the match file; before it, it would be bound to a record that nobody has.
	bound := entries(Journal, u.Bound)
	if u.Signed { // first, since it may be what brings the record
		bound = slices.Insert(bound, 0, entry{marker, m.mark()})
	}
	if err := m.write(append(secrets, bound...)); err != nil {
		return err
	}
	if u.Done { // nothing of the match is owed to anybody any more
		if err := m.write([]entry{{done, []byte{}}}); err != nil {
			return err
		}
	}
	if m.log.stale > compactAbove {
		return m.compactSecret()
	}
	return nil
}

// entry is the intended content of a slot of the private file; a nil payload changes nothing.
type entry struct {
	slot    Slot
	payload []byte
}

// secretsOf returns the entries that come before the records.
func secretsOf(u Update) []entry {
	return []entry{{Seat, u.Seat}, {Link, u.Link}, {Spent, u.Spent}, {Notes, u.Notes}}
}

func entries(slot Slot, payloads [][]byte) (list []entry) {
	for _, payload := range payloads {
		list = append(list, entry{slot, payload})
	}
	return list
}

// write appends to the private file, durably and in one piece, what is not there yet.
func (m *Match) write(list []entry) error {
	list = slices.DeleteFunc(list, func(e entry) bool {
		old, ok := m.log.slots[e.slot]
		return e.payload == nil || ok && bytes.Equal(e.payload, old)
	})
	if len(list) == 0 {
		return nil
	}
	var encoded []byte
	for _, e := range list {
		encoded, m.log.sum = appendEntry(encoded, m.log.sum, e.slot, e.payload)
		m.log.keep(e.slot, bytes.Clone(e.payload))
	}
	if _, err := m.secret.Write(encoded); err != nil {
		return err
	}
	return m.secret.Sync()
}

// compactSecret rewrites the private file of an open match.
func (m *Match) compactSecret() error {
	err := m.secret.Close()
	m.secret = nil
	if err != nil {
		return err
	}
	if err := m.rewriteSecret(); err != nil {
		return err
	}
	return m.openSecret()
}

// saveRecords brings the match file up to date, in which the tail stands for the old one: by what is
// new at its end, or, if its end has changed, as a whole.
func (m *Match) saveRecords(u Update, old, tail [][]byte) error {
	if m.public == nil || !extends(tail, old) {
		records := slices.Concat(m.records[:u.Known], tail)
		if err := m.rewrite(records); err != nil {
			return err
		}
		m.records = records
		return nil
	}
	if _, err := m.public.Write(appendFrames(nil, tail[len(old):])); err != nil {
		return err
	}
	m.records = append(m.records, tail[len(old):]...)
	if last := m.records[m.synced:]; u.Signed && len(u.Extras) == 0 && len(appendFrames(nil, last)) <= maxLast {
		return nil // the marker brings them
	}
	return m.syncPublic()
}

func appendFrames(b []byte, records [][]byte) []byte {
	for _, raw := range records {
		b = transcript.AppendFrame(b, raw)
	}
	return b
}

// extends reports whether records starts with all of old.
func extends(records, old [][]byte) bool {
	return len(records) >= len(old) && slices.EqualFunc(records[:len(old)], old, bytes.Equal)
}

// rewrite replaces the match file: the one way that its end can change.
func (m *Match) rewrite(records [][]byte) error {
	if m.public != nil {
		// Some systems don't rename over an open file.
		if err := m.public.Close(); err != nil {
			return err
		}
		m.public = nil
	}
	if err := writeAtomic(m.fs, m.dir, m.path(publicSuffix), publicPerm, transcript.MarshalFile(records)); err != nil {
		return err
	}
	m.synced = len(records)
	return m.openPublic()
}

// Close releases the match. What Save has made durable stays so.
func (m *Match) Close() error {
	var errs []error
	for _, f := range []File{m.secret, m.public} {
		if f != nil {
			errs = append(errs, f.Close())
		}
	}
	m.secret, m.public = nil, nil
	errs = append(errs, m.letGo())
	if m.lock != nil {
		errs = append(errs, m.lock.Close())
		m.lock = nil
	}
	return errors.Join(errs...)
}

// mark returns a marker at the last record of the chain; nil if there is none.
func (m *Match) mark() []byte {
	if m.chain == 0 {
		return nil
	}
	return appendMarker(head{m.chain, transcript.HashRecord(m.records[m.chain-1]), m.records[min(m.synced, m.chain):m.chain]})
}

func appendMarker(h head) []byte {
	return appendFrames(append(binary.BigEndian.AppendUint32(nil, uint32(h.count)), h.hash[:]...), h.last)
}

// parseMarker decodes a marker; none is a marker at nothing.
func parseMarker(b []byte) (h head, err error) {
	if b == nil {
		return h, nil
	}
	if len(b) < 4+sha512.Size256 {
		return h, errMarker
	}
	h.count = int(binary.BigEndian.Uint32(b))
	rest := b[4+copy(h.hash[:], b[4:]):]
	h.last, _, err = transcript.ParseFrames(rest, func([]byte) error { return nil })
	if err != nil || h.count < max(1, len(h.last)) || h.count > transcript.MaxRecords {
		return h, errMarker
	}
	return h, nil
}
