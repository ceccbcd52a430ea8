package booking

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// Masked values are for the screen only: they must never be sent or compared.

// RevealedFor is how long a reveal lasts without a key or an answer.
const RevealedFor = time.Minute

// MaskedAgain returns the sentence for the end of a reveal, of one reservation or of several.
func MaskedAgain(one bool) string {
	if one {
		return "The guest is masked again after a minute without input."
	}
	return "Guests are masked again after a minute without input."
}

// NoteReveal notes in the journal that the guests of reservations, or of a list if there are no ids, are shown to the user.
// After an error they stay masked. It waits for the disk.
func (d *Desk) NoteReveal(reservations ...string) error {
	if len(reservations) == 0 {
		reservations = []string{""}
	}
	for _, id := range reservations {
		switch err := d.Recovery.NoteReveal(id); {
		case errors.Is(err, recovery.ErrNoJournal): // A desk without a journal sends nothing either.
		case err != nil:
			return fmt.Errorf("the guest stays masked, because the journal could not note that it was shown: %w", err)
		}
	}
	return nil
}

// MaskGuest masks every part of a guest. Masking twice is masking once.
func MaskGuest(g api.Guest) api.Guest {
	return api.Guest{
		GivenName: MaskName(api.Guest{GivenName: g.GivenName}), Surname: MaskName(api.Guest{Surname: g.Surname}),
		Email: MaskEmail(g.Email), Phone: MaskPhone(g.Phone),
		// Where somebody lives is one fact, whatever its parts.
		Address: MaskText(g.Address + g.City + g.State + g.PostalCode + g.Country),
	}
}

// MaskReservation masks the guest, the id, the confirmation, the payment references and the custom values.
func MaskReservation(r api.Reservation) api.Reservation {
	r.ID, r.Guest, r.CustomData = MaskText(r.ID), MaskGuest(r.Guest), maskCustomData(r.CustomData)
	if c := r.Confirmation; c != nil {
		r.Confirmation = &api.Confirmation{HotelNumber: MaskText(c.HotelNumber), RecordLocator: MaskText(c.RecordLocator)}
	}
	r.Payment, r.Partner = maskPayment(r.Payment), maskPayment(r.Partner)
	return r
}

func maskPayment(p *api.Payment) *api.Payment {
	if p == nil {
		return nil
	}
	return &api.Payment{Amount: p.Amount, Customer: MaskText(p.Customer), MethodRef: MaskText(p.MethodRef)}
}

func maskCustomData(data api.CustomData) api.CustomData {
	out := make(api.CustomData, len(data))
	for i, f := range data {
		out[i] = api.CustomField{Key: f.Key, Kind: api.CustomString, Text: MaskText(f.Text)}
		if f.Kind == api.CustomBool {
			out[i].Text = MaskText(f.Key)
		}
	}
	return out
}

// MaskDraft masks the guest of a booking that is being made, and the reservation that it replaces.
func MaskDraft(d Draft) Draft {
	d.Guest, d.CustomData, d.Attempt, d.Token = MaskGuest(d.Guest), maskCustomData(d.CustomData), MaskText(d.Attempt), api.Secret{}
	if l := d.Loyalty; l != nil {
		d.Loyalty = &api.Loyalty{Program: l.Program, MemberID: MaskText(l.MemberID)}
	}
	if d.Replaces != nil {
		old := MaskReservation(*d.Replaces)
		d.Replaces = &old
	}
	return d
}

// MaskWrite masks the numbers of a write. The plan names no guest.
func MaskWrite(p recovery.Write) recovery.Write {
	p.Plan.Attempt, p.Plan.Reservation = MaskText(p.Plan.Attempt), MaskText(p.Plan.Reservation)
	p.Plan.Replaces, p.Plan.Rebooking, p.Others = MaskText(p.Plan.Replaces), MaskText(p.Plan.Rebooking), MaskStates(p.Others)
	if p.Reservation != nil {
		r := MaskReservation(*p.Reservation)
		p.Reservation = &r
	}
	if p.Unseen != nil {
		o := maskOutcome(*p.Unseen)
		p.Unseen = &o
	}
	return p
}

func maskOutcome(o journal.Outcome) journal.Outcome {
	o.Reservation, o.Confirmation, o.Locator = MaskText(o.Reservation), MaskText(o.Confirmation), MaskText(o.Locator)
	return o
}

// MaskStates masks the numbers of writes. The journal names no guest.
func MaskStates(list []journal.AttemptState) []journal.AttemptState {
	out := slices.Clone(list)
	for i := range out {
		s := &out[i]
		s.Attempt, s.Reservation, s.Replaces = MaskText(s.Attempt), MaskText(s.Reservation), MaskText(s.Replaces)
		s.Rebooking, s.Look.Reservation = MaskText(s.Rebooking), MaskText(s.Look.Reservation)
		s.Outcome = maskOutcome(s.Outcome)
	}
	return out
}

// MaskQuery masks the values by which reservations are asked for.
func MaskQuery(q api.ReservationQuery) api.ReservationQuery {
	q.ID = MaskText(q.ID)
	q.IDs, q.CustomValues = maskEach(q.IDs), maskEach(q.CustomValues)
	return q
}

func maskEach(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = MaskText(text)
	}
	return out
}

// GuestName returns a guest's full name. A single name that stands for both is said once.
func GuestName(g api.Guest) string {
	if g.GivenName == g.Surname {
		return g.Surname
	}
	return strings.TrimSpace(g.GivenName + " " + g.Surname)
}

// MaskName shows of every part of a name its first letter: "M··· G···".
func MaskName(g api.Guest) string {
	mask := func(name string) string {
		for _, r := range name {
			return string(r) + Dots
		}
		return ""
	}
	if g.GivenName == g.Surname {
		return mask(g.Surname)
	}
	return strings.TrimSpace(mask(g.GivenName) + " " + mask(g.Surname))
}

// Dots stand for what is masked, however long it is.
const Dots = "···"

// MaskEmail keeps the first letter and the domain: "m···@example.com".
func MaskEmail(email string) string {
	at := strings.LastIndexByte(email, '@')
	if at < 1 {
		return MaskText(email)
	}
	for _, r := range email {
		return string(r) + Dots + email[at:]
	}
	return ""
}

// MaskPhone keeps the last two digits.
func MaskPhone(phone string) string {
	digits := []rune(phone)
	if len(digits) < 4 {
		return MaskText(phone)
	}
	return Dots + string(digits[len(digits)-2:])
}

// MaskText masks a whole text and shows only whether there is one.
func MaskText(text string) string {
	if text == "" {
		return ""
	}
	return Dots
}
