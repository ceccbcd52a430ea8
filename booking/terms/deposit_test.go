package terms

import (
	"slices"
	"testing"
	"time"

	"bellhop/api"
)

func depositFacts(pairs ...string) (facts []api.Fact) {
	for pair := range slices.Chunk(pairs, 2) {
		facts = append(facts, api.Fact{Name: pair[0], Value: pair[1]})
	}
	return facts
}

// A deposit is read where its amount, currency and day are said once and nothing else is; otherwise it is not said.
func TestReadDeposit(t *testing.T) {
	t.Parallel()
	const said = "3,226.60 GBP on Sat 28 Nov 2026"
	for name, c := range map[string]struct {
		facts []api.Fact
		want  string
	}{
		"all":               {depositFacts("amount", "3226.60", "currency_code", "GBP", "due_date", "2026-11-28"), said},
		"with its words":    {depositFacts("due_date", "2026-11-28", "description", "The first night", "amount", "3226.6", "currency_code", "GBP"), said},
		"none":              {nil, ""},
		"a text":            {depositFacts("", "none"), ""},
		"no day":            {depositFacts("amount", "3226.60", "currency_code", "GBP"), ""},
		"no currency":       {depositFacts("amount", "3226.60", "due_date", "2026-11-28"), ""},
		"no amount":         {depositFacts("currency_code", "GBP", "due_date", "2026-11-28"), ""},
		"a time":            {depositFacts("amount", "3226.60", "currency_code", "GBP", "due_date", "2026-11-28T18:00:00Z"), ""},
		"a day in words":    {depositFacts("amount", "3226.60", "currency_code", "GBP", "due_date", "on booking"), ""},
		"a share":           {depositFacts("amount", "20%", "currency_code", "GBP", "due_date", "2026-11-28"), ""},
		"nothing":           {depositFacts("amount", "0", "currency_code", "GBP", "due_date", "2026-11-28"), ""},
		"below nothing":     {depositFacts("amount", "-5", "currency_code", "GBP", "due_date", "2026-11-28"), ""},
		"another currency?": {depositFacts("amount", "3226.60", "currency_code", "pounds", "due_date", "2026-11-28"), ""},
		"two deposits":      {depositFacts("amount", "1", "currency_code", "GBP", "due_date", "2026-11-28", "amount", "2"), ""},
		"an unknown name":   {depositFacts("amount", "3226.60", "currency_code", "GBP", "due_date", "2026-11-28", "per", "night"), ""},
		"deeper":            {depositFacts("amount.value", "3226.60", "amount.currency", "GBP", "due.1", "2026-11-28"), ""},
	} {
		got, ok := Terms{Deposit: c.facts}.ReadDeposit()
		if ok != (c.want != "") || ok && got.Words() != c.want {
			t.Errorf("%s: %v, %q, want %q", name, ok, got.Words(), c.want)
		}
	}
}

func FuzzReadDeposit(f *testing.F) {
	f.Add("3226.60", "GBP", "2026-11-28")
	f.Add("1e20", "JPY", "0000-01-01")
	f.Fuzz(func(t *testing.T, amount, currency, due string) {
		c := Terms{Deposit: depositFacts("amount", amount, "currency_code", currency, "due_date", due)}
		if d, ok := c.ReadDeposit(); ok && (d.Amount.Sign() <= 0 || d.Due.IsZero() || d.Amount.Currency() == "") {
			t.Errorf("read %+v", d)
		}
		if len(c.Times(2).DepositLines()) == 0 {
			t.Error("said nothing")
		}
	})
}

// The hotel's day decides, and a zone that is not known never makes it later.
func TestDepositDueAt(t *testing.T) {
	t.Parallel()
	d := Deposit{Due: api.NewDate(2026, time.November, 28)}
	now := time.Date(2026, 11, 27, 16, 0, 0, 0, time.UTC)
	tokyo := time.FixedZone("", 9*60*60)
	if !d.DueAt(now, tokyo) || d.DueAt(now, time.UTC) || !d.DueAt(now, nil) || !d.DueAt(now.AddDate(0, 0, 9), time.UTC) {
		t.Error("the day of the deposit is not that of the hotel")
	}
}

func TestDepositLines(t *testing.T) {
	t.Parallel()
	read := Terms{Deposit: depositFacts("amount", "10", "currency_code", "GBP", "due_date", "2026-11-28", "description", "One night.")}
	unread := Terms{Deposit: depositFacts("amount", "20%", "currency_code", "GBP", "due_date", "2026-11-28")}
	for want, c := range map[string]Terms{
		"amount: 20%|currency code: GBP|due date: 2026-11-28": unread.Times(2),
		"10.00 GBP on Sat 28 Nov 2026|One night.":             read,
		"20.00 GBP on Sat 28 Nov 2026|One night.":             read.Times(2),
		"10.00 GBP on Sun 29 Nov 2026":                        {Payment: "Prepaid", Deposit: depositFacts("amount", "10", "currency_code", "GBP", "due_date", "2026-11-29")},
		"10.00 GBP on Mon 30 Nov 2026":                        {Payment: "One night.", Deposit: depositFacts("amount", "10", "currency_code", "GBP", "due_date", "2026-11-30", "description", "One night.")},
		"due date: soon|currency code: GBP":                   {Deposit: depositFacts("due_date", "soon", "currency_code", "GBP")},
		"none":                                                {Deposit: depositFacts("", "none")},
	} {
		got := ""
		for i, line := range c.DepositLines() {
			if i > 0 {
				got += "|"
			}
			got += line
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestRestAtHotel(t *testing.T) {
	t.Parallel()
	for payment, want := range map[string]bool{
		"A deposit is charged on 28 Nov. The rest is paid at the hotel.": true,
		"Balance due on arrival":                     true,
		"The remainder will be paid at check-in":     true,
		"The rest is charged 3 days before arrival":  false,
		"A place of interest at the hotel":           false,
		"The balance is not payable at the property": false,
		"": false,
	} {
		if got := (Terms{Payment: payment}).RestAtHotel(); got != want {
			t.Errorf("%q: %v", payment, got)
		}
	}
}
