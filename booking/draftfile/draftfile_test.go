package draftfile

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf16"
)

const sample = `{
  "version": 1, "verified_at": "2026-11-23T12:00:00Z",
  "hotel": {"chain": "LX", "property": "20417", "name": "The Aldwych Lantern"},
  "check_in": "2026-12-12", "check_out": "2026-12-15", "adults": 2, "children": 0, "rooms": 1,
  "room": "Classic Queen", "booking_code": "b<1", "channel_code": "c",
  "agreed": {"total": {"amount": "612.40", "currency": "GBP"}, "refundable": true, "cancel_penalties": [
    {"deadline_local": "2026-12-10T18:00:00Z", "amount": {"amount": "204.13", "currency": "GBP"}, "estimated_amount": false, "not_refundable": false}],
    "rate_payment_info": "", "guarantee_type": null},
  "guest": {"given_name": "Ada", "surname": "Rossi", "email": "ada@example.com", "telephone_number": "+442079460000",
    "address": "1 High Street", "city": "London", "state": "", "postal_code": "", "country": "GB"}
}`

func TestRead(t *testing.T) {
	f, err := Read(strings.NewReader(sample))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.CheckGuest(); err != nil {
		t.Error(err)
	}
	if f.CheckIn.String() != "2026-12-12" || f.BookingCode != "b<1" || f.Agreed.terms().Hash() == "" || len(f.Agreed.terms().Steps) != 1 {
		t.Errorf("read %+v", f)
	}
	again, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	if back, err := Read(bytes.NewReader(again)); err != nil || back.Agreed.terms().Hash() != f.Agreed.terms().Hash() || back.Guest != f.Guest {
		t.Errorf("%v: %s", err, again)
	}
}

// What is wrong is said with its place, and a misspelt field does not pass.
func TestReadSaysWhatIsWrong(t *testing.T) {
	for change, want := range map[string]string{
		`"rooms": 1|"roms": 1`:                                   `line 4: unknown field "roms": did you mean rooms?`,
		`"email"|"e-mail"`:                                       `line 9: unknown field "e-mail": did you mean email?`,
		`"rooms": 1|"zzzzzz": 1`:                                 `line 4: unknown field "zzzzzz"`,
		`"adults": 2|"adults": "two"`:                            "line 4: adults is a text and must be a whole number",
		`"adults": 2|"adults": 2, "adults": 3`:                   `line 4: the field "adults" is there twice`,
		`"version": 1|"version": 7`:                              "version: it is 7, and this program reads 1; make the draft anew with bellhop verify",
		`"check_in": "2026-12-12"|"check_in": "12/12"`:           `line 4: "12/12" is not a day such as 2026-12-12`,
		`"check_out": "2026-12-15"|"check_out": ""`:              `"" is not a day such as 2026-12-12`,
		`"amount": "612.40"|"amount": "six"`:                     "agreed.total: an amount and a currency are needed: what the rate cost when it was verified",
		`"booking_code": "b<1"|"booking_code": ""`:               "booking_code: needed",
		`"version": 1|"custom_data": {"a b": "x"}, "version": 1`: "custom_data.a b: the name: 1 to 32 letters, digits, _ or -",
		"2026-12-10T18:00:00Z|soon":                              "agreed.cancel_penalties[0].deadline_local: no time such as 2026-12-10T18:00:00+00:00",
	} {
		from, to, _ := strings.Cut(change, "|")
		_, err := Read(strings.NewReader(strings.Replace(sample, from, to, 1)))
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", change, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "it is empty", "{": "ends in the middle", "[]": "this is not a draft: line 1: it is a list and must be an object", sample + "x": "something follows",
		`{"given_name": "Ada"}`: "this is not a draft but a guest: --guest takes it", `{"id": 7}`: "this is not a draft: bellhop verify --draft FILE writes one",
		`{"booking_code": "x", "id": 7}`: `line 1: unknown field "id"`, "given_name,surname\n": "this is not a draft: line 1: ", "\ufeff": "it is empty",
	} {
		if _, err := Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.10q: %v", text, err)
		}
	}
}

func TestReadGuest(t *testing.T) {
	for text, want := range map[string]string{
		"": "it is empty", "null": "this is not a guest: ", `["Ada"]`: "this is not a guest: line 1: it is a list and must be an object", sample: "this is not a guest but a draft: the guest is what its field guest holds",
		`{"given_name": "Ada", "givenName": ""}`:      `line 1: unknown field "givenName": did you mean given_name?`,
		"{\n\"surname\": \"A\",\n\"postcode\": \"\"}": `line 3: unknown field "postcode": did you mean postal_code?`,
		`{"phone": ""}`:                `line 1: unknown field "phone": there are given_name, surname, email, telephone_number, address, city, state, postal_code, country`,
		`{"postal_code": 1067}`:        "line 1: postal_code is a number and must be a text in quotes",
		`{"surname": "A"} {}`:          "line 1: something follows the value",
		"\xff\xfe{\x00}\x00!\x00":      "line 1: something follows the value",
		strings.Repeat(" ", MaxSize+1): "it is larger than 1 MB, and no guest",
	} {
		if _, err := ReadGuest(strings.NewReader(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.40q: %v, want %s", text, err, want)
		}
	}
}

// Editors and shells of Windows put byte order marks before a text, or write it in UTF-16.
func TestRead_ByteOrderMarks(t *testing.T) {
	wide := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(sample)) {
		wide = binary.LittleEndian.AppendUint16(wide, unit)
	}
	for name, text := range map[string][]byte{"UTF-8": []byte("\ufeff" + sample), "UTF-16": wide, "UTF-16 without a mark": wide[2:]} {
		if f, err := Read(bytes.NewReader(text)); err != nil || f.BookingCode != "b<1" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if g, err := ReadGuest(strings.NewReader("\ufeff{\"surname\": \"Ng\"}")); err != nil || g.Surname != "Ng" {
		t.Errorf("a guest: %+v, %v", g, err)
	}
}

func TestCheckGuest(t *testing.T) {
	f, err := Read(strings.NewReader(strings.Replace(sample, `"ada@example.com"`, `"ada"`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.CheckGuest(); err == nil || err.Error() != "guest.email: an address like name@example.com" {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(`{"version":1,"agreed":{"cancel_penalties":[{}]}}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Read(bytes.NewReader(text))
		if err != nil {
			return
		}
		again, err := json.Marshal(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(bytes.NewReader(again)); err != nil {
			t.Errorf("%s: %v", again, err)
		}
	})
}
