// Package quote holds the tray: rates that were marked while a client talks, across hotels, dates and searches. It compares
// them term by term in words, says what became of one that was verified again, and writes what a client is handed of them:
// a mark-up changes that document, and no offer. All of it are values: package marked makes offers of drafts and asks the
// service, package quotestore keeps quotes.
package quote
