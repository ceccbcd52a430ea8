package api

import (
	"fmt"
	"slices"
	"strings"
)

// An openName is an open name as a profile calls it and as it is sent.
type openName struct {
	setting string
	sent    string
}

// A namePlace is where the names of one request must not meet. own are the
// fields that the specification has there; what is in one that is an array, or
// has names of its own, is its own affair.
type namePlace struct {
	dotted bool // fields of a body, which may be inside one another
	own    []string
	names  []openName
}

func (d Dialect) places() []namePlace {
	var dates []string
	for _, field := range []string{"check_in_date", "check_out_date"} {
		for _, operator := range []string{"", "[gt]", "[gte]", "[lt]", "[lte]"} {
			dates = append(dates, "filter["+field+"]"+operator)
		}
	}
	return []namePlace{
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
	for _, place := range d.places() {
		for i, one := range place.names {
			if one.sent == "" {
				continue
			}
			if place.dotted && slices.Contains(strings.Split(one.sent, "."), "") {
				return fmt.Errorf("the dialect's %s is %q: between, before or behind its dots a name is missing", one.setting, one.sent)
			}
			for _, own := range place.own {
				if place.meet(one.sent, own) {
					return fmt.Errorf("the dialect's %s is %q, but the service has %q there; choose another name", one.setting, one.sent, own)
				}
			}
			for _, other := range place.names[:i] {
				if place.meet(one.sent, other.sent) {
					return fmt.Errorf("the dialect's %s is %q and its %s %q: one of them would be lost", other.setting, other.sent, one.setting, one.sent)
				}
			}
		}
	}
	return nil
}

// meet reports whether two names are one, or one is a field of the other.
func (p namePlace) meet(a, b string) bool {
	if a == b || !p.dotted || a == "" || b == "" {
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
