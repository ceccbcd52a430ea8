package service

import (
	"slices"
	"strings"

	"bellhop/internal/spelling"
	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/internal/lists"
)

// Names are the names that the specification leaves open (WIRE 1). An empty
// one is something that the service does not have: what would carry it is
// refused as unknown.
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

// nameEntry is one of the names, what it is called in settings, which is what the
// profile of a client calls it, and its default (WIRE 1).
type nameEntry struct {
	entry, normal string
	name          *string
}

func (n *Names) entries() []nameEntry {
	return []nameEntry{
		{"id_filter", "filter[id]", &n.ID},
		{"ids_filter", "filter[id][in]", &n.IDs},
		{"custom_data_filter", "filter[custom_data]", &n.CustomData},
		{"page_number", "page_number", &n.PageNumber},
		{"page_size", "page_size", &n.PageSize},
		{"simulation", "simulate", &n.Simulation},
		{"loyalty", "loyalty", &n.Loyalty},
		{"loyalty_program", "program", &n.LoyaltyProgram},
		{"loyalty_member", "member_id", &n.LoyaltyMember},
		{"check_in", "check_in_date", &n.CheckIn},
		{"check_out", "check_out_date", &n.CheckOut},
		{"pagination", "pagination", &n.Pagination},
		{"pagination_token", "pagination_token", &n.PaginationToken},
		{"pagination_page", "page_number", &n.PaginationPage},
		{"reviewsite_ids", "reviewsite_ids", &n.ReviewSiteIDs},
	}
}

// CheckNames checks settings as Options of the sandbox have them. The error is an
// *input.Error that names the setting, and the entry that a misspelt one is
// nearest to.
func CheckNames(settings []string) error {
	_, err := ReadNames(settings)
	return err
}

// ReadNames puts settings, each as ENTRY=NAME, in place of the defaults.
func ReadNames(settings []string) (Names, error) {
	var n Names
	entries, seen := n.entries(), map[string]bool{}
	for _, one := range entries {
		*one.name = one.normal
	}
	for _, setting := range settings {
		entry, name, ok := strings.Cut(setting, "=")
		if !ok {
			return n, input.Errorf("%q is not ENTRY=NAME, such as id_filter=id; an empty NAME leaves it out", setting)
		}
		if seen[entry] {
			return n, input.Errorf("%s is given twice", entry)
		}
		seen[entry] = true
		if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r > '~' }) {
			return n, input.Errorf("the name of %s must be printable ASCII without spaces", entry)
		}
		i := slices.IndexFunc(entries, func(one nameEntry) bool { return one.entry == entry })
		if i < 0 {
			known := lists.Map(entries, func(one nameEntry) string { return one.entry })
			return n, input.Errorf("there is no name for %q; %s", entry, spelling.Hint(entry, known))
		}
		*entries[i].name = name
	}
	return n, n.check()
}

// check refuses names that meet another name in the same place: one of the two
// could never be reached.
func (n Names) check() error {
	for _, together := range [][]string{
		append(DateParameters(), n.ID, n.IDs, n.CustomData, n.PageNumber, n.PageSize),
		{n.Simulation, n.Loyalty, "check_in_date", "check_out_date", "guests", "hotel", "payment", "rate", "custom_data"},
		{n.LoyaltyProgram, n.LoyaltyMember},
		{n.CheckIn, n.CheckOut, "payment"},
		{n.Pagination, "stay_info", "filter"},
		{n.PaginationToken, n.PaginationPage},
		{n.ReviewSiteIDs, "location", "hotel"},
	} {
		seen := map[string]bool{"": false}
		for _, name := range together {
			if seen[name] {
				return input.Errorf("the name %q stands for two things in one request", name)
			}
			seen[name] = name != ""
		}
	}
	return nil
}

// pages reports whether a client can ask for a page of a hotel search by its
// token.
func (n Names) pages() bool {
	return n.Pagination != "" && n.PaginationToken != "" && n.PaginationPage != ""
}

// ParameterPath is the field path of a query parameter: filter[id][in] is
// filter, id, in.
func ParameterPath(name string) []string {
	path := strings.FieldsFunc(name, func(r rune) bool { return r == '[' || r == ']' })
	if len(path) == 0 {
		return []string{name} // No part of it is a name.
	}
	return path
}
