package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/screens"
)

// A verification without terms promises nothing on the whole screen, and is
// accepted with ctrl+y only.
func TestTermsThatAreNotSaid(t *testing.T) {
	t.Parallel()
	for name, terms := range map[string][]api.Terms{"missing": nil, "empty": {}, "nulls": {{}}} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.service.verified = func(v *api.Verification) { v.Terms = terms }
			p := f.start(screens.NewTerms(f.deps, londonDraft(f))).Resize(120, 80)
			p.Has("! Not as searched: 4 changes", "what cancelling costs is not said", "not said, unclear")
			p.HasNot("as searched: price", "d left", "no longer free", "until then")
			p.Press("enter")
			onTop(t, p, "terms")
			p.Press("ctrl+y")
			if p.Top().Title() == "terms" {
				t.Error("ctrl+y did not accept the change")
			}
		})
	}
}

// Where neither answer says anything, nothing is called the same.
func TestTermsThatNobodySays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.verified = func(v *api.Verification) { v.Terms = []api.Terms{{}} }
	draft := londonDraft(f)
	draft.Rate.Terms = api.Terms{}
	p := f.start(screens.NewTerms(f.deps, draft)).Resize(120, 60)
	p.Has("Verified: the price is as searched", "What cancelling costs is not said").HasNot("terms are as searched")
}

// Without a price the terms screen goes no further and says why.
func TestNoPriceGoesNoFurther(t *testing.T) {
	t.Parallel()
	for want, change := range map[string]func(*api.Verification){
		"the verification names no total": func(v *api.Verification) { v.Total = api.Money{} },
		"has no currency":                 func(v *api.Verification) { v.Total = api.NewMoney("270.01", "") },
		"cannot be read":                  func(v *api.Verification) { v.Total = api.NewMoney("ask us", "GBP") },
		"is below zero":                   func(v *api.Verification) { v.Total = pounds(-100) },
	} {
		t.Run(want, func(t *testing.T) {
			f := newFixture(t)
			f.service.verified = change
			p := f.start(screens.NewTerms(f.deps, londonDraft(f))).Resize(80, 24)
			p.Has("! There is no price to book at", want).HasNot("n/a")
			p.Press("enter", "ctrl+y")
			onTop(t, p, "terms")
		})
	}
}

// A rate that has lost its price when it is verified again is not booked.
func TestNoPriceIsNotBooked(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft := londonDraft(f)
	draft, err := f.deps.Desk.Verify(t.Context(), draft)
	if err != nil {
		t.Fatal(err)
	}
	draft.Verified.Total = api.Money{}
	p := f.start(screens.NewBook(f.deps, draft)).Type("card_good").Press("ctrl+b", "ctrl+b", "enter")
	p.Has("There is no price to book at").HasNot("n/a", "books this for")
	if len(f.service.created) != 0 {
		t.Error("it was sent")
	}
}

// A price on the card beside a payment at the property is named as what it is.
func TestDueNowBesidePayAtPropertyIsNamed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.verified = func(v *api.Verification) { v.Terms[0].PaymentInfo = "PayAtProperty" }
	p := f.start(screens.NewTerms(f.deps, londonDraft(f))).Resize(80, 24)
	p.Has("270.01 GBP on the card", "The payment says PayAtProperty, the guarantee card", "not clear when it is paid")
}

// A deposit is due on its day, and the rest as the payment says; only the deposit may be charged now.
func TestDepositIsDueOnItsDay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	deposit := []api.Fact{{Name: "amount", Value: "90"}, {Name: "currency_code", Value: "GBP"}, {Name: "due_date", Value: "2026-12-14"}}
	f.service.verified = func(v *api.Verification) {
		v.Terms[0].Guarantee, v.Terms[0].Deposit = []string{"DEPOSIT"}, deposit
	}
	later := []string{"charged now       Nothing. The deposit is due later.", "due later         90.00 GBP on Mon 14 Dec 2026, the deposit", "then              180.01 GBP, the rest of the price: Charged at", "guest pays        272.51 GBP: 90.00 on Mon 14 Dec 2026, 180.01 later,"}
	draft := verifiedDraft(t, f)
	p := f.start(screens.NewVerifiedTerms(f.deps, draft))
	p.Has(later...).HasNot("currency_code", "due_date", "270.01 GBP in all")
	f.allGoldens("terms_deposit")
	f.start(screens.NewBook(f.deps, draft)).Resize(80, 24).Has(later...).HasNot("currency_code")
	f.allGoldens("book_deposit")

	draft.Verified.Terms[0].PaymentInfo = "The rest is paid at the hotel."
	f.start(screens.NewVerifiedTerms(f.deps, draft)).HasNot("Charged at booking").
		Has("due later         90.00 GBP on Mon 14 Dec 2026, the deposit", "due at the hotel  180.01 GBP, the rest of the price", "2.50 GBP, City charge")
	draft.Verified.Terms[0].Deposit[2].Value = "2026-12-12"
	f.start(screens.NewVerifiedTerms(f.deps, draft)).Has("charged now       90.00 GBP on the card, the deposit").HasNot("due later")
	draft.Verified.Terms[0].Deposit[2].Value = "soon"
	f.start(screens.NewVerifiedTerms(f.deps, draft)).Resize(120, 60).Has("charged now       not said; the rate asks for a deposit. The hotel says: The rest is paid at the hotel.", "due at the hotel  the price less the deposit", "due date: soon").
		HasNot("270.01 GBP in all", "currency_code")
}
