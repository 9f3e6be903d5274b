// Package matchfile reads transcripts and files of their size: from a file, a match of the data
// folder, or standard input.
package matchfile
