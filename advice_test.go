package main

import (
	"errors"
	"testing"

	"bellhop/cli"
	"bellhop/config"
	"bellhop/sandbox"
	"bellhop/sandbox/store"
)

// Every command names only flags that it has.
func TestAdvice(t *testing.T) {
	t.Parallel()
	const newer = "the data in d was written by a newer bellhop: its schema version is 3, and this one knows 2; use the newer one, or "
	for name, c := range map[string]struct {
		err           error
		demo, sandbox string
	}{
		"in use": {
			&store.InUseError{Dir: "d", Cause: errors.New("database is locked")},
			"a demo is running already: the data in d is in use by another sandbox; leave that one first",
			"the data in d is in use by another sandbox; stop that one, or use another --data",
		},
		"other world": {
			&store.MismatchError{Dir: "d", Have: store.Identity{Seed: 1, Properties: 2000}, Want: store.Identity{Seed: 9, Properties: 1}},
			"the data in d belongs to a world made from seed 1 with 2000 hotels, not seed 9 with 1 hotel; leave --seed out, or start over with --fresh",
			"the data in d belongs to a world made from seed 1 with 2000 hotels, not seed 9 with 1 hotel; leave --seed and --properties out, or use another --data",
		},
		"newer": {&store.VersionError{Dir: "d", Have: 3, Know: 2}, newer + "start over with bellhop demo --fresh", newer + "another --data"},
		"other": {errors.New("no space left"), "no space left", "no space left"},
	} {
		for command, got := range map[string]error{c.demo: adviseDemo(c.err), c.sandbox: adviseSandbox(c.err)} {
			if got.Error() != command || !errors.Is(got, c.err) {
				t.Errorf("%s: %v, want %s", name, got, command)
			}
		}
	}
	if adviseDemo(nil) != nil || adviseSandbox(nil) != nil {
		t.Error("advice is given where nothing is wrong")
	}
}

// The advice reaches those who start the demo or the sandbox, and following it
// helps.
func TestAdviceIsGiven(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := &session{ctx: t.Context(), cfg: config.Config{Paths: config.PathsIn(root, root, root)}}
	dir := s.cfg.Paths.DemoDir
	first, err := s.openDemo(cli.DemoOptions{Seed: 1}, "t")
	if err != nil {
		t.Fatal(err)
	}
	alone := cli.SandboxOptions{
		Listen: "127.0.0.1:0", Data: dir, Seed: 9, SeedGiven: true, Properties: 7,
		Accounts: []cli.SandboxAccount{{ID: "a", Token: config.NewSecret("t")}},
	}
	refused := func(what string, err error, want string) {
		t.Helper()
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", what, err, want)
		}
	}
	const busy = " is in use by another sandbox; "
	for _, fresh := range []bool{false, true} {
		_, err = s.openDemo(cli.DemoOptions{Seed: 1, Fresh: fresh}, "t")
		refused("a second demo", err, "a demo is running already: the data in "+dir+busy+"leave that one first")
	}
	refused("a sandbox beside it", serve(t.Context(), alone), "the data in "+dir+busy+"stop that one, or use another --data")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	const world = " belongs to a world made from seed 1 with 2000 hotels, not seed 9 with "
	_, err = s.openDemo(cli.DemoOptions{Seed: 9, SeedGiven: true}, "t")
	refused("another seed", err, "the data in "+dir+world+"2000 hotels; leave --seed out, or start over with --fresh")
	refused("another world", serve(t.Context(), alone), "the data in "+dir+world+"7 hotels; leave --seed and --properties out, or use another --data")
	for _, o := range []cli.DemoOptions{{Seed: 9}, {Seed: 9, SeedGiven: true, Fresh: true}, {Seed: 9, SeedGiven: true}} {
		var again *sandbox.Sandbox
		if again, err = s.openDemo(o, "t"); err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
