package store_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

const id = "0123abcd-red"

// record makes a well-formed record that nothing verifies here.
func record(kind transcript.Kind, body string) []byte {
	r := transcript.Record{Kind: kind, Seat: engine.Red, Body: []byte(body)}
	return r.Marshal()
}

// step is the update after n records: a growing chain, an entry of the journal for each
// record of ours, and extras at the end.
func step(n int) store.Update {
	u := store.Update{Seat: []byte("seat"), Link: []byte("link"), Signed: n%2 == 0}
	for i := range n {
		kind := transcript.Move
		if i == 0 {
			kind = transcript.Terms
		}
		u.Chain = append(u.Chain, record(kind, fmt.Sprint("move ", i)))
	}
	if u.Signed {
		u.Bound = [][]byte{[]byte(fmt.Sprint("bound ", n-1))}
	}
	if n == 3 {
		u.Seat = []byte("seat with a layout")
	}
	if n > 7 {
		u.Extras = [][]byte{record(transcript.Reveal, "red")}
	}
	if n > 8 {
		u.Extras = append(u.Extras, record(transcript.Fault, "fault"))
	}
	return u
}

const steps = 10

// write makes a match and saves all its steps. It returns how many were
// saved before an error.
func write(fsys store.FS) (saved int, err error) {
	dir, err := store.OpenDirFS(fsys, "/data")
	if err != nil {
		return 0, err
	}
	m, err := dir.Create(id, step(1))
	if err != nil {
		return 0, err
	}
	defer m.Close()
	for n := 2; n <= steps; n++ {
		if err := m.Save(step(n)); err != nil {
			return n - 1, err
		}
	}
	return steps, nil
}

func all(u store.Update) [][]byte { return append(append([][]byte{}, u.Chain...), u.Extras...) }

func open(t *testing.T, fsys store.FS) *store.Match {
	t.Helper()
	dir, err := store.OpenDirFS(fsys, "/data")
	require.NoError(t, err)
	m, err := dir.Open(id)
	require.NoError(t, err)
	return m
}

func TestWhatWasSavedIsThere(t *testing.T) {
	disk := crashfs.New()
	_, err := write(disk)
	require.NoError(t, err)
	m := open(t, disk)
	require.Equal(t, id, m.ID())
	require.Equal(t, all(step(steps)), m.Records())
	require.Equal(t, "seat", string(m.Slot(store.Seat)))
	require.Equal(t, "link", string(m.Slot(store.Link)))
	require.Equal(t, []string{"bound 1", "bound 3", "bound 5", "bound 7", "bound 9"}, texts(m.Journal()))
	count, hash := m.Marker()
	require.Equal(t, steps, count)
	require.Equal(t, transcript.HashRecord(step(steps).Chain[steps-1]), hash)
	require.False(t, m.Behind())
	require.False(t, m.Done())

	file, err := disk.ReadFile("/data/"+id+".djq", 1<<20)
	require.NoError(t, err)
	require.Equal(t, transcript.MarshalFile(all(step(steps))), file)
}

func texts(bs [][]byte) (out []string) {
	for _, b := range bs {
		out = append(out, string(b))
	}
	return out
}

// The disk dies at every single operation, in every way. What Save has
// confirmed is there afterwards, neither the marker nor the journal is ever ahead of the chain, and the match goes on.
func TestCrashAtEveryOperation(t *testing.T) {
	for _, survival := range crashfs.Survivals {
		t.Run(survival.String(), func(t *testing.T) {
			crashes := 0
			for at := 0; ; at++ {
				disk := crashfs.New()
				disk.CrashAt(at)
				saved, err := write(disk)
				if err == nil {
					break
				}
				require.ErrorIs(t, err, crashfs.ErrCrashed)
				crashes++
				checkSurvivor(t, disk.Reboot(survival), saved)
			}
			require.Greater(t, crashes, 40)
		})
	}
}

func checkSurvivor(t *testing.T, disk *crashfs.Disk, saved int) {
	t.Helper()
	dir, err := store.OpenDirFS(disk, "/data")
	require.NoError(t, err)
	m, err := dir.Open(id)
	if saved == 0 && err != nil {
		// Nobody has heard of the match: it can be made again.
		require.ErrorIs(t, err, store.ErrUnknown)
		_, err := write(disk)
		require.NoError(t, err)
		return
	}
	require.NoError(t, err)
	defer m.Close()
	require.False(t, m.Behind())

	records := m.Records()
	n := min(max(saved, 1), steps)
	sure, confirmed := n, all(step(n))
	if saved > 0 {
		require.GreaterOrEqual(t, len(records), len(confirmed))
		if len(records) > len(confirmed) && n < steps {
			n++
		}
		require.Equal(t, all(step(n))[:len(records)], records)
	}
	bound := texts(m.Journal())
	for i := 1; saved > 0 && i < sure; i += 2 {
		require.Contains(t, bound, fmt.Sprint("bound ", i), "a record that may have been sent and that the journal lacks")
	}
	for i := len(records); i <= steps; i++ {
		require.NotContains(t, bound, fmt.Sprint("bound ", i), "the journal binds the seat to a record that is nowhere")
	}
	if saved >= 3 {
		require.NotEmpty(t, m.Slot(store.Seat))
	}
	for n++; n <= steps; n++ {
		require.NoError(t, m.Save(step(n)))
	}
	require.Equal(t, all(step(steps)), m.Records())
}

// waits counts how often a file system is asked to make a file durable.
type waits struct {
	store.FS
	files int
}

type waitedFile struct {
	store.File
	fsys *waits
}

func (w *waits) OpenFile(name string, flag int, perm os.FileMode) (store.File, error) {
	f, err := w.FS.OpenFile(name, flag, perm)
	return waitedFile{f, w}, err
}

func (f waitedFile) Sync() error {
	f.fsys.files++
	return f.File.Sync()
}

// A record waits for the disk once, whoever has signed it: the private file has those of its own seat too,
// if they are short.
func TestRecordWaitsForTheDiskOnce(t *testing.T) {
	for _, size := range []int{1, 2 << 10} {
		disk := crashfs.New()
		fsys := &waits{FS: disk}
		m, err := mustDir(t, fsys).Create(id, step(1))
		require.NoError(t, err)
		u := step(1)
		for n := 2; n < 8; n++ {
			u = step(n)
			u.Seat = nil
			u.Chain[1] = record(transcript.Move, strings.Repeat("long ", size))
			before := fsys.files
			require.NoError(t, m.Save(u))
			once := 1
			if n == 2 && size > 1 {
				once = 2
			}
			require.Equal(t, before+once, fsys.files, "record %d", n)
		}
		for _, survival := range crashfs.Survivals {
			require.Equal(t, all(u), open(t, disk.Reboot(survival)).Records(), survival)
		}
	}
}

// A Seen of another seat's record waits once too.
func TestWordsWaitForTheDiskOnce(t *testing.T) {
	fsys := &waits{FS: crashfs.New()}
	m, err := mustDir(t, fsys).Create(id, step(1))
	require.NoError(t, err)
	u := step(1)
	u.Notes, u.Bound = []byte("a record and its Seen"), [][]byte{[]byte("chosen")}
	before := fsys.files
	require.NoError(t, m.Save(u))
	require.Equal(t, before+1, fsys.files)
	require.NoError(t, m.Save(u))
	require.Equal(t, before+2, fsys.files, "the journal holds it again")
	u.Bound = nil
	require.NoError(t, m.Save(u))
	require.Equal(t, before+2, fsys.files, "nothing is new")
}

// What a program that was killed has left to the system is made durable by the next one: the private
// file has no more of it after the next record.
func TestOpenMakesRecordsDurable(t *testing.T) {
	disk := crashfs.New()
	m, err := mustDir(t, disk).Create(id, step(1))
	require.NoError(t, err)
	for _, n := range []int{2, 4} {
		require.NoError(t, m.Save(step(n)))
		require.NoError(t, m.Close())
		m = open(t, disk)
	}
	require.NoError(t, m.Save(step(6)))
	for _, survival := range crashfs.Survivals {
		m := open(t, disk.Reboot(survival))
		require.Equal(t, all(step(6)), m.Records(), survival)
		require.False(t, m.Behind())
	}
}

// Whatever length a crash cuts either file to, opening drops the torn end,
// and a second opening finds nothing more to drop.
func TestTornAtEveryLength(t *testing.T) {
	disk := crashfs.New()
	_, err := write(disk)
	require.NoError(t, err)
	for _, suffix := range []string{".djq", ".secret"} {
		name := "/data/" + id + suffix
		whole, err := disk.ReadFile(name, 1<<20)
		require.NoError(t, err)
		for size := range len(whole) {
			torn := disk.Copy()
			torn.Put(name, whole[:size])
			dir, err := store.OpenDirFS(torn, "/data")
			require.NoError(t, err)
			m, err := dir.Open(id)
			if err != nil {
				// The private file is shorter than a crash leaves it beside what was played.
				require.Equal(t, ".secret", suffix)
				if size < len("darkjunqi secret 1\n") {
					require.ErrorIs(t, err, store.ErrEmptySecret)
				} else {
					require.ErrorContains(t, err, "the private file is damaged")
				}
				continue
			}
			records := m.Records()
			require.NoError(t, m.Close())
			require.True(t, isPrefix(records, all(step(steps))))
			if suffix == ".djq" {
				require.Equal(t, len(records) < steps, m.Behind(), "records were signed that are gone")
			}
			again := open(t, torn)
			require.Equal(t, records, again.Records())
			require.NoError(t, again.Close())
		}
	}
}

func isPrefix(a, b [][]byte) bool {
	if len(a) > len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

// Damage that no crash explains is not taken for a torn end: dropping it
// would silently forget what was signed.
func TestDamageIsRefused(t *testing.T) {
	disk := crashfs.New()
	_, err := write(disk)
	require.NoError(t, err)
	name := "/data/" + id + ".secret"
	whole, err := disk.ReadFile(name, 1<<20)
	require.NoError(t, err)
	last := len(whole) - (5 + 7 + 16) // the last entry is of the journal
	for i := range whole {
		for _, bit := range []byte{1, 0x80} {
			damaged := bytes.Clone(whole)
			damaged[i] ^= bit
			copied := disk.Copy()
			copied.Put(name, damaged)
			dir, err := store.OpenDirFS(copied, "/data")
			require.NoError(t, err)
			m, err := dir.Open(id)
			if i < last {
				require.Error(t, err, "byte %d", i)
				if version := len("darkjunqi secret "); i < version || i > version+1 {
					require.ErrorContains(t, err, "restore it from your newest copy", "it says what to do")
				}
				unchanged, _ := copied.ReadFile(name, 1<<20)
				require.Equal(t, damaged, unchanged, "a file that is not understood is left alone")
				continue
			}
			require.NoError(t, err)
			require.NoError(t, m.Close())
		}
	}
}

// A match file that is damaged in its middle is left alone, and is behind what
// was signed; damage behind that is dropped.
func TestDamagedMatchFile(t *testing.T) {
	disk := crashfs.New()
	_, err := write(disk)
	require.NoError(t, err)
	name := "/data/" + id + ".djq"
	whole, err := disk.ReadFile(name, 1<<20)
	require.NoError(t, err)
	offset := len(transcript.Magic)
	for i, raw := range all(step(steps)) {
		damaged := bytes.Clone(whole)
		damaged[offset+1] ^= 0xff // the frame's length
		disk.Put(name, damaged)
		m := open(t, disk)
		require.Len(t, m.Records(), i)
		require.True(t, isPrefix(m.Records(), all(step(steps))))
		require.Equal(t, i < steps, m.Behind())
		require.NoError(t, m.Close())
		left, err := disk.ReadFile(name, 1<<20)
		require.NoError(t, err)
		if i < steps {
			require.Equal(t, damaged, left)
		} else {
			require.Equal(t, whole[:offset], left)
		}
		offset += 4 + len(raw)
	}

	// Where only the first line is damaged the rest says whose file it is.
	damaged := bytes.Clone(whole)
	damaged[3] ^= 0xff
	disk.Put(name, damaged)
	m := open(t, disk)
	require.Equal(t, all(step(steps)), m.Records())
	require.False(t, m.Behind())
	require.NoError(t, m.Close())
	mended, err := disk.ReadFile(name, 1<<20)
	require.NoError(t, err)
	require.Equal(t, transcript.MarshalFile(all(step(steps))), mended)
	last := len(whole) - 70 // within the last record, which this seat has signed
	damaged[last] ^= 0xff
	disk.Put(name, damaged)
	err = errOf(mustDir(t, disk).Open(id))
	require.ErrorIs(t, err, transcript.ErrForeign, "another transcript, perhaps")
	require.ErrorContains(t, err, "move "+id+".djq away", "it says what to do")

	disk.Put(name, []byte("darkjunqi transcript 2\n"))
	require.ErrorIs(t, errOf(mustDir(t, disk).Open(id)), transcript.ErrVersion)
	disk.Put(name, []byte("something else"))
	require.ErrorIs(t, errOf(mustDir(t, disk).Open(id)), transcript.ErrForeign)

	disk.Put(name, make([]byte, transcript.MaxFile+1))
	err = errOf(mustDir(t, disk).Open(id))
	require.ErrorIs(t, err, store.ErrOversized)
	require.ErrorContains(t, err, "move "+id+".djq away")
}

func TestDropFrom(t *testing.T) {
	disk := crashfs.New()
	m, err := mustDir(t, disk).Create(id, step(4))
	require.NoError(t, err)
	require.NoError(t, m.Save(step(5)))
	require.NoError(t, m.DropFrom(4))
	require.NoError(t, m.DropFrom(4))
	require.False(t, m.Behind())
	require.Equal(t, all(step(4)), m.Records())
	require.NoError(t, m.Close())
	m = open(t, disk)
	require.Equal(t, all(step(4)), m.Records())

	require.NoError(t, m.DropFrom(3))
	require.True(t, m.Behind(), "the seat signed record 3")
	require.ErrorIs(t, m.Save(step(3)), store.ErrBehind)
	require.NoError(t, m.Close())
	m = open(t, disk)
	require.Equal(t, all(step(4)), m.Records(), "the file was left alone")
	require.NoError(t, m.DropFrom(3))
	require.NoError(t, m.Save(step(6)))
	require.Equal(t, all(step(6)), m.Records())
	require.NoError(t, m.Close())
	require.Equal(t, all(step(6)), open(t, disk).Records())
}

// A match file that was restored from a copy is read-only until a chain comes
// that reaches the marker.
func TestBehindTheMarker(t *testing.T) {
	disk := crashfs.New()
	_, err := write(disk)
	require.NoError(t, err)
	old := step(3)
	disk.Put("/data/"+id+".djq", transcript.MarshalFile(all(old)))
	m := open(t, disk)
	require.True(t, m.Behind())
	require.ErrorIs(t, m.Save(old), store.ErrBehind)

	forked := step(steps)
	forked.Chain[steps-1] = record(transcript.Move, "another")
	require.ErrorIs(t, m.Save(forked), store.ErrBehind)
	require.ErrorIs(t, m.Save(step(steps-1)), store.ErrBehind)
	require.Equal(t, all(old), m.Records(), "refused updates change nothing")

	require.NoError(t, m.Save(step(steps)))
	require.False(t, m.Behind())

	// One that ends otherwise is left alone.
	require.NoError(t, m.Close())
	name := "/data/" + id + ".djq"
	disk.Put(name, transcript.MarshalFile(all(forked)))
	m = open(t, disk)
	require.True(t, m.Behind())
	require.NoError(t, m.Close())
	left, err := disk.ReadFile(name, 1<<20)
	require.NoError(t, err)
	require.Equal(t, transcript.MarshalFile(all(forked)), left)

	// So is one that ends before those records that the private file has too.
	disk = crashfs.New()
	other, err := mustDir(t, disk).Create(id, step(4))
	require.NoError(t, err)
	require.NoError(t, other.Save(step(6)))
	require.NoError(t, other.Close())
	disk.Put(name, transcript.MarshalFile(all(old)))
	other = open(t, disk)
	defer other.Close()
	require.True(t, other.Behind())
	require.Equal(t, all(old), other.Records())
}

// The match file may be gone altogether.
func TestMatchFileLost(t *testing.T) {
	disk := crashfs.New()
	_, err := write(disk)
	require.NoError(t, err)
	require.NoError(t, disk.Remove("/data/"+id+".djq"))
	m := open(t, disk)
	require.True(t, m.Behind())
	require.Empty(t, m.Records())
	require.NoError(t, m.Close())
	require.ErrorIs(t, errOf(mustDir(t, disk).Create(id, step(1))), store.ErrExists, "the match is known")
}

func TestSaveOnlyExtends(t *testing.T) {
	disk := crashfs.New()
	m, err := mustDir(t, disk).Create(id, step(4))
	require.NoError(t, err)
	require.ErrorIs(t, m.Save(step(3)), store.ErrBehind)
	forked := step(5)
	forked.Chain[1] = record(transcript.Move, "another")
	require.ErrorIs(t, m.Save(forked), store.ErrDiverged)
	require.NoError(t, m.Save(step(5)))
	require.ErrorIs(t, m.Save(step(4)), store.ErrDiverged)
	require.NoError(t, m.Close())
	require.ErrorIs(t, m.Save(step(5)), os.ErrClosed)

	// The same after a restart, when nothing was signed meanwhile.
	m = open(t, disk)
	forked = step(5)
	forked.Chain[4] = record(transcript.Move, "another")
	require.ErrorIs(t, m.Save(forked), store.ErrDiverged)
	tooBig := step(5)
	tooBig.Seat = make([]byte, 2<<20)
	require.ErrorIs(t, m.Save(tooBig), store.ErrOversized)
	require.NoError(t, m.Save(step(5)))
}

// since leaves out of an update the first n records of its chain, which are saved.
func since(n int, u store.Update) store.Update {
	if n > 0 {
		u.Known, u.Head = n, transcript.HashRecord(u.Chain[n-1])
	}
	u.Chain = u.Chain[n:]
	return u
}

// An update that tells only what is new, or new from some record on, leaves the same files
// as one that tells everything.
func TestSaveOfWhatIsNew(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole, parts := crashfs.New(), crashfs.New()
		_, err := write(whole)
		require.NoError(t, err)
		dir, err := store.OpenDirFS(parts, "/data")
		require.NoError(t, err)
		m, err := dir.Create(id, step(1))
		require.NoError(t, err)
		for n := 2; n <= steps; n++ {
			require.NoError(t, m.Save(since(rapid.IntRange(0, n-1).Draw(t, "known"), step(n))))
			require.Equal(t, all(step(n)), m.Records())
		}
		for _, suffix := range []string{".djq", ".secret"} {
			want, err := whole.ReadFile("/data/"+id+suffix, 1<<20)
			require.NoError(t, err)
			got, err := parts.ReadFile("/data/"+id+suffix, 1<<20)
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		count, hash := m.Marker()
		require.Equal(t, steps, count)
		require.Equal(t, transcript.HashRecord(step(steps).Chain[steps-1]), hash)
		require.NoError(t, m.Close())
	})
}

// What is new goes on from what was saved, and from nothing else.
func TestSaveOfWhatIsNewOnlyExtends(t *testing.T) {
	disk := crashfs.New()
	m, err := mustDir(t, disk).Create(id, step(4))
	require.NoError(t, err)
	another := since(4, step(5))
	another.Head[0] ^= 1
	require.ErrorIs(t, m.Save(another), store.ErrDiverged)
	require.ErrorIs(t, m.Save(since(5, step(6))), store.ErrDiverged, "a record is missing")
	negative := since(4, step(5))
	negative.Known = -1
	require.ErrorIs(t, m.Save(negative), store.ErrDiverged)
	forked := since(2, step(6))
	forked.Chain[0] = record(transcript.Move, "another")
	require.ErrorIs(t, m.Save(forked), store.ErrDiverged)
	require.ErrorIs(t, m.Save(since(2, step(3))), store.ErrBehind)
	forked = since(3, step(6))
	forked.Chain[0] = record(transcript.Move, "another")
	require.ErrorIs(t, m.Save(forked), store.ErrBehind, "it does not pass the marker")
	require.Equal(t, all(step(4)), m.Records(), "refused updates change nothing")
	require.NoError(t, m.Save(since(4, step(5))))
	require.NoError(t, m.Close())
}

// After a failed write nothing is known of the disk, so nothing is written.
func TestFailedSaveStays(t *testing.T) {
	disk := crashfs.New()
	m, err := mustDir(t, disk).Create(id, step(2))
	require.NoError(t, err)
	disk.CrashAt(1)
	first := m.Save(step(3))
	require.ErrorIs(t, first, crashfs.ErrCrashed)
	require.Equal(t, first, m.Save(step(3)))
}

// Old secrets don't pile up: a private file that holds many is rewritten.
func TestReplacedSecretsAreDropped(t *testing.T) {
	disk := crashfs.New()
	m, err := mustDir(t, disk).Create(id, step(2))
	require.NoError(t, err)
	u := step(2)
	u.Done = true
	for i := range 30 {
		u.Link = bytes.Repeat([]byte{byte(i)}, 8<<10)
		require.NoError(t, m.Save(u))
		u.Bound = nil
		require.Less(t, len(secretFile(t, disk)), (64+9)<<10)
	}
	require.NoError(t, m.Close())
	m = open(t, disk)
	require.Equal(t, u.Link, m.Slot(store.Link))
	require.Equal(t, []string{"bound 1", "bound 1"}, texts(m.Journal()), "smaller, and whole")
	require.True(t, m.Done())
	require.NoError(t, m.Save(step(4)))
	require.NoError(t, m.Close())
	m = open(t, disk)
	require.Equal(t, all(step(4)), m.Records())
	require.True(t, m.Done(), "once said, it stays so")
}

func mustDir(t *testing.T, fsys store.FS) *store.Dir {
	t.Helper()
	dir, err := store.OpenDirFS(fsys, "/data")
	require.NoError(t, err)
	return dir
}

func errOf(_ *store.Match, err error) error { return err }

// noted is an update that changes nothing but the notes: a kilobyte of them.
func noted(i int) store.Update {
	u := step(steps)
	u.Signed, u.Bound, u.Notes = false, nil, bytes.Repeat([]byte{byte(i)}, 1<<10)
	return u
}

func secretFile(t *testing.T, disk *crashfs.Disk) []byte {
	t.Helper()
	file, err := disk.ReadFile("/data/"+id+".secret", 1<<20)
	require.NoError(t, err)
	return file
}

// Wherever the disk dies while a private file is made smaller, it holds what was saved.
func TestPrivateFileIsMadeSmaller(t *testing.T) {
	first := crashfs.New()
	_, err := write(first)
	require.NoError(t, err)
	m := open(t, first)
	last, size := -1, 0
	for len(secretFile(t, first)) >= size {
		last, size = last+1, len(secretFile(t, first))
		require.NoError(t, m.Save(noted(last)))
	}
	for _, survival := range crashfs.Survivals {
		for at := 0; ; at++ {
			disk := crashfs.New()
			_, err := write(disk)
			require.NoError(t, err)
			m := open(t, disk)
			for i := range last {
				require.NoError(t, m.Save(noted(i)))
			}
			disk.CrashAt(at)
			if err := m.Save(noted(last)); err == nil {
				break
			}
			m = open(t, disk.Reboot(survival))
			require.Equal(t, all(step(steps)), m.Records())
			require.Equal(t, "seat", string(m.Slot(store.Seat)))
			require.Contains(t, [][]byte{noted(last - 1).Notes, noted(last).Notes}, m.Slot(store.Notes))
			require.NoError(t, m.Save(noted(last+1)))
			require.NoError(t, m.Close())
		}
	}
}
