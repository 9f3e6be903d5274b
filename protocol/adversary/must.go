package adversary

// Nothing here fails but a source of random bytes that has run dry, and a scene that is wrong.
// Such an error panics up to the exported function, which returns it.

// failure is the value of a panic of this package.
type failure struct{ error }

// check fails if there is an error.
func check(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// must returns a value, or fails.
func must[T any](value T, err error) T {
	check(err)
	return value
}

// catch puts into err what has failed the function that defers it.
func catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case failure:
		*err = r.error
	default:
		panic(r)
	}
}
