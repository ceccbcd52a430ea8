package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"bellhop/booking/journal"
	"bellhop/booking/wording"
	"bellhop/config"
)

// problemsOf tells each problem of a configuration apart.
func problemsOf(err error) []Finding {
	wrong := new(config.Error)
	if !errors.As(err, &wrong) {
		return one(bad("", "%v", err))
	}
	var found []Finding
	for _, p := range wrong.Problems {
		do := p.Fix
		p.Fix = ""
		found = append(found, bad(do, "%s", p))
	}
	return found
}

func lookAtConfig(_ context.Context, s *Subject) []Finding {
	if s.wrong != nil {
		return problemsOf(s.wrong)
	}
	var found []Finding
	if trouble := s.config.Preferences.ZoneTrouble; trouble != "" {
		found = append(found, warn("", "%s", trouble))
	}
	p := s.config.Profile
	if p.BuiltIn() {
		return append(found, ok("%s; the sandbox inside this program is in use", wording.Plural(len(s.config.Profiles), "profile")))
	}
	environment := ok("%s; %s is in use (from %s): %s at %s", wording.Plural(len(s.config.Profiles), "profile"),
		p.Name.Text, p.Name.Source, p.Environment, p.BaseURL.Text)
	if p.ReadOnly {
		environment.Says += ", read-only (from " + p.ReadOnlySource + ")"
	}
	return append(found, environment)
}

func lookAtFiles(_ context.Context, s *Subject) []Finding {
	if s.Homeless != nil {
		return unseen()
	}
	if err := config.CheckFiles(s.Paths); err != nil {
		return problemsOf(err)
	}
	var found []Finding
	for _, dir := range []string{s.Paths.StateDir, s.Paths.DataDir} {
		if err := writes(dir); err != nil {
			found = append(found, bad("let yourself write there, or make room", "nothing can be kept in %s: %v", dir, err))
		}
	}
	return append(found, ok("nobody but you can reach what is in %s and %s", s.Paths.StateDir, s.Paths.DataDir))
}

// writes tries to write in a folder, or where it would be made.
func writes(dir string) (failed error) {
	for {
		if _, err := os.Stat(dir); err == nil || !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	file, err := os.CreateTemp(dir, ".bellhop-doctor-*")
	if err != nil {
		return err
	}
	defer func() { failed = errors.Join(failed, os.Remove(file.Name())) }()
	_, err = file.Write(make([]byte, roomTried))
	return errors.Join(err, file.Close())
}

// roomTried is how many bytes are written to see whether a disk has room.
const roomTried = 64 << 10

// lookAtKey looks at the account and the token. A keyring is asked only where the
// token is in it, which loading the configuration has done.
func lookAtKey(_ context.Context, s *Subject) []Finding {
	p := s.config.Profile
	switch {
	case s.wrong != nil:
		return unseen()
	case p.BuiltIn():
		return one(ok("none is needed for the sandbox inside this program"))
	}
	if err := s.config.Ready(); err != nil {
		return one(bad("", "%v", err))
	}
	found := []Finding{ok("there is one for the account %s, from %s", p.Account.Text, p.TokenSource)}
	switch missing := s.Keyring(); {
	case p.TokenLeft:
		found = append(found, warn("run: bellhop profile move "+p.Name.Text+" --to keyring",
			"the key is in the keyring, and %s has one of %s besides, which is not used", s.Paths.CredentialsFile, p.Name.Text))
	case p.TokenSource != s.Paths.CredentialsFile:
	case missing == nil:
		found = append(found, ok("this system may have a keyring: bellhop profile move %s --to keyring takes the key there", p.Name.Text))
	default:
		found = append(found, ok("the keyring is not used; %v", missing))
	}
	return found
}

func lookAtJournal(_ context.Context, s *Subject) []Finding {
	if s.wrong != nil {
		return unseen()
	}
	dir := s.config.LocalState().JournalDir
	report, err := journal.Verify(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return one(ok("nothing was sent from this machine yet"))
	case err != nil:
		return one(bad("check the folder's permissions", "%v", err))
	}
	if report.Lines == 0 && report.OK() {
		return one(ok("nothing was sent from this machine yet"))
	}
	var found []Finding
	for _, p := range report.Problems {
		found = append(found, bad("see what it is about with: bellhop audit verify; keep a copy of the folder before anything else", "%s: %s", dir, p))
	}
	if len(found) == 0 {
		found = append(found, ok("%s about %s, which fit each other", wording.Plural(int(report.Lines), "line"), wording.Plural(report.Attempts, "attempt")))
	}
	if report.Open > 0 {
		found = append(found, warn("run: bellhop reservation unresolved --wait", "of %s it is not known what came of it", wording.Plural(report.Open, "attempt")))
	}
	return found
}

func lookAtExports(_ context.Context, s *Subject) []Finding {
	if s.Homeless != nil {
		return unseen()
	}
	dir := s.Paths.ExportsDir
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return one(ok("%s is made when something is written there", dir))
	case err != nil:
		return one(bad("check the folder's permissions", "%v", err))
	case !info.IsDir():
		return one(bad("move it away", "%s is not a folder", dir))
	}
	if info.Mode().Perm()&0o077 != 0 && s.GOOS != "windows" {
		return one(warn(fmt.Sprintf("run: chmod 700 '%s'", dir), "others can look into %s (mode %04o)", dir, info.Mode().Perm()))
	}
	probe, err := os.CreateTemp(dir, ".doctor.*.tmp")
	if err != nil {
		return one(bad("make the folder writable", "nothing can be written: %v", err))
	}
	_ = probe.Close()
	_ = os.Remove(probe.Name())
	return one(ok("files are written to %s", dir))
}

// What must be free, for a journal that is written before anything is sent.
const (
	littleFree = 200 << 20
	noneFree   = 10 << 20
)

func lookAtDisk(_ context.Context, s *Subject) []Finding {
	if s.Homeless != nil {
		return unseen()
	}
	dir := existing(s.Paths.StateDir)
	free, known := freeBytes(dir)
	switch {
	case !known:
		return one(ok("how much is free is not known on this system"))
	case free < noneFree:
		return one(bad("make room: nothing is sent that cannot be noted first", "%d MB are free at %s", free>>20, dir))
	case free < littleFree:
		return one(warn("make room", "%d MB are free at %s", free>>20, dir))
	case free >= 10<<30:
		return one(ok("%d GB are free at %s", free>>30, dir))
	default:
		return one(ok("%d MB are free at %s", free>>20, dir))
	}
}

// existing is the path, or the folder nearest above it that is there.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || path == filepath.Dir(path) {
			return cmp.Or(path, ".")
		}
		path = filepath.Dir(path)
	}
}
