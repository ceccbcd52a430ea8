package screens_test

import "testing"

// The traps of booking that a screen must keep an agent from, by their number.

func TestTrap05ACancellationIsNotRepeated(t *testing.T) {
	t.Run("found", TestCancelFindsACancellationWhoseAnswerWasLost)
	t.Run("stands", TestCancelOffersAgainWhatStillStands)
}

func TestTrap06LeavingDoesNotUndo(t *testing.T) {
	t.Run("told at the end", TestBookTellsWhatIsUnfinished)
	t.Run("told at the start", TestLostAnswersStandAtTheTopOfTheStartScreen)
}

func TestTrap07DoubleEnter(t *testing.T) {
	t.Run("dead keys", TestBookSendsOnlyByCtrlBAndOnce)
	t.Run("booked already", TestBookAsksAboutAStayThatIsBookedAlready)
	t.Run("perhaps booked already", TestBookAsksForAWordWhereTheOtherOutcomeIsUnknown)
}

func TestTrap09ACancellationNumberIsNotFree(t *testing.T) {
	t.Run("three facts", TestCancelFindsACancellationWhoseAnswerWasLost)
	t.Run("the cost that was agreed", TestCancelTellsTheCostThatWasAgreed)
}

func TestTrap10SimulatedIsNotBooked(t *testing.T) { TestBookSimulatesOnlyInASandbox(t) }

func TestTrap40NoTokenInDrafts(t *testing.T) { TestGuestIsKeptWhileItIsTyped(t) }

func TestTrap42MaskedByDefault(t *testing.T) { TestReservationMasksUntilAsked(t) }
