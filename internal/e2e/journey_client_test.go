//go:build unix

package e2e

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"testing"
)

// clipboardSequence is what fills a terminal's clipboard.
var clipboardSequence = regexp.MustCompile(`\x1b\]52;c;([A-Za-z0-9+/=]+)\x07`)

// inClipboard waits until the screen says that a text was sent, and returns the last one.
func (d fixture) inClipboard() string {
	d.t.Helper()
	d.WaitFor(`clipboard \(OSC 52\)`)
	sent := clipboardSequence.FindAllSubmatch(d.Output(), -1)
	if len(sent) == 0 {
		d.t.Fatal("nothing was sent to the terminal's clipboard")
	}
	text, err := base64.StdEncoding.DecodeString(string(sent[len(sent)-1][1]))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(text)
}

// A copied line reaches the terminal whole, also through a tmux, which gets it wrapped.
func TestJourneyCopies(t *testing.T) {
	t.Parallel()
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
