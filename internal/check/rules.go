package check

import "slices"

// A RuleID names a rule in reports, for good.
type RuleID string

// A Rule is one thing that a service has to do.
type Rule struct {
	ID      RuleID `json:"id"`
	Section string `json:"section"` // of SPEC, or of WIRE where SPEC leaves it open
	Text    string `json:"rule"`    // one sentence
	// Writes says that the rule can be tried only with Options.Write.
	Writes bool `json:"writes"`
}

// The rules by name.
const (
	jsonBodies    RuleID = "json-bodies"
	wrongToken    RuleID = "wrong-token"
	noCredentials RuleID = "no-credentials"
	errorFields   RuleID = "error-fields"
	errorRequest  RuleID = "error-request-id"
	validation    RuleID = "validation-code"
	wrongMethod   RuleID = "wrong-method"

	placesEmpty    RuleID = "places-empty-query"
	placesWord     RuleID = "places-word"
	placesTypes    RuleID = "places-type-destinations"
	placesHotels   RuleID = "places-type-hotels"
	placesCategory RuleID = "places-category"
	placesWrong    RuleID = "places-wrong-type"
	placesRank     RuleID = "places-rank"
	placesAnswer   RuleID = "places-answer"
	placeFields    RuleID = "destination-fields"
	listedFields   RuleID = "listed-hotel-fields"

	searchCode     RuleID = "search-iata-code"
	searchPoint    RuleID = "search-coordinates"
	searchName     RuleID = "search-hotel-name"
	searchPages    RuleID = "search-pages"
	searchSecond   RuleID = "search-second-page"
	searchReviews  RuleID = "search-review-ids"
	searchNoReview RuleID = "search-no-review-ids"
	searchMissing  RuleID = "search-missing-date"
	searchOrder    RuleID = "search-date-order"
	searchAnswer   RuleID = "search-answer"
	hotelFields    RuleID = "priced-hotel-fields"
	roomFields     RuleID = "room-fields"
	rateFields     RuleID = "rate-fields"
	termsFields    RuleID = "terms-fields"

	verifyRate     RuleID = "verify-rate"
	verifyMissing  RuleID = "verify-missing-code"
	verifyUnknown  RuleID = "verify-unknown-rate"
	verifiedFields RuleID = "verified-rate-fields"
	verifiedTerms  RuleID = "verified-terms-fields"

	listAll       RuleID = "list"
	listAnswer    RuleID = "list-answer"
	listOrder     RuleID = "list-order"
	listSize      RuleID = "list-default-size"
	listPageSize  RuleID = "list-page-size"
	listPage      RuleID = "list-page-number"
	listPastEnd   RuleID = "list-past-the-end"
	listAnd       RuleID = "list-filters-and"
	listID        RuleID = "list-id"
	listIDs       RuleID = "list-ids"
	listCustom    RuleID = "list-custom-data"
	listSixValues RuleID = "list-six-values"
	listUnknown   RuleID = "list-unknown-filter"
	listWrongDate RuleID = "list-wrong-date"

	readOne           RuleID = "read"
	readUnknown       RuleID = "read-unknown-id"
	readMalformed     RuleID = "read-malformed-id"
	reservationFields RuleID = "reservation-fields"
	createdBare       RuleID = "created-unconfirmed"
	guestsFields      RuleID = "guests-fields"
	paymentFields     RuleID = "payment-fields"
	cvvShown          RuleID = "cvv-not-shown"
	bookedFields      RuleID = "booked-rate-fields"
	customFields      RuleID = "custom-data-fields"

	createSimulated  RuleID = "simulate-created"
	createConfirmed  RuleID = "simulate-confirmed"
	createReal       RuleID = "create"
	createStatus     RuleID = "create-status"
	createEcho       RuleID = "create-stored"
	createRead       RuleID = "create-read-back"
	createNoToken    RuleID = "create-missing-token"
	createElevenKeys RuleID = "create-eleven-keys"
	modifyNoToken    RuleID = "modify-missing-token"
	modifyPayment    RuleID = "modify-payment"
	modifyDates      RuleID = "modify-dates"
	modifyKeeps      RuleID = "modify-keeps"
	cancelOne        RuleID = "cancel"
	cancelRead       RuleID = "cancel-read-back"
	cancelAgain      RuleID = "cancel-again"
	cancelCreated    RuleID = "cancel-created"
	modifyCanceled   RuleID = "modify-canceled"
)

// filterRule is the rule of one of the ten date filters, such as
// list-check-in-date-gte; equality has the operator "".
func filterRule(date, operator string) RuleID {
	names := map[string]string{"check_in_date": "list-check-in", "check_out_date": "list-check-out"}
	if operator == "" {
		operator = "eq"
	}
	return RuleID(names[date] + "-" + operator)
}

const never, writes = false, true // Rule.Writes

// Rules lists every rule, in the order of the report.
func Rules() []Rule { return slices.Concat(searchRules(), listRules(), readRules(), writeRules()) }

func searchRules() []Rule {
	return []Rule{
		{jsonBodies, "SPEC 1", "Every body is JSON, and says so.", never},
		{placeFields, "SPEC 2.6", "Destinations have their fields.", never},
		{listedFields, "SPEC 2.7", "Listed hotels have their fields.", never},
		{placesRank, "SPEC 2.7", "Hotels of a category come by priority_rank.", never},
		{placesAnswer, "SPEC 4.1", "A destination search answers with results.", never},
		{placesEmpty, "SPEC 4.1", "The empty query finds places or hotels.", never},
		{placesWord, "SPEC 4.1", "A place is found by its name.", never},
		{placesTypes, "SPEC 4.1", "type=destinations gives destinations only.", never},
		{placesHotels, "SPEC 4.1", "type=hotels gives hotels only.", never},
		{placesCategory, "SPEC 4.1", "category keeps hotels of that category.", never},
		{placesWrong, "SPEC 4.1", "An unknown type is refused.", never},
		{searchAnswer, "SPEC 2.8", "A hotel search has pages, rates and results.", never},
		{hotelFields, "SPEC 2.8", "Hotels have their fields.", never},
		{roomFields, "SPEC 2.8", "Rooms have their fields.", never},
		{rateFields, "SPEC 2.8", "Rates have their fields.", never},
		{termsFields, "SPEC 2.5", "Terms of rates have their fields.", never},
		{searchPages, "SPEC 2.8", "The figures of the pagination agree.", never},
		{searchNoReview, "SPEC 2.8", "Unmapped review ids are told only when asked.", never},
		{searchReviews, "SPEC 2.8", "A review id that is no hotel's is told.", never},
		{searchCode, "SPEC 4.2", "Hotels are found by a city's IATA code.", never},
		{searchMissing, "SPEC 4.2", "A search without check_out_date is refused.", never},
		{searchPoint, "WIRE 2", "Hotels are found around coordinates, within the radius.", never},
		{searchName, "WIRE 2", "A part of a hotel's name keeps hotels with it.", never},
		{searchSecond, "WIRE 2", "The token gives the second page, of other hotels.", never},
		{searchOrder, "WIRE 3", "Check-in must be before check-out.", never},
		{verifyRate, "SPEC 4.3", "A found rate can be verified, and is that rate.", never},
		{verifiedFields, "SPEC 2.9", "A verified rate has its fields.", never},
		{verifiedTerms, "SPEC 2.9", "Verified terms have their fields.", never},
		{verifyMissing, "SPEC 4.3", "A verification without booking_code is refused.", never},
		{verifyUnknown, "WIRE 3", "An unknown rate is a BOOKING_ERROR.", never},
	}
}

func listRules() []Rule {
	list := []Rule{
		{listAll, "SPEC 4.6", "The reservations can be listed.", never},
		{listAnswer, "SPEC 4.6", "A list has its total and its items.", never},
		{listOrder, "SPEC 4.6", "The most recent reservation comes first.", never},
		{listSize, "SPEC 8", "A page holds 25 reservations by default.", never},
	}
	for _, date := range []string{"check_in_date", "check_out_date"} {
		for _, operator := range operators() {
			one := Rule{ID: filterRule(date, operator), Section: "SPEC 4.6", Text: "filter[" + date + "][" + operator + "] keeps what it says."}
			if operator == "" {
				one.Text = "filter[" + date + "] keeps what it says."
			}
			list = append(list, one)
		}
	}
	return append(list, []Rule{
		{listAnd, "SPEC 4.6", "Filters are combined with AND.", never},
		{listSixValues, "SPEC 8", "Six values of custom data are refused.", never},
		{listWrongDate, "SPEC 7", "A filter by what is no date is refused.", never},
		{listID, "WIRE 1", "The list can be narrowed to one id.", never},
		{listIDs, "WIRE 1", "The list can be narrowed to several ids.", never},
		{listCustom, "WIRE 1", "The list can be narrowed to custom data.", never},
		{listPageSize, "WIRE 1", "A page is as large as asked for.", never},
		{listPage, "WIRE 1", "The second page goes on where the first ended.", never},
		{listPastEnd, "WIRE 3a", "A page past the end is empty, with the true total.", never},
		{listUnknown, "WIRE 3", "A misspelt filter is refused.", never},
	}...)
}

func readRules() []Rule {
	return []Rule{
		{readOne, "SPEC 4.8", "A reservation of the list can be read.", never},
		{reservationFields, "SPEC 2.1", "Reservations have their fields.", never},
		{createdBare, "SPEC 2.1", "What is CREATED has no confirmation.", never},
		{guestsFields, "SPEC 2.2", "Guests have their fields.", never},
		{paymentFields, "SPEC 2.3", "Payments have their fields.", never},
		{cvvShown, "SPEC 2.3", "The cvv is shown by a modification only.", never},
		{bookedFields, "SPEC 2.4", "Booked rates have their fields.", never},
		{customFields, "SPEC 8", "Custom data keeps to its limits.", never},
		{readUnknown, "WIRE 3", "An unknown reservation is a 404.", never},
		{readMalformed, "WIRE 3", "A malformed id is refused.", never},
		{wrongToken, "SPEC 5", "A wrong token is a 401.", never},
		{noCredentials, "SPEC 5", "A request without credentials is a 401.", never},
		{errorFields, "SPEC 7", "Errors have their fields.", never},
		{validation, "SPEC 7", "A VALIDATION error has the code 2001.", never},
		{errorRequest, "WIRE 3", "An error names its request.", never},
		{wrongMethod, "WIRE 3", "A method that a path lacks is a 405 with Allow.", never},
	}
}

func writeRules() []Rule {
	return []Rule{
		{createSimulated, "SPEC 3", "A simulated create can be CREATED.", writes},
		{createConfirmed, "SPEC 3", "A simulated create can be CONFIRMED, with its numbers.", writes},
		{createNoToken, "SPEC 4.4", "A create without a payment token is refused.", writes},
		{createElevenKeys, "SPEC 8", "Eleven pairs of custom data are refused.", writes},
		{createReal, "SPEC 3", "A create is CONFIRMED, with its numbers.", writes},
		{createStatus, "WIRE 3", "A create is answered with 201.", writes},
		{createEcho, "SPEC 2.1", "What was sent is what is stored.", writes},
		{createRead, "SPEC 4.8", "A new reservation reads as it was created.", writes},
		{modifyNoToken, "SPEC 4.5", "A payment without its token is refused.", writes},
		{modifyPayment, "SPEC 4.5", "A changed payment shows its token and cvv.", writes},
		{modifyDates, "WIRE 2", "The dates can be changed.", writes},
		{modifyKeeps, "WIRE 2", "A change keeps the id and the confirmation.", writes},
		{cancelOne, "SPEC 4.7", "A cancellation answers with CANCELED.", writes},
		{cancelRead, "SPEC 3", "A cancelled reservation reads as CANCELED.", writes},
		{cancelAgain, "WIRE 3", "Cancelling again is a BOOKING_CANCELLATION_ERROR.", writes},
		{cancelCreated, "WIRE 3", "Cancelling what is CREATED is refused as well.", writes},
		{modifyCanceled, "WIRE 3", "Changing what is CANCELED is a BOOKING_ERROR.", writes},
	}
}

// operators are the forms of a date filter, "" being equality (SPEC 4.6).
func operators() []string { return []string{"", "gt", "gte", "lt", "lte"} }

// ruleOfSchema is the rule that a named schema of the description belongs to;
// "" for a form that many share, such as a currency.
func ruleOfSchema(name string) RuleID {
	switch name {
	case "DestinationSearchResult":
		return placesAnswer
	case "Destination":
		return placeFields
	case "ListedHotel":
		return listedFields
	case "HotelSearchResult":
		return searchAnswer
	case "PricedHotel":
		return hotelFields
	case "Room":
		return roomFields
	case "Rate":
		return rateFields
	case "Terms":
		return termsFields
	case "VerifiedRate":
		return verifiedFields
	case "VerifiedTerms":
		return verifiedTerms
	case "ReservationList":
		return listAnswer
	case "Reservation", "ConfirmedReservation", "CanceledReservation", "CreatedReservation", "ModifiedReservation":
		return reservationFields
	case "Guests":
		return guestsFields
	case "Payment":
		return paymentFields
	case "BookedRate":
		return bookedFields
	case "CustomData":
		return customFields
	case "BadRequest", "Error", "Error1000", "Error1001", "Error1003", "Error1004", "Error1005", "Error1013", "Error1015", "Error1029":
		return errorFields
	default:
		return ""
	}
}
