package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/terms/paytest"
	"bellhop/cli/exit"
)

// draftCase writes a draft that was verified at 270.01 GBP with a city charge of 2.50 GBP at the hotel.
func draftCase(t *testing.T) (f *fixture, service *caseService, draft string) {
	t.Helper()
	f, service, rate := atCase(t)
	service.c = paytest.Case{
		Terms: api.Terms{PaymentInfo: "Charged at booking"}, Total: api.NewMoney("270.01", "GBP"), Fees: cityCharge("2.50"), Rooms: 1,
	}
	draft = filepath.Join(t.TempDir(), "draft.json")
	args := append(append([]string{"verify"}, rate...), "5jan2027 3n 2a", "--guest", f.file("guest.json", scriptGuest), "--draft", draft)
	if code, _, errOut := f.run(args...); code != exit.OK {
		t.Fatalf("exit %d, %s", code, errOut)
	}
	return f, service, draft
}

func cityCharge(amount string) []api.Charge {
	included := false
	return []api.Charge{{Description: "City charge", Amount: api.NewMoney(amount, "GBP"), IncludedInTotal: &included}}
}

// The command names what has changed in the words of the console.
func TestQuoteCommand_NamesWhatChanged(t *testing.T) {
	f, service, draft := draftCase(t)
	agreed := service.c
	for name, c := range map[string]struct {
		change func(*paytest.Case)
		want   string
	}{
		"same":    {func(*paytest.Case) {}, ""},
		"dearer":  {func(c *paytest.Case) { c.Total = api.NewMoney("282.01", "GBP") }, " is quoted as it is now: dearer by 12.00 GBP\n"},
		"cheaper": {func(c *paytest.Case) { c.Total = api.NewMoney("260.01", "GBP") }, " is quoted as it is now: cheaper by 10.00 GBP\n"},
		"fees":    {func(c *paytest.Case) { c.Fees = cityCharge("25.00") }, " is quoted as it is now: terms changed: fees at the hotel: 2.50 GBP → 25.00 GBP (+22.50)\n"},
		"fewer fees": {
			func(c *paytest.Case) { c.Fees = nil }, " is quoted as it is now: terms changed: fees at the hotel: 2.50 GBP → 0.00 GBP (-2.50)\n",
		},
		"dearer and fees": {
			func(c *paytest.Case) { c.Total, c.Fees = api.NewMoney("282.01", "GBP"), cityCharge("25.00") },
			" is quoted as it is now: dearer by 12.00 GBP; terms changed: fees at the hotel: 2.50 GBP → 25.00 GBP (+22.50)\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			service.c = agreed
			c.change(&service.c)
			code, out, errOut := f.run("quote", "--from", draft)
			if code != exit.OK || !strings.HasSuffix(errOut, c.want) || c.want == "" && strings.Contains(errOut, "quoted as it is now") || !strings.Contains(out, service.c.Total.String()) {
				t.Errorf("exit %d, %s\n%s", code, errOut, out)
			}
		})
	}
}

// Fees at the hotel that rose since the draft was written stop its booking, as a dearer price does. A draft of an earlier version
// has no fees, and nothing is compared.
func TestBookCommand_RefusesRaisedFees(t *testing.T) {
	f, service, draft := draftCase(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	service.c.Fees = cityCharge("25.00")
	code, out, errOut := f.run("book", "--from", draft, "--yes")
	if code != exit.Changed || out != "" || !strings.Contains(errOut, "fees at the hotel: 2.50 GBP → 25.00 GBP (+22.50)") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
	text, err := os.ReadFile(draft)
	if err != nil {
		t.Fatal(err)
	}
	var file map[string]any
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	delete(file["agreed"].(map[string]any), "fees_at_hotel")
	if text, err = json.Marshal(file); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(draft, text, 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, errOut := f.run("book", "--from", draft, "--yes", "--dry-run"); code != exit.OK {
		t.Errorf("an earlier draft: exit %d, %s", code, errOut)
	}
	if _, _, errOut := f.run("quote", "--from", draft); strings.Contains(errOut, "fees at the hotel") {
		t.Errorf("an earlier draft is compared by fees that it does not name: %s", errOut)
	}
}
