package told_test

import (
	"testing"

	"github.com/darkjunqi/darkjunqi/cmd/internal/pagetest"
)

func TestMain(m *testing.M) { pagetest.Main(m) }
