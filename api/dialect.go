package api

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Dialect holds the names that the specification leaves open. A profile may
// override each; an empty name means that the service does not have it, and
// what needs it is switched off with a FeatureOffError. A dot in the name of a
// body field puts it inside an object: options.simulate. Nothing else in the
// program spells these names.
type Dialect struct {
	IDFilter         string // list: one reservation id
	IDsFilter        string // list: several ids, joined by commas
	CustomDataFilter string // list: one value, repeated
	PageNumber       string // list
	PageSize         string // list
	Simulation       string // create: body field
	Loyalty          string // create: body field, an object
	LoyaltyProgram   string // create: field of the loyalty object
	LoyaltyMember    string // create: field of the loyalty object
	CheckIn          string // modify: body field
	CheckOut         string // modify: body field
	Pagination       string // hotel search: body object
	PaginationToken  string // hotel search: field of the pagination object
	PaginationPage   string // hotel search: field of the pagination object
	ReviewSiteIDs    string // hotel search: field of filter
}

// The default names of the fields that an Error's problems may point at. A path
// has them whatever the dialect calls them.
const (
	FieldSimulation     = "simulate"
	FieldLoyalty        = "loyalty"
	FieldLoyaltyProgram = "program"   // within the loyalty object
	FieldLoyaltyMember  = "member_id" // within the loyalty object
	FieldCheckIn        = "check_in_date"
	FieldCheckOut       = "check_out_date"
)

// DefaultDialect returns the names that Bellhop's sandbox answers to.
func DefaultDialect() Dialect {
	return Dialect{
		IDFilter:         "filter[id]",
		IDsFilter:        "filter[id][in]",
		CustomDataFilter: "filter[custom_data]",
		PageNumber:       "page_number",
		PageSize:         "page_size",
		Simulation:       FieldSimulation,
		Loyalty:          FieldLoyalty,
		LoyaltyProgram:   FieldLoyaltyProgram,
		LoyaltyMember:    FieldLoyaltyMember,
		CheckIn:          FieldCheckIn,
		CheckOut:         FieldCheckOut,
		Pagination:       "pagination",
		PaginationToken:  "pagination_token",
		PaginationPage:   "page_number",
		ReviewSiteIDs:    "reviewsite_ids",
	}
}

// ForProduction returns the dialect without the guessed names of writes. A
// production service may ignore a field that it does not know and book without
// its value, so each feature is off until the profile names its field.
func (d Dialect) ForProduction() Dialect {
	d.Simulation, d.Loyalty, d.LoyaltyProgram, d.LoyaltyMember, d.CheckIn, d.CheckOut = "", "", "", "", "", ""
	return d
}

// With is the dialect with other names, by the keys that a profile's file uses.
// A key that no name has is an error: to leave it out would be to talk another
// dialect than the profile says. So are two names for one field.
func (d Dialect) With(names map[string]string) (Dialect, error) {
	fields := map[string]*string{
		"id_filter": &d.IDFilter, "ids_filter": &d.IDsFilter, "custom_data_filter": &d.CustomDataFilter,
		"page_number": &d.PageNumber, "page_size": &d.PageSize, "simulation": &d.Simulation,
		"loyalty": &d.Loyalty, "loyalty_program": &d.LoyaltyProgram, "loyalty_member": &d.LoyaltyMember,
		"check_in": &d.CheckIn, "check_out": &d.CheckOut, "pagination": &d.Pagination,
		"pagination_token": &d.PaginationToken, "pagination_page": &d.PaginationPage, "reviewsite_ids": &d.ReviewSiteIDs,
	}
	for _, key := range slices.Sorted(maps.Keys(names)) {
		field := fields[key]
		if field == nil {
			return Dialect{}, fmt.Errorf("the dialect has no name for %q", key)
		}
		*field = names[key]
	}
	return d, d.check()
}

type openName struct {
	setting string
	sent    string
}

// A namespace is where the names of one request must not meet. own are the
// fields that the specification has there; what is in one that is an array, or
// has names of its own, is its own affair.
type namespace struct {
	dotted bool // fields of a body, which may be inside one another
	own    []string
	names  []openName
}

func (d Dialect) namespaces() []namespace {
	var dates []string
	for _, field := range []string{"check_in_date", "check_out_date"} {
		for _, operator := range []string{"", "[gt]", "[gte]", "[lt]", "[lte]"} {
			dates = append(dates, "filter["+field+"]"+operator)
		}
	}
	return []namespace{
		{false, dates, []openName{
			{"id_filter", d.IDFilter},
			{"ids_filter", d.IDsFilter},
			{"custom_data_filter", d.CustomDataFilter},
			{"page_number", d.PageNumber},
			{"page_size", d.PageSize},
		}},
		{true, []string{
			"check_in_date", "check_out_date", "guests.number_of_adults", "guests.number_of_children", "guests.primary",
			"hotel.chain_code", "hotel.property_code", "hotel.name", "payment.guest", "payment.partner", "custom_data",
			"rate.booking_code", "rate.channel_code", "rate.number_of_rooms", "rate.price", "rate.terms",
		}, []openName{
			{"simulation", d.Simulation},
			{"loyalty_program", inside(d.Loyalty, d.LoyaltyProgram)},
			{"loyalty_member", inside(d.Loyalty, d.LoyaltyMember)},
		}},
		{true, []string{"payment.guest.token", "payment.guest.cvv"}, []openName{{"check_in", d.CheckIn}, {"check_out", d.CheckOut}}},
		{true, []string{
			"stay_info.check_in_date", "stay_info.check_out_date", "stay_info.guests.adults", "stay_info.guests.children",
			"filter.location", "filter.hotel",
		}, []openName{
			{"pagination_token", inside(d.Pagination, d.PaginationToken)},
			{"pagination_page", inside(d.Pagination, d.PaginationPage)},
			{"reviewsite_ids", inside("filter", d.ReviewSiteIDs)},
		}},
	}
}

// inside is a name within the object of another; empty where either is.
func inside(object, name string) string {
	if object == "" || name == "" {
		return ""
	}
	return object + "." + name
}

// check refuses names of which one would be written over another.
func (d Dialect) check() error {
	for _, space := range d.namespaces() {
		for i, one := range space.names {
			if one.sent == "" {
				continue
			}
			if space.dotted && slices.Contains(strings.Split(one.sent, "."), "") {
				return fmt.Errorf("the dialect's %s is %q: between, before or behind its dots a name is missing", one.setting, one.sent)
			}
			for _, own := range space.own {
				if space.meet(one.sent, own) {
					return fmt.Errorf("the dialect's %s is %q, but the service has %q there; choose another name", one.setting, one.sent, own)
				}
			}
			for _, other := range space.names[:i] {
				if space.meet(one.sent, other.sent) {
					return fmt.Errorf("the dialect's %s is %q and its %s %q: one of them would be lost", other.setting, other.sent, one.setting, one.sent)
				}
			}
		}
	}
	return nil
}

// meet reports whether two names are one, or one is a field of the other.
func (n namespace) meet(a, b string) bool {
	if a == b || !n.dotted || a == "" || b == "" {
		return a == b
	}
	return strings.HasPrefix(a, b+".") || strings.HasPrefix(b, a+".")
}

// standardPath is the path of a field with the names that DefaultDialect has,
// so that nothing above the client has to know what a profile calls them. Other
// paths come back as they are.
func (d Dialect) standardPath(path []string) []string {
	standard := DefaultDialect()
	for _, name := range [][2]string{
		{inside(standard.Loyalty, standard.LoyaltyProgram), inside(d.Loyalty, d.LoyaltyProgram)},
		{inside(standard.Loyalty, standard.LoyaltyMember), inside(d.Loyalty, d.LoyaltyMember)},
		{standard.Loyalty, d.Loyalty},
		{standard.Simulation, d.Simulation},
		{standard.CheckIn, d.CheckIn},
		{standard.CheckOut, d.CheckOut},
		{inside(standard.Pagination, standard.PaginationToken), inside(d.Pagination, d.PaginationToken)},
		{inside(standard.Pagination, standard.PaginationPage), inside(d.Pagination, d.PaginationPage)},
		{standard.Pagination, d.Pagination},
		{inside("filter", standard.ReviewSiteIDs), inside("filter", d.ReviewSiteIDs)},
	} {
		theirs := strings.Split(name[1], ".")
		if n := len(theirs); name[1] != "" && len(path) >= n && slices.Equal(path[:n], theirs) {
			return slices.Concat(strings.Split(name[0], "."), path[n:])
		}
	}
	for _, name := range [][2]string{
		{standard.IDFilter, d.IDFilter},
		{standard.IDsFilter, d.IDsFilter},
		{standard.CustomDataFilter, d.CustomDataFilter},
		{standard.PageNumber, d.PageNumber},
		{standard.PageSize, d.PageSize},
	} {
		if len(path) > 0 && name[1] != "" && path[0] == name[1] {
			return slices.Concat([]string{name[0]}, path[1:])
		}
	}
	return path
}

// Features tell why a service does not have what a dialect may lack. Nil is
// what it has.
type Features struct {
	Simulation       *FeatureOffError // of a booking
	Loyalty          *FeatureOffError // of a booking, programme and member together
	IDFilter         *FeatureOffError // of the reservation list: one id
	IDsFilter        *FeatureOffError // of the reservation list: several ids
	CustomDataFilter *FeatureOffError // of the reservation list
	CheckIn          *FeatureOffError // of a change of dates: the arrival
	CheckOut         *FeatureOffError // of a change of dates: the departure
}

// Off tells what the dialect switches off, by the rules by which the calls
// refuse it.
func (d Dialect) Off() Features {
	return Features{
		Simulation:       d.lacksCreate(CreateRequest{Simulate: SimulateCreated}),
		Loyalty:          d.lacksCreate(CreateRequest{Loyalty: &Loyalty{Program: "any", MemberID: "any"}}),
		IDFilter:         d.lacks(ReservationQuery{ID: "any"}),
		IDsFilter:        d.lacks(ReservationQuery{IDs: []string{"any"}}),
		CustomDataFilter: d.lacks(ReservationQuery{CustomValues: []string{"any"}}),
		CheckIn:          d.lacksModify(ModifyRequest{CheckIn: Date{Year: 2000}}),
		CheckOut:         d.lacksModify(ModifyRequest{CheckOut: Date{Year: 2000}}),
	}
}

// Dates returns why a change of these dates cannot be sent; nil if it can.
func (f Features) Dates(checkIn, checkOut bool) *FeatureOffError {
	checkIn, checkOut = checkIn && f.CheckIn != nil, checkOut && f.CheckOut != nil
	switch {
	case checkIn && checkOut:
		return off("changing the dates", slices.Concat(f.CheckIn.Settings, f.CheckOut.Settings)...)
	case checkIn:
		return f.CheckIn
	case checkOut:
		return f.CheckOut
	default:
		return nil
	}
}
