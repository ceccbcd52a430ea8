//go:build !crashable

package app

// onDemand is where the tests' own build of the program panics; a release has nothing there.
func onDemand(*session, string) {}
