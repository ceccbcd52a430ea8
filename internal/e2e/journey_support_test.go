//go:build unix

package e2e

import (
	"strings"
	"testing"

	"bellhop/cli/exit"
	"bellhop/internal/gated"
)

// A support desk's hour: several reservations of a view are cancelled after one word, one of them is opened by its id, a
// field of it is copied, its proof is written, what was asked is looked at; and a command finds the same afterwards.
func TestJourneySupportDesk(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d := openConsole(t, home, size, clock()...) // At any hour the first two rows can be cancelled.
			d.WaitFor(`^ *enter take `)
			d.Press("ctrl+r")
			d.at(noted, "reservations")
			d.Type("confirmed") // Typed at once: the box is open.
			d.Press("tab")
			d.WaitFor(`^ *enter open `)
			d.Press("space")
			d.Press("down")
			d.Press("space")
			d.WaitFor(`2 marked · c cancels them`)
			d.Press("c")
			d.at(noted, "cancel several")
			d.WaitFor(`Cancel 2 reservations\?`)
			d.Type("cancel")
			d.WaitFor(`type cancel.* cancel`)
			d.Press("ctrl+x")
			d.WaitFor(`2 cancelled`)
			d.Press("esc")
			d.at(noted, "reservations")
			d.quit()

			code, out, errOut := command(t, home, "reservation", "list", "--demo", "--view", "cancelled lately", "--limit", "1", "--json", "id,cancelled")
			if code != exit.OK || strings.Contains(out, `"cancelled":null`) {
				t.Fatalf("exit %d, %s%s", code, out, errOut)
			}
			_, id, _ := command(t, home, "reservation", "list", "--demo", "--view", "cancelled lately", "--limit", "1", "--jq", ".[0].id")
			id = strings.TrimSpace(id)
			d = openConsole(t, home, size, "demo")
			d.WaitFor(`^ *enter take `)
			d.Press("ctrl+r")
			d.at(noted, "reservations")
			d.Type(id)
			d.Press("enter")
			d.at(noted, "reservation")
			d.Press("y")
			d.at(noted, "fields")
			d.WaitFor(`^ *status +"CANCELED"`)
			d.Press("/")
			d.WaitFor(`^ *find `)
			d.Type("proof in")
			d.Press("enter")
			d.WaitFor(`^ *› proof in files`)
			d.Press("enter")
			d.WaitFor(`Written for you alone:`)
			d.Press("f9")
			d.at(noted, "activity")
			d.WaitFor(`GET +/reservation/` + id[:4])
			d.quit()

			code, out, errOut = command(t, home, "audit", "proof", id, "--demo")
			if code != exit.OK || !strings.Contains(out, "Proof of a cancellation") || !strings.Contains(out, "Nothing else counts as a") {
				t.Errorf("exit %d, %s%s", code, out, errOut)
			}
		})
	}
}
