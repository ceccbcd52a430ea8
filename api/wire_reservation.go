package api

// readReservationPage reads a page of the list (section 4.6). found says
// whether it has items at all.
func readReservationPage(r *reader) (page ReservationPage, found bool) {
	for key := range r.fields() {
		switch key {
		case "total_items_without_paging":
			page.Total = r.integer()
		case "items":
			found = true
			for range r.items() {
				// Without its id a reservation can be neither read nor changed.
				if v := readReservation(r); v.ID != "" {
					page.Items = add(r, boundReservations, page.Items, v)
				} else {
					page.Skipped++
				}
			}
		}
	}
	return page, found
}

// readReservation reads what the service holds (section 2.1).
func readReservation(r *reader) Reservation {
	var v Reservation
	var p payments
	var currency string // of the payments too, and it may come after them
	for key := range r.fields() {
		switch key {
		case "id":
			v.ID = r.code("id")
		case "status":
			v.Status = r.text()
		case "check_in_date":
			v.CheckIn = ParseInstant(r.text())
		case "check_out_date":
			v.CheckOut = ParseInstant(r.text())
		case "created_at":
			v.Created = ParseInstant(r.text())
		case "confirmation":
			v.Confirmation = readConfirmation(r)
		case "custom_data":
			v.CustomData = readCustomData(r)
		case "guests":
			readGuests(r, &v)
		case "hotel":
			v.Hotel = readHotelRef(r)
		case "payment":
			p = readPayments(r)
		case "rate":
			v.Rate, currency = readBookedRate(r)
		}
	}
	v.Payment = p.guest.payment(currency)
	v.Partner = p.partner.payment(currency)
	return v
}

func readConfirmation(r *reader) *Confirmation {
	var c Confirmation
	for key := range r.fields() {
		switch key {
		case "hotel_confirmation_number":
			c.HotelNumber = r.text()
		case "record_locator":
			c.RecordLocator = r.text()
		}
	}
	if c == (Confirmation{}) {
		return nil
	}
	return &c
}

func readCustomData(r *reader) CustomData {
	var data CustomData
	for key := range r.fields() {
		field := CustomField{Key: key}
		switch {
		case r.is(kindString):
			field.Text = r.text()
		case r.is(kindNumber):
			field.Kind, field.Text = CustomNumber, r.number()
		case r.is(kindTrue), r.is(kindFalse):
			field.Kind, field.Truth = CustomBool, r.truth()
		case r.is(kindNull):
			r.skip()
			field.Kind, field.Text = CustomOther, "null"
		default:
			field.Kind, field.Text = CustomOther, r.text()
		}
		data = add(r, boundCustom, data, field)
	}
	return data
}

func readGuests(r *reader, v *Reservation) {
	for key := range r.fields() {
		switch key {
		case "number_of_adults":
			v.Adults = r.integer()
		case "number_of_children":
			v.Children = r.integer()
		case "primary":
			v.Guest = readGuest(r)
		}
	}
}

func readGuest(r *reader) Guest {
	var g Guest
	for key := range r.fields() {
		switch key {
		case "given_name":
			g.GivenName = r.text()
		case "surname":
			g.Surname = r.text()
		case "email":
			g.Email = r.text()
		case "telephone_number":
			g.Phone = r.text()
		case "address":
			g.Address = r.text()
		case "city":
			g.City = r.text()
		case "state":
			g.State = r.text()
		case "postal_code":
			g.PostalCode = r.text()
		case "country":
			g.Country = r.text()
		}
	}
	return g
}

// payments are the two parts before the currency of the rate is known.
type payments struct{ guest, partner *paymentPart }

type paymentPart struct {
	number string
	Payment
}

func (p *paymentPart) payment(currency string) *Payment {
	if p == nil {
		return nil
	}
	p.Amount = money(p.number, currency)
	return &p.Payment
}

func readPayments(r *reader) payments {
	var p payments
	for key := range r.fields() {
		switch key {
		case "guest":
			p.guest = readPayment(r)
		case "partner":
			p.partner = readPayment(r)
		}
	}
	return p
}

// readPayment leaves out the card verification code that the answer to a
// change of payment repeats: it never gets into a struct.
func readPayment(r *reader) *paymentPart {
	if !r.is(kindObject) {
		r.skip()
		return nil
	}
	var p paymentPart
	for key := range r.fields() {
		switch key {
		case "amount":
			p.number = r.number()
		case "token":
			p.Token = NewSecret(r.exact("token"))
		case "processor", "stripe":
			readProcessor(r, &p.Payment)
		}
	}
	return &p
}

func readProcessor(r *reader, p *Payment) {
	for key := range r.fields() {
		switch key {
		case "customer":
			p.Customer = r.text()
		case "payment_method":
			p.MethodRef = r.text()
		}
	}
}

func readBookedRate(r *reader) (rate BookedRate, currency string) {
	var a amounts
	for key := range r.fields() {
		switch key {
		case "booking_code":
			rate.BookingCode = r.exact("booking_code")
		case "channel_code":
			rate.ChannelCode = r.exact("channel_code")
		case "number_of_rooms":
			rate.Rooms = r.integer()
		case "price":
			for key := range r.fields() {
				a.read(r, key)
			}
		case "terms":
			rate.Terms = r.merged(readTermsList(r))
		}
	}
	rate.Total = money(a.total, a.currency)
	rate.Base = money(a.base, a.currency)
	rate.Taxes = money(a.taxes, a.currency)
	return rate, a.currency
}
