package e2e

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// trapTests names the tests of those traps of booking whose tests are called
// after what they show; the others are called TestTrap and the trap's number.
var trapTests = map[int][]string{
	// A lost reply is unknown.
	1: {"api.TestWrongAnswersToWrites", "api.TestHangUpBeforeTheAnswer", "booking.TestLostAnswersAreFoundAndNeverSentAgain", "booking.TestWhatNeverArrivedIsNotBookedAfterTheWindow", "booking.TestNothingIsSentWithoutTheJournal"},
	// No write is repeated.
	2: {"api.TestWritesAreSentOnce", "api.TestWritesOnClosedConnections"},
	// No idempotency header.
	3: {"api.TestCreateReservation", "api.TestWritesOnClosedConnections"},
	// No redirect is followed.
	4: {"api.TestWritesFollowNothing", "api.TestReadsStayOnTheirHost"},
	// A cancellation is not repeated.
	5: {"screens.TestCancelFindsACancellationWhoseAnswerWasLost", "screens.TestCancelOffersAgainWhatStillStands"},
	// Leaving does not undo.
	6: {"booking.TestAnUnknownOutcomeOutlivesTheConsole", "screens.TestBookTellsWhatIsUnfinished", "screens.TestLostAnswersStandAtTheTopOfTheStartScreen"},
	// Enter pressed twice.
	7: {"booking.TestTheSameStayIsAskedAbout", "screens.TestBookSendsOnlyByCtrlBAndOnce", "screens.TestBookAsksAboutAStayThatIsBookedAlready", "screens.TestBookAsksForAWordWhereTheOtherOutcomeIsUnknown"},
	// An answer without an id is unknown.
	8: {"api.TestWrongAnswersToWrites"},
	// A cancellation number is not free.
	9: {"screens.TestCancelFindsACancellationWhoseAnswerWasLost", "screens.TestCancelTellsTheCostThatWasAgreed"},
	// Simulated is not booked.
	10: {"screens.TestBookSimulatesOnlyInASandbox"},
	// The code comes back.
	38: {"api.TestReservationQuirks", "api.TestErrorsHoldNoSecret"},
	// The log is an allow-list.
	39: {"api.TestLog", "api.TestTransportErrorsHoldNoQuery"},
	// No token in drafts.
	40: {"screens.TestGuestIsKeptWhileItIsTyped"},
	// Files of secrets are the owner's only.
	41: {"config.TestPermissions", "config.TestWrittenForTheOwnerOnly"},
	// Masked by default.
	42: {"screens.TestReservationMasksUntilAsked"},
	// Texts drive no terminal.
	43: {"safetext.TestLine"},
	// Secrets print nothing.
	44: {"api.TestSecretsAreNeverPrinted"},
}

// lastTrap is the highest number of a trap that a program can avoid.
const lastTrap = 44

// Every trap has a test, and every test that is named above exists.
func TestEveryTrapHasATest(t *testing.T) {
	t.Parallel()
	tests := testNames(t, "../..")
	named := regexp.MustCompile(`\.TestTrap(\d\d)`)
	shown := map[int]bool{}
	for name := range tests {
		if m := named.FindStringSubmatch(name); m != nil {
			trap, _ := strconv.Atoi(m[1]) // Two digits are a number.
			shown[trap] = true
		}
	}
	for trap, names := range trapTests {
		shown[trap] = true
		for _, name := range names {
			if !tests[name] {
				t.Errorf("trap %d: there is no test %s", trap, name)
			}
		}
	}
	for trap := 1; trap <= lastTrap; trap++ {
		if !shown[trap] {
			t.Errorf("trap %d has no test", trap)
		}
	}
}

// testNames returns the tests of a source tree, each as its package's last folder
// and its own name.
func testNames(t *testing.T, root string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") {
				names[filepath.Base(filepath.Dir(path))+"."+f.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
