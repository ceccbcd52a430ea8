//go:build unix

package e2e

import (
	"testing"

	"bellhop/internal/gated"
)

// A second demo works on the sandbox of the first. When the first ends, the second stays, says so, and its draft is offered by
// the next demo.
func TestJourneySecondDemo(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	first := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
	first.at("SANDBOX", "search")
	first.WaitFor(`^ +› London, England`)
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
	d.WaitFor(`This console shares the sandbox of the bellhop demo that is already running`)
	d.WaitFor(`effect here: --latency, --changes\.`)
	d.bookable()
	first.quit()
	d.WaitFor(`SANDBOX ENDED: start bellhop demo again`)
	d.Press("ctrl+b")
	d.WaitFor(`The demo that this console shares has ended`)
	d.WaitFor(`Nothing was sent\. Leave this console and start bellhop demo again: your draft is kept\.`)
	d.quit()

	d = openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
	d.WaitFor(`f3 continues the booking of \d\d:\d\d`)
	d.WaitGone(`sandbox of the bellhop demo that is already running`)
	d.all("240")
}
