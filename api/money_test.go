package api

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"pgregory.net/rapid"
)

func TestMoneyPrinting(t *testing.T) {
	for _, c := range []struct{ number, currency, digits, text string }{
		{"", "GBP", "n/a", "n/a"},
		{"1204", "GBP", "1,204.00", "1,204.00 GBP"},
		{"612.4", "GBP", "612.40", "612.40 GBP"},
		{"612.40", "GBP", "612.40", "612.40 GBP"},
		{"12800", "JPY", "12,800", "12,800 JPY"},
		{"12800.00", "JPY", "12,800", "12,800 JPY"},
		{"12800.5", "JPY", "12,800.5", "12,800.5 JPY"},
		{"31.25", "KWD", "31.250", "31.250 KWD"},
		{"1.2345", "GBP", "1.2345", "1.2345 GBP"},
		{"1.2300", "GBP", "1.23", "1.23 GBP"},
		{"-1234567.8", "USD", "-1,234,567.80", "-1,234,567.80 USD"},
		{"-999", "USD", "-999.00", "-999.00 USD"},
		{"1e3", "USD", "1,000.00", "1,000.00 USD"},
		{"1234.50", "ZZZ", "1,234.50", "1,234.50 ZZZ"},
		{"1234.5", "", "1,234.5", "1,234.5"},
		{"call us", "GBP", "call us", "call us GBP"},
		{"1e21", "GBP", "1e21", "1e21 GBP"},
		{"123456789012345678901234567890123456789012", "GBP", "123456789012345678901234567890123456789012", "123456789012345678901234567890123456789012 GBP"},
	} {
		m := NewMoney(c.number, c.currency)
		if m.Digits() != c.digits || m.String() != c.text || m.Number() != c.number {
			t.Errorf("%q %s: digits %q, text %q, number %q", c.number, c.currency, m.Digits(), m.String(), m.Number())
		}
	}
}

// TestMoney_Noise shows that an amount which binary arithmetic has missed by a hair is seen as the amount
// that was meant and kept as it was sent.
func TestMoney_Noise(t *testing.T) {
	for _, c := range []struct{ number, currency, text, meant string }{
		{"64.30000000000001", "GBP", "64.30 GBP", "64.3"},
		{"1234.5699999999999", "GBP", "1,234.57 GBP", "1234.57"},
		{"-64.30000000000001", "GBP", "-64.30 GBP", "-64.30"},
		{"6.430000000000001e1", "GBP", "64.30 GBP", "64.30"},
		{"99.99999999999999", "GBP", "100.00 GBP", "100"},
		{"-0.00000000000001", "GBP", "0.00 GBP", "0"},
		{"12800.000000000002", "JPY", "12,800 JPY", "12800"},
		{"31.249999999999996", "KWD", "31.250 KWD", "31.25"},
		{"64.3000009", "GBP", "64.30 GBP", "64.30"},
		{"64.300001", "GBP", "64.300001 GBP", "64.300001"},
		{"64.299999", "GBP", "64.299999 GBP", "64.299999"},
		{"1e-9", "GBP", "0.00 GBP", "0"},
		{"1.5e-9", "GBP", "0.00 GBP", "0"},
		{"-1e-8", "GBP", "0.00 GBP", "0"},
		{"5E-14", "GBP", "0.00 GBP", "0"},
		{"1e-6", "GBP", "0.000001 GBP", "0.000001"},
		{"1e2", "GBP", "100.00 GBP", "100"},
		{"64.305", "GBP", "64.305 GBP", "64.305"},
		{"64.3050000000001", "GBP", "64.3050000000001 GBP", "64.3050000000001"},
		{"64.30000000000001", "ZZZ", "64.30000000000001 ZZZ", "64.30000000000001"},
	} {
		m, meant := NewMoney(c.number, c.currency), NewMoney(c.meant, c.currency)
		order, err := m.Cmp(meant)
		if m.String() != c.text || m.Number() != c.number || m.Times(1) != m && !strings.ContainsAny(c.number, "eE") || order != 0 || err != nil {
			t.Errorf("%q: text %q, number %q, compared %d, %v", c.number, m.String(), m.Number(), order, err)
		}
		if rest, err := m.Sub(meant); err != nil || rest.Sign() != 0 {
			t.Errorf("%q - %q = %q, %v", c.number, c.meant, rest.Number(), err)
		}
	}
}

// TestMoney_NoiseOfFloats shows for any amount that what a service makes of it in binary fractions is seen as the amount,
// and that an amount with more digits than its currency is shown with all of them.
func TestMoney_NoiseOfFloats(t *testing.T) {
	digits := map[string]int32{"JPY": 0, "GBP": 2, "KWD": 3}
	rapid.Check(t, func(t *rapid.T) {
		code := rapid.SampledFrom([]string{"JPY", "GBP", "KWD"}).Draw(t, "currency")
		units, factor := rapid.Int64Range(-1e9, 1e9).Draw(t, "units"), rapid.Float64Range(0.5, 7).Draw(t, "factor")
		scale := math.Pow10(int(digits[code]))
		number := strconv.FormatFloat(float64(units)/scale*factor/factor+0.1-0.1, 'f', -1, 64)
		meant := NewMoney(apd.New(units, -digits[code]).Text('f'), code)
		m := NewMoney(number, code)
		if m.String() != meant.String() || m.Number() != number || m.Sign() != meant.Sign() {
			t.Fatalf("%s is %s, want %s", number, m, meant)
		}
		if order, err := m.Cmp(meant); order != 0 || err != nil {
			t.Fatalf("%s compared with %s: %d, %v", number, meant, order, err)
		}
		further := NewMoney(apd.New(units*10+int64(rapid.IntRange(1, 9).Draw(t, "digit")), -digits[code]-1).Text('f'), code)
		if strings.ReplaceAll(further.Digits(), ",", "") != further.Number() {
			t.Fatalf("%s is shown as %s", further.Number(), further)
		}
	})
}

func TestMoneyValid(t *testing.T) {
	for number, want := range map[string]bool{
		"0": true, "-0": true, "0.1": true, "1E+20": true, "1e-20": true, strings.Repeat("9", 40): true,
		"": false, "1e21": false, "1e-21": false, strings.Repeat("9", 41): false, "NaN": false, "Infinity": false,
		"1,5": false, "+1": false, ".5": false, "5.": false, "01": false, "1_000": false, " 1": false, "0x1p4": false,
		"1e99999999999999999999": false,
	} {
		if got := NewMoney(number, "GBP").Valid(); got != want {
			t.Errorf("Valid(%q) = %v", number, got)
		}
	}
}

func TestMoneyArithmetic(t *testing.T) {
	sum, err := gbp("0.1").Add(gbp("0.20"))
	if err != nil || sum != gbp("0.30") {
		t.Errorf("0.1 + 0.20 = %v, %v", sum, err)
	}
	difference, err := gbp("1e20").Sub(gbp("1e-20"))
	if err != nil || difference.Number() != "99999999999999999999.99999999999999999999" {
		t.Errorf("difference %v, %v", difference.Number(), err)
	}
	if zero, err := gbp("-0").Add(gbp("0")); err != nil || zero.Number() != "0" {
		t.Errorf("-0 + 0 = %q, %v", zero.Number(), err)
	}
	if got := gbp("204.13").Times(3); got != gbp("612.39") {
		t.Errorf("times: %v", got.Number())
	}
	if got := gbp("x").Times(3); got.IsSet() || got.Currency() != "GBP" {
		t.Errorf("times of no amount: %v", got)
	}
	for _, c := range []struct {
		a, b string
		want int
	}{{"1.0", "1.00", 0}, {"2", "10", -1}, {"0.3", "0.29999", 1}} {
		if got, err := gbp(c.a).Cmp(gbp(c.b)); err != nil || got != c.want {
			t.Errorf("Cmp(%s, %s) = %d, %v", c.a, c.b, got, err)
		}
	}
	if gbp("-3").Sign() != -1 || gbp("0.00").Sign() != 0 || gbp("3").Sign() != 1 || gbp("x").Sign() != 0 {
		t.Error("signs are wrong")
	}
}

func TestMoneyRefuses(t *testing.T) {
	usd := NewMoney("1", "USD")
	for _, c := range []struct {
		a, b Money
		want string
	}{
		{gbp("1"), usd, `cannot add amounts in "GBP" and "USD"`},
		{gbp("x"), gbp("1"), `cannot add: "x" is not an amount`},
		{gbp("1"), gbp(""), `cannot add: "" is not an amount`},
	} {
		if sum, err := c.a.Add(c.b); err == nil || err.Error() != c.want || sum != (Money{}) {
			t.Errorf("got %v, %v; want %s", sum, err, c.want)
		}
	}
	if _, err := gbp("1").Cmp(usd); err == nil || err.Error() != `cannot compare amounts in "GBP" and "USD"` {
		t.Errorf("Cmp: %v", err)
	}
}

func TestMoneySumsAreExact(t *testing.T) {
	number := rapid.StringMatching(`-?(0|[1-9][0-9]{0,12})(\.[0-9]{1,10})?`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := gbp(number.Draw(t, "a")), gbp(number.Draw(t, "b"))
		sum, err := a.Add(b)
		if err != nil {
			t.Fatal(err)
		}
		back, err := sum.Sub(b)
		if err != nil {
			t.Fatal(err)
		}
		if order, err := back.Cmp(a); err != nil || order != 0 {
			t.Fatalf("%s + %s - %s = %s", a.Number(), b.Number(), b.Number(), back.Number())
		}
	})
}

func FuzzMoney(f *testing.F) {
	for _, seed := range []string{"612.40", "-0", "1e20", "1e-20", "1e999", "NaN", "", "12,5", "٣"} {
		f.Add(seed, "JPY")
	}
	f.Fuzz(func(t *testing.T, number, currency string) {
		m := NewMoney(number, currency)
		if m.Valid() != m.Times(1).IsSet() {
			t.Errorf("%q: Valid and Times disagree", number)
		}
		if len(m.Digits()) > 100+len(number) {
			t.Errorf("%q unfolds to %d characters", number, len(m.Digits()))
		}
	})
}

// FuzzPlainDecimal: what is read the short way is what the pattern and the library make of it, and nothing else is.
func FuzzPlainDecimal(f *testing.F) {
	for _, seed := range []string{"612.40", "0", "-0.00", "0.5", "00", "01.2", "1.", ".5", "-", "", "1e3", "+1", "999999999999999999", "9999999999999999999", "1.2.3", "-12"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, number string) {
		d, plain := plainDecimal(number)
		if !plain {
			return
		}
		if !moneyNumber().MatchString(number) {
			t.Fatalf("%q is read, and no number", number)
		}
		want, _, err := apd.NewFromString(number)
		if err != nil || d.Text('G') != want.Text('G') || d.Exponent != want.Exponent || d.Negative != want.Negative || d.Coeff.Cmp(&want.Coeff) != 0 {
			t.Errorf("%q is %+v, want %+v, %v", number, d, want, err)
		}
	})
}
