package main

import (
	"fmt"
	"io"
	"os"
	"syscall"
	"unsafe"

	"github.com/rogpeppe/go-internal/testscript"
)

// openTerminal makes a pseudo-terminal of 100 columns and 50 lines (pts(4), tty_ioctl(4)).
func openTerminal() (master, slave *os.File, err error) {
	if master, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0); err != nil {
		return nil, nil, err
	}
	ioctl := func(request uintptr, arg unsafe.Pointer) {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, master.Fd(), request, uintptr(arg)); errno != 0 && err == nil {
			err = errno
		}
	}
	var number, unlocked uint32
	size := [4]uint16{50, 100, 0, 0}
	ioctl(syscall.TIOCGPTN, unsafe.Pointer(&number))
	ioctl(syscall.TIOCSPTLCK, unsafe.Pointer(&unlocked))
	ioctl(syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	if err != nil {
		return nil, nil, err
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	return master, slave, err
}

func (p *program) startOnTerminal(ts *testscript.TestScript) {
	master, slave, err := openTerminal()
	ts.Check(err)
	p.stdin = master
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = slave, slave, slave
	ts.Check(p.cmd.Start())
	ts.Check(slave.Close())
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(p, master) // ends with EIO when the program has closed the other end
	}()
	go p.wait(func() { <-drained })
}
