package main

import (
	"fmt"
	"maps"
	"slices"

	"bellhop/api"
)

// dialectOf is the default dialect with a profile's overrides. The keys are
// checked when the file is read; one that has come through and has no field
// here is an error, because to leave it out would be to talk another dialect
// than the profile says.
func dialectOf(overrides map[string]string) (api.Dialect, error) {
	d := api.DefaultDialect()
	fields := map[string]*string{
		"id_filter": &d.IDFilter, "ids_filter": &d.IDsFilter, "custom_data_filter": &d.CustomDataFilter,
		"page_number": &d.PageNumber, "page_size": &d.PageSize, "simulation": &d.Simulation,
		"loyalty": &d.Loyalty, "loyalty_program": &d.LoyaltyProgram, "loyalty_member": &d.LoyaltyMember,
		"check_in": &d.CheckIn, "check_out": &d.CheckOut, "pagination": &d.Pagination,
		"pagination_token": &d.PaginationToken, "pagination_page": &d.PaginationPage, "reviewsite_ids": &d.ReviewSiteIDs,
	}
	for _, key := range slices.Sorted(maps.Keys(overrides)) {
		field := fields[key]
		if field == nil {
			return api.Dialect{}, fmt.Errorf("the dialect has no name for %q", key)
		}
		*field = overrides[key]
	}
	return d, nil
}
