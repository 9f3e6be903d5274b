package messages

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/darkjunqi/darkjunqi/engine"
	"github.com/darkjunqi/darkjunqi/internal/coded"
	"github.com/darkjunqi/darkjunqi/protocol"
	"github.com/darkjunqi/darkjunqi/protocol/clash/audited"
)

// The floors below know no languages: their errors say themselves in English and have a code, on which the Chinese hangs. A
// table for each floor stands in the files beside this one.

// Error says an error of any floor in the language.
func (l Lang) Error(err error) string {
	if l == English {
		return err.Error()
	}
	if e, ok := err.(interface {
		Code() string
		Args() []any
	}); ok {
		if format, known := chinese[e.Code()]; known {
			return fmt.Sprintf(format, l.args(e.Args())...)
		}
		return err.Error()
	}
	switch err := err.(type) {
	case *audited.Refusal:
		return refused(err)
	case *audited.Deviation:
		return deviated(err)
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var lines []string
		for _, e := range joined.Unwrap() {
			lines = append(lines, l.Error(e))
		}
		return strings.Join(lines, "\n")
	}
	if inner := errors.Unwrap(err); inner != nil && !ofSystem(err) {
		// What stands in front of it is a name, as of a match, or what was to be done.
		if what, ok := strings.CutSuffix(err.Error(), inner.Error()); ok {
			return strings.TrimPrefix(deed(strings.TrimSuffix(what, ": "))+"：", "：") + l.Error(inner)
		}
	}
	for _, s := range systemErrors {
		if errors.Is(err, s.is) {
			return s.zh
		}
	}
	return err.Error()
}

// deeds are how errors without a code begin that say what was to be done.
var deeds = []struct{ en, zh string }{
	{"make match ", "新建对局 "}, {"open match ", "打开对局 "}, {"save match ", "保存对局 "}, {"delete match ", "删除对局 "}, {"match ", ""},
	{"open the data folder", "打开数据目录"}, {"list the data folder", "列出数据目录"}, {"search the data folder", "查找数据目录"},
	{"secrets", "私密文件"}, {"write ", "写入 "},
}

// deed says what was to be done, if it is one of these.
func deed(what string) string {
	for _, d := range deeds {
		if of, ok := strings.CutPrefix(what, d.en); ok {
			return d.zh + of
		}
	}
	return what
}

// ofSystem reports whether an error is one of the operating system with the name of a file.
func ofSystem(err error) bool {
	switch err.(type) {
	case *fs.PathError, *os.LinkError, *os.SyscallError:
		return true
	}
	return false
}

// chinese is the format of each code, with the arguments that the English has.
var chinese = func() map[string]string {
	all := map[string]string{}
	for _, table := range errorTables {
		maps.Copy(all, table)
	}
	return all
}()

// args says the arguments of an error.
func (l Lang) args(args []any) []any {
	said := make([]any, len(args))
	for i, arg := range args {
		said[i] = l.Arg(arg)
	}
	return said
}

// Arg says what a sentence speaks of: a seat, a name, another error. Numbers and texts stay as they are.
func (l Lang) Arg(arg any) any {
	switch arg := arg.(type) {
	case error:
		return strings.ReplaceAll(l.Error(arg), "\n", "、")
	case string:
		if zh, ok := phrases[arg]; ok && l == Chinese {
			return zh
		}
	case coded.Name:
		if l == Chinese {
			return arg.Chinese
		}
		return arg.English
	case engine.Cells:
		if l == Chinese {
			return cells(arg)
		}
	case protocol.Owed:
		if l == Chinese {
			return owed(arg)
		}
	case engine.Seat:
		return l.Seat(arg)
	case engine.SeatSet:
		return l.Seats(arg.Seats())
	case []engine.Seat:
		return l.Seats(arg)
	case fmt.Stringer:
		if zh, ok := terms[arg.String()]; ok && l == Chinese {
			return zh
		}
	}
	return arg
}

// cells names cells of layouts in Chinese, as "第 2 至 6 行" or "第 6 行第 2、4 列".
func cells(c engine.Cells) string {
	var parts []string
	for _, r := range c {
		part := fmt.Sprintf("第 %d 行", r.First)
		if r.Last > r.First {
			part = fmt.Sprintf("第 %d 至 %d 行", r.First, r.Last)
		}
		if r.Columns != nil {
			var columns []string
			for _, n := range r.Columns {
				columns = append(columns, strconv.Itoa(n))
			}
			part += "第 " + strings.Join(columns, "、") + " 列"
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "、")
}

// seats are the seats' names.
var seats = [engine.MaxSeats]Text{
	engine.Red:   text("red", "红方"),
	engine.Blue:  text("blue", "蓝方"),
	engine.Amber: text("amber", "黄方"),
	engine.Teal:  text("teal", "绿方"),
}

// Seat is the name of a seat.
func (l Lang) Seat(seat engine.Seat) string {
	if seat >= engine.MaxSeats {
		return seat.String()
	}
	return seats[seat].In(l)
}

// Seats lists seats as a sentence does.
func (l Lang) Seats(list []engine.Seat) string {
	names := make([]string, len(list))
	for i, seat := range list {
		names[i] = l.Seat(seat)
	}
	if l == Chinese {
		return strings.Join(names, "、")
	}
	if n := len(names); n > 1 {
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	return strings.Join(names, "")
}

// systemErrors are what Go and the operating system say.
var systemErrors = []struct {
	is error
	zh string
}{
	{fs.ErrNotExist, "没有这个文件或目录"},
	{fs.ErrPermission, "没有权限"},
	{fs.ErrExist, "文件已存在"},
	{fs.ErrClosed, "文件已关闭"},
	{syscall.EISDIR, "是一个目录"},
	{syscall.ENOTDIR, "不是目录"},
	{syscall.ENOSPC, "磁盘已满"},
	{syscall.EROFS, "文件系统只读"},
	{syscall.EADDRINUSE, "地址已被占用"},
}
