package booking

import (
	"context"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// ReservationPageSize is how many reservations one page asks for.
const ReservationPageSize = 100

// A ReservationList is what was read so far, most recent first.
type ReservationList struct {
	Query api.ReservationQuery
	Items []api.Reservation
	Read  []time.Time // when each of Items was read, by the service's clock
	Total int         // 0 also where the service does not say

	page    int
	size    int  // the service's page size
	done    bool // there are no further pages
	end     bool // the last page was seen
	skipped int  // items that are not reservations
	moved   bool // the list changed while it was read
}

// counted reports whether the service says how many there are.
func (l ReservationList) counted() bool { return l.Total > 0 || l.size == 0 }

// whole reports whether it is known that nothing of the list is missing.
func (l ReservationList) whole() bool {
	return l.counted() && len(l.Items) >= l.Total || !l.counted() && l.end
}

// TotalWords says how many there are: "4,000 reservations", and "50+ reservations" where the service does not say and 50
// were read.
func (l ReservationList) TotalWords() string {
	n := max(l.Total, len(l.Items))
	if !l.counted() && !l.end {
		return wording.AtLeast(n, "reservation")
	}
	return wording.Plural(n, "reservation")
}

// CountWords says how many of how many were read: "1,200 of 4,000".
func (l ReservationList) CountWords() string {
	total, _, _ := strings.Cut(l.TotalWords(), " ")
	return wording.Count(len(l.Items)) + " of " + total
}

// More reports whether another page can be had.
func (l ReservationList) More() bool { return !l.done && !l.whole() }

// Incomplete reports whether reservations may be missing from the pages read: an item was not a reservation, the list ended
// before its total, or it changed each time it was read.
func (l ReservationList) Incomplete() bool {
	return l.skipped > 0 || l.moved || !l.More() && !l.whole()
}

// IncompleteWords is the warning shown with an incomplete list.
const IncompleteWords = "The list of reservations is incomplete: some may be missing."

// Reservations reads the first page of a list (section 4.6). What it and the other reads find is for
// Recovery.Correct, also after an error: reading does not write the journal.
func (d *Desk) Reservations(ctx context.Context, q api.ReservationQuery) (ReservationList, []recovery.Finding, error) {
	return d.MoreReservations(ctx, ReservationList{Query: q})
}

// MoreReservations returns the list with its next page at the end, each reservation once: lists shift while they are paged. A
// list has moved if a page names another total than the page before, or if the first page, which is read again after the
// last one, has changed. The findings are those of the pages read.
func (d *Desk) MoreReservations(ctx context.Context, list ReservationList) (ReservationList, []recovery.Finding, error) {
	q := list.Query
	q.Page, q.PageSize = list.page+1, ReservationPageSize
	page, err := d.service.ListReservations(ctx, q)
	found := recovery.Findings(page.Items...)
	if err != nil {
		return ReservationList{}, found, err
	}
	seen := make(map[string]bool, len(list.Items))
	for _, r := range list.Items {
		seen[r.ID] = true
	}
	items, read, now := slices.Clone(list.Items), slices.Clone(list.Read), d.Now()
	for _, r := range page.Items {
		if !seen[r.ID] {
			seen[r.ID] = true
			items, read = append(items, r), append(read, now)
		}
	}
	list.moved = list.moved || list.page > 0 && page.Total != list.Total
	// A service that does not know the number of the page gives the first one for ever.
	list.done = len(items) == len(list.Items)
	size := len(page.Items) + page.Skipped
	list.end = size == 0 || size < list.size
	list.Items, list.Read, list.Total, list.page, list.size = items, read, page.Total, q.Page, max(list.size, size)
	list.skipped += page.Skipped
	if q.Page == 1 || list.More() || list.Incomplete() {
		return list, found, nil
	}
	q.Page = 1
	first, err := d.service.ListReservations(ctx, q)
	found = append(found, recovery.Findings(first.Items...)...)
	if err != nil {
		return ReservationList{}, found, err
	}
	same := slices.EqualFunc(first.Items, list.Items[:min(len(first.Items), len(list.Items))], sameReservation)
	list.moved = !same || first.Total != list.Total
	return list, found, nil
}

// ReadReservations reads a list by ReadPages. The findings are those of all readings.
func (d *Desk) ReadReservations(
	ctx context.Context, q api.ReservationQuery, least int, progress func(have, total int),
) (ReservationList, []recovery.Finding, error) {
	var found []recovery.Finding
	list, err := ReadPages(q, least, progress, func(list ReservationList) (ReservationList, error) {
		next, seen, err := d.MoreReservations(ctx, list)
		found = append(found, seen...)
		return next, err
	})
	return list, found, err
}

// mostReadings is how often an incomplete list is read.
const mostReadings = 3

// ReadPages reads a list from its beginning up to a number of reservations, or to its end, and calls progress after each
// page; progress may be nil. next returns a list with its next page at the end, as MoreReservations does. An incomplete list
// is read again, a few times.
func ReadPages(
	q api.ReservationQuery, least int, progress func(have, total int), next func(ReservationList) (ReservationList, error),
) (list ReservationList, err error) {
	for range mostReadings {
		list, err = next(ReservationList{Query: q})
		for err == nil {
			if progress != nil {
				progress(len(list.Items), list.Total)
			}
			if len(list.Items) >= least || !list.More() {
				break
			}
			list, err = next(list)
		}
		if err != nil || !list.Incomplete() {
			break
		}
	}
	return list, err
}

func sameReservation(a, b api.Reservation) bool { return a.ID == b.ID }

// Renewed returns the list with what its first page has become put before it: nothing that was read is read again
// when a list is opened anew. Where the page has nothing of the list, there may be a gap, and it is all there is.
func (l ReservationList) Renewed(first ReservationList) ReservationList {
	again := make(map[string]bool, len(first.Items))
	for _, r := range first.Items {
		again[r.ID] = true
	}
	items, read := slices.Clone(first.Items), slices.Clone(first.Read)
	for i, r := range l.Items {
		if !again[r.ID] {
			items, read = append(items, r), append(read, l.Read[i])
		}
	}
	if len(items) == len(first.Items)+len(l.Items) || first.counted() && len(items) > first.Total {
		return first // Also when one that was read is not there any more: nobody can tell which.
	}
	// The service decides how many a page has. What is new has moved the rest on by as much.
	first.page = max(first.page, l.page+(len(items)-len(l.Items))/max(l.size, 1))
	first.Items, first.Read, first.size, first.done, first.end = items, read, max(first.size, l.size), false, l.end && !first.counted()
	first.skipped, first.moved = max(first.skipped, l.skipped), l.moved
	return first
}

// Read reads one reservation (section 4.8).
func (d *Desk) Read(ctx context.Context, id string) (api.Reservation, []recovery.Finding, error) {
	return recovery.Read(ctx, d.service, id)
}

// StayOf works out the hotel's days of a reservation.
func (d *Desk) StayOf(r api.Reservation) trip.Stay { return d.Recovery.StayOf(r) }

// TermsOf returns a reservation's terms by the clock of its hotel, where its zone is known.
func (d *Desk) TermsOf(r api.Reservation) terms.Terms {
	return terms.Of(r.Rate.Terms).For(r.Rate.Total).In(d.Directory.Zone(r.Hotel.ID))
}

// CanCancel reports whether cancelling is known to be possible, and otherwise why not (section 3).
func CanCancel(r api.Reservation) (bool, string) {
	switch r.Status {
	case api.StatusConfirmed:
		return true, ""
	case api.StatusCanceled:
		return false, "It was already cancelled."
	case api.StatusCreated:
		// Nothing in a reservation tells the one from the other.
		return false, "It is not confirmed, so there is nothing to cancel yet. A real one is confirmed later: reload it, or ask the hotel. " +
			"One that was only simulated stays like this: nothing was booked or charged."
	default:
		return false, "Its status " + r.Status + " is not one that is known to allow cancelling."
	}
}

// StatusWords explains a status in a few words.
func StatusWords(r api.Reservation) string {
	switch {
	case r.Status == api.StatusCreated && r.Confirmation == nil:
		return "not confirmed yet"
	case r.Status == api.StatusConfirmed:
		return "booked"
	case r.Status == api.StatusCanceled:
		return "cancelled"
	default:
		return wording.WithCode(wording.Status(r.Status), r.Status)
	}
}
