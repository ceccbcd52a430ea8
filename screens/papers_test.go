package screens_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/clipboard"
	"bellhop/ui/uitest"
)

// exported returns the files in the folder for exports by name, which are the owner's alone.
func exported(t *testing.T, f *fixture) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(f.deps.Exports)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", e.Name(), info.Mode(), err)
		}
		text, err := os.ReadFile(filepath.Join(f.deps.Exports, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

// says fails unless the screen shows the texts, wherever its lines are folded.
func says(t *testing.T, p *uitest.Pump, texts ...string) *uitest.Pump {
	t.Helper()
	view := strings.Join(strings.Fields(p.View()), " ")
	for _, text := range texts {
		if !strings.Contains(view, text) {
			t.Errorf("it does not say %q:\n%s", text, p.View())
		}
	}
	return p
}

// bookedReceipt is the receipt of a booking of two rooms that was made just now.
func bookedReceipt(t *testing.T, f *fixture) *uitest.Pump {
	t.Helper()
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Press("ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	return p
}

// From the receipt a client gets everything by one key each.
func TestPapersOfAReceipt(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	p := bookedReceipt(t, f).Has("y copy it", "v voucher", "i calendar file", "s message")
	p.Press("y").Has("The whole confirmation was copied with xclip.")
	p.Press("y").Has("The number alone was copied with xclip.")
	if len(f.copied) != 2 || !strings.Contains(f.copied[0], "Hotel voucher") || !strings.Contains(f.copied[0], "HC-77120") || f.copied[1] != "HC-77120" {
		t.Errorf("copied %q", f.copied)
	}
	f.allGoldens("receipt_copied")
	says(t, p.Press("v"), "Written for you alone: ", "sandbox-demo-voucher-qwertz.txt, .md and .html in ")
	says(t, p.Press("v"), "sandbox-demo-voucher-qwertz-2.txt")
	says(t, p.Press("i"), "sandbox-demo-stay-qwertz.ics in ")
	p.Press("s")
	onTop(t, p, "message")
	p.Has("Your booking at The Aldwych Lantern is confirmed.", "HC-77120", "City charge", "y copy it", "v write a file")
	f.allGoldens("message")
	says(t, p.Press("y").Has("The message was copied with xclip.").Press("v"), "sandbox-demo-message-qwertz.txt in ")
	p.Press("esc")
	onTop(t, p, "receipt")
	files := exported(t, f)
	if len(files) != 8 {
		t.Errorf("there are %d files", len(files))
	}
	for name, text := range files {
		for _, secret := range []string{"tok_good", "att-TEST", "code/"} {
			if strings.Contains(text, secret) {
				t.Errorf("%s has %q", name, secret)
			}
		}
	}
	if !strings.Contains(files["sandbox-demo-stay-qwertz.ics"], "BEGIN:VALARM") || !strings.Contains(files["sandbox-demo-voucher-qwertz.html"], "SANDBOX, profile demo: this is a trial") {
		t.Error("the files do not say what they are for")
	}
	f.deps.Copy = func(context.Context, string) (clipboard.Copy, error) {
		return clipboard.Copy{Sequence: "\x1b]52;c;\a"}, nil
	}
	says(t, p.Press("y"), "(OSC 52). If pasting brings nothing, v writes it to files.")
	f.deps.Exports = filepath.Join(f.deps.Exports, "sandbox-demo-stay-qwertz.ics")
	p.Press("v").Has("! Not written: ")
}

// A key that is pressed twice before the files are there writes them once, and another key's files are written beside them.
func TestPapers_WrittenOnceForTwoKeys(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	p := bookedReceipt(t, f).Hold().Press("y", "v", "v", "i", "i").Has("copying · writing the files").Release()
	says(t, p, "The whole confirmation was copied with xclip. Written for you alone: sandbox-demo-voucher-qwertz.txt, .md and .html in ")
	p.Press("s").Hold().Press("v", "v").Release()
	files := slices.Sorted(maps.Keys(exported(t, f)))
	want := []string{
		"sandbox-demo-message-qwertz.txt", "sandbox-demo-stay-qwertz.ics",
		"sandbox-demo-voucher-qwertz.html", "sandbox-demo-voucher-qwertz.md", "sandbox-demo-voucher-qwertz.txt",
	}
	if !slices.Equal(files, want) {
		t.Errorf("written %q, want %q", files, want)
	}
}

// Before an audience no guest is handed out, nor shown; without a folder nothing is written.
func TestPapersBeforeAnAudience(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	p := bookedReceipt(t, f)
	f.deps.Theme.Presenter = ui.NewPresenter(true)
	p.Press("y")
	guest := booking.GuestName(verifiedDraft(t, f).Guest)
	if len(f.copied) != 1 || strings.Contains(f.copied[0], guest) || !strings.Contains(f.copied[0], "HC-77120") {
		t.Errorf("copied %q", f.copied)
	}
	says(t, p.Press("v"), "The guest is masked in it", "sandbox-demo-voucher-2026-12-19-the-aldwych-lantern.txt").HasNot("qwertz")
	p.Press("s").HasNot(guest, "HC-77120", "QWERTZ").Press("y")
	if strings.Contains(f.copied[1], guest) || !strings.Contains(f.copied[1], "HC-77120") {
		t.Errorf("copied %q", f.copied)
	}
	for name, text := range exported(t, f) {
		if strings.Contains(text, guest) {
			t.Errorf("%s names the guest", name)
		}
	}
	f.deps.Exports = ""
	r := startOn(f, screens.NewReservation(f.deps, storedReservation(0))).HasNot("v voucher", "i calendar file").Has("y copy a field", "s message")
	r.Press("s").HasNot("v write a file")
}

// The page of a reservation hands out the same, and the journal notes that its guest was named.
func TestPapersOfAReservation(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 1)
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	p := says(t, startOn(f, screens.NewReservation(f.deps, storedReservation(0))).Press("v"), "Written for you alone: ", ".txt, .md and .html in ")
	says(t, p.Resize(80, 24).Press("pgdown", "pgdown", "i"), ".ics in ") // Whoever has read on sees it, too.
	reveals, err := f.journal.Reveals()
	if err != nil || len(reveals) != 2 || reveals[0].Reveal.Reservation != storedReservation(0).ID {
		t.Errorf("the journal has %+v, %v", reveals, err)
	}
	p.Press("s").Has("Dear Mary Graham,").Press("esc")
	if err := f.journal.Close(); err != nil {
		t.Fatal(err)
	}
	p.Press("v").Has("! Not written: ")
	p.Press("s").HasNot("Dear Mary").Has("r/f5 reload")
	uitest.Sweep(t, p)
	f.deps.Exports = ""
	unknown := storedReservation(0)
	unknown.Status = "NO_SHOW"
	startOn(f, screens.NewReservation(f.deps, unknown)).HasNot("s message")
}

func TestSweepOfPapers(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	p := bookedReceipt(t, f).Press("v")
	uitest.Sweep(t, p)
	uitest.Sweep(t, p.Press("s", "y"))
}
