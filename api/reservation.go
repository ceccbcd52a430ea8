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
	ID       string // 32 letters and digits
	Status   string // one of the Status constants, or as sent
	CheckIn  Instant
	CheckOut Instant
	Created  Instant

	// Confirmation is nil when the service sent none, as for a simulated
	// reservation that is only CREATED.
	Confirmation *Confirmation
	CustomData   CustomData
	Adults       int
	Children     int
	Guest        Guest
	Hotel        HotelRef
	Payment      *Payment // the guest's part
	Partner      *Payment // the partner's part, where there is one
	Rate         BookedRate
}

// Confirmation holds the two numbers that prove a booking; either may be empty.
type Confirmation struct {
	HotelNumber   string // hotel_confirmation_number
	RecordLocator string
}

// Guest is the main guest (section 2.2). All of it is personal data.
type Guest struct {
	GivenName  string
	Surname    string
	Email      string
	Phone      string // E.164 with +
	Address    string
	City       string
	State      string // optional
	PostalCode string // optional
	Country    string // ISO 3166-1 alpha-2
}

// HotelRef names a property in requests and reservations. Names differ between
// calls: match by ID only.
type HotelRef struct {
	ID   PropertyID
	Name string
}

// Payment is one source of payment as the service shows it (section 2.3). The
// card verification code that a modify answer echoes is dropped on arrival.
type Payment struct {
	Amount    Money // in the rate's currency; unset in a modify answer
	Token     Secret
	Customer  string // at the payment processor
	MethodRef string // payment_method at the payment processor
}

// BookedRate is the rate of a reservation, sent and returned (section 2.4).
type BookedRate struct {
	BookingCode string
	ChannelCode string
	Rooms       int
	Total       Money // for all rooms
	Base        Money
	Taxes       Money
	Terms       Terms
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
	Total   int
	Items   []Reservation
	Skipped int // items without an id, left out
}
