// Package terms is the one model of what a rate costs and on which conditions:
// prices, taxes, penalty steps and their clock, payment, and the comparison of
// what was searched, verified and reserved. It holds values only.
package terms
