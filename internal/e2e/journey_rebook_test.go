//go:build unix

package e2e

import (
	"testing"

	"bellhop/internal/gated"
)

// A stay that was booked too dear is booked again for less. The console is killed between the two writes: started again it
// knows that the old one stands, and cancels it when it is told to.
func TestJourneyRebook(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d := openConsole(t, home, size, clock()...)
			d.asks("LON 20dec 2n ref")
			d.moveTo(`The Osprey`)
			d.Press("enter")
			d.at(noted, "rates")
			d.WaitFor(`enter terms .* nothing sent yet$`)
			d.moveTo(`Flexible Rate`) // The member rate costs less and can be cancelled longer.
			d.toGuest(noted)
			d.toBook(noted, xenia())
			d.chooseToken("card_good")
			d.Press("ctrl+b")
			d.at(noted, "receipt")
			d.WaitFor(`enter open reservation .* booked$`)
			d.Press("enter")
			d.at(noted, "reservation")
			d.WaitFor(`^ +status +confirmed$`)
			d.Press("a")
			d.at(noted, "rebook")
			d.WaitFor(`The same stay saves 9\.58 GBP`)
			d.WaitFor(`penalty now +nothing`)
			d.WaitFor(`^ enter book it instead`)
			d.Press("enter")
			d.at(noted, "book")
			d.WaitFor(`in place of`)
			d.chooseToken("card_good")
			d.Press("ctrl+b")
			d.at(noted, "rebook")
			d.WaitFor(`Half rebooked: the new one is confirmed, and the old one stands`)
			d.WaitFor(`^ ctrl\+x cancel the old one`)
			d.kill()

			d = openConsole(t, home, size, clock()...)
			d.WaitFor(`! A rebooking is half done`)
			d.WaitFor(`ctrl\+p lost answers`)
			d.Press("ctrl+p")
			d.at(noted, "lost answers")
			d.WaitFor(`New one booked, old one stands|old one stands`)
			d.WaitFor(`^ enter `)
			d.Press("enter")
			d.at(noted, "rebook")
			d.WaitFor(`^ ctrl\+x cancel the old one`)
			d.Press("ctrl+x")
			d.WaitFor(`Rebooked: the new one is confirmed, and the old one is cancelled`)
			d.WaitFor(`saved +9\.58 GBP`)
			d.quit()
		})
	}
}
