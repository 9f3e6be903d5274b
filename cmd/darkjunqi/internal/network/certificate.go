package network

import (
	"crypto/tls"
	"os"
	"sync"
	"time"
)

// certificate is a TLS certificate in files, which may be renewed while the program runs.
type certificate struct {
	cert, key string // names of PEM files

	mu      sync.Mutex // guards what follows
	current *tls.Certificate
	changed time.Time // of the file that holds it
}

// readCertificate reads a certificate and its key.
func readCertificate(cert, key string) (*certificate, error) {
	c := &certificate{cert: cert, key: key}
	_, err := c.get(nil)
	return c, err
}

// get returns the certificate of the files. While they are being replaced it stays the old one.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	info, err := os.Stat(c.cert)
	if err == nil && c.current != nil && info.ModTime().Equal(c.changed) {
		return c.current, nil
	}
	var read tls.Certificate
	if err == nil {
		read, err = tls.LoadX509KeyPair(c.cert, c.key)
	}
	if err == nil {
		c.current, c.changed = &read, info.ModTime()
	}
	if c.current != nil {
		return c.current, nil
	}
	return nil, err
}
