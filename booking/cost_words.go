package booking

import (
	"strings"
	"time"

	"bellhop/api"
)

// costChange describes on both sides what cancelling costs now and later. The
// deadlines are told as exactly as it takes for the two to read differently.
func costChange(now time.Time, before, after Conditions) (was, is string) {
	exactly := func(d api.Deadline) string { return d.Wall.Format(time.RFC3339) }
	for _, words := range []func(api.Deadline) string{DeadlineWords, DeadlineLong, exactly} {
		was, is = before.costWords(now, words), after.costWords(now, words)
		if was != is {
			break
		}
	}
	switch {
	case after.CostAt(now).Kind == CostUnknown && len(after.Steps) == 0:
		is = NotSaid
	case before.CostAt(now).Kind == CostUnknown && len(before.Steps) == 0:
		was = NotSaid
	case before.CostAt(now).Kind == CostFree && after.CostAt(now).Kind != CostFree && after.CostAt(now).Kind != CostUnknown:
		is = "no longer free: " + is
	}
	return was, is
}

// costWords is what cancelling costs at the moment and from each later deadline
// at which that changes: "free until Thu 10 Dec 18:00, then 204.13 GBP".
func (c Conditions) costWords(now time.Time, deadline func(api.Deadline) string) string {
	cost := c.CostAt(now)
	parts := []string{costAlone(cost)}
	for i, change := range c.changesAfter(now) {
		when := deadline(change.step.Deadline)
		if i == 0 && cost.Kind == CostFree {
			parts = []string{"free until " + when, "then " + change.cost.Words()}
		} else {
			parts = append(parts, change.cost.Words()+" from "+when)
		}
	}
	return strings.Join(parts, ", ")
}

// costAlone is a cost with what it is the cost of.
func costAlone(cost Cost) string {
	switch cost.Kind {
	case CostFree, CostPenalty:
		return cost.Words() + " to cancel"
	case CostNoRefund:
		return cost.Words()
	default:
		return "what cancelling costs is not said"
	}
}

// Times are the conditions with every penalty multiplied: those of one room for
// all rooms.
func (c Conditions) Times(rooms int) Conditions {
	steps := make([]Step, len(c.Steps))
	for i, s := range c.Steps {
		if s.Amount.Valid() {
			s.Amount = s.Amount.Times(rooms)
		}
		steps[i] = s
	}
	c.Steps = steps
	return c
}

// AllRooms are the draft's conditions with the penalties for all its rooms.
func (draft Draft) AllRooms() Conditions { return draft.Conditions().Times(max(draft.Trip.Rooms, 1)) }

// AtHotelAllRooms is AtHotel for all rooms of the trip.
func (draft Draft) AtHotelAllRooms() []api.Charge {
	fees := draft.AtHotel()
	for i := range fees {
		if fees[i].Amount.Valid() {
			fees[i].Amount = fees[i].Amount.Times(max(draft.Trip.Rooms, 1))
		}
	}
	return fees
}

// AllRoomsNote says of how many rooms penalties and hotel fees are; it is empty
// for one.
func (draft Draft) AllRoomsNote() string {
	if draft.Trip.Rooms < 2 {
		return ""
	}
	return "penalties and hotel fees are for all " + Plural(draft.Trip.Rooms, "room")
}
