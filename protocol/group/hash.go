package group

import (
	"crypto/sha512"
)

// HashToElement hashes a message to an element: hash_to_ristretto255 of RFC 9380, appendix B,
// which RFC 9497 uses too, with expand_message_xmd and SHA-512. The domain names the use and
// must have 1 to 255 bytes. Nobody knows how the results are related. The time depends on
// the lengths only.
func HashToElement(domain string, message []byte) *Element {
	if domain == "" || len(domain) > 255 {
		panic("group: a domain of 1 to 255 bytes")
	}
	suffix := append([]byte(domain), byte(len(domain))) // DST_prime
	h := sha512.New()
	h.Write(make([]byte, h.BlockSize()))
	h.Write(message)
	h.Write([]byte{0, sha512.Size, 0}) // the number of bytes asked for, and the 0 before b_0
	h.Write(suffix)
	first := h.Sum(nil)
	h.Reset()
	h.Write(first)
	h.Write([]byte{1})
	h.Write(suffix)
	uniform := h.Sum(nil) // b_1: one block is all that the map takes
	e, err := new(Element).SetUniformBytes(uniform)
	if err != nil { // can't be: the length is right
		panic("group: " + err.Error())
	}
	return e
}
