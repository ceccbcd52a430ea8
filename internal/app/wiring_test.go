package app

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"bellhop/api"
	"bellhop/cli"
	"bellhop/config"
	"bellhop/sandbox"
	"bellhop/sandbox/store"
)

// Every key that a profile may set changes one field of the dialect, no two
// keys the same, and no field is left without a key.
func TestEveryDialectKeyHasItsField(t *testing.T) {
	standard := reflect.ValueOf(api.DefaultDialect())
	keyOf := map[string]string{}
	for _, key := range config.DialectKeys() {
		d, err := api.DefaultDialect().With(map[string]string{key: "changed"})
		if err != nil {
			t.Errorf("%s: %v", key, err)
			continue
		}
		var changed []string
		got := reflect.ValueOf(d)
		for i := range got.NumField() {
			name := got.Type().Field(i).Name
			switch text := got.Field(i).String(); {
			case text == "changed":
				changed = append(changed, name)
			case text != standard.Field(i).String():
				t.Errorf("%s makes %s %q", key, name, text)
			}
		}
		if len(changed) != 1 || keyOf[changed[0]] != "" {
			t.Errorf("%s changes %q; other keys: %v", key, changed, keyOf)
			continue
		}
		keyOf[changed[0]] = key
	}
	if len(keyOf) != standard.NumField() {
		t.Errorf("%d of %d names can be set", len(keyOf), standard.NumField())
	}
}

func TestADialectCanLackEverything(t *testing.T) {
	none := map[string]string{}
	for _, key := range config.DialectKeys() {
		none[key] = ""
	}
	if d, err := api.DefaultDialect().With(none); err != nil || d != (api.Dialect{}) {
		t.Errorf("got %+v, %v", d, err)
	}
	if d, err := api.DefaultDialect().With(nil); err != nil || d != api.DefaultDialect() {
		t.Errorf("no overrides: got %+v, %v", d, err)
	}
}

func TestAnUnknownDialectKeyIsAnError(t *testing.T) {
	_, err := api.DefaultDialect().With(map[string]string{"simulation": "", "colour": "red"})
	if err == nil || err.Error() != `the dialect has no name for "colour"` {
		t.Errorf("got %v", err)
	}
}

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
			"the data in d is in use by another sandbox; leave the other demo first",
			"the data in d is in use by another sandbox; stop that one, or use another --data",
		},
		"other world": {
			&store.MismatchError{Dir: "d", Have: store.Identity{Seed: 1, Properties: 2000}, Want: store.Identity{Seed: 9, Properties: 1}},
			"the data in d belongs to a world made from seed 1 with 2000 hotels, not seed 9 with 1 hotel; leave --seed and --hotels out, or start over with --fresh",
			"the data in d belongs to a world made from seed 1 with 2000 hotels, not seed 9 with 1 hotel; leave --seed and --hotels out, or use another --data",
		},
		"newer": {&store.VersionError{Dir: "d", Have: 3, Know: 2}, newer + "start over with bellhop demo --fresh", newer + "another --data"},
		"earlier": {
			&store.OldError{Dir: "d"}, "the data in d was made by an earlier bellhop; start over with bellhop demo --fresh",
			"the data in d was made by an earlier bellhop; start over with another --data, or remove that folder",
		},
		"other way": {
			&store.MismatchError{Dir: "d", Have: store.Identity{Version: 1}, Want: store.Identity{Version: 2}},
			"the data in d belongs to version 1 of the world, and this bellhop makes version 2; start over with bellhop demo --fresh",
			"the data in d belongs to version 1 of the world, and this bellhop makes version 2; start over with another --data, or remove that folder",
		},
		"other": {errors.New("no space left"), "no space left; mend that and start again, or set XDG_DATA_HOME to another folder; what is there is kept", "no space left; if that can't be mended, use another --data"},
	} {
		for command, got := range map[string]error{c.demo: advise(c.err, demoAdvice), c.sandbox: advise(c.err, sandboxAdvice)} {
			if got.Error() != command || !errors.Is(got, c.err) {
				t.Errorf("%s: %v, want %s", name, got, command)
			}
		}
	}
	if advise(nil, demoAdvice) != nil {
		t.Error("advice is given where nothing is wrong")
	}
}

// demoOf returns a demo of a seed, in the world that is there when that is to be kept.
func demoOf(seed uint64, keep bool) cli.DemoOptions {
	return cli.DemoOptions{Sandbox: sandbox.Options{Seed: seed, Keep: keep}}
}

// What the arguments ask of a world that it has not is told as it is, and a
// world that keeps its reservations says that the fixtures wait.
func TestFixturesReachTheSandbox(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := &session{ctx: t.Context(), cfg: config.Config{Paths: config.PathsIn(root, root, root, root)}}
	var told []string
	o := demoOf(1, true)
	o.Sandbox.Fixtures, o.Notice = `{"reservations":[{"place":"XXX","check_in":"+1"}]}`, func(text string) { told = append(told, text) }
	const want = `reservations.0.place must be the IATA code of a city or an airport, such as LON; there is no "XXX"`
	if _, err := s.openDemo(o, "t", nil); err == nil || demoError(err).Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	o.Sandbox.Set = []string{"reservations.0.place=LON"}
	for range 2 {
		box, err := s.openDemo(o, "t", nil)
		if err != nil {
			t.Fatal(err)
		}
		noticeFixtures(box, o.Notice, "--fresh")
		if err := box.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) != 1 || told[0] != "this world has its reservations already; --fresh puts the fixtures in their place" {
		t.Errorf("told %q", told)
	}
}

// The advice reaches those who start the demo or the sandbox, and following it
// helps.
func TestAdviceIsGiven(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := &session{ctx: t.Context(), cfg: config.Config{Paths: config.PathsIn(root, root, root, root)}}
	dir := s.cfg.Paths.DemoDir
	first, err := s.openDemo(demoOf(1, true), "t", nil)
	if err != nil {
		t.Fatal(err)
	}
	alone := cli.SandboxOptions{
		Listen:  "127.0.0.1:0",
		Options: sandbox.Options{Dir: dir, Seed: 9, Properties: 700, Accounts: []sandbox.Account{{ID: "a", Token: "t"}}},
	}
	refused := func(what string, err error, want string) {
		t.Helper()
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", what, err, want)
		}
	}
	const busy = " is in use by another sandbox; "
	for _, fresh := range []bool{false, true} {
		o := demoOf(1, true)
		o.Fresh = fresh
		_, err = s.openDemo(o, "t", nil)
		refused("a second demo", demoError(err), "the data in "+dir+busy+"leave the other demo first")
	}
	refused("a sandbox beside it", serveSandbox(t.Context(), alone), "the data in "+dir+busy+"stop that one, or use another --data")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	world := fmt.Sprintf(" belongs to a world made from seed 1 with %d hotels, not seed 9 with ", sandbox.DefaultProperties)
	_, err = s.openDemo(demoOf(9, false), "t", nil)
	refused("another seed", demoError(err), "the data in "+dir+world+fmt.Sprint(sandbox.DefaultProperties)+" hotels; leave --seed and --hotels out, or start over with --fresh")
	refused("another world", serveSandbox(t.Context(), alone), "the data in "+dir+world+"700 hotels; leave --seed and --hotels out, or use another --data")
	fresh := demoOf(9, true)
	fresh.Fresh = true
	for _, o := range []cli.DemoOptions{demoOf(9, true), fresh, demoOf(9, false)} {
		var again *sandbox.Sandbox
		if again, err = s.openDemo(o, "t", nil); err != nil {
			t.Fatalf("%+v: %v", o, err)
		}
		if err := again.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Where there is no new demo, the old one is kept.
func TestFreshDemoThatFailsKeepsTheOld(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := &session{ctx: t.Context(), log: slog.New(slog.DiscardHandler), cfg: config.Config{Paths: config.PathsIn(root, root, root, root)}}
	kept := filepath.Join(s.cfg.Paths.DemoJournalDir, "journal")
	if err := errors.Join(os.MkdirAll(filepath.Dir(kept), 0o700), os.WriteFile(kept, []byte("old"), 0o600)); err != nil {
		t.Fatal(err)
	}
	fresh := demoOf(1, true)
	fresh.Fresh, fresh.Sandbox.Start = true, "no day"
	if _, err := s.openDemo(fresh, "t", nil); err == nil {
		t.Fatal("a demo that begins on no day was opened")
	}
	if text, err := os.ReadFile(kept); string(text) != "old" {
		t.Fatalf("the journal is %q, %v", text, err)
	}
	fresh.Sandbox.Start = ""
	box, err := s.openDemo(fresh, "t", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	for _, gone := range []string{kept, s.cfg.Paths.DemoDir + ".old"} {
		if _, err := os.Stat(gone); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", gone, err)
		}
	}
}

// A new demo that was broken off while it was made is thrown away, and the old one is back.
func TestFreshDemoThatIsBrokenOff(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	s := &session{ctx: t.Context(), log: slog.New(slog.DiscardHandler), cfg: config.Config{Paths: config.PathsIn(root, root, root, root)}}
	dir := s.cfg.Paths.DemoDir
	kept := filepath.Join(s.cfg.Paths.DemoJournalDir, "journal")
	opened := func(o cli.DemoOptions) *sandbox.Sandbox {
		t.Helper()
		box, err := s.openDemo(o, "t", nil)
		if err != nil {
			t.Fatal(err)
		}
		return box
	}
	if err := errors.Join(opened(demoOf(1, true)).Close(), os.MkdirAll(filepath.Dir(kept), 0o700), os.WriteFile(kept, []byte("old"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for what, unfinished := range map[string]func() error{
		"before it was begun": func() error { return nil },
		"while it is no database": func() error {
			return errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "sandbox.db"), []byte("half"), 0o600))
		},
	} {
		if err := errors.Join(os.Rename(dir, dir+".old"), unfinished()); err != nil {
			t.Fatal(err)
		}
		if err := opened(demoOf(1, true)).Close(); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(kept); string(text) != "old" || there(dir+".old") {
			t.Errorf("%s: the journal is %q, %v", what, text, err)
		}
	}
}
