// Package coded makes errors that a program can switch on and say in any language: each
// has a code, which stays, and arguments; its English sentence is what fmt makes of them.
package coded

import (
	"errors"
	"fmt"
)

// Error is an error with a code. Programs outside reach it by errors.As with an
// interface that has its methods Code and Args.
type Error struct {
	code, format string

	args []any
	text error // what fmt.Errorf made; it wraps what the format wraps
}

// Base is Error by a name that can be embedded: a struct with a *Base has its methods.
type Base = Error

// Errorf makes an error as fmt.Errorf does, with a code in front: the floor and some
// words, such as "engine.node-empty". One code has one format.
func Errorf(code, format string, args ...any) *Error {
	return &Error{code, format, args, fmt.Errorf(format, args...)}
}

// Error returns the sentence in English.
func (e *Error) Error() string { return e.text.Error() }

// Code names what went wrong. It stays when the sentence is reworded.
func (e *Error) Code() string { return e.code }

// Format returns the English sentence as fmt takes it.
func (e *Error) Format() string { return e.format }

// Args returns what the sentence speaks of: names, numbers, other errors. They must not be
// changed.
func (e *Error) Args() []any { return e.args }

// Is reports whether target is an error of the same code, whatever its arguments: so a
// coded error kept in a variable finds those that were made with arguments.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.code == e.code
}

// Unwrap lists what the format wraps.
func (e *Error) Unwrap() []error {
	switch text := e.text.(type) {
	case interface{ Unwrap() []error }:
		return text.Unwrap()
	case interface{ Unwrap() error }:
		return []error{text.Unwrap()}
	}
	return nil
}

// Name is something that is called otherwise in each language. It prints in English.
type Name struct{ English, Chinese string }

// String returns the English name.
func (n Name) String() string { return n.English }

// Code returns the code of an error, or of the first in its chain that has one; "" if none
// has.
func Code(err error) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.code
	}
	return ""
}
