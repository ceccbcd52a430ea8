package booking

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// An Explanation is an error in words for people.
type Explanation struct {
	Title string // what happened
	Text  string // the words of the service or of the system
	// Quoted reports that Text is the service's.
	Quoted bool
	Hint   string // what to do next
	Retry  bool   // trying the same again may help
	Wait   string // how long to wait before that ("Wait 5 seconds"); empty is not at all
	// SignIn says that the key was refused and a new one is needed.
	SignIn   bool
	Problems []api.Problem
}

// Line returns the text as a line of its own. It attributes the service's words, which must not pass for the program's.
func (x Explanation) Line() string {
	if x.Quoted {
		return "The service says: " + x.Text
	}
	return x.Text
}

// Explain turns any error of this package or of api into words, without anything of a guest or a secret.
func Explain(err error) Explanation {
	var write *recovery.Write
	var unrecorded *recovery.NotRecordedError
	var refused *RefusedError
	var unread *NotReadError
	var changed *ChangedError
	var off *api.FeatureOffError
	var unpriced *NoPriceError
	var rooms *RoomsError
	var service *api.Error
	var long *trip.DestinationError
	switch {
	case errors.As(err, &write) && write.State == recovery.HeldBack:
		return explainHeldBack(write)
	case errors.As(err, &write):
		return explainUnresolved(write)
	case errors.As(err, &refused):
		return explainRefused(refused)
	case errors.As(err, &unread):
		return explainUnread(unread)
	case errors.As(err, &changed):
		return explainChanged(changed)
	case errors.As(err, &rooms):
		x := Explain(rooms.cause)
		x.Hint = "Nothing was booked or charged. " + rooms.Words() + " may still be available: verify again."
		return x
	case errors.As(err, &unrecorded):
		x := explainJournal(unrecorded.Cause)
		x.Title = "The " + recovery.ActionWords(unrecorded.Kind) + " was not sent: it could not be noted in the journal first"
		return x
	case errors.As(err, &unpriced):
		return Explanation{
			Title: "Not sent: there is no price to book at", Text: wording.Sentence(unpriced.Why),
			Hint: "Nothing was sent. Verify the rate again, or choose another one.",
		}
	case errors.Is(err, api.ErrReadOnly):
		return Explanation{Title: "Not sent: the profile is read-only", Text: "Nothing is written at this service from here.", Hint: "Leave --read-only out, or read_only in the profile."}
	case errors.Is(err, ErrSameDates):
		return Explanation{Title: "These are its dates already", Text: "Nothing was changed or sent.", Hint: "Type other dates."}
	case errors.Is(err, ErrSimulation), errors.Is(err, journal.ErrOvertaken):
		return Explanation{Title: "Not sent", Text: wording.Sentence(err.Error()), Hint: "Nothing was sent."}
	case errors.Is(err, ErrDraftTaken):
		return Explanation{Title: "Another Bellhop goes on with this booking", Text: "Or it was thrown away there. Nothing was sent.", Hint: "Go on there, or start anew."}
	case errors.Is(err, ErrSearchOver):
		return Explanation{
			Title: "The service has forgotten this search",
			Text:  "It keeps one for a while only, so there is no next page of it. What is listed stays.",
			Hint:  "A new search starts over.", Retry: true,
		}
	case errors.As(err, &long):
		return Explanation{Title: "Not looked up", Text: wording.Sentence(long.Error())}
	case errors.Is(err, errTooFar):
		return Explanation{
			Title: "The hotel was not found again", Text: wording.Sentence(err.Error()),
			Hint: "Search its city, and open the hotel from there.",
		}
	case errors.As(err, &off):
		return Explanation{Title: "This service does not offer that", Text: off.Error(), Hint: "Set the name in the profile if the service has it."}
	case errors.Is(err, context.Canceled):
		return Explanation{Title: "Stopped", Text: "The request was cancelled.", Retry: true}
	case errors.As(err, &service):
		return explainService(service)
	case errors.Is(err, context.DeadlineExceeded):
		return Explanation{Title: "No answer in time", Text: "The service took too long.", Retry: true}
	case errors.Is(err, recovery.ErrOtherAnswer):
		return Explanation{Title: "The service answered with another reservation", Text: "It is not the one that was asked for, and is not shown.", Retry: true}
	case errors.Is(err, ErrNotVerified):
		return Explanation{Title: "Not verified", Text: err.Error(), Hint: "Go back and verify the rate."}
	default:
		return Explanation{Title: "Something went wrong", Text: err.Error(), Retry: true}
	}
}

func explainJournal(err error) Explanation {
	x := Explanation{Text: err.Error(), Hint: "Mend that and start Bellhop again."}
	switch {
	case errors.Is(err, journal.ErrBusy):
		x.Hint = "Close the other Bellhop, or wait until it goes on; then try again."
		x.Retry = true
	case errors.Is(err, journal.ErrReplaced), errors.Is(err, journal.ErrClosed):
		x.Hint = "Start Bellhop again."
	}
	return x
}

// JournalTrouble explains what was wrong with the journal when it was opened; false as long as nothing is known
// to be.
func (d *Desk) JournalTrouble() (Explanation, bool) {
	damage, err := d.Recovery.Trouble()
	switch {
	case err != nil:
		x := explainJournal(err)
		x.Title = "Nothing can be booked, changed or cancelled: there is no journal to note it in first"
		return x, true
	case len(damage) == 0:
		return Explanation{}, false
	}
	x := Explanation{
		Title: "The journal of bookings is damaged", Text: damage[0].String(),
		Hint: "It goes on being written. bellhop audit verify names every line.",
	}
	if more := len(damage) - 1; more > 0 {
		x.Text += ", and " + wording.Plural(more, "more problem")
	}
	return x, true
}

func explainHeldBack(w *recovery.Write) Explanation {
	switch {
	case w.Plan.Kind == journal.Create && w.OthersPlanned():
		return Explanation{
			Title: "Another Bellhop is about to book this stay for this guest",
			Text:  "It has planned it and not sent it so far. Nothing was sent from here.",
			Hint:  "See what comes of it there before you book it a second time.",
		}
	case w.Plan.Kind == journal.Create && !slices.ContainsFunc(w.Others, booked):
		return Explanation{
			Title: "This guest may have this stay already",
			Text:  "The same guest was to be booked at this hotel for nights that overlap, and it is not known what came of that. Nothing was sent now.",
			Hint:  "Wait until that is known before you book it a second time.",
		}
	case w.Plan.Kind == journal.Create:
		return Explanation{
			Title: "This guest seems to have this stay already",
			Text:  "The same guest was booked at this hotel for nights that overlap. Nothing was sent.",
			Hint:  "Look it up in reservations before you book it a second time.",
		}
	default:
		earlier := "an earlier " + recovery.ActionWords(w.Others[0].Kind) + " of this reservation (" + w.Others[0].Attempt + ")"
		text := "It is still being found out what came of " + earlier + "."
		if w.OthersPlanned() {
			text = "Another Bellhop has planned " + earlier + " and not sent it so far."
		}
		return Explanation{
			Title: "The " + recovery.ActionWords(w.Plan.Kind) + " was not sent: an earlier write has no known outcome yet",
			Text:  text,
			Hint:  "It is looked for by itself, and the start screen shows how far that is. Try again when its outcome is known.",
		}
	}
}

// booked reports whether a booking is known to have been made.
func booked(s journal.AttemptState) bool { return s.Outcome.Result == journal.Booked }

func explainUnresolved(w *recovery.Write) Explanation {
	x := Explanation{
		Title: "It is not known whether the " + recovery.ActionWords(w.Plan.Kind) + " happened",
		Text:  "It was sent once and the answer was lost: " + causeWords(w.Err) + ".",
		Hint:  "It is looked for by itself, also after you leave or start again. Do not send it again meanwhile.",
	}
	if w.Err == nil { // It is one of the journal's, which keeps how it was lost in its story.
		x.Text = "It was sent once and the answer was lost."
	}
	if w.Plan.Attempt == "" {
		x.Hint = "Do not send it again. Look it up in reservations first."
	}
	return x
}

// causeWords says why an answer tells nothing.
func causeWords(err error) string {
	var service *api.Error
	var network net.Error
	switch {
	case errors.Is(err, context.Canceled):
		return "Bellhop did not wait for it"
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE), errors.Is(err, io.EOF):
		return "the connection broke off"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it ended in the middle"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return "it took too long"
	case errors.As(err, &service) && service.Status >= http.StatusInternalServerError:
		return "the service failed with status " + strconv.Itoa(service.Status)
	case errors.As(err, &service) && service.Status >= http.StatusBadRequest:
		return "what came has status " + strconv.Itoa(service.Status) + " and is not the service's own refusal"
	case recovery.Foreign(err):
		return "it was not about what was sent"
	case err == nil:
		return "it is not known how"
	case errors.As(err, &service):
		return strings.TrimSuffix(service.Message, ".")
	default:
		return strings.TrimSuffix(err.Error(), ".")
	}
}

// waitWords says how long the service asks to wait before the next try, in seconds (RFC 9110, 10.2.3); a date
// counts as not said.
func waitWords(retryAt string) string {
	seconds, err := strconv.Atoi(strings.TrimSpace(retryAt))
	if err != nil || seconds <= 0 {
		return "Wait a little"
	}
	return "Wait " + wording.Plural(seconds, "second")
}

// added returns the problems that say more than the message; where a rate is refused the title names the field
// already.
func added(e *api.Error) []api.Problem {
	title := e.Type == api.TypeBooking || e.Type == api.TypeCreation
	return slices.DeleteFunc(slices.Clone(e.Problems), func(p api.Problem) bool {
		return p.Message == e.Message && (len(p.Field) == 0 || title)
	})
}

func explainService(e *api.Error) Explanation {
	x := Explanation{Text: e.Message, Quoted: e.Quoted, Problems: added(e)}
	if e.Status == 0 && e.Message != "" {
		x.Text = wording.Sentence(e.Message)
	}
	if e.RequestID != "" {
		x.Text += " (request " + e.RequestID + ")"
	}
	switch {
	case e.Status == http.StatusUnauthorized:
		x.Title, x.Hint, x.SignIn = "The key was not accepted", "Enter the API key again: it is missing, wrong or expired.", true
	case e.Status == http.StatusForbidden:
		x.Title, x.Hint = "This key may not do that", "Ask who manages the account, or use another profile."
	case e.Status == http.StatusNotFound && e.Foreign:
		x.Title, x.Retry = "The answer is not the service's own", true
		x.Hint = "How it stands there is not known."
	case e.Status == http.StatusNotFound:
		x.Title, x.Hint = "Not found", "It does not exist, or it belongs to another account."
	case e.Type == api.TypeValidation:
		x.Title, x.Hint = "The service did not accept the request", "Mend what is named and send it again."
	case e.Type == api.TypeCreation:
		x.Title, x.Hint = "Not booked", "Nothing was booked or charged. The rate may be gone or changed: search again."
	case e.Type == api.TypePayment:
		x.Title, x.Hint = "The payment was declined", "Nothing was booked. Use another payment token."
	case e.Type == api.TypeCancellation:
		x.Title, x.Hint = "Not cancelled", "Read the reservation again: it may have changed since."
	case e.Type == api.TypeBooking:
		x.Title, x.Hint = "The rate is not available", "It is gone or has expired: go back and search again."
	case e.Status == http.StatusTooManyRequests:
		x.Wait = waitWords(e.RetryAt)
		x.Title, x.Hint, x.Retry = "Too many requests", x.Wait+".", true
	case e.Status >= http.StatusInternalServerError:
		x.Title, x.Retry = "The service failed", true
	case errors.Is(e, api.ErrEnded): // Only a demo's service can end.
		title, advice := DemoEnded()
		x.Title, x.Text, x.Quoted = title, "Nothing was sent. "+advice, false
	case e.Status == 0:
		x.Title, x.Hint, x.Retry = "The service cannot be reached", "Check the network and the profile's address.", true
	case e.Status >= http.StatusBadRequest && !e.Foreign && e.Message != "":
		x.Title, x.Retry = "The service has refused it", true
	default:
		x.Title, x.Retry = "The answer could not be used", true
	}
	if e.Advice != "" {
		x.Hint = wording.Sentence(e.Advice)
	}
	return x
}

// DemoEnded returns the words for the end of the demo whose sandbox this console shares.
func DemoEnded() (title, advice string) {
	return "The demo that this console shares has ended", "Leave this console and start bellhop demo again: your draft is kept."
}

// A FormPart is where in a booking a problem that the service named is corrected.
type FormPart int

// The parts of the form.
const (
	AtRequest FormPart = iota // anything else: dates, rate, hotel, or a problem that names no field
	AtGuest                   // what the guest's form asks for
	AtPayment                 // the payment token
)

// FormPartOf returns where a problem of a create request (section 4.4) is corrected.
func FormPartOf(p api.Problem) FormPart {
	if len(p.Field) == 0 {
		return AtRequest
	}
	switch p.Field[0] {
	case "custom_data", api.FieldLoyalty:
		return AtGuest
	case "guests":
		if len(p.Field) > 1 && p.Field[1] == "primary" {
			return AtGuest
		}
	case "payment":
		return AtPayment
	}
	return AtRequest
}

// ProblemWords returns a problem in one line: the field in words and what the service says of it.
func ProblemWords(p api.Problem) string {
	if len(p.Field) == 0 {
		return p.Message
	}
	return pathWords(p.Field) + ": " + ProblemText(p)
}

// ProblemText returns what the service says of a field without the path in front, as in "guests.primary.email
// is missing".
func ProblemText(p api.Problem) string {
	if text, ok := strings.CutPrefix(p.Message, strings.Join(p.Field, ".")+" "); ok && len(p.Field) > 0 {
		return text
	}
	return p.Message
}

// pathWords returns the path of a field in words: "guest's email", "payment token".
func pathWords(path []string) string {
	last := func(drop int) string {
		return strings.ReplaceAll(strings.Join(path[drop:], " "), "_", " ")
	}
	switch {
	case len(path) > 2 && path[0] == "guests" && path[1] == "primary":
		return "guest's " + last(2)
	case slices.Equal(path, []string{"payment", "guest", "token"}):
		return "payment token"
	case len(path) > 1 && path[0] == "custom_data":
		return "custom data " + strings.Join(path[1:], " ")
	default:
		return last(0)
	}
}
