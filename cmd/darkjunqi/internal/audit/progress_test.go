package audit

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/clitest"
	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
	"github.com/darkjunqi/darkjunqi/protocol"
)

// Anyone who waits reads how much is done, how much there is, and how long it will take.
func TestProgressSaysWhatIsLeft(t *testing.T) {
	for _, c := range []struct {
		far    howFar
		en, zh string
	}{
		{howFar{took: 2 * time.Second, files: 30}, "30 audited, 15 a second", "已审核 30 局，每秒 15 局"},
		{howFar{took: 10 * time.Second, files: 100, ofFiles: 400}, "100 of 400 audited, 10 a second, about 30s left", "已审核 100 / 400 局，每秒 10 局，大约还要 30 秒"},
		{
			howFar{took: 20 * time.Second, ofFiles: 1, step: protocol.AuditStep{Done: 1000, Of: 4000}},
			"record 1000 of 4000, about 1m0s left", "第 1000 / 4000 条记录，大约还要 1 分 0 秒",
		},
		{
			howFar{took: 20 * time.Second, ofFiles: 1, step: protocol.AuditStep{Replay: true, Done: 20, Of: 40}},
			"clash 20 of 40 recomputed, about 20s left", "重演碰子 20 / 40，大约还要 20 秒",
		},
		{
			howFar{took: 4 * time.Second, files: 8, step: protocol.AuditStep{Done: 55, Of: 83}},
			"8 audited, 2 a second, next: record 55 of 83", "已审核 8 局，每秒 2 局，下一份：第 55 / 83 条记录",
		},
		{
			howFar{took: 4 * time.Hour, files: 1, ofFiles: 2},
			"1 of 2 audited, 0 a second, about 4h0m left", "已审核 1 / 2 局，每秒 0 局，大约还要 4 小时 0 分",
		},
		{
			howFar{took: 10 * time.Second, files: 20, bytes: 2e6, ofBytes: 8e6},
			"20 audited, 2 a second, 2 of 8 MB, about 30s left", "已审核 20 局，每秒 2 局，2 / 8 MB，大约还要 30 秒",
		},
	} {
		en, _ := clitest.Env(messages.English)
		zh, _ := clitest.Env(messages.Chinese)
		require.Equal(t, c.en, progressText(en.Lang, c.far))
		require.Equal(t, c.zh, progressText(zh.Lang, c.far))
	}
}

// The line follows the records of the file that is told of next, and makes room for what is
// told.
func TestProgressFollowsTheNextFile(t *testing.T) {
	env, _ := clitest.Env(messages.English)
	var shown bytes.Buffer
	p := &progress{env: env, w: &shown, width: 80, began: time.Now(), stop: func() {}}
	p.far.ofFiles = 1
	p.watch(1, protocol.AuditStep{Done: 7, Of: 9})
	p.watch(0, protocol.AuditStep{Done: 3, Of: 9})
	p.draw(t.Context(), p.began.Add(time.Second))
	require.Equal(t, "\r\x1b[Krecord 3 of 9, about 2s left", shown.String())
	shown.Reset()
	require.NoError(t, p.told(result{Report: &protocol.Report{Bytes: 5}}, func() error {
		require.Equal(t, "\r\x1b[K", shown.String())
		return nil
	}))
	require.Equal(t, int64(5), p.far.bytes)
	p.watch(1, protocol.AuditStep{Done: 8, Of: 9})
	require.Equal(t, 8, p.far.step.Done)
	shown.Reset()
	p.width = 12
	p.draw(t.Context(), time.Now())
	require.Equal(t, "\r\x1b[Krecord 8 of", shown.String(), "what would wrap can't be taken away")
	shown.Reset()
	ended, end := context.WithCancel(t.Context())
	end()
	p.draw(ended, time.Now())
	require.Empty(t, shown.String())
}

// How much there is is counted without reading anything that can be read but once.
func TestAuditIsSurveyed(t *testing.T) {
	folder, names := inputFiles(t)
	list := filepath.Join(t.TempDir(), "names")
	require.NoError(t, os.WriteFile(list, []byte(names[0]+"\n"+folder+"\n"), 0o644))
	other := filepath.Join(t.TempDir(), "other")
	require.NoError(t, os.WriteFile(other, []byte(names[1]+"\n"), 0o644))
	env, _ := clitest.Env(messages.English)
	below := 0
	for range inputs(env, []string{folder}, nil) {
		below++
	}
	in, err := os.Open(names[0])
	require.NoError(t, err)
	defer in.Close()
	info, err := in.Stat()
	require.NoError(t, err)
	env.In = in
	for _, c := range []struct {
		args  []string
		lists []string
		files int
		bytes int64
	}{
		{[]string{folder, names[1]}, nil, below + 1, 0},
		{[]string{names[1]}, []string{list}, 3, 0},
		{[]string{folder}, []string{list, other}, below + 3, 0},
		{[]string{"-"}, nil, 0, info.Size()},
		{[]string{names[1], "-"}, nil, 0, 0},
		{[]string{names[1]}, []string{list, "-"}, 0, 0},
	} {
		files, bytes := survey(t.Context(), env, c.args, c.lists)
		require.Equal(t, c.files, files)
		require.Equal(t, c.bytes, bytes)
	}
}
