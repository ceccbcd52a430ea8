package cli

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/config"
)

func TestReplayStarts(t *testing.T) {
	b := newBench(t)
	ctx, stop := context.WithCancel(b.ctx)
	stop()
	b.ctx = ctx
	at := time.Date(2026, 12, 12, 9, 30, 0, 0, time.UTC)
	b.tape = Replayed{Requests: 2, From: at, To: at.Add(90 * time.Second), Cut: []int{3, 7}, Made: []SandboxAccount{{"acme", config.NewSecret("made")}}}
	b.want(words("sandbox replay r.jsonl"), ExitOK,
		"listening on http://127.0.0.1:4711\naccount acme:made\nreplaying 2 requests, recorded Sat 12 Dec 2026 09:30:00 to 09:31:30 UTC\n",
		"bellhop: r.jsonl: lines 3, 7 were cut off and are left out\n")
	if o := b.replay; len(o.Accounts) != 0 || o.Listen != "127.0.0.1:0" || !filepath.IsAbs(o.File) || filepath.Base(o.File) != "r.jsonl" {
		t.Errorf("it started %+v", o)
	}
	b.tape = Replayed{Requests: 1, From: at, To: at, Cut: []int{2}}
	b.want(words("sandbox replay r.jsonl --listen 0.0.0.0:80 --account p:s --name id_filter=id"), ExitOK,
		"listening on http://127.0.0.1:4711\nreplaying 1 request, recorded Sat 12 Dec 2026 09:30:00 UTC\n",
		"bellhop: r.jsonl: line 2 was cut off and is left out\nbellhop: warning: other machines can reach 0.0.0.0:80, and what they send is not encrypted\n")
	if o := b.replay; len(o.Accounts) != 1 || o.Accounts[0].ID != "p" || len(o.Names) != 1 {
		t.Errorf("it started %+v", o)
	}
	if got := spanOf(at, at.Add(24*time.Hour)); got != "recorded Sat 12 Dec 2026 09:30:00 to Sun 13 Dec 2026 09:30:00 UTC" {
		t.Error(got)
	}
	b.err = Misused("r.jsonl: it holds no request")
	b.want(words("sandbox replay r.jsonl"), ExitUsage, "", "bellhop: r.jsonl: it holds no request\n")
}

func TestDiffSaysWhatDiffers(t *testing.T) {
	b := newBench(t)
	b.diff = RecordingDiff{Same: true, A: RecordingEnd{Requests: 5, Cut: []int{}}, B: RecordingEnd{Requests: 5, Cut: []int{6}}, Differences: []RecordingDifference{}}
	b.want(words("sandbox log diff a b"), ExitOK, "no difference in 5 requests\n", "bellhop: b: line 6 was cut off and is left out\n")
	b.want(words("sandbox log diff a b --json"), ExitOK,
		`{"same":true,"a":{"requests":5,"cut_lines":[]},"b":{"requests":5,"cut_lines":[6]},"differences":[]}`+"\n",
		"bellhop: b: line 6 was cut off and is left out\n")
	verify := RecordingDifference{A: 2, B: 2, Method: "POST", Path: "/v", Kind: "changed", Field: "response.price.total_price", Before: "612.4", After: "640"}
	status, hidden := verify, verify
	status.Field, status.Before, status.After = "status", "200", "400"
	hidden.Kind, hidden.Field, hidden.Before, hidden.After = "removed", "response.a", "\"\x1b[2J\u202e\"", ""
	b.diff = RecordingDiff{
		A: RecordingEnd{Requests: 5}, B: RecordingEnd{Requests: 4},
		Differences: []RecordingDifference{status, verify, hidden, {A: 3, Method: "GET", Path: "/r", Kind: "removed", Field: "request"}, {B: 5, Method: "GET", Path: "/r", Kind: "added", Field: "request"}},
	}
	b.want(words("sandbox log diff a b"), ExitFailed, `POST /v  (line 2)
  changed  status                      200 → 400
  changed  response.price.total_price  612.4 → 640
  removed  response.a                  "?[2J?"
GET /r  (line 3, only in a)
GET /r  (line 5, only in b)
5 differences in 3 requests; a has 5, b has 4
`, "")
	code, out, errOut := b.run(words("sandbox log diff a b --json")...)
	if code != ExitFailed || errOut != "" || !strings.Contains(out, `"field":"status","before":"200","after":"400"`) || strings.Contains(out, "\x1b") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	many := make([]RecordingDifference, 25)
	for i := range many {
		many[i] = verify
	}
	b.diff.Differences = many
	if _, out, _ := b.run(words("sandbox log diff a b")...); strings.Count(out, "612.4 → 640") != maxListed || !strings.Contains(out, "  and 5 more, which --json lists\n") {
		t.Errorf("it prints\n%s", out)
	}
	b.err = errors.New("reading line 4 of the recording: it broke off")
	b.want(words("sandbox log diff a b"), ExitFailed, "", "bellhop: reading line 4 of the recording: it broke off\n")
}

// Of two long values the places are shown where they part.
func TestDiffOfLongValues(t *testing.T) {
	long := strings.Repeat("a", 100)
	for _, tt := range []struct{ a, b, wantA, wantB string }{
		{"1", "2", "1", "2"},
		{"", "2", "", "2"},
		{long + "x" + long, long + "y", "…" + long[:16] + "x" + long[:31] + "…", "…" + long[:47] + "y"},
		{long, long[:60], "…" + long[:48] + "…", "…" + long[:48]},
		{"x" + long, "y" + long, "x" + long[:47] + "…", "y" + long[:47] + "…"},
		{"é\n", "\u200bé", "é?", "?é"},
	} {
		if a, b := apart(tt.a, tt.b); a != tt.wantA || b != tt.wantB {
			t.Errorf("%.20s and %.20s are shown as %s and %s, want %s and %s", tt.a, tt.b, a, b, tt.wantA, tt.wantB)
		}
	}
}

// A line that was cut off in the middle of a recording hides no other.
func TestLogPassesOverACutLine(t *testing.T) {
	lines := strings.SplitAfter(recording, "\n")
	text := lines[0] + lines[1][:40] + "\n" + lines[2]
	var out strings.Builder
	var said []string
	f := logFlags{notice: func(text string) { said = append(said, text) }, asJSON: true, unpack: func(line []byte) []byte { return line[:8] }}
	seen, listed, err := f.copy(t.Context(), &out, strings.NewReader(text), "r")
	if err != nil || listed != 2 || seen != 3 || out.String() != "{\"time\":\n{\"time\":\n" || strings.Join(said, "|") != "r: line 2 was cut off and is left out" {
		t.Errorf("%d, %d, %v, %q, %q", seen, listed, err, out.String(), said)
	}
}
