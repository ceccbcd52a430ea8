package recording

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"bellhop/sandbox/internal/secret"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// names are those of a service that keeps to the defaults.
func names(t testing.TB) service.Names {
	t.Helper()
	n, err := service.ReadNames(nil)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A body too large for a recording leaves its size.
func TestRecordingLeavesOut(t *testing.T) {
	t.Parallel()
	r := newRedaction(names(t))
	for body, want := range map[string]string{
		"":                                    "",
		" \n":                                 "",
		"<html>":                              `{"left_out":"no JSON","bytes":6}`,
		strings.Repeat("x", maxBody+1):        `{"left_out":"larger than a recording keeps","bytes":8388609}`,
		strings.Repeat("[", 100):              `{"left_out":"no JSON","bytes":100}`,
		`["a",1,true,null,{"a.b":1}]`:         `["···",0,false,null,{"···":0}]`,
		`{"guests.number_of_adults":"x"}`:     `{"···":"···"}`,
		`{"guests":{"number_of_adults":"<"}}`: `{"guests":{"number_of_adults":"<"}}`,
		`{"custom_data":{"k":{"x":"y"},"a b":1,"c":[1]}}`: `{"custom_data":{"k":{"···":"···"},"···":0,"c":[0]}}`,
	} {
		if got := string(r.body([]byte(body), r.request)); got != want {
			t.Errorf("%.60s is recorded as %s, want %s", body, got, want)
		}
	}
}

// No secret in any place where one belongs, or where nothing belongs, survives
// in any spelling. The keys of custom_data are not among these places: a
// recording shows them.
func FuzzRedactionKeepsSecrets(f *testing.F) {
	for i := range 16 {
		f.Add("4242 4242/4242+4242", uint8(i), uint8(i))
	}
	f.Add("Zoë <zoe@home.example>", uint8(3), uint8(1))
	f.Add("{\"a\":1}", uint8(9), uint8(4))
	places := []string{
		`{"payment":{"guest":{"token":S,"cvv":S,"processor":{"customer":S}},"partner":{"token":S}}}`,
		`{"guests":{"primary":{"given_name":"x"S}}}`,
		`{"guests":{"primary":{"email":{"x":S},"surname":[S],S:1}}}`,
		`{S:S}`, `{"loyalty":{"program":S,"member_id":S,S:S}}`, `[S,[S,{S:S}]]`, `S`,
		`{"custom_data":{"k":{"x":S},"l":[[{"x":S}]],"m":S,"n":[S]},"rate":{"price":{S:S}}}`,
		`{"stay_info":{"guests":{S:1}},"guests":{"number_of_adults":{"x":S}}}`,
		`{"items":[{"guests":{"primary":{S:S}},"payment":{"guest":{"token":S}}}]}`,
		`{"details":[{"message":S,"field":["rate",S]},{"message":S,"field":["custom_data",{"x":S}]},{"message":S,"field":["guests","primary",S]}]}`,
		`{"guests.primary":S,"payment.guest.amount":S,"":S}`,
	}
	f.Fuzz(func(t *testing.T, text string, place, spelling uint8) {
		text = strings.ToValidUTF8("zq9!"+text+"!9qz", "?")
		spelt := secret.Spellings(text)
		inside := strings.Trim(string(mustQuote(spelt[int(spelling)%len(spelt)])), `"`)
		body := strings.ReplaceAll(places[int(place)%len(places)], `"x"S`, `"x`+inside+`"`)
		body = strings.ReplaceAll(body, "S", `"`+inside+`"`)
		r := newRedaction(names(t))
		query, err := json.Marshal(r.query(url.Values{inside: {inside}, "x": {text}, "filter[custom_data]": {text, inside}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		for _, as := range []*kept{r.request, r.response} {
			outlined := "" // What large answers pass is no hole.
			if v, err := as.outline([]byte(body)); err == nil && as == r.response {
				r.redactEchoes(v)
				outlined = as.redact(v).String()
			}
			got := string(r.body([]byte(body), as)) + outlined + string(query)
			for _, one := range append(spelt, inside) {
				if strings.Contains(got, one) {
					t.Fatalf("%q of\n%s\nsurvives in\n%s", one, body, got)
				}
			}
		}
	})
}

func mustQuote(text string) []byte {
	quoted, err := jsontree.Encode(text)
	if err != nil {
		panic(err)
	}
	return quoted
}

// Whatever a body is, its recorded form is JSON.
func FuzzRedactionIsJSON(f *testing.F) {
	for _, seed := range []string{
		`{"guests":{"primary":{"email":"é@x"}}}`, `{"a":1,"a":2}`, `{"items":[{"id":1}],"details":[{"field":[]}]}`, "\x00", `{"custom_data":{"k":1e999}}`,
		`{"results":[{"a":"\ud800"}]}`, `[[[[]]]]`, `"x"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := newRedaction(names(t))
		for _, as := range []*kept{r.request, r.response} {
			once := r.body(body, as)
			if len(once) == 0 {
				continue
			}
			if !json.Valid(once) {
				t.Fatalf("%q is recorded as %q", body, once)
			}
			if bytes.HasPrefix(once, []byte(`{"left_out":`)) {
				continue
			}
			if _, err := jsontree.Decode(once, nil); err != nil {
				t.Fatalf("%q is recorded as %q: %v", body, once, err)
			}
		}
	})
}
