// Package webfs keeps a data folder in a browser: in the origin private file system (OPFS, WHATWG
// File System Standard), which only a worker can write durably, in IndexedDB where there is none, or in
// memory where a browser keeps nothing. Locks keep two tabs from running one match: Web Locks, or
// databases where there are none.
package webfs

import "io/fs"

// failed returns an error with what was done to which file; nil if there is none.
func failed(op, name string, err error) error {
	if err == nil {
		return nil
	}
	return &fs.PathError{Op: op, Path: name, Err: err}
}
