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
func (d Dialect) lacks(q ReservationQuery) *FeatureOffError {
	switch {
	case q.ID != "" && d.IDFilter == "":
		return off("filter by one reservation id", "id_filter")
	case len(q.IDs) > 0 && d.IDsFilter == "":
		return off("filter by several reservation ids", "ids_filter")
	case len(q.CustomValues) > 0 && d.CustomDataFilter == "":
		return off("filter by custom data", "custom_data_filter")
	case q.Page > 1 && d.PageNumber == "":
		return off("pages of the list after the first", "page_number")
	}
	return nil
}

// lacksHotels is lacks for a hotel search.
func (d Dialect) lacksHotels(q HotelQuery) *FeatureOffError {
	switch {
	case len(q.ReviewSiteIDs) > 0 && d.ReviewSiteIDs == "":
		return off("search by review-site ids", "reviewsite_ids")
	case (q.PageToken != "" || q.Page > 1) && d.Pagination == "":
		return off("pages of a hotel search after the first", "pagination")
	case q.PageToken != "" && d.PaginationToken == "":
		return off("pages of a hotel search after the first", "pagination_token")
	case q.Page > 1 && q.PageToken == "" && d.PaginationPage == "":
		return off("pages of a hotel search by number", "pagination_page")
	}
	return nil
}

// lacksCreate is lacks for a reservation to be created.
func (d Dialect) lacksCreate(c CreateRequest) *FeatureOffError {
	switch {
	case c.Simulate != SimulateNothing && d.Simulation == "":
		return off("simulated reservations", "simulation")
	case c.Loyalty != nil:
		return d.lacksLoyalty(*c.Loyalty)
	}
	return nil
}

// lacksLoyalty names everything that loyalty details need and the dialect does not have.
func (d Dialect) lacksLoyalty(l Loyalty) *FeatureOffError {
	feature, missing := "loyalty details", []string(nil)
	if d.Loyalty == "" {
		missing = append(missing, "loyalty")
	}
	program, member := d.LoyaltyProgram == "" && l.Program != "", d.LoyaltyMember == "" && l.MemberID != ""
	if program {
		missing = append(missing, "loyalty_program")
	}
	if member {
		missing = append(missing, "loyalty_member")
	}
	switch {
	case len(missing) == 0:
		return nil
	case len(missing) == 1 && program:
		feature = "the loyalty programme"
	case len(missing) == 1 && member:
		feature = "the loyalty member id"
	}
	return off(feature, missing...)
}

// lacksModify is lacks for a change.
func (d Dialect) lacksModify(m ModifyRequest) *FeatureOffError {
	var f Features
	if d.CheckIn == "" {
		f.CheckIn = off("changing the check-in date", "check_in")
	}
	if d.CheckOut == "" {
		f.CheckOut = off("changing the check-out date", "check_out")
	}
	return f.Dates(!m.CheckIn.IsZero(), !m.CheckOut.IsZero())
}

func off(feature string, settings ...string) *FeatureOffError {
	return &FeatureOffError{Feature: feature, Settings: settings}
}
