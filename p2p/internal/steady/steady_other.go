//go:build !linux

package steady

// TCP does nothing: this system has no such option.
func TCP(any) {}
