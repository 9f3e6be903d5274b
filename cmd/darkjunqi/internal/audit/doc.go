// Package audit is the commands audit and verify-certificate.
package audit
