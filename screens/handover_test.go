package screens_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/handover"
	"bellhop/screens"
	"bellhop/ui/clipboard"
	"bellhop/ui/uitest"
)

var handOverLine = regexp.MustCompile(regexp.QuoteMeta(handover.Prefix) + `[A-Za-z0-9_\s-]+`)

func signed(f *fixture) {
	f.deps.HandOverKey = func() (handover.Key, error) { return handover.NewKey(api.NewSecret("shared"), "sandbox") }
}

// lineOn returns the line as somebody copies it from the screen, with what the frame puts between its parts.
func lineOn(t *testing.T, p *uitest.Pump) string {
	t.Helper()
	line := handOverLine.FindString(strings.ReplaceAll(p.View(), "─", ""))
	if line == "" {
		t.Fatalf("no line on:\n%s", p.View())
	}
	line, _, _ = strings.Cut(line, " y copy")
	return strings.Join(strings.Fields(line), "")
}

// A draft goes over to a colleague, who stands at the same step, the rate verified anew.
func TestADraftIsHandedOver(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	signed(f)
	draft := verifiedDraft(t, f)
	draft.Guest = api.Guest{GivenName: "Maria", Surname: "Gunnarsdottir", Email: "maria@mail.example"}
	p := f.start(screens.NewGuest(f.deps, draft)).Press("f7").Has("One line for a colleague", "no payment token").HasNot("Gunnarsdottir", "mail.example")
	f.goldens("hand_over")
	line := lineOn(t, p.Resize(120, 40))

	theirs := newFixture(t)
	signed(theirs)
	verified := theirs.service.verifications
	p = theirs.start(screens.NewSearch(theirs.deps, emptyTrip())).Press("f7").Has("Paste the line").Paste(line).Press("enter")
	onTop(t, p, "guest")
	p.Has(draft.Hotel.Name, "Handed over", "at the guest", "M··· G···", "Price and terms are the same now").HasNot("Gunnarsdottir")
	theirs.goldens("hand_over_opened")
	if theirs.service.verifications != verified+1 {
		t.Errorf("verified %d times", theirs.service.verifications-verified)
	}
	onTop(t, p.Press("esc"), "terms")
	onTop(t, p.Press("esc"), "search")
}

// Whoever hands over on the terms has not agreed to them, and what has changed since is agreed to by who goes on.
func TestAHandOverBeginsWithTermsToAgreeTo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	signed(f)
	line := lineOn(t, f.start(screens.NewTerms(f.deps, londonDraft(f))).Press("f7"))
	p := f.start(screens.NewOpenHandOver(f.deps)).Paste(line).Press("enter").Has("before its terms were accepted")
	onTop(t, p, "terms")

	draft := verifiedDraft(t, f)
	line = lineOn(t, f.start(screens.NewBook(f.deps, draft)).Press("f7"))
	theirs := newFixture(t)
	signed(theirs)
	theirs.service.verified = func(v *api.Verification) { v.Total = pounds(27002) }
	p = theirs.start(screens.NewOpenHandOver(theirs.deps)).Paste(line).Press("enter").Has("as it was read back")
	onTop(t, p, "terms")
}

// One key copies the line; the screen says with what, or that the terminal was asked, and what went wrong.
func TestALineToHandOverIsCopied(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	signed(f)
	p := f.start(screens.NewGuest(f.deps, londonDraft(f))).Press("f7").Has("y copy the line")
	line := lineOn(t, p)
	p.Press("y").Has("The line was copied with xclip.")
	if len(f.copied) != 1 || f.copied[0] != line {
		t.Errorf("copied %q, not %q", f.copied, line)
	}
	f.deps.Copy = func(context.Context, string) (clipboard.Copy, error) {
		return clipboard.Copy{Sequence: "\x1b]52;c;\a"}, nil
	}
	p.Press("y").Has("sent to the terminal's clipboard (OSC 52). If pasting brings nothing, select it with the mouse.")
	f.goldens("hand_over_copied")
	f.deps.Copy = func(context.Context, string) (clipboard.Copy, error) { return clipboard.Copy{}, clipboard.ErrTooLong }
	p.Press("y").Has("! Not copied: it is longer than").HasNot("OSC 52")
	f.deps.Copy = nil
	p.Press("y").Has("! Not copied: this console has no clipboard.")
	f.deps.HandOverKey = nil
	f.start(screens.NewGuest(f.deps, londonDraft(f))).Press("f7").HasNot("copy the line")
}

func TestAChangedHandOverIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	signed(f)
	line := lineOn(t, f.start(screens.NewGuest(f.deps, londonDraft(f))).Press("f7"))
	last := "A"
	if strings.HasSuffix(line, last) {
		last = "Q"
	}
	for _, wrong := range []string{line[:len(line)-1] + last, line[:len(line)/2]} {
		f.start(screens.NewOpenHandOver(f.deps)).Paste(wrong).Press("enter").Has("was changed, cut, or made")
	}
	f.start(screens.NewOpenHandOver(f.deps)).Type("lon 12dec 3n").Press("enter").Has("this is no hand-over")
	f.goldens("hand_over_refused")
	f.deps.HandOverKey = nil
	f.start(screens.NewGuest(f.deps, londonDraft(f))).Press("f7").Has("cannot be handed over", "no API key")
}

func TestSweepOfHandOvers(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	signed(f)
	uitest.Sweep(t, f.start(screens.NewGuest(f.deps, londonDraft(f))).Press("f7"))
	uitest.Sweep(t, f.start(screens.NewOpenHandOver(f.deps)).Type("x").Press("enter"))
}
