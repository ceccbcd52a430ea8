package api

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

// DefaultDialect returns the names that Bellhop's sandbox answers to.
func DefaultDialect() Dialect {
	return Dialect{
		IDFilter:         "filter[id]",
		IDsFilter:        "filter[id][in]",
		CustomDataFilter: "filter[custom_data]",
		PageNumber:       "page_number",
		PageSize:         "page_size",
		Simulation:       "simulate",
		Loyalty:          "loyalty",
		LoyaltyProgram:   "program",
		LoyaltyMember:    "member_id",
		CheckIn:          "check_in_date",
		CheckOut:         "check_out_date",
		Pagination:       "pagination",
		PaginationToken:  "pagination_token",
		PaginationPage:   "page_number",
		ReviewSiteIDs:    "reviewsite_ids",
	}
}
