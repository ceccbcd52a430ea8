package api

// The states of a reservation (section 3). A service may send others: they are
// kept as sent.
const (
	StatusCreated   = "CREATED"
	StatusConfirmed = "CONFIRMED"
	StatusCanceled  = "CANCELED"
)

// A Reservation is what the service holds (section 2.1).
type Reservation struct {
	ID       string  `wire:"id" as:"exact"` // 32 letters and digits
	Status   string  `wire:"status"`        // one of the Status constants, or as sent
	CheckIn  Instant `wire:"check_in_date"`
	CheckOut Instant `wire:"check_out_date"`
	Created  Instant `wire:"created_at"`

	// Confirmation is nil when the service sent none, as for a simulated
	// reservation that is only CREATED.
	Confirmation *Confirmation `wire:"confirmation"`
	CustomData   CustomData    `wire:"custom_data"`
	Adults       int           `wire:"guests.number_of_adults"`
	Children     int           `wire:"guests.number_of_children"`
	Guest        Guest         `wire:"guests.primary"`
	Hotel        HotelRef      `wire:"hotel"`
	Payment      *Payment      `wire:"payment.guest"`   // the guest's part
	Partner      *Payment      `wire:"payment.partner"` // the partner's part, where there is one
	Rate         BookedRate
}

// Confirmation holds the two numbers that prove a booking; either may be empty.
type Confirmation struct {
	HotelNumber   string `wire:"hotel_confirmation_number"` // hotel_confirmation_number
	RecordLocator string `wire:"record_locator"`
}

// Guest is the main guest (section 2.2). All of it is personal data.
type Guest struct {
	GivenName  string `wire:"given_name"`
	Surname    string `wire:"surname"`
	Email      string `wire:"email"`
	Phone      string `wire:"telephone_number"` // E.164 with +
	Address    string `wire:"address"`
	City       string `wire:"city"`
	State      string `wire:"state"`       // optional
	PostalCode string `wire:"postal_code"` // optional
	Country    string `wire:"country"`     // ISO 3166-1 alpha-2
}

// HotelRef names a property in requests and reservations. Names differ between
// calls: match by ID only.
type HotelRef struct {
	ID   PropertyID `wire:",inline"`
	Name string     `wire:"name"`
}

// Payment is one source of payment as the service shows it (section 2.3). The
// card verification code that a modify answer echoes is dropped on arrival.
type Payment struct {
	Amount    Money  `wire:"amount" as:"number"` // in the rate's currency; unset if the answer leaves it out
	Token     Secret `wire:"token"`
	Customer  string `wire:"processor.customer,stripe.customer"`             // at the payment processor
	MethodRef string `wire:"processor.payment_method,stripe.payment_method"` // payment_method at the payment processor
}

// BookedRate is the rate of a reservation, sent and returned (section 2.4).
type BookedRate struct {
	BookingCode string `wire:"booking_code" as:"exact"`
	ChannelCode string `wire:"channel_code" as:"exact"`
	Rooms       int    `wire:"number_of_rooms"`
	Total       Money  `wire:"price.total_price"` // for all rooms
	Base        Money  `wire:"price.base_price"`
	Taxes       Money  `wire:"price.total_taxes"`
	Terms       Terms  `wire:"terms"`
}

// CustomData is the partner's own data on a reservation (section 8), in the
// order in which it was given or came.
type CustomData []CustomField

// CustomField is one pair. Exactly one of Text, Number and Bool holds the
// value, as Kind says.
type CustomField struct {
	Key   string
	Kind  CustomKind
	Text  string // the string, or the number as written
	Truth bool
}

// CustomKind says what kind of value a CustomField has.
type CustomKind int

// The kinds of custom values that section 8 allows, and one for what a
// service may send against its own rules (kept as raw JSON in Text).
const (
	CustomString CustomKind = iota
	CustomNumber
	CustomBool
	CustomOther
)

// Simulation is the sandbox's option of creating without booking (section
// 4.4). Outside a sandbox a service ignores it and books for real.
type Simulation string

// The two effects of section 3, and none.
const (
	SimulateNothing   Simulation = ""
	SimulateCreated   Simulation = "created"
	SimulateConfirmed Simulation = "confirmed"
)

// PaymentSource pays for a reservation: an amount and the token of a stored
// payment method.
type PaymentSource struct {
	Amount Money
	Token  Secret
}

// Loyalty is the guest's membership in a hotel's programme.
type Loyalty struct {
	Program  string
	MemberID string
}

// CreateRequest creates a reservation (section 4.4). It is sent once.
type CreateRequest struct {
	CheckIn    Date
	CheckOut   Date
	Adults     int
	Children   int
	Guest      Guest
	Hotel      HotelRef
	Payment    PaymentSource
	Partner    *PaymentSource // split payment; the two amounts add up to the total
	Rate       BookedRate
	CustomData CustomData
	Loyalty    *Loyalty
	Simulate   Simulation
}

// ModifyRequest changes the dates, the payment method, or both (section 4.5).
// Zero fields are not sent. It is sent once.
type ModifyRequest struct {
	ID       string
	CheckIn  Date
	CheckOut Date
	Token    Secret
	CVV      Secret
}

// DateRange filters on a date; zero dates are not sent (section 4.6).
type DateRange struct {
	On     Date // the shorthand for equality
	After  Date // gt
	From   Date // gte
	Before Date // lt
	Until  Date // lte
}

// ReservationQuery lists reservations, most recent first; all that is given
// must hold (section 4.6). Page starts at 1; zero values are not sent.
type ReservationQuery struct {
	CheckIn      DateRange
	CheckOut     DateRange
	ID           string
	IDs          []string
	CustomValues []string // at most 5; any value under any key
	Page         int
	PageSize     int
}

// ReservationPage is one page of a list and the size of the whole.
type ReservationPage struct {
	Total   int `wire:"total_items_without_paging"`
	Items   []Reservation
	Skipped int // items left out because they have no id; 1 if items is not a list
}
