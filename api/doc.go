// Package api is the hotel booking partner service as Go calls: typed
// requests in, domain values out, one error type. It knows the wire and hides
// it: what the service calls a thing and how it spells a number or a date ends
// here. Section numbers in comments are those of the service's specification.
//
// New returns a Client, which is safe for concurrent use and sends nothing by
// itself. Its reads, SearchDestinations, SearchHotels, VerifyRate,
// ListReservations and ReadReservation, are tried again where that may help.
// Its writes, CreateReservation, ModifyReservation and CancelReservation, are
// sent once, whatever happens.
//
// Every error of a call is an *Error. Its Outcome says whether a write that went
// wrong was refused, or is not known: then it may have been made and charged,
// must not be sent again, and has to be looked for. Leave something of your own
// in CustomData, which ListReservations finds again by its value.
//
// Money is exact: the digits that the service sent, and a currency. It is never a
// float, and amounts of different currencies are neither added nor compared.
// A Date has no time zone. What a service did not say is unset, nil or empty, and
// is never filled in.
//
// A Dialect has the names that the specification leaves open. A Secret is printed
// by nothing. docs/api.md has what callers can rely on, and docs/example a whole
// program.
package api
