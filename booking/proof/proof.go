// Package proof makes what is handed out to show what was agreed, sent and answered of a reservation: out of what the
// service has now and what this machine's journal has, whose hashes were checked.
package proof

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/document"
	"bellhop/booking/exports"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A Proof is what is known of a reservation, and who says it.
type Proof struct {
	Origin      document.Origin
	Reservation api.Reservation // as the service had it at Read
	Stay        trip.Stay
	Terms       terms.Terms
	Read        time.Time
	Sale        booking.Sale
	Sold        bool // from this machine, by its journal
	Payment     terms.Payment
	// Canceled is how this machine cancelled it; nil where it did not.
	Canceled *booking.Cancellation
	// Events are the journal's lines about it, and Digest what the whole journal comes to.
	Events []journal.Event
	Digest journal.Digest
	// Guest shows the guest in plain.
	Guest bool
	Zone  *time.Location // the agent's; nil is UTC
}

// Of gathers the proof of a reservation that was just read.
func Of(d *booking.Desk, r api.Reservation, guest bool, zone *time.Location) (Proof, error) {
	p := Proof{Origin: d.Origin(), Reservation: r, Stay: d.StayOf(r), Terms: d.TermsOf(r), Read: d.Now(), Guest: guest, Zone: zone}
	var err error
	if p.Sale, p.Sold, err = d.SaleOf(r); err != nil {
		return Proof{}, err
	}
	p.Payment = d.PaymentOf(r, p.Sale)
	if r.Status == api.StatusCanceled {
		if p.Canceled, err = d.CancellationOf(r); err != nil {
			return Proof{}, err
		}
	}
	if p.Events, err = d.Recovery.Events(r.ID); err != nil {
		return Proof{}, err
	}
	if p.Digest, err = d.Recovery.Digest(); err != nil && !errors.Is(err, recovery.ErrNoJournal) {
		return Proof{}, err
	}
	return p, nil
}

// Document returns the proof as it is handed out.
func (p Proof) Document() document.Document {
	d := document.Document{Title: "Proof of a reservation", Subtitle: p.Reservation.Hotel.Name}
	if p.Reservation.Status == api.StatusCanceled {
		d.Title = "Proof of a cancellation"
	}
	if trial := p.Origin.TrialWords(); trial != "" {
		d.Warnings = append(d.Warnings, trial+" No hotel knows of it.")
	}
	if n := len(p.Digest.Problems); n > 0 {
		d.Warnings = append(d.Warnings, "The journal was edited or is damaged ("+wording.Plural(n, "problem")+"): what it says here is not proved.")
	}
	d.Append(p.standing(), p.agreed(), p.differences(), p.cancellation(), p.lines(), p.chain())
	d.Foot = append([]string{"Made " + p.moment(p.Read) + ". What the service has was read at that moment."}, p.Origin.Foot()...)
	return d
}

// Files returns the proof in its three forms, and the name that they get.
func (p Proof) Files() (name string, files []exports.File, err error) {
	files, err = exports.Forms(p.Document())
	return exports.FileName(p.Origin, "proof", p.Reservation.ID), files, err
}

// moment is a time as the proof has it: in UTC, which nobody has to guess.
func (p Proof) moment(at time.Time) string {
	return at.UTC().Format("Mon 2 Jan 2006 15:04:05") + " UTC"
}

// standing is what the service has now.
func (p Proof) standing() document.Section {
	r := p.Reservation
	s := document.Section{Heading: "What the service has"}
	s.AddStrong("status", r.Status+", "+booking.StatusWords(r))
	s.Add("id", r.ID)
	if c := r.Confirmation; c != nil {
		s.Add("hotel confirmation", c.HotelNumber)
		s.Add("record locator", c.RecordLocator)
	}
	s.Add("hotel", r.Hotel.Name+", "+r.Hotel.ID.String())
	s.Add("stay", p.Stay.Words())
	s.Add("party", trip.PartyWords(r.Adults, r.Children)+", "+wording.Plural(max(r.Rate.Rooms, 1), "room"))
	name := booking.MaskName(r.Guest)
	if p.Guest {
		name = booking.GuestName(r.Guest)
	}
	s.Add("guest", name)
	s.Add("price", terms.PriceWords(r.Rate.Total))
	parts, note := booking.PartsOf(r, p.Sale)
	s.Add("of that", parts, note)
	for _, row := range p.Payment.RowsBelow() {
		s.Add(row.Name, row.Lines...)
	}
	if !r.Created.IsZero() {
		s.Add("created", p.moment(r.Created.Time))
	}
	if r.Status != api.StatusCanceled {
		s.Add("cancelling", p.Terms.AgreedLines(p.Read)...)
	}
	return s
}

// agreed is what was agreed to when it was sold, as the journal has it.
func (p Proof) agreed() document.Section {
	s := document.Section{Heading: "What was agreed"}
	if !p.Sold {
		s.Lines = []string{"It was not booked from this machine: what was agreed to is not known here."}
		return s
	}
	state := p.Sale.State
	s.Add("when", p.moment(state.Planned)+", "+byWhom(p.Events, state.Attempt))
	label := ""
	var lines []string
	flush := func() {
		s.Add(label, lines...)
		lines = nil
	}
	for _, line := range recovery.AgreementLines(state.Agreement) {
		if line.Name != "" {
			flush()
			label = line.Name
		}
		lines = append(lines, line.Text)
	}
	flush()
	s.Add("attempt", state.Attempt)
	s.Add("digest of the terms", state.Terms)
	if p.Sale.Moved != nil {
		s.Notes = append(s.Notes, "The dates were changed since: see what was sent.")
	}
	return s
}

// byWhom is who ran the program when an attempt was planned.
func byWhom(events []journal.Event, attempt string) string {
	for _, e := range events {
		if e.Attempt == attempt && e.Step == journal.Planned && e.User != "" {
			return "by " + e.User
		}
	}
	return "by somebody at this machine"
}

// differences reports whether the reservation on file is as agreed.
func (p Proof) differences() document.Section {
	if !p.Sold {
		return document.Section{}
	}
	s := document.Section{Heading: "Agreed and on file", Lines: []string{p.Sale.OnFile()}}
	for _, c := range p.Sale.Deviations {
		s.Lines = append(s.Lines, c.What+": "+c.Before+" → "+c.After)
	}
	return s
}

// cancellation says what proves that it is cancelled. Only an answer with that status does.
func (p Proof) cancellation() document.Section {
	s := document.Section{Heading: "The cancellation"}
	r := p.Reservation
	switch {
	case r.Status != api.StatusCanceled:
		return document.Section{}
	case p.Canceled == nil:
		s.Lines = []string{"The service shows it as " + r.Status + ", read " + p.moment(p.Read) + ". It was not cancelled from this machine: when and at which cost is not known here."}
		return s
	}
	s.Add("cancelled", p.moment(p.Canceled.At))
	s.Add("it cost then", p.Canceled.Cost.Sentence())
	s.Add("numbers", p.Canceled.ReferenceLines(r, p.Canceled.Attempt)...)
	s.Notes = []string{"The service answered with the status " + r.Status + ". Nothing else counts as a cancellation; what it cost is a fact of its own."}
	return s
}

// lines are what was sent and what came back.
func (p Proof) lines() document.Section {
	s := document.Section{Heading: "What was sent, and what came back"}
	s.Table.Columns = []document.Column{{Title: "line", Right: true, Tight: true}, {Title: "when, UTC", Tight: true}, {Title: "what"}, {Title: "hash", Tight: true}}
	for _, e := range p.Events {
		words := recovery.EventWords(e)
		if words == "" {
			continue
		}
		s.Table.Rows = append(s.Table.Rows, []string{fmt.Sprint(e.Seq), e.At.UTC().Format("2006-01-02 15:04:05.000"), words, e.Hash[:min(len(e.Hash), shownHash)]})
	}
	if len(s.Table.Rows) == 0 {
		return document.Section{Heading: s.Heading, Lines: []string{"Nothing was sent about it from this machine."}}
	}
	return s
}

// shownHash is how much of a line's hash the table has; audit show --json has all of it.
const shownHash = 12

// chain is how anybody with the journal can tell that its lines are those of the proof.
func (p Proof) chain() document.Section {
	s := document.Section{Heading: "What proves it"}
	if p.Digest.Lines == 0 {
		return document.Section{}
	}
	s.Add("journal", wording.Plural(int(p.Digest.Lines), "line"))
	s.Add("digest", p.Digest.Hash)
	state := journal.Fits
	if len(p.Digest.Problems) > 0 {
		var problems []string
		for _, problem := range p.Digest.Problems {
			problems = append(problems, problem.String())
		}
		state = strings.Join(problems, "; ")
	}
	s.Add("state", state)
	s.Lines = []string{
		"Each line of the journal was written and synced before what it announces was sent, and holds the hash of the line before. " +
			"The digest is that of the last line: a journal with this digest has these lines and no others before it. " +
			"Whoever has this page can tell later whether a line was changed since it was made, and not whether one was changed before.",
		"To check it on the machine that has the journal: bellhop audit verify, and bellhop audit show " + p.Reservation.ID + " --json.",
	}
	return s
}
