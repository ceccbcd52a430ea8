package api

import (
	"fmt"
	"maps"
	"slices"
)

// Dialect holds the names that the specification leaves open. A profile may
// override each; an empty name means that the service does not have it, and
// what needs it is switched off with a FeatureOffError. Nothing else in the
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
// dialect than the profile says.
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
	return d, nil
}

// standardPath is the path of a field with the names that DefaultDialect has,
// so that nothing above the client has to know what a profile calls them. Other
// paths come back as they are.
func (d Dialect) standardPath(path []string) []string {
	standard := DefaultDialect()
	for _, name := range []struct{ ours, theirs []string }{
		{[]string{standard.Loyalty, standard.LoyaltyProgram}, []string{d.Loyalty, d.LoyaltyProgram}},
		{[]string{standard.Loyalty, standard.LoyaltyMember}, []string{d.Loyalty, d.LoyaltyMember}},
		{[]string{standard.Loyalty}, []string{d.Loyalty}},
		{[]string{standard.Simulation}, []string{d.Simulation}},
		{[]string{standard.CheckIn}, []string{d.CheckIn}},
		{[]string{standard.CheckOut}, []string{d.CheckOut}},
		{[]string{standard.Pagination, standard.PaginationToken}, []string{d.Pagination, d.PaginationToken}},
		{[]string{standard.Pagination, standard.PaginationPage}, []string{d.Pagination, d.PaginationPage}},
		{[]string{standard.Pagination}, []string{d.Pagination}},
		{[]string{"filter", standard.ReviewSiteIDs}, []string{"filter", d.ReviewSiteIDs}},
		{[]string{standard.IDFilter}, []string{d.IDFilter}},
		{[]string{standard.IDsFilter}, []string{d.IDsFilter}},
		{[]string{standard.CustomDataFilter}, []string{d.CustomDataFilter}},
		{[]string{standard.PageNumber}, []string{d.PageNumber}},
		{[]string{standard.PageSize}, []string{d.PageSize}},
	} {
		n := len(name.theirs)
		if len(path) >= n && slices.Equal(path[:n], name.theirs) && !slices.Contains(name.theirs, "") {
			return slices.Concat(name.ours, path[n:])
		}
	}
	return path
}
