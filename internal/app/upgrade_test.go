package app

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/google/go-cmp/cmp"

	"bellhop/cli"
	"bellhop/config"
	"bellhop/config/keyring/keyringtest"
)

// f4300f58 is the home of a user of commit f4300f58. Its README says what is in it.
const f4300f58 = "testdata/f4300f58"

// leftAt is an hour after the home's last change: its drafts live for two days from then, its quotes for thirty.
func leftAt() time.Time { return time.Date(2026, 11, 27, 2, 13, 0, 0, time.UTC) }

// muchLater is an instant at which its drafts and quotes are over.
func muchLater() time.Time { return leftAt().AddDate(5, 0, 0) }

// An upgradeCheck opens one kind of what users of an earlier version have on disk.
type upgradeCheck struct {
	// files are patterns of the files that the check answers for; a pattern without a slash matches names in any folder.
	files []string
	// written are those of them that opening may change or remove. All others must keep their bytes.
	written []string
	// describe opens the files and returns what they hold, or the sentence that refuses them. It must equal the text in
	// testdata/f4300f58.holds, in the file of the check's name.
	describe func(t *testing.T, h oldHome) string
}

func TestUpgrade_OpensTheHomeOfF4300f58(t *testing.T) {
	checks := upgradeChecks()
	for name, check := range checks {
		t.Run(name, func(t *testing.T) {
			h := copyHome(t, f4300f58)
			before := filesOf(t, h.dir)
			want, err := os.ReadFile(filepath.Join(f4300f58+".holds", name+".golden"))
			must(t, err)
			if diff := cmp.Diff(string(want), check.describe(t, h)); diff != "" {
				t.Errorf("(-fixture +opened):\n%s", diff)
			}
			after := filesOf(t, h.dir)
			for file, content := range before {
				if now, there := after[file]; now != content && !claimed(check.written, file) {
					t.Errorf("opening changed %s (still there: %t)", file, there)
				}
			}
		})
	}
}

// An unchecked file could be lost unnoticed.
func TestUpgrade_ChecksEachFileOfF4300f58(t *testing.T) {
	files := filesOf(t, f4300f58)
	delete(files, "README.md")
	var patterns []string
	for name, check := range upgradeChecks() {
		patterns = append(patterns, check.files...)
		for _, pattern := range append(check.files, check.written...) {
			if len(matching(files, pattern)) == 0 {
				t.Errorf("%s: no file is %s", name, pattern)
			}
		}
	}
	for file := range files {
		if !claimed(patterns, file) {
			t.Errorf("no check opens %s", file)
		}
	}
}

// An oldHome is a copy of a home that an earlier version left, as its user has it: private files in private folders. The
// commands of the program use it.
type oldHome struct {
	dir   string
	paths config.Paths
}

func copyHome(t *testing.T, fixture string) oldHome {
	t.Helper()
	dir := t.TempDir()
	err := filepath.WalkDir(fixture, func(from string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(fixture, from)
		if err != nil {
			return err
		}
		to := filepath.Join(dir, below)
		if entry.IsDir() {
			if err := os.MkdirAll(to, 0o700); err != nil {
				return err
			}
			return os.Chmod(to, 0o700)
		}
		content, err := os.ReadFile(from) //nolint:gosec // Nothing replaces a file of the repository by a link meanwhile.
		if err != nil {
			return err
		}
		return os.WriteFile(to, content, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(xdg.Reload) // It runs after the variables are back.
	for variable, folder := range map[string]string{
		"XDG_CONFIG_HOME": "config", "XDG_STATE_HOME": "state", "XDG_DATA_HOME": "data", "XDG_CACHE_HOME": "cache",
	} {
		t.Setenv(variable, filepath.Join(dir, folder))
	}
	xdg.Reload()
	return oldHome{dir, pathsBelow(dir)}
}

// pathsBelow returns the paths of a person whose XDG folders are those below a folder.
func pathsBelow(dir string) config.Paths {
	in := func(folder string) string { return filepath.Join(dir, folder, "bellhop") }
	return config.PathsIn(in("config"), in("state"), in("data"), in("cache"))
}

// path returns the path of a file of the home.
func (h oldHome) path(name string) string { return filepath.Join(h.dir, filepath.FromSlash(name)) }

// run runs a command that must succeed, and returns what it prints.
func (h oldHome) run(t *testing.T, args ...string) string {
	t.Helper()
	var out, errOut bytes.Buffer
	build := cli.Build{Version: "1.2.3"}
	launch := Launchers(build)
	launch.Keyring = &keyringtest.Ring{}
	code := cli.Run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errOut}, nil, build, launch)
	if code != 0 {
		t.Errorf("bellhop %s: exit %d\n%s%s", strings.Join(args, " "), code, &out, &errOut)
	}
	return out.String()
}

// config returns the configuration with a profile in use.
func (h oldHome) config(t *testing.T, profile string) config.Config {
	t.Helper()
	cfg, err := config.Load(config.Inputs{Flags: config.Flags{Profile: profile}, Paths: h.paths})
	if err == nil {
		err = cfg.Ready()
	}
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// filesOf returns the content of all files below a folder.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// claimed reports whether one of the patterns matches a file.
func claimed(patterns []string, file string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool { return claims(pattern, file) })
}

func matching(files map[string]string, pattern string) []string {
	var found []string
	for file := range files {
		if claims(pattern, file) {
			found = append(found, file)
		}
	}
	return found
}

func claims(pattern, file string) bool {
	if !strings.Contains(pattern, "/") {
		file = path.Base(file)
	}
	ok, err := path.Match(pattern, file)
	return ok && err == nil
}

// ask asks a sandbox's service as an account, and returns the status and the body.
func ask(t *testing.T, service http.Handler, account, token, path string) (int, string) {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1"+path, nil)
	request.SetBasicAuth(account, token)
	answer := httptest.NewRecorder()
	service.ServeHTTP(answer, request)
	return answer.Code, answer.Body.String()
}

// A listing is lines of text.
type listing struct{ strings.Builder }

func (l *listing) add(format string, args ...any) { _, _ = fmt.Fprintf(l, format+"\n", args...) }
