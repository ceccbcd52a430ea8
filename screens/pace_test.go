package screens_test

import (
	"path/filepath"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/pace"
	"bellhop/screens"
	"bellhop/ui"
)

// The receipt says what the booking took, and keeps it; the next booking begins anew.
func TestTheReceiptSaysWhatTheBookingTook(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	file := filepath.Join(t.TempDir(), "pace.jsonl")
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	f.deps.Pace, f.deps.PaceStore = pace.NewMeter(func() time.Time { return now }), pace.NewStore(file)
	f.change = append(f.change, func(o *ui.Options) {
		o.Pressed = func(screen string, msg tea.KeyMsg) { f.deps.Pace.Press(pace.Press{Screen: screen, Key: msg.String()}) }
	})
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	f.deps.Pace.Restart() // The screen was opened with a key.
	p.Press("ctrl+t")
	now = now.Add(41 * time.Second)
	f.deps.Pace.Call()
	p.Press("ctrl+b")
	onTop(t, p, "receipt")
	p.Has("2 keys, 41 s, 1 call.")
	kept, _, err := f.deps.PaceStore.Bookings()
	if err != nil || len(kept) != 1 || kept[0].Keys != 2 || len(service.created) != 1 {
		t.Errorf("%+v, %v", kept, err)
	}
	p.Press("esc", "tab")
	if b, _ := f.deps.Pace.Finish(""); b.Keys != 2 {
		t.Errorf("%d keys since the receipt, 2 were pressed", b.Keys)
	}
}
