package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/screens"
)

func TestPaymentIsTypedUnseenAndSentOnce(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 1)
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0))).Press("p")
	onTop(t, p, "change payment")
	p.Type("tok_marked").Press("tab").Type("9172").HasNot("tok_marked", "9172").Press("ctrl+x", "ctrl+g", "enter")
	f.allGoldens("payment")
	if len(service.modified) != 0 {
		t.Fatal("sent without ctrl+b")
	}
	p.Hold().Press("ctrl+b", "ctrl+b", "esc").Has("reading the reservation once more", "Nothing is sent yet").Release()
	p.Has("The payment method is changed", "kept nowhere here").HasNot("tok_marked", "9172")
	f.allGoldens("payment_done")
	if len(service.modified) != 1 || service.modified[0].Token.Reveal() != "tok_marked" || service.modified[0].CVV.Reveal() != "9172" || !service.modified[0].CheckIn.IsZero() {
		t.Fatalf("%d changes were sent", len(service.modified))
	}
	p.Press("enter")
	onTop(t, p, "reservation")
	p.Resize(120, 60).Has("612.40 GBP", "journal · ada · answered: modified") // Read again: the answer had echoed the payment and left its amount out.
	if service.reads != 2 {
		t.Errorf("%d reads", service.reads)
	}
}

func TestPaymentThatIsRefused(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 1)
	p := startOn(f, screens.NewPayment(f.deps, storedReservation(0))).Press("ctrl+b").Has("This is needed.")
	p.Type("tok_x").Press("tab").Type("12").Press("ctrl+b").Has("Three or four digits.")
	if len(service.modified) != 0 {
		t.Fatal("an incomplete payment was sent")
	}
	service.modifyErr = &api.Error{Status: 400, Type: api.TypePayment, Message: "The payment was declined.", Problems: []api.Problem{{Field: []string{"payment", "guest", "token"}, Message: "payment.guest.token is not known"}}}
	p.Type("3").Press("ctrl+b").Has("The payment was not accepted", "! is not known", "The payment is as it was. Type it again.", "nothing changed").HasNot("payment.guest.token", "nothing sent yet")
	f.allGoldens("payment_refused")
	service.modifyErr = nil
	p.Press("ctrl+b").Has("This is needed.") // What was typed is gone.
	p.Press("ctrl+t").Has("test token tok_good").Press("ctrl+b").Has("The payment method is changed")
	if len(service.modified) != 2 || service.modified[1].Token.Reveal() != "tok_good" {
		t.Errorf("%d changes were sent", len(service.modified))
	}
}

func TestPaymentWhoseAnswerWasLostMayBeSetAgain(t *testing.T) {
	t.Parallel()
	looking(t, 1, func(t *testing.T, f *fixture, service *reservationService) {
		service.modifyErr, service.stores = unanswered("modify reservation"), true
		p := startOn(f, screens.NewPayment(f.deps, storedReservation(0))).Type("tok_x").Press("ctrl+b")
		f.settled().Has("It is not known whether the payment was set", "it ends in the same", "a reservation does not show whether it happened", "outcome unknown")
		f.allGoldens("payment_unresolved")
		service.modifyErr = nil
		p.Type("tok_x").Press("ctrl+b").Has("The payment method is changed").HasNot("It is not known")
		if len(service.modified) != 2 {
			t.Errorf("%d changes were sent", len(service.modified))
		}
	})
}

func TestPaymentInProductionNeedsTheWord(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 1)
	production(f)
	p := startOn(f, screens.NewPayment(f.deps, storedReservation(0))).Type("tok_x").Press("ctrl+b")
	p.Has("type payment", "This is needed.")
	if len(service.modified) != 0 {
		t.Fatal("sent without the word")
	}
	p.Type("payment").Press("ctrl+b").Has("The payment method is changed")
}
