// Package quote holds the tray: rates that were marked while a client talks, across hotels, dates and searches. It compares
// them term by term in words, and says what became of one that was verified again. All of it are values: package marked
// makes offers of drafts and asks the service.
package quote
