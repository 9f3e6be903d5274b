package group

import (
	"encoding/hex"
	"testing"

	"github.com/stretchr/testify/require"
)

// RFC 9497, appendix A.1.1: blinded elements are multiples of hashed inputs.
func TestHashToElementIsThatOfRFC9497(t *testing.T) {
	blind, err := hex.DecodeString("64d37aed22a27f5191de1c1d69fadb899d8862b58eb4220029e036ec4c1f6706")
	require.NoError(t, err)
	s, err := DecodeScalar(blind)
	require.NoError(t, err)
	for input, want := range map[string]string{
		"00":                                 "609a0ae68c15a3cf6903766461307e5c8bb2f95e7e6550e1ffa2dc99e412803c",
		"5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a": "da27ef466870f5f15296299850aa088629945a17d1f5b7f5ff043f76b3c06418",
	} {
		message, err := hex.DecodeString(input)
		require.NoError(t, err)
		e := HashToElement("HashToGroup-OPRFV1-\x00-ristretto255-SHA512", message)
		require.Equal(t, want, hex.EncodeToString(e.ScalarMult(s, e).Bytes()))
	}
	require.Panics(t, func() { HashToElement("", nil) })
}
