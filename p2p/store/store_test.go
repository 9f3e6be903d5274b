package store_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/darkjunqi/darkjunqi/p2p/internal/crashfs"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/protocol/transcript"
)

func realDir(t *testing.T) *store.Dir {
	t.Helper()
	dir, err := store.OpenDir(filepath.Join(t.TempDir(), "new", "darkjunqi"))
	require.NoError(t, err)
	return dir
}

func TestFilesOnARealDisk(t *testing.T) {
	dir := realDir(t)
	m, err := dir.Create(id, step(1))
	require.NoError(t, err)
	for n := 2; n <= steps; n++ {
		require.NoError(t, m.Save(step(n)))
	}
	require.NoError(t, m.Close())
	require.NoError(t, m.Close(), "closing twice is harmless")
	m, err = dir.Open(id)
	require.NoError(t, err)
	defer m.Close()
	require.Equal(t, all(step(steps)), m.Records())

	if runtime.GOOS != "windows" {
		for name, perm := range map[string]os.FileMode{".": 0o700, id + ".secret": 0o600, id + ".lock": 0o600} {
			info, err := os.Stat(filepath.Join(dir.Path(), name))
			require.NoError(t, err)
			require.Equal(t, perm, info.Mode().Perm(), name)
		}
	}
}

// A list of the matches, which asks each whether it is running, keeps nobody from opening one.
func TestListKeepsNobodyOut(t *testing.T) {
	dir := realDir(t)
	m, err := dir.Create(id, step(1))
	require.NoError(t, err)
	require.NoError(t, m.Close())
	stop, listed := make(chan struct{}), make(chan error, 1)
	go func() {
		for {
			select {
			case <-stop:
				listed <- nil
				return
			default:
			}
			if _, err := dir.List(); err != nil {
				listed <- err
				return
			}
		}
	}()
	for range 500 {
		m, err := dir.Open(id)
		require.NoError(t, err)
		require.NoError(t, m.Close())
	}
	close(stop)
	require.NoError(t, <-listed)
}

// A private file that was copied with wider permissions is closed again.
func TestPermissionsAreTightened(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such permissions")
	}
	dir := realDir(t)
	m, err := dir.Create(id, step(1))
	require.NoError(t, err)
	require.NoError(t, m.Close())
	secret := filepath.Join(dir.Path(), id+".secret")
	require.NoError(t, os.Chmod(secret, 0o644))
	m, err = dir.Open(id)
	require.NoError(t, err)
	defer m.Close()
	info, err := os.Stat(secret)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

// holdVariable tells a copy of the test program to open a match and hold it.
const holdVariable = "DARKJUNQI_TEST_HOLD"

func TestMain(m *testing.M) {
	if path := os.Getenv(holdVariable); path != "" {
		dir, err := store.OpenDir(path)
		if err == nil {
			_, err = dir.Open(id)
		}
		if err != nil {
			os.Stdout.WriteString(err.Error() + "\n")
			os.Exit(1)
		}
		os.Stdout.WriteString("held\n")
		os.Stdin.Read(make([]byte, 1)) // until the parent ends or kills us
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Two programs never run one match, and a program that was killed leaves no
// lock behind.
func TestLockBetweenPrograms(t *testing.T) {
	dir := realDir(t)
	m, err := dir.Create(id, step(1))
	require.NoError(t, err)
	require.ErrorIs(t, errOf(dir.Open(id)), store.ErrInUse)
	require.ErrorIs(t, dir.Delete(id, func() { t.Error("it is running") }), store.ErrInUse)
	require.NoError(t, m.Close())

	other := exec.Command(os.Args[0])
	other.Env = append(os.Environ(), holdVariable+"="+dir.Path())
	stdin, err := other.StdinPipe()
	require.NoError(t, err)
	defer stdin.Close()
	stdout, err := other.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, other.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "held\n", line)

	require.ErrorIs(t, errOf(dir.Open(id)), store.ErrInUse)
	list, err := dir.List()
	require.NoError(t, err)
	require.True(t, list[0].Running)
	require.NoError(t, other.Process.Kill())
	other.Wait()
	m, err = dir.Open(id)
	require.NoError(t, err)
	require.NoError(t, m.Close())
	list, err = dir.List()
	require.NoError(t, err)
	require.False(t, list[0].Running)
}

// A folder that was deleted while it is open has no matches.
func TestListWithoutFolder(t *testing.T) {
	dir := realDir(t)
	require.NoError(t, os.RemoveAll(dir.Path()))
	list, err := dir.List()
	require.NoError(t, err)
	require.Empty(t, list)
}

// The time of a match is that of its last record, not of its first.
func TestListTellsTheLastRecord(t *testing.T) {
	dir := realDir(t)
	m, err := dir.Create("0123abcd-red", step(2))
	require.NoError(t, err)
	begun := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(dir.PublicFile("0123abcd-red"), begun, begun))
	modified := func() time.Time {
		list, err := dir.List()
		require.NoError(t, err)
		return list[0].Modified
	}
	require.WithinDuration(t, begun, modified(), time.Second)
	require.NoError(t, m.Save(step(3)))
	require.WithinDuration(t, time.Now(), modified(), time.Minute)
	require.NoError(t, m.Close())
}

func TestListFindDelete(t *testing.T) {
	dir := realDir(t)
	for _, name := range []string{"0123abcd-red", "0123abcd-blue", "01230000-red"} {
		m, err := dir.Create(name, step(3))
		require.NoError(t, err)
		if name == "01230000-red" {
			u := step(3)
			u.Done = true
			require.NoError(t, m.Save(u))
		}
		require.NoError(t, m.Close())
	}
	// What a crash left of a Create before anything could be sent.
	require.NoError(t, os.WriteFile(filepath.Join(dir.Path(), "44444444-red.secret.tmp"), []byte("darkjunqi secret 1\n"), 0o600))
	foreign := filepath.Join(dir.Path(), "notes.txt")
	require.NoError(t, os.WriteFile(foreign, nil, 0o600))
	watched := dir.PublicFile("99999999")
	require.NoError(t, os.WriteFile(watched, transcript.MarshalFile(all(step(2)))[:150], 0o600))

	// What may be somebody's match, though nobody can read it.
	require.NoError(t, os.WriteFile(filepath.Join(dir.Path(), "55555555-red.secret"), []byte("darkjunqi secret 9\n"), 0o600))

	list, err := dir.List()
	require.NoError(t, err)
	require.Len(t, list, 5)
	for _, in := range list {
		if in.ID == "55555555-red" {
			require.ErrorIs(t, in.Err, store.ErrBehind)
			continue
		}
		if in.ID == "99999999" {
			require.False(t, in.Secret)
			require.ErrorIs(t, in.Err, transcript.ErrTorn)
			require.Equal(t, 1, in.Records)
			continue
		}
		require.True(t, in.Secret)
		require.NoError(t, in.Err)
		require.Equal(t, in.ID == "01230000-red", in.Done)
		require.Equal(t, 3, in.Records)
		require.Equal(t, transcript.Move, in.Last)
	}

	for prefix, want := range map[string]string{"0123abcd-r": "0123abcd-red", "0123abcd-blue": "0123abcd-blue", "01230": "01230000-red", "9": "99999999"} {
		found, err := dir.Find(prefix)
		require.NoError(t, err)
		require.Equal(t, want, found)
	}
	for prefix, want := range map[string]error{"0123": store.ErrAmbiguous, "": store.ErrUnknown, "7": store.ErrUnknown, "../x": store.ErrUnknown} {
		_, err := dir.Find(prefix)
		require.ErrorIs(t, err, want, prefix)
	}

	require.ErrorIs(t, errOf(dir.Open("99999999")), store.ErrNoSecret)
	require.ErrorIs(t, errOf(dir.Open("77777777")), store.ErrUnknown)
	require.ErrorIs(t, dir.Delete("77777777"), store.ErrUnknown)
	require.ErrorIs(t, errOf(dir.Create("0123abcd-red", step(1))), store.ErrExists)
	for _, id := range []string{"0123abcd-red", "0123abcd-blue"} {
		require.NoError(t, dir.WriteFile(store.MarksFile(id), []byte("{}")))
		require.NoError(t, dir.WriteFile(store.NamesFile(id), []byte("{}")))
		require.NoError(t, dir.WriteFile(store.TimesFile(id), []byte("[]")))
	}
	require.NoError(t, dir.Delete("0123abcd-red"))
	require.FileExists(t, filepath.Join(dir.Path(), store.MarksFile("0123abcd-blue")))
	_, err = dir.Read("0123abcd-red")
	require.ErrorIs(t, err, store.ErrUnknown)
	entries, err := filepath.Glob(filepath.Join(dir.Path(), "0123abcd-red*"))
	require.NoError(t, err)
	require.Empty(t, entries)
}

// A name is what this expression says.
func TestNamesOfMatches(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{8,64}(-[a-z]{1,16})?$`)
	rapid.Check(t, func(t *rapid.T) {
		id := strings.Join(rapid.SliceOfN(rapid.SampledFrom([]string{"0123abcd", "f", "g", "-", "-blue", "-abcdefghijklmnop", strings.Repeat("0", 63), "B", "é", "\n"}), 0, 5).Draw(t, "id"), "")
		require.Equal(t, form.MatchString(id), store.ValidID(id), "%q", id)
	})
}

// A name is never a path.
func TestNamesAreNoPaths(t *testing.T) {
	dir := realDir(t)
	for _, name := range []string{"", "..", "../0123abcd", "0123abcd/../../x", "0123ABCD", "0123abcd-red.djq", "0123abcd-", "0123abcd\x00", "short"} {
		require.False(t, store.ValidID(name), name)
		require.ErrorIs(t, errOf(dir.Open(name)), store.ErrBadID, name)
		require.ErrorIs(t, errOf(dir.Create(name, step(1))), store.ErrBadID, name)
		require.ErrorIs(t, dir.Delete(name), store.ErrBadID, name)
		_, err := dir.Read(name)
		require.ErrorIs(t, err, store.ErrBadID, name)
	}
}

func TestDefaultPath(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", filepath.FromSlash(t.TempDir()))
	path, err := store.DefaultPath()
	require.NoError(t, err)
	require.Equal(t, filepath.Join(os.Getenv("XDG_DATA_HOME"), "darkjunqi"), path)
	t.Setenv("XDG_DATA_HOME", "relative/is/ignored")
	path, err = store.DefaultPath()
	require.NoError(t, err)
	require.True(t, filepath.IsAbs(path))
	require.NotContains(t, path, "relative")
}

// A file that is too large to be a match is not read into memory.
func TestOversizedFile(t *testing.T) {
	dir := realDir(t)
	f, err := os.Create(dir.PublicFile("99999999"))
	require.NoError(t, err)
	require.NoError(t, f.Truncate(65<<20))
	require.NoError(t, f.Close())
	_, err = dir.Read("99999999")
	require.ErrorIs(t, err, store.ErrOversized)
}

// A match that runs is not deleted, even when somebody has removed its lock file.
func TestDeleteWithoutLockFile(t *testing.T) {
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	m, err := dir.Create(id, step(1))
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(dir.Path(), id+".lock")))
	require.ErrorIs(t, dir.Delete(id), store.ErrInUse)
	require.NoError(t, m.Save(step(2)))
	require.NoError(t, m.Close())
	require.NoError(t, dir.Delete(id))
	entries, err := os.ReadDir(dir.Path())
	require.NoError(t, err)
	require.Empty(t, entries)
}

// Wherever a program dies that creates a match, the list of matches shows what can be opened
// and nothing else, and nothing else is left in the folder.
func TestCrashedCreate(t *testing.T) {
	for _, survival := range crashfs.Survivals {
		for at := 0; ; at++ {
			disk := crashfs.New()
			dir := mustDir(t, disk)
			disk.CrashAt(at)
			if m, err := dir.Create(id, step(1)); err == nil {
				require.NoError(t, m.Close())
				break
			}
			disk = disk.Reboot(survival)
			dir = mustDir(t, disk)
			left, err := disk.ReadDir("/data")
			require.NoError(t, err)
			list, err := dir.List()
			require.NoError(t, err)
			if len(list) == 0 {
				require.Empty(t, left, "%s, operation %d", survival, at)
				require.ErrorIs(t, errOf(dir.Open(id)), store.ErrUnknown)
				continue
			}
			m, err := dir.Open(id)
			require.NoError(t, err, "%s, operation %d", survival, at)
			require.Equal(t, all(step(1)), m.Records())
			for _, e := range left {
				require.NotContains(t, e.Name(), ".tmp", "%s, operation %d", survival, at)
			}
		}
	}
}

// Nor is there a match in a folder that was open before a program died in it, and another can be created.
func TestCreateThatDiedElsewhere(t *testing.T) {
	dir := realDir(t)
	require.NoError(t, os.WriteFile(filepath.Join(dir.Path(), id+".secret.tmp"), nil, 0o600))
	require.NoError(t, os.WriteFile(dir.PublicFile(id), transcript.MarshalFile(all(step(1))), 0o600))
	_, err := dir.Find(id)
	require.ErrorIs(t, err, store.ErrUnknown)
	require.ErrorIs(t, errOf(dir.Open(id)), store.ErrUnknown)
	m, err := dir.Create(id, step(1))
	require.NoError(t, err)
	require.NoError(t, m.Close())

	watched := "0123abcd-blue"
	require.NoError(t, os.WriteFile(filepath.Join(dir.Path(), watched+".secret.tmp"), nil, 0o600))
	require.NoError(t, os.WriteFile(dir.PublicFile(watched), transcript.MarshalFile(all(step(2))), 0o600))
	require.ErrorIs(t, errOf(dir.Create(watched, step(1))), store.ErrExists, "a match that was played")
	list, err := dir.List()
	require.NoError(t, err)
	require.Len(t, list, 2)
}

// Wherever a program dies, the list of matches leaves no temporary file behind, though nobody
// opens the match again.
func TestListRemovesTemporaryFiles(t *testing.T) {
	for at := 0; ; at++ {
		disk := crashfs.New()
		disk.CrashAt(at)
		if _, err := write(disk); err == nil {
			break
		}
		disk = disk.Reboot(crashfs.Killed)
		_, err := mustDir(t, disk).List()
		require.NoError(t, err)
		left, err := disk.ReadDir("/data")
		require.NoError(t, err)
		for _, e := range left {
			require.NotContains(t, e.Name(), ".tmp", "operation %d", at)
		}
	}
}

// A private file that was cut before its marker is no unfinished Create, also before anybody has played:
// nothing of it is removed or replaced, and what to do is said.
func TestCutSecret(t *testing.T) {
	for _, n := range []int{1, steps} {
		disk := crashfs.New()
		m, err := mustDir(t, disk).Create(id, step(1))
		require.NoError(t, err)
		require.NoError(t, m.Save(step(n)))
		require.NoError(t, m.Close())
		cutSecret(t, disk, n)
	}
}

func cutSecret(t *testing.T, disk *crashfs.Disk, n int) {
	secret := "/data/" + id + ".secret"
	whole, err := disk.ReadFile(secret, 1<<20)
	require.NoError(t, err)
	for _, size := range []int{0, 5, len("darkjunqi secret 1\n"), 30, 60} {
		disk.Put(secret, whole[:size])
		dir := mustDir(t, disk)
		list, err := dir.List()
		require.NoError(t, err)
		require.Len(t, list, 1, "%d bytes", size)
		require.ErrorContains(t, errOf(dir.Open(id)), "restore it from your newest copy", "%d bytes", size)
		require.ErrorIs(t, errOf(dir.Create(id, step(1))), store.ErrExists)
		file, err := disk.ReadFile("/data/"+id+".djq", 1<<20)
		require.NoError(t, err)
		require.Equal(t, transcript.MarshalFile(all(step(n))), file)
		left, err := disk.ReadFile(secret, 1<<20)
		require.NoError(t, err)
		require.Equal(t, whole[:size], left, "a file that is not understood is left alone")
	}
}

// A folder that is swept while a match is created in it keeps the match.
func TestSweepLeavesRunningPrograms(t *testing.T) {
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	m, err := dir.Create(id, step(1))
	require.NoError(t, err)
	for _, suffix := range []string{".secret.tmp", ".djq.tmp"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir.Path(), id+suffix), nil, 0o600))
	}
	_, err = dir.List()
	require.NoError(t, err)
	require.FileExists(t, filepath.Join(dir.Path(), id+".secret.tmp"))
	require.NoError(t, m.Close())
	list, err := dir.List()
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.NoFileExists(t, filepath.Join(dir.Path(), id+".secret.tmp"))
	require.NoFileExists(t, filepath.Join(dir.Path(), id+".djq.tmp"))
}

// The lock holds on the private file, which is what two programs must not share: also
// when somebody removes the lock file, and when the private file was rewritten.
func TestLockHoldsWithoutItsFile(t *testing.T) {
	dir, err := store.OpenDir(t.TempDir())
	require.NoError(t, err)
	m, err := dir.Create(id, step(1))
	require.NoError(t, err)
	locked := func() {
		t.Helper()
		require.NoError(t, os.Remove(filepath.Join(dir.Path(), id+".lock")))
		require.ErrorIs(t, errOf(dir.Open(id)), store.ErrInUse)
		list, err := dir.List()
		require.NoError(t, err)
		require.True(t, list[0].Running)
	}
	locked()
	require.NoError(t, m.Close())

	f, err := os.OpenFile(filepath.Join(dir.Path(), id+".secret"), os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	_, err = f.Write([]byte("torn"))
	require.NoError(t, err)
	require.NoError(t, f.Close())
	m, err = dir.Open(id) // which writes the file again
	require.NoError(t, err)
	locked()
	require.NoError(t, m.Close())
	m, err = dir.Open(id)
	require.NoError(t, err)
	require.NoError(t, m.Close())
}
