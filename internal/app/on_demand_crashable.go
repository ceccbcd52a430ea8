//go:build crashable

package app

import (
	"os"
	"strings"
	"sync"
	"time"

	"bellhop/internal/guard"
)

var onDemandOnce sync.Once

// onDemand has the program panic where BELLHOP_TEST_PANIC says, once the file that it names is there: with the next key, or in a
// goroutine. It is built for tests alone.
func onDemand(*session, string) {
	kind, file, _ := strings.Cut(os.Getenv("BELLHOP_TEST_PANIC"), ":")
	there := func() bool { _, err := os.Stat(file); return err == nil }
	switch kind {
	case "key":
		if there() {
			panic("Ada Lovelace")
		}
	case "goroutine":
		onDemandOnce.Do(func() {
			go func() {
				defer guard.Catch()
				for !there() {
					time.Sleep(time.Millisecond)
				}
				panic("Ada Lovelace")
			}()
		})
	}
}
