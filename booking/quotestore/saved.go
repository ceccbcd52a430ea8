package quotestore

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/trip"
)

// savedVersion is the form of a kept quote. One of another form is not read.
const savedVersion = 1

// saved is a quote as it stands on the disk: what the service said of each offer, from which the rest is worked out
// again. It has no guest, no token and no card, because an offer has none.
type saved struct {
	Version int          `json:"version"`
	At      time.Time    `json:"at"`
	Service string       `json:"service"`
	Markup  string       `json:"markup,omitempty"`
	Words   string       `json:"markup_words,omitempty"`
	Offers  []savedOffer `json:"offers"`
}

type savedOffer struct {
	In         string         `json:"in"`
	Out        string         `json:"out"`
	Adults     int            `json:"adults"`
	Children   int            `json:"children,omitempty"`
	Rooms      int            `json:"rooms"`
	Hotel      savedHotel     `json:"hotel"`
	Room       savedRoom      `json:"room"`
	Rate       savedRate      `json:"rate"`
	SearchedAt time.Time      `json:"searched_at"`
	Verified   *savedVerified `json:"verified,omitempty"`
}

type savedHotel struct {
	Chain   string  `json:"chain"`
	Code    string  `json:"code"`
	Name    string  `json:"name"`
	Address string  `json:"address,omitempty"`
	Phone   string  `json:"phone,omitempty"`
	In      string  `json:"in,omitempty"`
	Out     string  `json:"out,omitempty"`
	Zone    string  `json:"zone,omitempty"`
	Stars   float64 `json:"stars,omitempty"`
}

type savedRoom struct {
	Name string `json:"name"`
	Most int    `json:"most,omitempty"`
}

type savedRate struct {
	Code          string       `json:"code"`
	Channel       string       `json:"channel,omitempty"`
	Name          string       `json:"name,omitempty"`
	Total         savedMoney   `json:"total"`
	Base          savedMoney   `json:"base"`
	Taxes         savedMoney   `json:"taxes"`
	Fees          savedMoney   `json:"fees"`
	TaxesIncluded *bool        `json:"taxes_included,omitempty"`
	Terms         savedTerms   `json:"terms"`
	Perks         []savedFact  `json:"perks,omitempty"`
	Expires       savedInstant `json:"expires"`
}

type savedVerified struct {
	At    time.Time     `json:"at"`
	Most  int           `json:"most,omitempty"`
	Total savedMoney    `json:"total"`
	Base  savedMoney    `json:"base"`
	Taxes savedMoney    `json:"taxes"`
	Fees  savedMoney    `json:"fees"`
	Lines []savedCharge `json:"lines,omitempty"`
	Terms []savedTerms  `json:"terms,omitempty"`
}

// savedMoney is a number and its currency; empty texts are no amount.
type savedMoney [2]string

type savedInstant struct {
	Text string    `json:"text,omitempty"`
	Time time.Time `json:"time"`
}

type savedCharge struct {
	Name     string     `json:"name,omitempty"`
	Amount   savedMoney `json:"amount"`
	Included *bool      `json:"included,omitempty"`
}

type savedFact struct {
	Name  string `json:"name"`
	Value string `json:"value,omitempty"`
}

type savedTerms struct {
	Payment    string         `json:"payment,omitempty"`
	Guarantee  []string       `json:"guarantee,omitempty"`
	Refundable *bool          `json:"refundable,omitempty"`
	Note       string         `json:"note,omitempty"`
	Penalties  []savedPenalty `json:"penalties,omitempty"`
	Cards      []string       `json:"cards,omitempty"`
	Deposit    []savedFact    `json:"deposit,omitempty"`
	Text       []string       `json:"text,omitempty"`
}

type savedPenalty struct {
	Deadline   string     `json:"deadline"`
	Text       string     `json:"text,omitempty"`
	Refundable *bool      `json:"refundable,omitempty"`
	Amount     savedMoney `json:"amount"`
	Estimated  bool       `json:"estimated,omitempty"`
}

func moneyOf(m api.Money) savedMoney { return savedMoney{m.Number(), m.Currency()} }

func (m savedMoney) money() api.Money { return api.NewMoney(m[0], m[1]) }

func each[T, R any](list []T, of func(T) R) []R {
	var out []R
	for _, item := range list {
		out = append(out, of(item))
	}
	return out
}

// save returns the quote's text for the disk.
func save(q quote.Quote, service string) ([]byte, error) {
	s := saved{Version: savedVersion, At: q.At.UTC(), Service: service, Markup: q.Markup.String(), Words: q.MarkupWords, Offers: each(q.Offers, saveOffer)}
	return json.Marshal(s)
}

func saveOffer(o quote.Offer) savedOffer {
	s := savedOffer{
		In: o.Trip.CheckIn.String(), Out: o.Trip.CheckOut.String(), Adults: o.Trip.Adults, Children: o.Trip.Children, Rooms: o.Trip.Rooms,
		Hotel: savedHotel{
			Chain: o.Hotel.ID.Chain, Code: o.Hotel.ID.Code, Name: o.Hotel.Name, Address: o.HotelAddress(), Stars: o.Stars,
			Phone: firstOf(o.Hotel.Phone, o.Facts.Phone), In: firstOf(o.Hotel.CheckInTime, o.Facts.CheckInTime), Out: firstOf(o.Hotel.CheckOutTime, o.Facts.CheckOutTime),
		},
		Room: savedRoom{Name: o.RoomName, Most: o.Room.MaxOccupancy},
		Rate: savedRate{
			Code: o.Rate.BookingCode, Channel: o.Rate.ChannelCode, Name: o.RateName(), Terms: saveTerms(o.Rate.Terms),
			Total: moneyOf(o.Rate.Price.Total), Base: moneyOf(o.Rate.Price.Base), Taxes: moneyOf(o.Rate.Price.Taxes), Fees: moneyOf(o.Rate.Price.Fees),
			TaxesIncluded: o.Rate.Price.TaxesIncluded, Expires: savedInstant{o.Rate.Expires.Text, o.Rate.Expires.Time},
			Perks: each(o.Rate.Perks, func(p api.Perk) savedFact { return savedFact{p.Name, p.Description} }),
		},
		SearchedAt: o.SearchedAt,
	}
	if o.Zone != nil {
		s.Hotel.Zone = o.Zone.String()
	}
	if v := o.Verified; v != nil {
		s.Verified = &savedVerified{
			At: o.VerifiedAt, Most: v.MaxOccupancy, Total: moneyOf(v.Total), Base: moneyOf(v.Base), Taxes: moneyOf(v.Taxes), Fees: moneyOf(v.Fees),
			Lines: each(v.FeeLines, func(c api.Charge) savedCharge {
				return savedCharge{c.Description, moneyOf(c.Amount), c.IncludedInTotal}
			}),
			Terms: each(v.Terms, saveTerms),
		}
	}
	return s
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

func saveTerms(t api.Terms) savedTerms {
	return savedTerms{
		Payment: t.PaymentInfo, Guarantee: t.Guarantee, Refundable: t.Refundable, Note: t.CancelNote, Cards: t.AcceptedCards, Text: t.Description,
		Deposit: each(t.Deposit, func(f api.Fact) savedFact { return savedFact(f) }),
		Penalties: each(t.Penalties, func(p api.CancelPenalty) savedPenalty {
			return savedPenalty{p.Deadline.Text, p.Description, p.Refundable, moneyOf(p.Amount), p.Estimated}
		}),
	}
}

// Errors of files that are no quotes of this service.
var (
	errForm    = errors.New("it is no quote of this version")
	errForeign = errors.New("it is of another service")
)

// read returns the quote of a file's text, as the desk's directory knows its hotels now.
func read(text []byte, service string, desk *booking.Desk) (quote.Quote, error) {
	var s saved
	if err := json.Unmarshal(text, &s); err != nil {
		return quote.Quote{}, fmt.Errorf("reading a quote: %w", err)
	}
	if s.Version != savedVersion || len(s.Offers) == 0 || len(s.Offers) > quote.Most || s.At.IsZero() {
		return quote.Quote{}, errForm
	}
	if s.Service != service {
		return quote.Quote{}, errForeign
	}
	q := quote.Quote{At: s.At, Origin: desk.Origin(), MarkupWords: s.Words}
	for _, o := range s.Offers {
		offer, err := o.offer(desk)
		if err != nil {
			return quote.Quote{}, err
		}
		q.Offers = append(q.Offers, offer)
	}
	var err error
	q.Markup, err = quote.ParseKept(s.Markup, q.Offers)
	return q, err
}

func (s savedOffer) offer(desk *booking.Desk) (quote.Offer, error) {
	in, errIn := api.ParseDate(s.In)
	out, errOut := api.ParseDate(s.Out)
	if errIn != nil || errOut != nil || !in.Before(out) || s.Adults < 1 || s.Children < 0 || s.Rooms < 1 ||
		s.Adults > trip.MaxGuests || s.Children > trip.MaxGuests || s.Rooms > trip.MaxRooms || in.DaysUntil(out) > trip.MaxNights {
		return quote.Offer{}, errForm
	}
	hotel := api.Hotel{
		ID: api.PropertyID{Chain: s.Hotel.Chain, Code: s.Hotel.Code}, Name: s.Hotel.Name, Phone: s.Hotel.Phone,
		CheckInTime: s.Hotel.In, CheckOutTime: s.Hotel.Out, Address: api.Address{Street: s.Hotel.Address},
	}
	draft := booking.Draft{
		Trip:  trip.Trip{Destination: trip.HotelDestination(hotel), CheckIn: in, CheckOut: out, Adults: s.Adults, Children: s.Children, Rooms: s.Rooms},
		Hotel: hotel, Room: api.Room{Name: s.Room.Name, MaxOccupancy: s.Room.Most}, Rate: s.Rate.rate(), SearchedAt: s.SearchedAt,
	}
	if zone, err := time.LoadLocation(s.Hotel.Zone); err == nil && s.Hotel.Zone != "" {
		draft.Zone = zone
	}
	if v := s.Verified; v != nil {
		draft.Verified, draft.VerifiedAt = v.verification(), v.At
	}
	asOf := s.SearchedAt
	if s.Verified != nil {
		asOf = s.Verified.At
	}
	o := marked.OfferOf(desk, draft, asOf)
	o.Stars = s.Hotel.Stars
	return o, nil
}

func (s savedRate) rate() api.Rate {
	r := api.Rate{
		BookingCode: s.Code, ChannelCode: s.Channel, Name: s.Name, Terms: s.Terms.terms(),
		Price: api.Price{Total: s.Total.money(), Base: s.Base.money(), Taxes: s.Taxes.money(), Fees: s.Fees.money(), TaxesIncluded: s.TaxesIncluded},
		Perks: each(s.Perks, func(f savedFact) api.Perk {
			return api.Perk{Name: f.Name, Description: f.Value}
		}),
		Expires: api.Instant{Text: s.Expires.Text, Time: s.Expires.Time},
	}
	return r
}

func (s savedVerified) verification() *api.Verification {
	return &api.Verification{
		MaxOccupancy: s.Most, Total: s.Total.money(), Base: s.Base.money(), Taxes: s.Taxes.money(), Fees: s.Fees.money(),
		FeeLines: each(s.Lines, func(c savedCharge) api.Charge {
			return api.Charge{Description: c.Name, Amount: c.Amount.money(), IncludedInTotal: c.Included}
		}),
		Terms: each(s.Terms, savedTerms.terms),
	}
}

func (s savedTerms) terms() api.Terms {
	return api.Terms{
		PaymentInfo: s.Payment, Guarantee: s.Guarantee, Refundable: s.Refundable, CancelNote: s.Note,
		AcceptedCards: s.Cards, Description: s.Text,
		Deposit: each(s.Deposit, func(f savedFact) api.Fact { return api.Fact{Name: f.Name, Value: f.Value} }),
		Penalties: each(s.Penalties, func(p savedPenalty) api.CancelPenalty {
			return api.CancelPenalty{
				Deadline: api.ParseDeadline(p.Deadline), Description: p.Text, Refundable: p.Refundable, Amount: p.Amount.money(), Estimated: p.Estimated,
			}
		}),
	}
}
