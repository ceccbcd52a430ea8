package api

import "testing"

// The traps of booking that are avoided in the client, by their number.

func TestTrap01ALostReplyIsUnknown(t *testing.T) {
	t.Run("wrong answers", TestWrongAnswersToWrites)
	t.Run("hung up", TestHangUpBeforeTheAnswer)
}

func TestTrap02TheClientRepeatsNoWrite(t *testing.T) {
	t.Run("sent once", TestWritesAreSentOnce)
	t.Run("broken connections", TestWritesOnClosedConnections)
}

// The fake service of these tests refuses requests with such a header; net/http
// would repeat them.
func TestTrap03NoIdempotencyHeader(t *testing.T) {
	t.Run("create", TestCreateReservation)
	t.Run("broken connections", TestWritesOnClosedConnections)
}

func TestTrap04NoRedirectIsFollowed(t *testing.T) {
	t.Run("writes", TestWritesFollowNothing)
	t.Run("reads", TestReadsStayOnTheirHost)
}

func TestTrap08AnAnswerWithoutAnIDIsUnknown(t *testing.T) { TestWrongAnswersToWrites(t) }

func TestTrap38TheCodeComesBack(t *testing.T) {
	t.Run("dropped", TestReservationQuirks)
	t.Run("not in errors", TestErrorsHoldNoSecret)
}

func TestTrap39TheLogIsAnAllowList(t *testing.T) {
	t.Run("log", TestLog)
	t.Run("errors", TestTransportErrorsHoldNoQuery)
}

func TestTrap43TextsDriveNoTerminal(t *testing.T) { TestClean(t) }

func TestTrap44SecretsPrintNothing(t *testing.T) { TestSecretsAreNeverPrinted(t) }
