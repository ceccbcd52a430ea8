// Package terms is the one model of what a rate costs and what it obliges to, and compares what was searched,
// verified and reserved. It holds values only.
package terms
