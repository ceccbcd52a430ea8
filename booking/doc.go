// Package booking is what an agent does, without a screen: search, verify, book, look up, change and cancel.
// Rules about money, terms, time, masking and outcomes stand here or below, once.
package booking
