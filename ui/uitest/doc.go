// Package uitest drives screens in tests: without a terminal, without
// goroutines and without waiting. Only tests import it.
package uitest
