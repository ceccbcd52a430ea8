package api

import (
	"fmt"
	"maps"
	"slices"
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

// With is the dialect with other names, by the keys that a profile's file uses.
// A key that no name has is an error: to leave it out would be to talk another
// dialect than the profile says. So are two names for one place.
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
