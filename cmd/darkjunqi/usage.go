package main

import (
	"errors"

	"github.com/spf13/pflag"

	"github.com/darkjunqi/darkjunqi/cmd/darkjunqi/internal/words"
)

// flagProblem says what is wrong with a flag, and what it takes.
func (a *app) flagProblem(err error) *problem {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		dashes := "--"
		if unknown.GetSpecifiedShortnames() != "" {
			dashes = "-"
		}
		return a.fail(words.ErrUnknownFlag, dashes+unknown.GetSpecifiedName())
	case errors.As(err, &bare):
		return a.fail(words.ErrBareFlag, "--"+bare.GetFlag().Name)
	case errors.As(err, &invalid):
		takes := map[string]words.Text{
			"bool": words.FlagTakesBool, "int": words.FlagTakesInt, "uint64": words.FlagTakesUint, "duration": words.FlagTakesDuration,
		}
		f := invalid.GetFlag()
		if text, ok := takes[f.Value.Type()]; ok {
			return a.fail(words.ErrFlagValue, "--"+f.Name, invalid.GetValue(), a.t(text))
		}
	}
	return wrong(err)
}
