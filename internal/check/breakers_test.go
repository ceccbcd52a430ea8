package check

import (
	"maps"
	"slices"
	"strings"
)

// breakers break exactly one rule each, by its ID; a rule may have several,
// told apart by what follows a space.
func breakers() map[string]func(*exchange) {
	all := map[string]func(*exchange){}
	maps.Copy(all, searchBreakers())
	maps.Copy(all, listBreakers())
	maps.Copy(all, readBreakers())
	maps.Copy(all, writeBreakers())
	return all
}

func searchBreakers() map[string]func(*exchange) {
	places := func(value string, then func(*exchange)) func(*exchange) {
		return func(x *exchange) {
			if x.is("GET", destinationsPath) && x.r.URL.Query().Get("type") == value {
				then(x)
			}
		}
	}
	searches := func(kind string, then func(*exchange)) func(*exchange) {
		return func(x *exchange) {
			if x.is("POST", searchPath) && x.status == 200 && location(x) == kind {
				then(x)
			}
		}
	}
	return map[string]func(*exchange){
		"json-bodies": func(x *exchange) {
			if x.is("GET", listPath) {
				x.header.Set("Content-Type", "text/plain")
			}
		},
		"destination-fields": places("destinations", func(x *exchange) { x.items()[0]["hotels_count"] = "two" }),
		"listed-hotel-fields": places("hotels", func(x *exchange) {
			x.items()[0]["amenities"] = "Wi-Fi"
		}),
		"places-rank": places("hotels", func(x *exchange) { slices.Reverse(array(x.body(), "results")) }),
		"places-answer": places("hotels", func(x *exchange) {
			x.fields()["results"] = append(array(x.body(), "results"), "a hotel")
		}),
		"places-empty-query": func(x *exchange) {
			if x.is("GET", destinationsPath) && x.r.URL.RawQuery == "query=" {
				x.answer(map[string]any{"results": []any{}})
			}
		},
		"places-word": func(x *exchange) {
			if x.is("GET", destinationsPath) && x.r.URL.Query().Get("query") != "" {
				x.answer(map[string]any{"results": []any{}})
			}
		},
		"places-type-destinations": places("destinations", func(x *exchange) { x.without("type", "type", "hotels") }),
		"places-type-hotels":       places("hotels", func(x *exchange) { x.without("type", "type", "destinations") }),
		"places-category": func(x *exchange) {
			if x.asks("category") {
				x.without("category")
			}
		},
		"places-wrong-type": places("nonsense", func(x *exchange) { x.without("type") }),
		"search-answer":     searches("iata_code", func(x *exchange) { x.fields()["currency_exchange_rates"] = "none" }),
		"priced-hotel-fields": searches("coordinates", func(x *exchange) {
			x.items()[0]["availability"] = "yes"
		}),
		"room-fields":  searches("coordinates", func(x *exchange) { x.rooms()[0]["bed_types"] = "a bed" }),
		"rate-fields":  searches("coordinates", func(x *exchange) { x.rates()[0]["expiration"] = "soon" }),
		"terms-fields": searches("coordinates", func(x *exchange) { object(x.rates()[0], "terms")["refundable"] = "yes" }),
		"search-pages": searches("coordinates", func(x *exchange) { object(x.body(), "pagination")["total_pages"] = 99 }),
		"search-no-review-ids": searches("coordinates", func(x *exchange) {
			x.fields()["missing_reviewsite_ids"] = []any{}
		}),
		"search-review-ids": func(x *exchange) {
			if at(x.sent, "filter", "reviewsite_ids") != nil {
				x.fields()["missing_reviewsite_ids"] = []any{}
			}
		},
		"search-iata-code": searches("iata_code", func(x *exchange) {
			x.answer(clone(map[string]any{
				"results": []any{}, "currency_exchange_rates": []any{},
				"pagination": map[string]any{"page_number": 1, "page_size": 25, "total_pages": 0, "total_items": 0},
			}))
		}),
		"search-missing-date": func(x *exchange) {
			if x.is("POST", searchPath) && at(x.sent, "stay_info", "check_out_date") == nil {
				x.become(first(x))
			}
		},
		"search-missing-date field": func(x *exchange) {
			if x.is("POST", searchPath) && at(x.sent, "stay_info", "check_out_date") == nil {
				objects(x.body(), "details")[0]["field"] = []any{"check_out_date"}
			}
		},
		"search-coordinates": searches("coordinates", func(x *exchange) {
			list := x.items()
			object(list[len(list)-1], "geolocation")["latitude"] = 0
		}),
		"search-hotel-name": func(x *exchange) {
			if at(x.sent, "filter", "hotel", "name") != nil {
				x.become(first(x))
			}
		},
		"search-second-page": func(x *exchange) {
			if at(x.sent, "pagination") != nil {
				x.become(first(x))
				object(x.body(), "pagination")["page_number"] = 2
			}
		},
		"search-second-page number": func(x *exchange) {
			if at(x.sent, "pagination") != nil {
				object(x.body(), "pagination")["page_number"] = 1
			}
		},
		"search-date-order": func(x *exchange) {
			if x.is("POST", searchPath) && x.status == 400 && at(x.sent, "stay_info", "check_out_date") != nil {
				x.become(first(x))
			}
		},
		"verify-rate": func(x *exchange) {
			if x.is("POST", verifyPath) && x.status == 200 {
				object(x.body(), "hotel")["property_code"] = "other"
			}
		},
		"verified-rate-fields": func(x *exchange) {
			if x.is("POST", verifyPath) && x.status == 200 {
				x.fields()["max_occupancy"] = "two"
			}
		},
		"verified-terms-fields": func(x *exchange) {
			if x.is("POST", verifyPath) && x.status == 200 {
				objects(x.body(), "terms")[0]["description"] = "free"
			}
		},
		"verify-missing-code": func(x *exchange) {
			if x.is("POST", verifyPath) && at(x.sent, "booking_code") == nil {
				x.fields()["details"] = []any{map[string]any{"message": "no"}}
			}
		},
		"verify-unknown-rate": func(x *exchange) {
			if x.is("POST", verifyPath) && at(x.sent, "booking_code") == noCode {
				x.fields()["type"], x.fields()["code"] = "BOOKING_CREATION_ERROR", 3001
			}
		},
	}
}

func listBreakers() map[string]func(*exchange) {
	ignores := func(name string) func(*exchange) {
		return func(x *exchange) {
			if x.is("GET", listPath) && x.asks(name) && len(x.r.URL.Query()) == 1 {
				x.without(name)
			}
		}
	}
	all := map[string]func(*exchange){
		"list": func(x *exchange) {
			if x.is("GET", listPath) && x.r.URL.RawQuery == "" && x.status == 200 {
				x.become(x.ask("GET", reservationPath+"/"+noID, nil))
				x.status = 500
			}
		},
		"list-answer": func(x *exchange) {
			if one(x) != nil {
				x.fields()["total_items_without_paging"] = "1"
			}
		},
		"list-order": func(x *exchange) {
			if x.asks("filter[check_in_date][lte]") && !x.asks("filter[check_in_date][gte]") {
				slices.Reverse(array(x.body(), "items"))
			}
		},
		"list-default-size": func(x *exchange) {
			if x.is("GET", listPath) && x.r.URL.RawQuery == "" && x.status == 200 {
				x.fields()["items"] = array(x.body(), "items")[:20]
			}
		},
		"list-filters-and": func(x *exchange) {
			if x.asks("filter[check_in_date][gte]") && x.asks("filter[check_in_date][lte]") {
				x.without("filter[check_in_date][lte]")
			}
		},
		"list-six-values": func(x *exchange) {
			if len(x.r.URL.Query()["filter[custom_data]"]) == 6 {
				x.without("filter[custom_data]")
			}
		},
		"list-wrong-date": func(x *exchange) {
			if x.r.URL.Query().Get("filter[check_in_date]") == "2026-02-30" {
				x.without("filter[check_in_date]")
			}
		},
		"list-unknown-filter": ignores("filter[check_in_dat]"),
		"list-id":             ignores("filter[id]"),
		"list-ids":            ignores("filter[id][in]"),
		"list-custom-data": func(x *exchange) {
			if len(x.r.URL.Query()["filter[custom_data]"]) == 1 {
				x.without("filter[custom_data]")
			}
		},
		"list-page-size": func(x *exchange) {
			if x.asks("page_size") {
				x.without("page_size")
			}
		},
		"list-page-number": func(x *exchange) {
			if x.asks("page_size") {
				x.without("page_number")
			}
		},
		"list-past-the-end": func(x *exchange) {
			if x.r.URL.Query().Get("page_number") == "1000000" {
				x.without("page_number")
			}
		},
	}
	near := map[string]string{"": "gte", "gt": "gte", "gte": "gt", "lt": "lte", "lte": "lt"}
	for _, field := range dates() {
		for _, operator := range operators() {
			name := func(operator string) string {
				if operator == "" {
					return "filter[" + field + "]"
				}
				return "filter[" + field + "][" + operator + "]"
			}
			rule := string(filterRule(field, operator))
			wrongDate := func(x *exchange) bool { return x.status != 200 }
			all[rule] = func(x *exchange) {
				if !wrongDate(x) {
					ignores(name(operator))(x)
				}
			}
			// A form that takes the day itself for the other side's keeps no wrong
			// dates as far as anybody can see who does not know the hotels' zones.
			all[rule+" day"] = func(x *exchange) {
				if x.is("GET", listPath) && x.asks(name(operator)) && len(x.r.URL.Query()) == 1 && !wrongDate(x) {
					x.without(name(operator), name(near[operator]), x.r.URL.Query().Get(name(operator)))
				}
			}
		}
	}
	return all
}

func readBreakers() map[string]func(*exchange) {
	field := func(change func(map[string]any)) func(*exchange) {
		return func(x *exchange) {
			if r := one(x); r != nil {
				change(r)
			}
		}
	}
	unknown := func(change func(*exchange)) func(*exchange) {
		return func(x *exchange) {
			if strings.HasSuffix(x.r.URL.Path, noID) {
				change(x)
			}
		}
	}
	return map[string]func(*exchange){
		"read": func(x *exchange) {
			if x.is("GET", x.r.URL.Path) && strings.HasPrefix(x.r.URL.Path, reservationPath+"/") && x.status == 200 {
				x.fields()["created_at"] = "2020-01-01T00:00:00Z"
			}
		},
		"reservation-fields": field(func(r map[string]any) { r["created_at"] = 12 }),
		"created-unconfirmed": func(x *exchange) {
			for _, r := range x.items() {
				if text(r, "status") == "CREATED" {
					r["confirmation"] = map[string]any{"hotel_confirmation_number": "1", "record_locator": "A"}
				}
			}
		},
		"guests-fields":      field(func(r map[string]any) { object(r, "guests")["number_of_children"] = -1 }),
		"payment-fields":     field(func(r map[string]any) { object(r, "payment", "guest")["amount"] = "much" }),
		"cvv-not-shown":      field(func(r map[string]any) { object(r, "payment", "guest")["cvv"] = "123" }),
		"booked-rate-fields": field(func(r map[string]any) { object(r, "rate")["number_of_rooms"] = 0 }),
		"custom-data-fields": field(func(r map[string]any) { r["custom_data"] = map[string]any{"Maria Guest": 1} }),
		"read-unknown-id":    unknown(func(x *exchange) { x.become(x.ask("GET", reservationPath+"/not-an-id", nil)) }),
		"read-malformed-id": func(x *exchange) {
			if strings.HasSuffix(x.r.URL.Path, "not-an-id") {
				x.become(x.ask("GET", reservationPath+"/"+noID, nil))
			}
		},
		"wrong-token": func(x *exchange) {
			if _, word, _ := x.r.BasicAuth(); word != token && word != "" {
				x.status = 200
				x.answer(map[string]any{"total_items_without_paging": 0, "items": []any{}})
			}
		},
		"no-credentials": func(x *exchange) {
			if _, _, ok := x.r.BasicAuth(); !ok {
				x.status = 403
			}
		},
		"error-fields":     unknown(func(x *exchange) { delete(x.fields(), "details") }),
		"error-request-id": unknown(func(x *exchange) { delete(x.fields(), "request_id") }),
		"validation-code": func(x *exchange) {
			if x.asks("filter[check_in_dat]") {
				x.fields()["code"] = 2002
			}
		},
		"wrong-method": func(x *exchange) {
			if x.is("GET", searchPath) {
				x.header.Del("Allow")
			}
		},
	}
}

func writeBreakers() map[string]func(*exchange) {
	creates := func(simulate string, then func(map[string]any)) func(*exchange) {
		return func(x *exchange) {
			if x.is("POST", reservationPath) && x.status == 201 && text(x.sent, "simulate") == simulate {
				then(x.fields())
			}
		}
	}
	bare := func(r map[string]any) { r["status"] = "CREATED"; delete(r, "confirmation") }
	booked := func(x *exchange) {
		if x.is("POST", reservationPath) && x.status == 400 {
			for i := 0; x.status != 201; i++ {
				if past := x.earlier(i); past.r.URL.Path == reservationPath {
					x.become(past)
				}
			}
		}
	}
	modifies := func(name string, then func(*exchange)) func(*exchange) {
		return func(x *exchange) {
			if x.r.Method == "PATCH" && x.status == 200 && at(x.sent, name) != nil {
				then(x)
			}
		}
	}
	cancels := func(status int, then func(*exchange)) func(*exchange) {
		return func(x *exchange) {
			if strings.HasSuffix(x.r.URL.Path, "/cancel") && x.status == status {
				then(x)
			}
		}
	}
	canceled := func(x *exchange) {
		x.become(x.ask("GET", strings.TrimSuffix(x.r.URL.Path, "/cancel"), nil))
		x.fields()["status"] = "CANCELED"
		delete(x.fields(), "confirmation")
	}
	return map[string]func(*exchange){
		"simulate-created":   creates("created", func(r map[string]any) { r["status"] = "CONFIRMED" }),
		"simulate-confirmed": creates("confirmed", bare),
		"create-missing-token": func(x *exchange) {
			if at(x.sent, "payment", "guest", "amount") != nil && at(x.sent, "payment", "guest", "token") == nil {
				booked(x)
			}
		},
		"create-eleven-keys": func(x *exchange) {
			if len(object(x.sent, "custom_data")) > 10 {
				booked(x)
			}
		},
		"create": func(x *exchange) {
			// So it is stored as well, until it is changed.
			for _, r := range append(x.items(), object(x.body())) {
				if id := text(r, "id"); slices.Contains(x.booked(""), id) && text(r, "status") == "CONFIRMED" && x.r.Method != "PATCH" {
					bare(r)
				}
			}
		},
		"create-status": func(x *exchange) {
			if x.is("POST", reservationPath) && x.status == 201 {
				x.status = 200
			}
		},
		"create-stored": creates("confirmed", func(r map[string]any) { object(r, "guests", "primary")["surname"] = "Other" }),
		"create-read-back": func(x *exchange) {
			if x.r.Method == "GET" && strings.HasPrefix(x.r.URL.Path, reservationPath+"/") && x.nth == 1 && x.status == 200 {
				object(x.body(), "rate")["number_of_rooms"] = 2
			}
		},
		"modify-missing-token": func(x *exchange) {
			if x.r.Method == "PATCH" && at(x.sent, "payment", "guest", "token") == nil && at(x.sent, "payment") != nil {
				x.become(x.ask("GET", x.r.URL.Path, nil))
			}
		},
		"modify-payment": modifies("payment", func(x *exchange) { delete(object(x.body(), "payment", "guest"), "cvv") }),
		"modify-dates":   modifies("check_in_date", func(x *exchange) { x.fields()["check_in_date"] = "2026-12-01T00:00:00Z" }),
		"modify-keeps": modifies("check_in_date", func(x *exchange) {
			object(x.body(), "confirmation")["record_locator"] = "OTHER1"
		}),
		"cancel": cancels(200, func(x *exchange) { x.fields()["status"] = "CONFIRMED" }),
		"cancel-read-back": func(x *exchange) {
			if x.r.Method == "GET" && strings.HasPrefix(x.r.URL.Path, reservationPath+"/") && text(x.body(), "status") == "CANCELED" {
				x.fields()["status"] = "CONFIRMED"
			}
		},
		"cancel-again": cancels(400, func(x *exchange) {
			if x.nth == 2 {
				canceled(x)
			}
		}),
		"cancel-created": cancels(400, func(x *exchange) {
			if x.nth == 1 {
				canceled(x)
			}
		}),
		"modify-canceled": func(x *exchange) {
			if x.r.Method == "PATCH" && text(x.body(), "type") == "BOOKING_ERROR" {
				x.fields()["type"], x.fields()["code"] = "BOOKING_CREATION_ERROR", 3001
			}
		},
	}
}
