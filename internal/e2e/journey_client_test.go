//go:build unix

package e2e

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// clipboardSequence is what fills a terminal's clipboard.
var clipboardSequence = regexp.MustCompile(`\x1b\]52;c;([A-Za-z0-9+/=]+)\x07`)

// inClipboard waits until the screen says that a text was sent, and returns the last one.
func (d fixture) inClipboard() string {
	d.t.Helper()
	d.WaitFor(`clipboard \(OSC 52\)`)
	var sent [][][]byte
	d.wait("for what is copied", func(string) bool { // It follows the frame that tells of it.
		sent = clipboardSequence.FindAllSubmatch(d.Output(), -1)
		return len(sent) > d.copied
	})
	d.copied = len(sent)
	text, err := base64.StdEncoding.DecodeString(string(sent[len(sent)-1][1]))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

// A copied line reaches the terminal whole, also through a tmux, which gets it wrapped.
func TestJourneyCopies(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, env := range map[string][]string{"terminal": nil, "tmux": {"TMUX=/tmp/tmux-0/default,1,0"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), Setup{Env: env}, "demo")
			d.search("SANDBOX")
			d.toRates("SANDBOX")
			d.toGuest("SANDBOX")
			d.Press("f7")
			d.at("SANDBOX", "hand over")
			d.Press("y")
			line := d.inClipboard()
			if !regexp.MustCompile(`^bellhop1\.[A-Za-z0-9_-]{100,}$`).MatchString(line) {
				t.Errorf("copied %q", line)
			}
			wrapped := "\x1bPtmux;\x1b\x1b]52;c;" + base64.StdEncoding.EncodeToString([]byte(line)) + "\a\x1b\\"
			if bytes.Contains(d.Output(), []byte(wrapped)) != (name == "tmux") {
				t.Errorf("wrapped for tmux: %v", name != "tmux")
			}
			d.quit()
		})
	}
}

// What a client is handed after a booking, by one key each: it is there, names the stay, is the owner's alone, and holds
// nothing of the payment.
func TestJourneyPapers(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d := openConsole(t, home, size, "demo")
			d.toTheBookScreen("SANDBOX")
			d.chooseToken("card_good")
			made := d.book("SANDBOX")
			d.Press("y")
			if text := d.inClipboard(); !strings.Contains(text, made.confirmation) || !strings.Contains(text, xenia().surname) {
				t.Errorf("copied %q", text)
			}
			d.Press("v")
			d.WaitFor(`Written for you alone: sandbox-demo-voucher-` + strings.ToLower(made.locator) + `\.txt, \.md and`)
			d.Press("i")
			d.WaitFor(`stay-` + strings.ToLower(made.locator) + `\.ics`)
			d.Press("s")
			d.at("SANDBOX", "message")
			d.WaitFor(made.confirmation)
			d.Press("v")
			d.WaitFor(`message-` + strings.ToLower(made.locator) + `\.txt`)
			d.Press("esc")
			d.at("SANDBOX", "receipt")
			d.Press("enter")
			d.at("SANDBOX", "reservation")
			d.Press("v")
			d.WaitFor(`voucher-` + strings.ToLower(made.locator) + `-2`)
			d.quit()

			written, err := filepath.Glob(filepath.Join(home, "data", "bellhop", "exports", "*"))
			if err != nil || len(written) != 8 {
				t.Fatalf("there are %q, %v", written, err)
			}
			for _, path := range written {
				info, err := os.Stat(path)
				if err != nil || info.Mode().Perm() != 0o600 {
					t.Errorf("%s: %v, %v", path, info.Mode(), err)
				}
				text, err := os.ReadFile(path)
				if err != nil || !bytes.Contains(text, []byte(made.confirmation)) {
					t.Errorf("%s has no number, %v", path, err)
				}
				for _, secret := range []string{"card_good", "att-", xenia().email, xenia().phone} {
					if bytes.Contains(text, []byte(secret)) {
						t.Errorf("%s has %q", path, secret)
					}
				}
			}
		})
	}
}

// From marked rates to a quote with a mark-up in the client's hands, kept, opened in another run and verified again. It
// stays the owner's alone.
func TestJourneyQuote(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d := openConsole(t, home, Setup{}, "demo")
	d.search("SANDBOX")
	d.Press("space")
	d.WaitFor(`tray 1`)
	d.Press("down", "space")
	d.WaitFor(`tray 2`)
	d.Press("t")
	d.at("SANDBOX", "tray")
	d.Press("q")
	d.at("SANDBOX", "quote")
	d.Press("%")
	d.WaitFor(`The service is ne`)
	d.Type("10%")
	d.Press("enter")
	d.WaitFor(`Mark-up 10%`)
	d.Press("y")
	text := d.inClipboard()
	if !strings.Contains(text, "2 offers") || strings.Contains(text, "10%") {
		t.Errorf("copied %q", text)
	}
	d.Press("v")
	d.WaitFor(`Written for you alone: sandbox-demo-quote-`)
	d.WaitFor(`Kept`)
	d.quit()

	for folder, want := range map[string]int{"data/bellhop/exports": 3, "data/bellhop/demo/quotes": 1} {
		files, err := filepath.Glob(filepath.Join(home, filepath.FromSlash(folder), "*"))
		if err != nil || len(files) != want {
			t.Errorf("%s has %q, %v", folder, files, err)
		}
		for _, path := range files {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", path, info.Mode(), err)
			}
		}
	}
	d = openConsole(t, home, Setup{}, "demo")
	d.WaitFor(`enter take `)
	d.Press("f4")
	d.at("SANDBOX", "tray")
	d.Press("Q")
	d.at("SANDBOX", "quotes")
	d.WaitFor(` 1 quote$`)
	d.Press("enter")
	d.at("SANDBOX", "quote")
	d.Press("ctrl+v")
	d.WaitFor(`Verified: prices and terms are the same\.`)
	d.quit()
}
