package cli_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"bellhop/api"
)

// Lists show the price that they are sorted by, which is what the guest pays; JSON has it as "pays" beside the service's total.
// Hotels of this city charge a fee at the hotel.
func TestHotelsAndRates_OnePrice(t *testing.T) {
	f := newFixture(t)
	run := func(args ...string) string {
		t.Helper()
		code, out, errOut := f.run(append(args, "--demo")...)
		if code != 0 {
			t.Fatalf("%v ends with %d: %s", args, code, errOut)
		}
		return out
	}
	priced := func(out string) (prices []string) {
		for line := range strings.Lines(out) {
			cells := strings.Split(strings.TrimSpace(line), "\t")
			prices = append(prices, cells[slices.IndexFunc(cells, func(cell string) bool { return strings.HasSuffix(cell, " USD") })])
		}
		return prices
	}
	amount := func(words string) api.Money {
		number, currency, _ := strings.Cut(words, " ")
		return api.NewMoney(strings.ReplaceAll(number, ",", ""), currency)
	}
	var rows []struct {
		Code  string `json:"hotel_code"`
		Total string `json:"total"`
		Pays  string `json:"pays"`
	}
	if err := json.Unmarshal([]byte(run("hotels", "LAS +20 2n", "--json")), &rows); err != nil || len(rows) < 5 {
		t.Fatalf("%+v, %v", rows, err)
	}
	shown, reversed := priced(run("hotels", "LAS +20 2n")), priced(run("hotels", "LAS +20 2n by total reversed"))
	slices.Reverse(reversed)
	if !slices.Equal(shown, reversed) {
		t.Errorf("%v, and reversed %v", shown, reversed)
	}
	withFee := ""
	for i, row := range rows {
		if amount(shown[i]) != amount(row.Pays) {
			t.Errorf("%s is listed as %s and as %s", row.Code, shown[i], row.Pays)
		}
		if i > 0 {
			if c, err := amount(shown[i]).Cmp(amount(shown[i-1])); err != nil || c < 0 {
				t.Errorf("%s stands below %s", shown[i], shown[i-1])
			}
		}
		if row.Total != row.Pays {
			withFee = row.Code
		}
	}
	if withFee == "" {
		t.Fatalf("no hotel charges a fee: %+v", rows)
	}
	rows = nil
	out := priced(run("rates", withFee, "+20 2n"))
	if err := json.Unmarshal([]byte(run("rates", withFee, "+20 2n", "--json")), &rows); err != nil || len(rows) == 0 || len(out) != len(rows) {
		t.Fatalf("%v and %+v, %v", out, rows, err)
	}
	for i, row := range rows {
		if row.Total == row.Pays || amount(out[i]) != amount(row.Pays) {
			t.Errorf("rate %d is listed as %s: %+v", i, out[i], row)
		}
	}
}
