//go:build js

package webfs

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"syscall/js"
)

// await waits for a promise. Only a goroutine of its own may wait, not a call from JavaScript.
func await(promise js.Value) (js.Value, error) {
	type outcome struct {
		value js.Value
		err   error
	}
	done := make(chan outcome, 1)
	first := func(args []js.Value) js.Value {
		if len(args) == 0 {
			return js.Undefined()
		}
		return args[0]
	}
	kept := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{value: first(args)}
		return nil
	})
	defer kept.Release()
	broken := js.FuncOf(func(_ js.Value, args []js.Value) any {
		done <- outcome{err: errorOf(first(args))}
		return nil
	})
	defer broken.Release()
	promise.Call("then", kept, broken)
	o := <-done
	return o.value, o.err
}

// asked calls a method that returns a promise, and waits for it.
func asked(of js.Value, method string, args ...any) (js.Value, error) {
	promise, err := call(of, method, args...)
	if err != nil {
		return js.Undefined(), err
	}
	return await(promise)
}

// call calls a method; what it throws is the error.
func call(of js.Value, method string, args ...any) (v js.Value, err error) {
	defer func() {
		switch thrown := recover().(type) {
		case nil:
		case js.Error:
			err = errorOf(thrown.Value)
		default:
			panic(thrown)
		}
	}()
	if of.Get(method).Type() != js.TypeFunction {
		return js.Undefined(), fmt.Errorf("this browser has no %s: %w", method, fs.ErrPermission)
	}
	return of.Call(method, args...), nil
}

// errorOf returns the error of an exception, as the operating system would report it.
func errorOf(thrown js.Value) error {
	if thrown.Type() != js.TypeObject {
		return errors.New(thrown.String())
	}
	switch name := thrown.Get("name").String(); name {
	case "NotFoundError":
		return fs.ErrNotExist
	case "QuotaExceededError":
		return syscall.ENOSPC
	case "NotAllowedError", "SecurityError":
		return fs.ErrPermission
	default:
		return fmt.Errorf("%s: %s", name, thrown.Get("message").String())
	}
}
