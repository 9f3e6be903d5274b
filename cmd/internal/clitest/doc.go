// Package clitest is what tests of commands share.
package clitest
