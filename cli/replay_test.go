package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/cli/exit"
	"bellhop/sandbox"
)

// record serves a sandbox at a clock that stands still, asks it for the
// destinations of some texts, and returns the recording.
func record(t *testing.T, texts ...string) string {
	t.Helper()
	f := newFixture(t)
	file := filepath.Join(f.home, "r.jsonl")
	address := f.serve("--record", file, "--clock", "2026-12-12 09:30", "--data", "memory")
	client, err := api.New(api.Options{BaseURL: "http://" + address, Account: "partner", Token: api.NewSecret("secret"), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		if _, err := client.SearchDestinations(t.Context(), api.DestinationQuery{Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReplayStarts(t *testing.T) {
	lines := strings.SplitAfter(record(t, "london", "paris"), "\n")
	f := newFixture(t)
	file := f.file("r.jsonl", lines[0]+lines[1][:40]+"\n"+lines[1]+lines[0][:20]+"\n")
	code, out, errOut := f.run("sandbox", "replay", file)
	if code != exit.OK || errOut != "bellhop: HOME/r.jsonl: lines 2, 4 were cut off and are left out\n" {
		t.Errorf("exit %d, %s", code, errOut)
	}
	printed := strings.Split(freePort.ReplaceAllString(out, "http://ADDRESS"), "\n")
	made := f.replay.Accounts[0]
	if len(printed) != 4 || printed[0] != "listening on http://ADDRESS" || printed[1] != "account partner:"+made.Token || len(made.Token) != 26 ||
		printed[2] != "replaying 2 requests, recorded Sat 12 Dec 2026 09:30:00 UTC" {
		t.Errorf("it prints\n%s", out)
	}
	if o := f.replay; len(o.Accounts) != 1 || made.ID != "partner" || o.Listen != "127.0.0.1:0" {
		t.Errorf("it started %+v", o)
	}
	f.file("r.jsonl", lines[0]+lines[1][:40]+"\n")
	code, out, errOut = f.run("sandbox", "replay", file, "--listen", "0.0.0.0:0", "--account", "partner:s", "--name", "id_filter=id")
	if code != exit.OK || !strings.HasSuffix(out, "\nreplaying 1 request, recorded Sat 12 Dec 2026 09:30:00 UTC\n") || strings.Contains(out, "account") ||
		errOut != "bellhop: HOME/r.jsonl: line 2 was cut off and is left out\nbellhop: warning: other machines can reach 0.0.0.0:0, and what they send is not encrypted\n" {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	if o := f.replay; len(o.Accounts) != 1 || o.Accounts[0] != (sandbox.Account{ID: "partner", Token: "s"}) || len(o.Names) != 1 {
		t.Errorf("it started %+v", o)
	}
	f.file("r.jsonl", lines[0]+"nonsense\n")
	code, _, errOut = f.run("sandbox", "replay", file)
	if code != exit.Usage || !strings.HasPrefix(errOut, "bellhop: HOME/r.jsonl: line 2 is no line of a recording: ") {
		t.Errorf("exit %d, %s", code, errOut)
	}
	f.file("r.jsonl", "")
	f.want([]string{"sandbox", "replay", file}, exit.Usage, "", "bellhop: HOME/r.jsonl: it holds no request that an account made\n")
	f.want([]string{"sandbox", "replay", file, "--account", "p:s"}, exit.Usage, "", "bellhop: HOME/r.jsonl: it holds no request\n")
}
