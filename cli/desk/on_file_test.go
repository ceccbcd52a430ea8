package desk

import (
	"encoding/json"
	"testing"

	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/cli/output"
)

func TestOnFile(t *testing.T) {
	t.Parallel()
	differs := []terms.Change{{What: "total", Before: "1.00 GBP", After: "2.00 GBP", Verdict: terms.Worse}}
	const change = `[{"what":"total","before":"1.00 GBP","after":"2.00 GBP","verdict":"worse"}]`
	for name, c := range map[string]struct {
		sale booking.Sale
		sold bool
		want string
	}{
		"not sold here":          {booking.Sale{}, false, `{"on_file":"","stored_otherwise":null}`},
		"as agreed":              {booking.Sale{}, true, `{"on_file":"On file as agreed","stored_otherwise":[]}`},
		"not compared":           {booking.Sale{TermsUnknown: true}, true, `{"on_file":"Price and stay are on file as agreed. The terms cannot be compared.","stored_otherwise":null}`},
		"differs":                {booking.Sale{Deviations: differs}, true, `{"on_file":"Differs from what was agreed: total","stored_otherwise":` + change + `}`},
		"differs, terms unknown": {booking.Sale{Deviations: differs, TermsUnknown: true}, true, `{"on_file":"Differs from what was agreed: total","stored_otherwise":` + change + `}`},
	} {
		got, err := json.Marshal(output.Object(onFile(c.sale, c.sold)))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v, want %s", name, got, err, c.want)
		}
	}
}
