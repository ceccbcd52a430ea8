//go:build unix

package e2e

import (
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/term"

	"bellhop/internal/program"
)

// childVariable makes the test's own program a small terminal program, on
// which the Terminal is tried before anything is concluded from it.
const childVariable = "BELLHOP_TEST_CHILD"

// scratch is where the program under test is built; TestMain removes it.
var scratch string

// TestMain gives the tests a place to build in, and plays the child.
func TestMain(m *testing.M) {
	switch name := os.Getenv(childVariable); name {
	case "":
		os.Exit(runTests(m))
	case "floor":
		os.Exit(childFloor())
	case "hotels":
		os.Exit(childHotels(onePage{rows: manyRows}))
	case "hotels at a service":
		os.Exit(childAtService())
	default:
		os.Exit(child(name))
	}
}

func runTests(m *testing.M) int {
	var err error
	if scratch, err = os.MkdirTemp("", "bellhop-test-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	flag.Parse()
	if atOnce := flag.Lookup("test.parallel"); atOnce.Value.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		_ = flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))) // Journeys wait more than they work.
	}
	return m.Run()
}

// build builds the program once for all tests.
var build = sync.OnceValues(func() (string, error) { return program.Build(scratch) })

// bellhop returns the path of the built program.
func bellhop(t *testing.T) string {
	t.Helper()
	path, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// child returns a program that takes the whole screen and says what reaches it: its
// size, keys, signals, and the terminal's answer to a question. "q" ends it.
func child(name string) int {
	old, err := term.MakeRaw(int(os.Stdin.Fd()))
	if err != nil {
		fmt.Fprintln(os.Stderr, "no terminal:", err)
		return 9
	}
	fmt.Print("\x1b[?1049h\x1b[2J\x1b[H")
	end := func(code int) int {
		fmt.Print("\x1b[?1049l")
		_ = term.Restore(int(os.Stdin.Fd()), old)
		return code
	}
	if name == "ask" {
		fmt.Print("\x1b]11;?\x07")
	}
	size := func() {
		cols, rows, _ := term.GetSize(int(os.Stdin.Fd()))
		fmt.Printf("size %dx%d\r\n", cols, rows)
	}
	// Who sees the size may change it: from here on that is noticed.
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, syscall.SIGWINCH, syscall.SIGTERM)
	size()

	keys := make(chan string)
	go func() {
		buffer := make([]byte, 256)
		for {
			n, err := os.Stdin.Read(buffer)
			if err != nil {
				return
			}
			keys <- string(buffer[:n])
		}
	}()
	for {
		select {
		case s := <-signals:
			if s == syscall.SIGTERM {
				return end(4)
			}
			size()
		case k := <-keys:
			switch k {
			case "q":
				return end(3)
			case "c":
				fmt.Print("\x1b[2J\x1b[H")
			default:
				fmt.Printf("read %q\r\n", k)
			}
		}
	}
}
