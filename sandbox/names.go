package sandbox

import (
	"errors"
	"fmt"
	"strings"
)

// Names are the names that the specification leaves open (WIRE 1). A sandbox
// started with other names proves that a client can be told them.
type Names struct {
	ID              string // list: one reservation id
	IDs             string // list: several ids, joined by commas
	CustomData      string // list: one custom_data value, repeated
	PageNumber      string // list
	PageSize        string // list
	Simulation      string // create: body field
	Loyalty         string // create: body field, an object
	LoyaltyProgram  string // create: field of the loyalty object
	LoyaltyMember   string // create: field of the loyalty object
	CheckIn         string // modify: body field
	CheckOut        string // modify: body field
	Pagination      string // hotel search: body object
	PaginationToken string // hotel search: field of the pagination object
	PaginationPage  string // hotel search: field of the pagination object
	ReviewSiteIDs   string // hotel search: field of filter
}

// DefaultNames returns WIRE 1's defaults.
func DefaultNames() Names {
	return Names{
		ID:              "filter[id]",
		IDs:             "filter[id][in]",
		CustomData:      "filter[custom_data]",
		PageNumber:      "page_number",
		PageSize:        "page_size",
		Simulation:      "simulate",
		Loyalty:         "loyalty",
		LoyaltyProgram:  "program",
		LoyaltyMember:   "member_id",
		CheckIn:         "check_in_date",
		CheckOut:        "check_out_date",
		Pagination:      "pagination",
		PaginationToken: "pagination_token",
		PaginationPage:  "page_number",
		ReviewSiteIDs:   "reviewsite_ids",
	}
}

// pairs lists each name beside its default.
func (n *Names) pairs() [][2]*string {
	d := DefaultNames()
	return [][2]*string{
		{&n.ID, &d.ID},
		{&n.IDs, &d.IDs},
		{&n.CustomData, &d.CustomData},
		{&n.PageNumber, &d.PageNumber},
		{&n.PageSize, &d.PageSize},
		{&n.Simulation, &d.Simulation},
		{&n.Loyalty, &d.Loyalty},
		{&n.LoyaltyProgram, &d.LoyaltyProgram},
		{&n.LoyaltyMember, &d.LoyaltyMember},
		{&n.CheckIn, &d.CheckIn},
		{&n.CheckOut, &d.CheckOut},
		{&n.Pagination, &d.Pagination},
		{&n.PaginationToken, &d.PaginationToken},
		{&n.PaginationPage, &d.PaginationPage},
		{&n.ReviewSiteIDs, &d.ReviewSiteIDs},
	}
}

func (n Names) withDefaults() Names {
	for _, pair := range n.pairs() {
		if *pair[0] == "" {
			*pair[0] = *pair[1]
		}
	}
	return n
}

// check refuses names that meet another name in the same place: one of the two
// could never be reached.
func (n Names) check() error {
	for _, place := range [][]string{
		append(dateParameters(), n.ID, n.IDs, n.CustomData, n.PageNumber, n.PageSize),
		{n.Simulation, n.Loyalty, "check_in_date", "check_out_date", "guests", "hotel", "payment", "rate", "custom_data"},
		{n.LoyaltyProgram, n.LoyaltyMember},
		{n.CheckIn, n.CheckOut, "payment"},
		{n.Pagination, "stay_info", "filter"},
		{n.PaginationToken, n.PaginationPage},
		{n.ReviewSiteIDs, "location", "hotel"},
	} {
		seen := map[string]bool{}
		for _, name := range place {
			if seen[name] {
				return fmt.Errorf("the name %q stands for two things in one request", name)
			}
			if strings.TrimSpace(name) == "" {
				return errors.New("a name is blank")
			}
			seen[name] = true
		}
	}
	return nil
}

// parameterPath is the field path of a query parameter: filter[id][in] is
// filter, id, in.
func parameterPath(name string) []string {
	return strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' })
}
