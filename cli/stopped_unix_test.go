//go:build unix

package cli_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/cli/exit"

	"github.com/google/go-cmp/cmp"
)

// between stands between the commands and the sandbox of the profile work, and is what they talk to from then on. It keeps
// the last booking that was sent; held is called once the sandbox has answered a write, before its answer goes on, and read,
// where there is one, before any other request goes on.
func between(t *testing.T, f *fixture, held func(*http.Request), read ...func(*http.Request)) (sent *[]byte) {
	t.Helper()
	_, address, _ := f.run("profile", "list", "--jq", `.[] | select(.name == "work") | .base_url`)
	behind, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		t.Fatal(err)
	}
	sent = new([]byte)
	proxy := httputil.NewSingleHostReverseProxy(behind)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if r.Method != http.MethodPost || !strings.HasPrefix(r.URL.Path, "/rest/v1/reservation") {
			for _, do := range read {
				do(r)
			}
			proxy.ServeHTTP(w, r)
			return
		}
		*sent = body
		answer := httptest.NewRecorder()
		proxy.ServeHTTP(answer, r.WithContext(t.Context())) // Whoever sent it may go away.
		held(r)
		maps.Copy(w.Header(), answer.Header())
		w.WriteHeader(answer.Code)
		_, _ = w.Write(answer.Body.Bytes())
	}))
	t.Cleanup(server.Close)
	path := filepath.Join(f.home, "c", "bellhop", "config.toml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f.write("config.toml", strings.ReplaceAll(string(text), behind.Host, strings.TrimPrefix(server.URL, "http://")), 0o600)
	f.env["BELLHOP_ACCOUNT"], f.env["BELLHOP_TOKEN"] = "partner", "secret" // The stored key goes to no other address.
	return sent
}

// stopped sends the signal of a line that was dropped, which ends a command as ctrl+c does and leaves the sandbox, which is
// in the same process here.
func stopped(t *testing.T) {
	t.Helper()
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
		t.Error(err)
	}
}

func skipIgnored(t *testing.T) {
	t.Helper()
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("nohup has the signal ignored")
	}
}

// bookStopped books, and is stopped before the answer comes and before anything is looked up.
func bookStopped(t *testing.T) (f *fixture, errOut string) {
	t.Helper()
	skipIgnored(t)
	f, draft := drafted(t)
	var mute atomic.Bool
	between(t, f, func(r *http.Request) {
		mute.Store(true)
		stopped(t)
		<-r.Context().Done()
	}, func(r *http.Request) {
		if mute.Load() {
			<-r.Context().Done()
		}
	})
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	code, out, errOut := f.run("book", "--from", draft, "--yes")
	mute.Store(false)
	if code != exit.Unresolved || out != "" || !strings.Contains(errOut, "Do not send it again") {
		t.Fatalf("exit %d, %s%s", code, out, errOut)
	}
	return f, errOut
}

// Ctrl+c while a booking is being sent does not end the command without a word: it was sent, its code is that of a lost
// answer, and it is found later.
func TestStoppedWhileItIsSent(t *testing.T) {
	f, errOut := bookStopped(t)
	stopped := errOut
	code, out, errOut := f.run("reservation", "unresolved", "--wait", "--json", "state,kind")
	if code != exit.OK || out != `[{"state":"made","kind":"create"}]`+"\n" {
		_, audit, _ := f.run("audit", "list")
		t.Errorf("exit %d, %s%s\nbefore: %s\n%s", code, out, errOut, stopped, audit)
	}
}

// A journal whose attempts cannot be taken over is no empty list.
func TestUnresolvedThatCannotBeRead(t *testing.T) {
	f, _ := bookStopped(t)
	var locks []string
	err := filepath.WalkDir(f.home, func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".lock" && filepath.Base(filepath.Dir(path)) == "attempts" {
			locks = append(locks, path)
		}
		return err
	})
	if err != nil || len(locks) == 0 {
		t.Fatalf("%d locks, %v", len(locks), err)
	}
	for _, path := range locks {
		if err := errors.Join(os.Remove(path), os.Mkdir(path, 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	code, out, errOut := f.run("reservation", "unresolved")
	if code != exit.Failed || !strings.Contains(errOut, "not all that was sent and not answered can be listed") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}

// After a signal the cancellation under way is finished. The others are not tried, and can be resumed later. The signal is
// noticed before the first answer arrives.
func TestSeveralStopped(t *testing.T) {
	skipIgnored(t)
	f, _ := drafted(t)
	_, ids, _ := f.run("reservation", "list", "--status", "confirmed", "--limit", "3", "--jq", ".[].id")
	noticed := make(chan struct{})
	f.told = func(text string) {
		if strings.Contains(text, "ends after the reservation that is being cancelled") {
			close(noticed)
		}
	}
	var sent atomic.Int32
	between(t, f, func(*http.Request) {
		if sent.Add(1) > 1 {
			return
		}
		stopped(t)
		select {
		case <-noticed:
		case <-time.After(time.Minute):
			t.Error("the signal was not noticed")
		}
	})
	code, out, errOut := f.run(append(words("reservation cancel --yes --word cancel --json id,status,outcome"), strings.Fields(ids)...)...)
	if code != 129 || !strings.Contains(out, `"status":"CANCELED","outcome":"cancelled"`) || !strings.Contains(out, `"status":"CONFIRMED","outcome":"not tried"`) ||
		!strings.Contains(errOut, "reservation cancel --resume goes on") || sent.Load() != 1 {
		t.Fatalf("exit %d, %d sent, %s%s", code, sent.Load(), out, errOut)
	}
	f.told = nil
	code, out, errOut = f.run(words("reservation cancel --resume --yes --word cancel --json outcome")...)
	if code != exit.OK || strings.Count(out, `"cancelled"`) != 3 {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}

// What is made and cannot be printed is not told as if it had failed.
func TestMadeAndNotPrinted(t *testing.T) {
	f, draft := drafted(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	code, out, errOut := f.run("book", "--from", draft, "--yes", "--jq", ".id | tonumber")
	if code != exit.Failed || out != "" || !strings.Contains(errOut, "it was booked, but the answer could not be printed: --jq: ") || !strings.Contains(errOut, "Do not send it again.") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}

// A cancellation whose answer was lost and that is found has the attempt that the journal has.
func TestCancelWithALostAnswer(t *testing.T) {
	f, _ := drafted(t, "reset-after POST /rest/v1/reservation/{reservation_id}/cancel nth=1")
	_, id, _ := f.run("reservation", "list", "--status", "confirmed", "--limit", "1", "--jq", ".[0].id")
	code, out, errOut := f.run("reservation", "cancel", strings.TrimSpace(id), "--yes", "--jq", ".[].attempt")
	if code != exit.OK || !strings.HasPrefix(out, "att-") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	if code, _, errOut := f.run(words("reservation cancel --resume --dry-run")...); code != exit.Usage || !strings.Contains(errOut, "leave --resume out") {
		t.Errorf("exit %d, %s", code, errOut)
	}
}

// A reservation that is cancelled elsewhere after it was read, and before the cancellation is sent, is cancelled already.
func TestCancel_ElsewhereMeanwhile(t *testing.T) {
	for name, several := range map[string]bool{"one": false, "several": true} {
		t.Run(name, func(t *testing.T) {
			f, _ := drafted(t)
			ids := f.confirmed("2")
			_, address, _ := f.run("profile", "list", "--jq", `.[] | select(.name == "work") | .base_url`)
			other, err := api.New(api.Options{BaseURL: strings.TrimSpace(address), Account: "partner", Token: api.NewSecret("secret")})
			if err != nil {
				t.Fatal(err)
			}
			var reads atomic.Int32
			between(t, f, func(*http.Request) {}, func(r *http.Request) {
				if strings.Contains(r.URL.Path, ids[0]) && reads.Add(1) == 2 { // The one right before it is sent.
					if _, err := other.CancelReservation(r.Context(), ids[0]); err != nil {
						t.Error(err)
					}
				}
			})
			args, want := []string{ids[0], "--yes"}, []string{"already"}
			if several {
				args, want = append(args, ids[1], "--word", "cancel"), []string{"already", "cancelled"}
			}
			code, rows, errOut := f.cancelled(args...)
			var outcomes []string
			for _, row := range rows {
				outcomes = append(outcomes, row.Outcome)
			}
			if diff := cmp.Diff(want, outcomes); diff != "" || code != exit.OK || reads.Load() < 2 {
				t.Errorf("exit %d, %s%s", code, diff, errOut)
			}
		})
	}
}

// A cancellation that an earlier write holds back at the last moment ends with the same code alone and among several, and
// names no flag that the command does not have.
func TestCancel_HeldBackMeanwhile(t *testing.T) {
	for name, several := range map[string]bool{"one": false, "several": true} {
		t.Run(name, func(t *testing.T) {
			f, _ := drafted(t)
			ids := f.confirmed("2")
			var reads atomic.Int32
			between(t, f, func(*http.Request) { t.Error("it was sent") }, func(r *http.Request) {
				if strings.Contains(r.URL.Path, ids[0]) && reads.Add(1) == 2 { // The one right before it is sent.
					f.ledger().attempt(journal.Plan{Attempt: "att-earlier", Kind: journal.Cancel, Profile: "partner@" + r.Host, Environment: "sandbox", Reservation: ids[0]}, sent, lost)
				}
			})
			args := []string{ids[0], "--yes"}
			if several {
				args = append(args, ids[1], "--word", "cancel")
			}
			code, rows, errOut := f.cancelled(args...)
			if code != exit.Unresolved || len(rows) == 0 || rows[0].Outcome != "not known yet" || strings.Contains(errOut, "--besides") {
				t.Errorf("exit %d, %+v, %s", code, rows, errOut)
			}
		})
	}
}

// A dry run prints what is sent, except for the attempt and the token.
func TestDryRunIsWhatIsSent(t *testing.T) {
	f, draft := drafted(t)
	body := between(t, f, func(*http.Request) {})
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	_, dry, errOut := f.run("book", "--from", draft, "--dry-run")
	if code, _, errOut := f.run("book", "--from", draft, "--yes"); code != exit.OK {
		t.Fatal(errOut)
	}
	_, text, _ := strings.Cut(dry, "\n\n")
	var printed, sent map[string]any
	if err := errors.Join(json.Unmarshal([]byte(text), &printed), json.Unmarshal(*body, &sent)); err != nil {
		t.Fatalf("%v: %s%s", err, dry, errOut)
	}
	data, _ := sent["custom_data"].(map[string]any)
	data["bellhop_attempt"] = "att-" + strings.Repeat("A", 26)
	sent["payment"].(map[string]any)["guest"].(map[string]any)["token"] = "$BELLHOP_PAYMENT_TOKEN"
	if diff := cmp.Diff(sent, printed); diff != "" {
		t.Errorf("what is sent (-) and what was printed (+):\n%s", diff)
	}
}

// A mere enter at the prompt for the payment token sends nothing.
func TestNoTokenTyped(t *testing.T) {
	f, draft := drafted(t)
	_, id, _ := f.run("reservation", "list", "--status", "confirmed", "--limit", "1", "--jq", ".[0].id")
	for _, line := range [][]string{{"reservation", "payment", strings.TrimSpace(id)}, {"book", "--from", draft}} {
		code, errOut, _ := terminalRunWith(t.Context(), t, f.launchers(), "shown): ", typing("\n"), line...)
		if code != exit.Usage || !strings.HasSuffix(errOut, "bellhop: nothing was sent: no payment token was typed\n") {
			t.Errorf("%s: exit %d, %q", line[0], code, errOut)
		}
	}
}

// The question counts the reservations that are cancelled, without those that are left out, and takes the singular.
func TestCancel_QuestionCounts(t *testing.T) {
	f, _ := drafted(t)
	id := f.confirmed("1")[0]
	code, errOut, _ := terminalRunWith(t.Context(), t, f.launchers(), "to go on: ", typing("\n"), "reservation", "cancel", id, strings.Repeat("0", 32))
	if code != exit.Failed || !strings.Contains(errOut, "\nCancel 1 reservation? Type cancel to go on: ") {
		t.Errorf("exit %d, %s", code, errOut)
	}
}
