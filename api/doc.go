// Package api is the hotel booking partner service as Go calls: typed
// requests in, domain values out, one error type. It knows the wire and hides
// it: what the service calls a thing and how it spells a number or a date ends
// here. Section numbers in comments are those of the service's specification.
package api
