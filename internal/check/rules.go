package check

import (
	"cmp"
	"slices"
)

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

// allRules lists every rule, in the order of the report.
func allRules() []Rule { return slices.Clone(rules.list) }

// rules are the rules that are declared below, in that order.
var rules = struct {
	list     []Rule
	ofSchema map[string]RuleID
}{ofSchema: map[string]RuleID{}}

// rule declares a rule. The named schemas of the description belong to it; those
// that belong to none are forms that many share, such as a currency.
func rule(id RuleID, section, text string, schemas ...string) RuleID {
	rules.list = append(rules.list, Rule{ID: id, Section: section, Text: text})
	for _, name := range schemas {
		rules.ofSchema[name] = id
	}
	return id
}

// writeRule declares a rule that only writes can try.
func writeRule(id RuleID, section, text string) RuleID {
	rules.list = append(rules.list, Rule{ID: id, Section: section, Text: text, Writes: true})
	return id
}

// ruleOfSchema returns the rule that a named schema belongs to; "" when it has none.
func ruleOfSchema(name string) RuleID { return rules.ofSchema[name] }

var (
	jsonBodies     = rule("json-bodies", "SPEC 1", "Every body is JSON, and says so.")
	_              = rule("destination-fields", "SPEC 2.6", "Destinations have their fields.", "Destination")
	listedFields   = rule("listed-hotel-fields", "SPEC 2.7", "Listed hotels have their fields.", "ListedHotel")
	placesRank     = rule("places-rank", "SPEC 2.7", "Hotels of a category come by priority_rank.")
	_              = rule("places-answer", "SPEC 4.1", "A destination search answers with results.", "DestinationSearchResult")
	placesEmpty    = rule("places-empty-query", "SPEC 4.1", "The empty query finds places or hotels.")
	placesWord     = rule("places-word", "SPEC 4.1", "A place is found by its name.")
	placesTypes    = rule("places-type-destinations", "SPEC 4.1", "type=destinations gives destinations only.")
	placesHotels   = rule("places-type-hotels", "SPEC 4.1", "type=hotels gives hotels only.")
	placesCategory = rule("places-category", "SPEC 4.1", "category keeps hotels of that category.")
	placesWrong    = rule("places-wrong-type", "SPEC 4.1", "An unknown type is refused.")
	_              = rule("search-answer", "SPEC 2.8", "A hotel search has pages, rates and results.", "HotelSearchResult")
	hotelFields    = rule("priced-hotel-fields", "SPEC 2.8", "Hotels have their fields.", "PricedHotel")
	roomFields     = rule("room-fields", "SPEC 2.8", "Rooms have their fields.", "Room")
	rateFields     = rule("rate-fields", "SPEC 2.8", "Rates have their fields.", "Rate")
	termsFields    = rule("terms-fields", "SPEC 2.5", "Terms of rates have their fields.", "Terms")
	searchPages    = rule("search-pages", "SPEC 2.8", "The figures of the pagination agree.")
	searchNoReview = rule("search-no-review-ids", "SPEC 2.8", "Unmapped review ids are told only when asked.")
	searchReviews  = rule("search-review-ids", "SPEC 2.8", "A review id that is no hotel's is told.")
	searchCode     = rule("search-iata-code", "SPEC 4.2", "Hotels are found by a city's IATA code.")
	searchMissing  = rule("search-missing-date", "SPEC 4.2", "A search without check_out_date is refused.")
	searchPoint    = rule("search-coordinates", "WIRE 2", "Hotels are found around coordinates, within the radius.")
	searchName     = rule("search-hotel-name", "WIRE 2", "A part of a hotel's name keeps hotels with it.")
	searchSecond   = rule("search-second-page", "WIRE 2", "The token gives the second page, of other hotels.")
	searchOrder    = rule("search-date-order", "WIRE 3", "Check-in must be before check-out.")
	verifyRate     = rule("verify-rate", "SPEC 4.3", "A found rate can be verified, and is that rate.")
	_              = rule("verified-rate-fields", "SPEC 2.9", "A verified rate has its fields.", "VerifiedRate")
	verifiedTerms  = rule("verified-terms-fields", "SPEC 2.9", "Verified terms have their fields.", "VerifiedTerms")
	verifyMissing  = rule("verify-missing-code", "SPEC 4.3", "A verification without booking_code is refused.")
	verifyUnknown  = rule("verify-unknown-rate", "WIRE 3", "An unknown rate is a BOOKING_ERROR.")

	listAll       = rule("list", "SPEC 4.6", "The reservations can be listed.")
	listAnswer    = rule("list-answer", "SPEC 4.6", "A list has its total and its items.", "ReservationList")
	listOrder     = rule("list-order", "SPEC 4.6", "The most recent reservation comes first.")
	listSize      = rule("list-default-size", "SPEC 8", "A page holds 25 reservations by default.")
	_             = filterRules()
	listAnd       = rule("list-filters-and", "SPEC 4.6", "Filters are combined with AND.")
	listSixValues = rule("list-six-values", "SPEC 8", "Six values of custom data are refused.")
	listWrongDate = rule("list-wrong-date", "SPEC 7", "A filter by what is no date is refused.")
	listID        = rule("list-id", "WIRE 1", "The list can be narrowed to one id.")
	listIDs       = rule("list-ids", "WIRE 1", "The list can be narrowed to several ids.")
	listCustom    = rule("list-custom-data", "WIRE 1", "The list can be narrowed to custom data.")
	listPageSize  = rule("list-page-size", "WIRE 1", "A page is as large as asked for.")
	listPage      = rule("list-page-number", "WIRE 1", "The second page goes on where the first ended.")
	listPastEnd   = rule("list-past-the-end", "WIRE 3a", "A page past the end is empty, with the true total.")
	listUnknown   = rule("list-unknown-filter", "WIRE 3", "A misspelt filter is refused.")

	readOne           = rule("read", "SPEC 4.8", "A reservation of the list can be read.")
	reservationFields = rule("reservation-fields", "SPEC 2.1", "Reservations have their fields.", "Reservation",
		"ConfirmedReservation", "CanceledReservation", "CreatedReservation", "ModifiedReservation")
	createdBare   = rule("created-unconfirmed", "SPEC 2.1", "What is CREATED has no confirmation.")
	guestsFields  = rule("guests-fields", "SPEC 2.2", "Guests have their fields.", "Guests")
	paymentFields = rule("payment-fields", "SPEC 2.3", "Payments have their fields.", "Payment")
	cvvShown      = rule("cvv-not-shown", "SPEC 2.3", "The cvv is shown by a modification only.")
	bookedFields  = rule("booked-rate-fields", "SPEC 2.4", "Booked rates have their fields.", "BookedRate")
	_             = rule("custom-data-fields", "SPEC 8", "Custom data keeps to its limits.", "CustomData")
	readUnknown   = rule("read-unknown-id", "WIRE 3", "An unknown reservation is a 404.")
	readMalformed = rule("read-malformed-id", "WIRE 3", "A malformed id is refused.")
	wrongToken    = rule("wrong-token", "SPEC 5", "A wrong token is a 401.")
	noCredentials = rule("no-credentials", "SPEC 5", "A request without credentials is a 401.")
	errorFields   = rule("error-fields", "SPEC 7", "Errors have their fields.", "BadRequest", "Error", "Error1000",
		"Error1001", "Error1003", "Error1004", "Error1005", "Error1013", "Error1015", "Error1029")
	validation   = rule("validation-code", "SPEC 7", "A VALIDATION error has the code 2001.")
	errorRequest = rule("error-request-id", "WIRE 3", "An error names its request.")
	wrongMethod  = rule("wrong-method", "WIRE 3", "A method that a path lacks is a 405 with Allow.")

	createSimulated  = writeRule("simulate-created", "SPEC 3", "A simulated create can be CREATED.")
	createConfirmed  = writeRule("simulate-confirmed", "SPEC 3", "A simulated create can be CONFIRMED, with its numbers.")
	createNoToken    = writeRule("create-missing-token", "SPEC 4.4", "A create without a payment token is refused.")
	createElevenKeys = writeRule("create-eleven-keys", "SPEC 8", "Eleven pairs of custom data are refused.")
	createReal       = writeRule("create", "SPEC 3", "A create is CONFIRMED, with its numbers.")
	createStatus     = writeRule("create-status", "WIRE 3", "A create is answered with 201.")
	createEcho       = writeRule("create-stored", "SPEC 2.1", "What was sent is what is stored.")
	createRead       = writeRule("create-read-back", "SPEC 4.8", "A new reservation reads as it was created.")
	modifyNoToken    = writeRule("modify-missing-token", "SPEC 4.5", "A payment without its token is refused.")
	modifyPayment    = writeRule("modify-payment", "SPEC 4.5", "A changed payment shows its token and cvv.")
	modifyDates      = writeRule("modify-dates", "WIRE 2", "The dates can be changed.")
	modifyKeeps      = writeRule("modify-keeps", "WIRE 2", "A change keeps the id and the confirmation.")
	cancelOne        = writeRule("cancel", "SPEC 4.7", "A cancellation answers with CANCELED.")
	cancelRead       = writeRule("cancel-read-back", "SPEC 3", "A cancelled reservation reads as CANCELED.")
	cancelAgain      = writeRule("cancel-again", "WIRE 3", "Cancelling again is a BOOKING_CANCELLATION_ERROR.")
	cancelCreated    = writeRule("cancel-created", "WIRE 3", "Cancelling what is CREATED is refused as well.")
	modifyCanceled   = writeRule("modify-canceled", "WIRE 3", "Changing what is CANCELED is a BOOKING_ERROR.")
)

// filterRules declares the rules of the ten date filters.
func filterRules() (ids []RuleID) {
	for _, field := range dates() {
		for _, operator := range operators() {
			ids = append(ids, rule(filterRule(field, operator), "SPEC 4.6", filterName(field, operator)+" keeps what it says."))
		}
	}
	return ids
}

// filterRule returns the rule of one of the ten date filters, such as
// list-check-in-gte; equality has the operator "".
func filterRule(date, operator string) RuleID {
	names := map[string]string{"check_in_date": "list-check-in", "check_out_date": "list-check-out"}
	return RuleID(names[date] + "-" + cmp.Or(operator, "eq"))
}

// filterName returns the query parameter of a date filter.
func filterName(date, operator string) string {
	if operator == "" {
		return "filter[" + date + "]"
	}
	return "filter[" + date + "][" + operator + "]"
}

func dates() []string { return []string{"check_in_date", "check_out_date"} }

// operators returns the forms of a date filter, "" being equality (SPEC 4.6).
func operators() []string { return []string{"", "gt", "gte", "lt", "lte"} }
