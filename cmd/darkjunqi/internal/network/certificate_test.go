package network

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A certificate that is renewed is served without a restart, and while its files don't fit the old
// one is.
func TestRenewedCertificate(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	write := func(serial int64, at time.Time, withKey bool) {
		private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		require.NoError(t, err)
		template := x509.Certificate{SerialNumber: big.NewInt(serial)}
		raw, err := x509.CreateCertificate(rand.Reader, &template, &template, &private.PublicKey, private)
		require.NoError(t, err)
		secret, err := x509.MarshalPKCS8PrivateKey(private)
		require.NoError(t, err)
		save := func(name, kind string, data []byte) {
			require.NoError(t, os.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600))
			require.NoError(t, os.Chtimes(name, at, at))
		}
		save(cert, "CERTIFICATE", raw)
		if withKey {
			save(key, "PRIVATE KEY", secret)
		}
	}
	now := time.Now()
	write(1, now, true)
	c, err := readCertificate(cert, key)
	require.NoError(t, err)
	served := func() int64 {
		got, err := c.get(nil)
		require.NoError(t, err)
		return got.Leaf.SerialNumber.Int64()
	}
	require.EqualValues(t, 1, served())
	write(2, now.Add(time.Second), false)
	require.EqualValues(t, 1, served())
	write(3, now.Add(2*time.Second), true)
	require.EqualValues(t, 3, served())
	require.NoError(t, os.Remove(cert))
	require.EqualValues(t, 3, served())
	_, err = readCertificate(cert, key)
	require.ErrorIs(t, err, os.ErrNotExist)
}
