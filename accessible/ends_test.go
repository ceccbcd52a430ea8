package accessible_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bellhop/accessible"
)

var update = flag.Bool("update", false, "write the transcript of the documentation anew")

// whole is a booking with a look at the list, by somebody who also asks where they are.
func whole() []string {
	return append(append([]string{"lon 12dec 3n 2a free", "more", "where am i", "by name", "by total", "1", "details 1", "1", ""}, guest()...), "tok_good", "book", "back", "quit")
}

// The input may be over at each question: the conversation ends, and nothing is sent without its word.
func TestEndAtEachQuestion(t *testing.T) {
	t.Parallel()
	f, script := newFixture(t), whole()
	for n := range script[:len(script)-3] {
		told, err := f.talk(script[:n]...)
		if err != nil || f.service.creates != 0 {
			t.Fatalf("after %q: %v, %d sent", script[:n], err, f.service.creates)
		}
		wants(t, told, "The input is over. Nothing more is sent.\n")
	}
}

// A signal may come at each question.
func TestStopAtTheBeginning(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("stopped")
	cancel(why)
	if _, err := f.talkIn(ctx, whole()...); !errors.Is(err, why) || f.service.creates != 0 {
		t.Errorf("%v, %d sent", err, f.service.creates)
	}
}

// Whatever is typed wrongly at a question is named with its field, and the question is asked again.
func TestWrongAnswerAtEachQuestion(t *testing.T) {
	t.Parallel()
	f, script := newFixture(t), whole()
	// Free text is no error where text is asked for.
	free := map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 11: true, 12: true, 16: true, 17: true, 18: true, 19: true, 21: true}
	for n := range script[:len(script)-3] {
		wrong := []string{"999999", "\x1b[2J\x07", strings.Repeat("long ", 2000), "help", "repeat", "where am i", "quit"}
		if !free[n] {
			wrong = append([]string{"zzz zzz zzz"}, wrong...)
		}
		told, err := f.talk(append(append([]string{}, script[:n]...), wrong...)...)
		if err != nil || f.service.creates != 0 {
			t.Fatalf("after %q: %v, %d sent", script[:n], err, f.service.creates)
		}
		wants(t, told, "Error in ", "letters that an answer may have.\n", "These words work everywhere.\n", "You are here: ", "Bellhop ends.\n")
	}
}

// The words that are typed at random. Those that send something are counted.
var vocabulary = []string{
	"", "1", "2", "3", "11", "0", "-1", "book", "again", "cancel", "change", "payment", "accept", "back", "repeat", "more", "help", "where am i",
	"lon 12dec 3n 2a free", `"Scenario: price goes up" 12dec 3n`, `"Scenario: ghost booking" 12dec 3n`, "free", "<300", "by distance", "clear", "all", "first",
	"details 1", "Ada", "ada@example.com", "United Kingdom", "020 7946 0000", "tok_good", "card_declined", "tokens", "token", "read", "verify", "next",
	"find mu", "find", "reservations", "deadlines", "sums", "lost answers", "interrupted", "throw away 1", "dates", "13dec", "16dec", "timeline", "show guest",
	"show guests", "mask guests", "open", "search", "voucher", "calendar", "message", "copy", "loyalty", "none", "mu", "nearest", "wait", "look", "\x1b[A", "\xff", `"more"`,
	"rebook", "old", "keep", "new", "half rebookings", "reports", "arrivals", "today to +6", "csv", "json", "views", "cancel 1 2", "cancel 1 to 3", "interrupted cancellations",
	"numbers", "simulate", "created", "confirmed", "data", "stored searches", "store a b",
}

// FuzzAnswers gives any answers to a conversation: it ends, never panics, and each write had its own word.
func FuzzAnswers(f *testing.F) {
	f.Add([]byte{18, 1, 1, 0, 0, 28, 28, 29, 30, 31, 28, 28, 0, 0, 0, 32, 7, 49, 9, 9, 9})
	f.Add([]byte{19, 1, 1, 12, 0, 0})
	f.Add([]byte{20, 1, 1, 0, 60, 1, 0, 32, 7, 63, 64, 13})
	f.Add([]byte{41, 1, 9, 0, 9, 9, 46, 47, 48, 10, 11, 32, 0, 11})
	f.Add([]byte{42, 43, 52, 15, 1, 51, 49, 13, 44, 45, 1})
	fix := newFixture(f)
	f.Fuzz(func(t *testing.T, picks []byte) {
		picks = picks[:min(len(picks), 60)]
		fix.t = t
		lines := make([]string, len(picks))
		words := map[string]int{}
		for i, n := range picks {
			lines[i] = vocabulary[int(n)%len(vocabulary)]
			words[lines[i]]++
		}
		creates, changes, cancels := fix.service.creates, fix.service.changes, fix.service.cancel
		_, err := fix.talk(lines...)
		if unresolved := new(accessible.UnresolvedError); err != nil && !errors.As(err, &unresolved) {
			t.Fatalf("%q: %v", lines, err)
		}
		creates, changes, cancels = fix.service.creates-creates, fix.service.changes-changes, fix.service.cancel-cancels
		// A word also names the place that it leads to, so that of those each write took two.
		// A rebooking is cancelled for the word alone, and several for one word.
		canceling := words["cancel"] / 2
		if words["rebook"] > 0 {
			canceling = words["cancel"]
		}
		if words["cancel 1 2"]+words["cancel 1 to 3"] > 0 {
			canceling = 3 * words["cancel"]
		}
		if creates > words["book"]+words["again"] || changes > words["change"]+words["payment"]/2 || cancels > canceling {
			t.Fatalf("%q sent %d bookings, %d changes, %d cancellations", lines, creates, changes, cancels)
		}
	})
}

// made are the numbers that each run makes anew.
var made = regexp.MustCompile(`[0-9a-f]{32}`)

// The transcript of the documentation is what is told now.
func TestTranscript(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(append(toBook("lon 12dec 3n 2a free <200"), "book", "where am i", "quit")...)
	if err != nil {
		t.Fatal(err)
	}
	told = made.ReplaceAllString(told, "0123456789abcdef0123456789abcdef")
	page := filepath.Join("..", "docs", "accessible.md")
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const open, end = "```text\n", "```\n"
	before, rest, found := strings.Cut(string(text), open)
	was, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no transcript", page)
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+open+told+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(was, told); diff != "" {
		t.Errorf("the transcript in %s is another one (go test ./accessible -run Transcript -update):\n%s", page, diff)
	}
}
