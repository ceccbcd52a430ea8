// Package trip is where, when and with whom: destinations, days as agents type
// them, the party, and the stay that a reservation turns out to be. It holds
// values only.
package trip
