package main

import (
	"io"
	"path/filepath"
	"testing"

	"bellhop/internal/campaign"
)

func TestParse(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o, err := parse([]string{"--bookings", "10000", "--seed", "3", "--workers", "4", "--dir", dir, "--json"}, io.Discard)
	if err != nil || o.Bookings != 10000 || o.Seed != 3 || o.Workers != 4 || o.Dir != dir || !o.json || o.role != "" {
		t.Errorf("%+v, %v", o, err)
	}
	if o, err := parse([]string{"--dir", "here"}, io.Discard); err != nil || !filepath.IsAbs(o.Dir) {
		t.Errorf("the folder is %q, %v", o.Dir, err)
	}
	for _, role := range []campaign.Role{campaign.RoleConsole, campaign.RoleService} {
		if o, err := parse([]string{"--" + string(role)}, io.Discard); err != nil || o.role != role {
			t.Errorf("%s: %+v, %v", role, o, err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for text, args := range map[string][]string{
		"--bookings and --workers must be 1 or more": {"--bookings", "0"},
		`unexpected argument "more"`:                 {"more"},
	} {
		if _, err := parse(args, io.Discard); err == nil || err.Error() != text {
			t.Errorf("%v: %v", args, err)
		}
	}
}
