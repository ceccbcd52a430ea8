package crash_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/internal/crash"
)

var now = time.Date(2026, 11, 25, 14, 3, 0, 0, time.UTC)

func report(stack []byte) crash.Report {
	return crash.Report{
		At: now, Began: now.Add(-90 * time.Second), Version: "1.2.3", Commit: "abc", Kind: "string", Stack: stack, Environment: "production",
		Keys:     []crash.Key{{Screen: "search", Name: "text"}, {Screen: "guest", Name: "ctrl+s"}},
		Terminal: crash.Terminal{Term: "xterm-256color", Locale: "C.UTF-8", Cols: 80, Rows: 24, Over: []string{"ssh", "tmux"}},
	}
}

//go:noinline
func fails(guest string, cvv int) []byte {
	if guest == "" {
		return nil
	}
	_ = cvv
	return debug.Stack()
}

func TestReport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "crashes")
	path, err := crash.Write(dir, report(fails("Ada Lovelace", 0x1ad)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"2026-11-25T14:03:00Z, 1m30s after the start", "1.2.3 (commit abc)", "xterm-256color, ssh, tmux, 80x24", "C.UTF-8", "production", "panic      string",
		"  search: text\n", "  guest: ctrl+s\n", "goroutine ", "bellhop/internal/crash_test.fails(…)\n", "crash_test.go:",
	} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if regexp.MustCompile(`\(0x|1ad|Ada|\?\)`).Match(text) {
		t.Errorf("a value of an argument is in\n%s", text)
	}
	for path, mode := range map[string]os.FileMode{dir: 0o700, path: 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestOldReportsGo(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var newest string
	for i := range 14 {
		r := report(nil)
		r.At = now.Add(time.Duration(i) * time.Minute)
		var err error
		if newest, err = crash.Write(dir, r); err != nil {
			t.Fatal(err)
		}
	}
	list := crash.Reports(dir)
	if len(list) != 10 || list[9] != newest || slices.Contains(list, other) {
		t.Errorf("%d reports: %q", len(list), list)
	}
	if _, err := os.Stat(other); err != nil {
		t.Errorf("another file went: %v", err)
	}
}

func TestAReportThatCannotBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if path, err := crash.Write(filepath.Join(file, "crashes"), report(nil)); err == nil || path != "" {
		t.Errorf("%q, %v", path, err)
	}
}

func TestThisTerminal(t *testing.T) {
	env := map[string]string{"TERM": "xterm\x1b[31m; rm", "LC_CTYPE": "de_DE.UTF-8", "LANG": "C", "SSH_TTY": "/dev/pts/3", "TERM_PROGRAM": strings.Repeat("x", 100)}
	got := crash.ThisTerminal(func(name string) string { return env[name] }, 80, 24)
	if got.Term != "xterm31mrm" || got.Locale != "de_DE.UTF-8" || len(got.Program) != 60 || !slices.Equal(got.Over, []string{"ssh"}) {
		t.Errorf("%+v", got)
	}
}

func set(t *testing.T, dir, service string, began time.Time) *crash.Mark {
	t.Helper()
	mark, err := crash.Set(dir, crash.Ending{Service: service, Began: began})
	if err != nil {
		t.Fatal(err)
	}
	return mark
}

// files counts what is left in a folder.
func files(t *testing.T, dir string) int {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestAnOrdinaryEndLeavesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "running")
	mark := set(t, dir, "demo", now)
	if list := crash.Take(dir, "demo", now); len(list) != 0 {
		t.Errorf("one that runs is taken for ended: %+v", list)
	}
	mark.Remove()
	if n := files(t, dir); n != 0 {
		t.Errorf("%d files are left", n)
	}
	(*crash.Mark)(nil).Remove()
	(*crash.Mark)(nil).Leave()
	if err := (*crash.Mark)(nil).Crashed(now, ""); err != nil {
		t.Error(err)
	}
}

// Who is killed leaves its mark without the lock; each end is told once, at the service where it was.
func TestEndingsAreToldOnce(t *testing.T) {
	dir := t.TempDir()
	set(t, dir, "demo", now).Leave()
	crashed := set(t, dir, "demo", now.Add(-time.Hour))
	if err := crashed.Crashed(now.Add(time.Minute), "/x/crash-1.txt"); err != nil {
		t.Fatal(err)
	}
	crashed.Leave()
	set(t, dir, "1234@api.example.com", now).Leave()
	set(t, dir, "demo", now.Add(-8*24*time.Hour)).Leave()

	if left := crash.Left(dir); len(left) != 4 {
		t.Errorf("%d are left", len(left))
	}
	list := crash.Take(dir, "demo", now)
	if len(list) != 2 || !list[0].Ended.IsZero() || !list[1].Ended.Equal(now.Add(time.Minute)) || list[1].Report != "/x/crash-1.txt" || list[0].PID != os.Getpid() {
		t.Errorf("%+v", list)
	}
	if list := crash.Take(dir, "demo", now); len(list) != 0 {
		t.Errorf("told again: %+v", list)
	}
	if list := crash.Take(dir, "1234@api.example.com", now); len(list) != 1 {
		t.Errorf("at the other service: %+v", list)
	}
	if n := files(t, dir); n != 0 {
		t.Errorf("%d files are left", n)
	}
}

func TestDamagedMarksGo(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.json": "{", "b.json": "{}", "c.json": strings.Repeat(" ", 5000), "d.json": `{"service":"demo"}`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if list := crash.Take(dir, "demo", now); len(list) != 0 || files(t, dir) != 0 {
		t.Errorf("%+v, and %d files are left", list, files(t, dir))
	}
}

func TestNoFolder(t *testing.T) {
	if list := crash.Take(filepath.Join(t.TempDir(), "none"), "demo", now); list != nil {
		t.Errorf("%+v", list)
	}
	if list := crash.Reports(filepath.Join(t.TempDir(), "none")); list != nil {
		t.Errorf("%+v", list)
	}
}

// FuzzTake gives any file for a mark: it is told as an ending or is gone.
func FuzzTake(f *testing.F) {
	f.Add([]byte(`{"service":"demo","began":"2026-11-25T13:00:00Z","report":"/etc/passwd","line":{"device":1,"modes":{"Lflag":5}}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "a.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, e := range crash.Take(dir, "demo", now) {
			if e.Service != "demo" || e.Report != "" && !strings.HasPrefix(filepath.Base(e.Report), "crash-") {
				t.Errorf("%+v", e)
			}
		}
	})
}

// FuzzWithoutValues gives any text for a stack: no line is more than a part of one.
func FuzzWithoutValues(f *testing.F) {
	f.Add(string(debug.Stack()))
	f.Add("panic: Ada Lovelace [recovered]\n\ngoroutine 1 [running]:\nmain.f(0x7b, {0xc000012345, 0x3})\n\t/x/y.go:3 +0x1d\n")
	line := regexp.MustCompile(`^(goroutine \d+.*:|.*\(…\)|\t.+\.(go|s):\d+( \+0x[0-9a-f]+)?|created by .*)$`)
	f.Fuzz(func(t *testing.T, stack string) {
		for text := range strings.SplitSeq(strings.TrimSuffix(crash.WithoutValues(stack), "\n"), "\n") {
			if text != "" && !line.MatchString(text) {
				t.Errorf("%q stays of %q", text, stack)
			}
		}
	})
}
