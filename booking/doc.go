// Package booking is what an agent does, without a screen: find a place,
// search hotels, choose and verify a rate, book, look up and cancel. Every rule
// about money, terms, time, masking and outcomes stands here, once; screens
// and commands call the same functions.
package booking
