package api

import (
	"net/url"
	"strconv"
	"strings"
)

func destinationValues(q DestinationQuery) url.Values {
	values := url.Values{"query": {q.Text}}
	if q.Category != "" {
		values.Set("category", q.Category)
	}
	if q.Type != "" {
		values.Set("type", q.Type)
	}
	return values
}

// reservationValues spells the filters of section 4.6. The names of dates are
// in the specification, the others come from the dialect.
func (d Dialect) reservationValues(q ReservationQuery) url.Values {
	values := url.Values{}
	addDates(values, "check_in_date", q.CheckIn)
	addDates(values, "check_out_date", q.CheckOut)
	if q.ID != "" {
		values.Set(d.IDFilter, q.ID)
	}
	if len(q.IDs) > 0 {
		values.Set(d.IDsFilter, strings.Join(q.IDs, ","))
	}
	for _, value := range q.CustomValues {
		values.Add(d.CustomDataFilter, value)
	}
	if q.Page > 0 && d.PageNumber != "" {
		values.Set(d.PageNumber, strconv.Itoa(q.Page))
	}
	if q.PageSize > 0 && d.PageSize != "" {
		values.Set(d.PageSize, strconv.Itoa(q.PageSize))
	}
	return values
}

func addDates(values url.Values, field string, r DateRange) {
	for operator, date := range map[string]Date{
		"": r.On, "[gt]": r.After, "[gte]": r.From, "[lt]": r.Before, "[lte]": r.Until,
	} {
		if !date.IsZero() {
			values.Set("filter["+field+"]"+operator, date.String())
		}
	}
}

// lacks names the first thing that a list needs and the dialect does not have.
// The size of a page is only a wish: without a name for it the service decides.
func (d Dialect) lacks(q ReservationQuery) (feature, setting string) {
	switch {
	case q.ID != "" && d.IDFilter == "":
		return "filter by one reservation id", "id_filter"
	case len(q.IDs) > 0 && d.IDsFilter == "":
		return "filter by several reservation ids", "ids_filter"
	case len(q.CustomValues) > 0 && d.CustomDataFilter == "":
		return "filter by custom data", "custom_data_filter"
	case q.Page > 1 && d.PageNumber == "":
		return "pages of the list after the first", "page_number"
	}
	return "", ""
}

// lacksHotels is lacks for a hotel search.
func (d Dialect) lacksHotels(q HotelQuery) (feature, setting string) {
	switch {
	case len(q.ReviewSiteIDs) > 0 && d.ReviewSiteIDs == "":
		return "search by review-site ids", "reviewsite_ids"
	case (q.PageToken != "" || q.Page > 1) && d.Pagination == "":
		return "pages of a hotel search after the first", "pagination"
	case q.PageToken != "" && d.PaginationToken == "":
		return "pages of a hotel search after the first", "pagination_token"
	case q.Page > 1 && q.PageToken == "" && d.PaginationPage == "":
		return "pages of a hotel search by number", "pagination_page"
	}
	return "", ""
}

// lacksCreate is lacks for a reservation to be created.
func (d Dialect) lacksCreate(c CreateRequest) (feature, setting string) {
	switch {
	case c.Simulate != SimulateNothing && d.Simulation == "":
		return "simulated reservations", "simulation"
	case c.Loyalty == nil:
		return "", ""
	case d.Loyalty == "":
		return "loyalty details", "loyalty"
	case d.LoyaltyProgram == "" && c.Loyalty.Program != "":
		return "the loyalty programme", "loyalty_program"
	case d.LoyaltyMember == "" && c.Loyalty.MemberID != "":
		return "the loyalty member id", "loyalty_member"
	}
	return "", ""
}

// lacksModify is lacks for a change.
func (d Dialect) lacksModify(m ModifyRequest) (feature, setting string) {
	switch {
	case !m.CheckIn.IsZero() && d.CheckIn == "":
		return "changing the check-in date", "check_in"
	case !m.CheckOut.IsZero() && d.CheckOut == "":
		return "changing the check-out date", "check_out"
	}
	return "", ""
}
