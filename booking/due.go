package booking

import "strings"

// DueKind says when the total of a rate is paid.
type DueKind int

const (
	// DueNow means on the card, with the booking; also where nothing is said.
	DueNow DueKind = iota
	// DueDeposit means that a deposit is named, and the rest follows.
	DueDeposit
	// DueAtHotel means that a card only guarantees the room.
	DueAtHotel
)

// Due is when the total is paid, by the kinds of guarantee (section 2.5). Of
// several the one that asks for money soonest counts, and a kind that is not
// known counts as money now.
func (c Conditions) Due() DueKind {
	if len(c.Guarantee) == 0 {
		return DueNow
	}
	due := DueAtHotel
	for _, guarantee := range c.Guarantee {
		switch strings.ToUpper(strings.TrimSpace(guarantee)) {
		case "GUARANTEE":
		case "DEPOSIT":
			due = min(due, DueDeposit)
		default:
			due = DueNow
		}
	}
	return due
}
