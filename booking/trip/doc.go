// Package trip is where, when and with whom: destinations, days as agents type them, the party, and the stay of
// a reservation. It holds values only.
package trip
