package app_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/darkjunqi/darkjunqi/cmd/internal/app"
	"github.com/darkjunqi/darkjunqi/engine/junqi"
	"github.com/darkjunqi/darkjunqi/p2p/pipe"
	"github.com/darkjunqi/darkjunqi/p2p/store"
	"github.com/darkjunqi/darkjunqi/p2p/transport"
)

// A seat that was saved goes on in another data folder, once.
func TestSavedSeat(t *testing.T) {
	network := pipe.New()
	program := func() *app.App {
		dir, err := store.OpenDir(t.TempDir())
		require.NoError(t, err)
		a, err := app.New(app.Options{Dir: dir, Listen: func(kept []byte) (app.Network, error) {
			id := transport.Identity{1}
			h := network.Host(id)
			return app.Network{Transport: h, How: "memory", Close: func() error { h.Down(); return nil }}, nil
		}})
		require.NoError(t, err)
		t.Cleanup(func() { require.NoError(t, a.Close()) })
		return a
	}
	here, elsewhere := program(), program()
	rules, err := junqi.Rules("standard")
	require.NoError(t, err)
	match, err := here.Host(t.Context(), app.Hosting{Digest: here.Know(rules)})
	require.NoError(t, err)
	saved, err := here.SaveSeat(match)
	require.NoError(t, err)
	_, err = here.OpenSeat(saved)
	require.ErrorIs(t, err, store.ErrExists)
	require.NoError(t, here.Match(match).Leave())

	for _, bad := range [][]byte{nil, saved[:len(saved)-1], []byte(`{"match":"../x","secret":"AA==","public":""}`), []byte("{}")} {
		_, err = elsewhere.OpenSeat(bad)
		require.ErrorContains(t, err, "not a saved seat")
	}
	var altered map[string]any
	require.NoError(t, json.Unmarshal(saved, &altered))
	altered["secret"] = []byte("darkjunqi secret 1\nnothing")
	damaged, err := json.Marshal(altered)
	require.NoError(t, err)
	_, err = elsewhere.OpenSeat(damaged)
	require.Error(t, err)

	got, err := elsewhere.OpenSeat(saved)
	require.NoError(t, err)
	require.Equal(t, match, got)
	require.Equal(t, here.Match(match).Terms(), elsewhere.Match(match).Terms())
	_, err = elsewhere.OpenSeat(saved)
	require.ErrorIs(t, err, store.ErrExists)
	_, err = here.SaveSeat("nothing")
	require.Error(t, err)
}
