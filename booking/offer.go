package booking

import (
	"fmt"
	"time"
)

// verifiedFor is how long a rate counts as verified once its offer has run out.
// The service says of a verification no such time, and it must not be endless.
const verifiedFor = 10 * time.Minute

// Limited says whether it is known when the rate's offer runs out. One that came
// with a time that was past already does not tell: some clock is wrong, and only
// a verification shows what is still sold.
func (draft Draft) Limited() bool {
	expires := draft.Rate.Expires
	return !expires.IsZero() && (draft.SearchedAt.IsZero() || expires.Time.After(draft.SearchedAt))
}

// Expired says whether the rate's offer has run out at the moment.
func (draft Draft) Expired(now time.Time) bool {
	return draft.Limited() && !now.Before(draft.Rate.Expires.Time)
}

// offered says whether the offer of the search still counts: it does until it
// runs out, unless it had run out when the rate was last verified.
func (draft Draft) offered() bool { return draft.Limited() && !draft.Expired(draft.VerifiedAt) }

// OfferOver says whether the offer that a verified rate was verified under has
// run out since.
func (draft Draft) OfferOver(now time.Time) bool { return draft.offered() && draft.Expired(now) }

// Stale says in a sentence why the rate must be verified again before it is
// booked; it is empty when it may be booked. An offer holds until it runs out; a
// rate verified after that, or without such a time, for ten minutes.
func (draft Draft) Stale(now time.Time) string {
	switch {
	case draft.Verified == nil:
		return "The rate is not verified."
	case draft.OfferOver(now):
		return "The offer has expired."
	case draft.offered():
		return ""
	case now.Sub(draft.VerifiedAt) >= verifiedFor:
		return "The rate was verified " + agoWords(now.Sub(draft.VerifiedAt)) + "."
	default:
		return ""
	}
}

// OfferWords says when the rate was verified and how long it can be booked.
func (draft Draft) OfferWords(now time.Time) string {
	if draft.Verified == nil {
		return "not verified"
	}
	age := now.Sub(draft.VerifiedAt)
	words := "verified " + agoWords(age)
	switch {
	case draft.OfferOver(now):
		return words + "; the offer has expired"
	case draft.offered():
		return words + "; the offer runs out in " + LeftWords(draft.Rate.Expires.Time.Sub(now))
	case age >= verifiedFor:
		return words + ", which is too long"
	default:
		return words + ", good for " + LeftWords(verifiedFor-age)
	}
}

// agoWords is how long ago something was, in whole minutes: "just now", "3 min
// ago", "2 h 5 min ago".
func agoWords(age time.Duration) string {
	switch {
	case age < time.Minute:
		return "just now"
	case age < time.Hour:
		return fmt.Sprintf("%d min ago", age/time.Minute)
	default:
		return LeftWords(age) + " ago"
	}
}

// jump is how far apart two seconds of a clock must be for one that was asleep.
const jump = 2 * time.Minute

// JumpWords says in a sentence that a clock which is read every second has
// jumped, as after a machine's sleep; it is empty when it has not.
func JumpWords(before, now time.Time) string {
	switch by := now.Sub(before); {
	case before.IsZero():
		return ""
	case by >= jump:
		return "The clock has jumped ahead by " + LeftWords(by) + "."
	case by <= -jump:
		return "The clock was set back by " + LeftWords(-by) + "."
	default:
		return ""
	}
}
