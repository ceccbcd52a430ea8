package config

import "io/fs"

// modeBits is false because Windows has access lists and no mode bits: what Go
// reports there is invented. The folder lies in the user's own profile, which
// other users cannot read.
const modeBits = false

// syncDir does nothing: Windows cannot flush a folder.
func syncDir(string) error { return nil }

// foreignOwner finds nobody: owners are a matter of the access lists.
func foreignOwner(fs.FileInfo) (owner uint32, foreign bool) { return 0, false }
