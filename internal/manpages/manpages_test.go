package manpages_test

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"time"

	"bellhop/cli"
	"bellhop/internal/manpages"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var date = time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)

func pages() (*cobra.Command, map[string]string) {
	root := cli.Commands(cli.Build{Version: "1.2.3"})
	return root, manpages.Pages(root, "1.2.3", date)
}

// plain undoes what roff needs.
func plain(s string) string {
	return strings.NewReplacer(`\e`, `\`, `\-`, "-", `\(aq`, "'", `\(ga`, "`", `\(ha`, "^", `\(ti`, "~", `\(dq`, `"`, `\&`, "", `\fB`, "", `\fR`, "", `\fI`, "").Replace(s)
}

// Every command that the help lists has a page with its flags, its help and its examples.
func TestEveryCommandHasAPage(t *testing.T) {
	t.Parallel()
	root, pages := pages()
	seen := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		seen++
		page, there := pages[manpages.FileName(cmd)]
		if !there || !strings.HasPrefix(page, `.TH "BELLHOP`) || !strings.Contains(page, `"2026-11-24" "bellhop 1.2.3"`) {
			t.Errorf("%s has the page %.80q", cmd.CommandPath(), page)
			return
		}
		if cmd.Short == "" {
			t.Errorf("%s says nothing of itself", cmd.CommandPath())
		}
		text := plain(page)
		for _, part := range []string{cmd.Short, cmd.Long, cmd.Example} {
			for line := range strings.SplitSeq(part, "\n") {
				if line = strings.TrimSpace(strings.ReplaceAll(line, "\t", "    ")); !strings.Contains(text, line) {
					t.Errorf("the page of %s lacks %q", cmd.CommandPath(), line)
				}
			}
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden && !strings.Contains(text, "--"+f.Name) {
				t.Errorf("the page of %s lacks --%s", cmd.CommandPath(), f.Name)
			}
		})
		for _, below := range cmd.Commands() {
			if !below.Hidden {
				walk(below)
			}
		}
	}
	walk(root)
	if seen < 40 || len(pages) != seen {
		t.Errorf("%d commands and %d pages", seen, len(pages))
	}
}

// Nothing of the machine that makes the pages is in them, and roff reads nothing of a
// help as its own.
func TestPagesAreTheSameEverywhere(t *testing.T) {
	t.Parallel()
	_, first := pages()
	_, again := pages()
	requests := map[string]bool{".TH": true, ".SH": true, ".nh": true, ".ad": true, ".nf": true, ".fi": true, ".TP": true, ".br": true}
	for name, page := range first {
		if again[name] != page || strings.Contains(page, t.TempDir()) {
			t.Errorf("%s is not the same twice", name)
		}
		for line := range strings.SplitSeq(page, "\n") {
			word, _, _ := strings.Cut(line, " ")
			if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !requests[word] {
				t.Errorf("%s: roff reads %q", name, line)
			}
		}
	}
}

// Where groff is, it reads every page without a warning.
func TestGroffReadsThePages(t *testing.T) {
	t.Parallel()
	groff, err := exec.LookPath("groff")
	if err != nil {
		return // The requests are counted above.
	}
	_, pages := pages()
	for name, page := range pages {
		var says bytes.Buffer
		cmd := exec.CommandContext(t.Context(), groff, "-man", "-Kutf8", "-Tutf8", "-ww", "-z")
		cmd.Stdin, cmd.Stderr = strings.NewReader(page), &says
		if err := cmd.Run(); err != nil || says.Len() > 0 {
			t.Errorf("%s: %v\n%s", name, err, says.String())
		}
	}
}
