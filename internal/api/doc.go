// Package api compares what this module exports with the files of testdata/api: a change of the API
// shows in a review, and none is made by accident.
package api
