package cli

import "testing"

func TestTrap40TokensComeFromNoArgument(t *testing.T) { TestTokenFromInput(t) }
