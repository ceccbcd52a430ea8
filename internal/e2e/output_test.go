//go:build unix

package e2e

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"bellhop/internal/gated"
)

// printed runs the built program and returns what it leaves on both outputs.
func printed(t *testing.T, home string, env []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), bellhop(t), args...)
	cmd.Env = append(environment(home), env...)
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	text := string(out)
	if !utf8.ValidString(text) || strings.IndexFunc(text, func(r rune) bool {
		return r != '\n' && r != '\t' && (r < ' ' || unicode.In(r, unicode.Cc, unicode.Bidi_Control))
	}) >= 0 {
		t.Errorf("%q drives the terminal with %q", args, text)
	}
	// A check shows the kind of a text and not the text.
	if !strings.Contains(text, "mark") && args[0] != "check" && !strings.HasPrefix(args[0], "__") {
		t.Errorf("%q prints nothing of it: %q", args, text)
	}
	return text
}

// What the real program prints of its arguments, its variables, its folders and a
// service's answers drives no terminal.
func TestJourneyOutputIsClean(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const text = "mark\x1b]0;x\a\u009b31m\u202e\x7f\x9b\xff"
	answer := strings.NewReplacer("\a", `\u0007`, "\x1b", `\u001b`).Replace(strings.ToValidUTF8(text, ""))
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-Id", "mark\u202e\u009b")
		if strings.Contains(r.URL.Path, "destinations") {
			_, _ = io.WriteString(w, `{"results":[{"type":"`+answer+`","objectID":"`+answer+`","hotels_count":"`+answer+`","category":"`+answer+`"}]}`)
			return
		}
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"code":2001,"type":"`+answer+`","message":"`+answer+`","details":[{"message":"`+answer+`","field":["`+answer+`"]}]}`)
	}))
	t.Cleanup(service.Close)
	home := filepath.Join(t.TempDir(), text)
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Skip("this disk has no such names: ", err)
	}
	for _, args := range [][]string{
		{text}, {"--" + text}, {"help", text}, {"__complete", "demo", "--" + text + "=1", ""}, {"__completeNoDesc", "nothing" + text, "-" + text, ""}, {"paths"},
	} {
		printed(t, home, nil, args...)
	}
	printed(t, home, []string{"BELLHOP_PROFILE=" + text}, "deadlines")
	account := []string{"BELLHOP_BASE_URL=" + service.URL, "BELLHOP_ACCOUNT=a", "BELLHOP_TOKEN=b"}
	for _, args := range [][]string{{"deadlines"}, {"check"}, {"check", "--json"}, {"audit", "list"}} {
		if args[0] == "audit" {
			text := printed(t, home, append(account, "BELLHOP_PROFILE=mark"), args...)
			if !strings.Contains(text, "there is no profile") {
				t.Error(text)
			}
			continue
		}
		printed(t, home, account, args...)
	}
	// The log is read at a terminal too.
	log, err := os.ReadFile(filepath.Join(home, "state", "bellhop", "bellhop.log"))
	if err != nil || bytes.ContainsAny(log, "\x1b\a\x7f\u009b\u202e") {
		t.Errorf("%v: %q", err, log)
	}
}
