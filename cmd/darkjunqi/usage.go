package main

import (
	"errors"

	"github.com/spf13/pflag"

	"github.com/darkjunqi/darkjunqi/cmd/internal/messages"
)

// flagProblem says what is wrong with a flag, and what it takes.
func (a *env) flagProblem(err error) *problem {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return a.fail(messages.ErrUnknownFlag, dashes+unknown.GetSpecifiedName())
	case errors.As(err, &bare):
		return a.fail(messages.ErrBareFlag, "--"+bare.GetFlag().Name)
	case errors.As(err, &invalid):
		takes := map[string]messages.Text{
			"bool": messages.FlagTakesBool, "int": messages.FlagTakesInt, "uint64": messages.FlagTakesUint, "duration": messages.FlagTakesDuration,
		}
		f := invalid.GetFlag()
		if text, ok := takes[f.Value.Type()]; ok {
			return a.fail(messages.ErrFlagValue, "--"+f.Name, invalid.GetValue(), a.t(text))
		}
	}
	return wrong(err)
}
