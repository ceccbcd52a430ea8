package config

import "testing"

func TestTrap41FilesOfSecretsAreTheOwnersOnly(t *testing.T) {
	t.Run("checked", TestPermissions)
	t.Run("written", TestWrittenForTheOwnerOnly)
}
