// Package screens holds the console's screens, one file each, in the order in
// which an agent meets them. A screen shows and asks; what is right or wrong is
// decided in package booking.
package screens
