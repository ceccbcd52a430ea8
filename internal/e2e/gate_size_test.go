//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// The gate names each file, folder, type and place that outgrows its measure, and
// nothing that keeps to it.
func TestGateNamesWhatIsTooLarge(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it tests the gate")
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the gate is written for bash")
	}
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	methods := func(name string, n int) string {
		text := "package p\n"
		for i := range n {
			text += fmt.Sprintf("func (x *%s) m%d() {}\n", name, i)
		}
		return text
	}
	size := func() string {
		out, _ := exec.CommandContext(t.Context(), "bash", filepath.Join(root, ".ci/run"), "size").CombinedOutput()
		return string(out)
	}
	parts, err := filepath.Glob("../../.ci/*.bash")
	if err != nil || len(parts) == 0 {
		t.Fatalf("%v: the gate has no parts", err)
	}
	for _, name := range append(parts, "../../.ci/run") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		write(".ci/"+filepath.Base(name), string(text))
	}
	write("main.go", "package main\n")
	write("fits/lines.go", strings.Repeat("\n", 400))
	write("fits/methods.go", methods("Fits", 40))
	for i := range 28 {
		write(fmt.Sprintf("fits/f%d.go", i), "package p\n")
	}
	if out := size(); !strings.Contains(out, "=== all well") {
		t.Fatalf("what fits is refused:\n%s", out)
	}
	write("long/lines.go", strings.Repeat("\n", 401))
	write("long/methods.go", methods("Wide[T]", 30))
	write("long/more.go", methods("Wide", 11))
	write("long/lines_test.go", strings.Repeat("\n", 2000)+methods("Test", 60))
	write("fits/one_more.go", "package p\n")
	write("hall.go", "package main\n")
	const want = "ci: too large: ./long/lines.go has 401 lines of 400; ./fits has 31 files of 30; ./long.Wide has 41 methods of 40; hall.go stands at the root, where main.go stands alone; \n"
	if out := size(); !strings.HasSuffix(out, want) {
		t.Errorf("it says\n%s\nwant\n%s", out, want)
	}
}
