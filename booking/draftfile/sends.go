package draftfile

import (
	"bellhop/api"
	"bellhop/booking"
)

// Sends are the terms as a booking sends them: those of the search, with its words, which people read and nothing is compared
// with. Only a preview needs them; a booking searches again.
type Sends struct {
	Refundable *bool         `json:"refundable"`
	Payment    string        `json:"rate_payment_info"`
	Guarantee  []string      `json:"guarantee_type"`
	Note       string        `json:"cancel_note"`
	Penalties  []SentPenalty `json:"cancel_penalties"`
}

// A SentPenalty is one of their penalties.
type SentPenalty struct {
	Deadline    string  `json:"deadline_local"`
	Description string  `json:"cancel_short_description"`
	Amount      *Amount `json:"amount"`
	Estimated   bool    `json:"estimated_amount"`
	Original    string  `json:"original_penalty_info"`
}

func sendsOf(d booking.Draft) *Sends {
	t := booking.SentTerms(d.VerifiedAt, d)
	out := &Sends{Refundable: t.Refundable, Payment: t.PaymentInfo, Guarantee: t.Guarantee, Note: t.CancelNote, Penalties: []SentPenalty{}}
	for _, p := range t.Penalties {
		out.Penalties = append(out.Penalties, SentPenalty{p.Deadline.Text, p.Description, amountOf(p.Amount), p.Estimated, p.Original})
	}
	return out
}

// sends are the terms that the file's booking sends; those agreed to where the file does not say it, as one that was written
// by hand.
func (f File) sends() api.Terms {
	if f.Sends == nil {
		return f.Agreed.sent()
	}
	t := api.Terms{Refundable: f.Sends.Refundable, PaymentInfo: f.Sends.Payment, Guarantee: f.Sends.Guarantee, CancelNote: f.Sends.Note}
	for _, p := range f.Sends.Penalties {
		t.Penalties = append(t.Penalties, api.CancelPenalty{
			Deadline: api.ParseDeadline(p.Deadline), Description: p.Description, Amount: p.Amount.money(), Estimated: p.Estimated, Original: p.Original,
		})
	}
	return t
}
