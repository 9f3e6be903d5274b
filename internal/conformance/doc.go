// Package conformance holds the code that reads docs and testdata as a stranger would: a
// second verifier written from the specification alone, and tests that the pages, the vectors
// and the list of mutations agree with the program.
package conformance
