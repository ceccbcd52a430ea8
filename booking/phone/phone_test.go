package phone_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/nyaruka/phonenumbers"

	"bellhop/booking/phone"
)

// same compares what a text is read as with what the library makes of it.
func same(t *testing.T, text, region string) {
	t.Helper()
	number, err := phone.Read(text, region)
	want, wantErr := phonenumbers.Parse(text, region)
	if errors.Is(err, phone.ErrExtension) {
		if wantErr == nil && want.GetExtension() == "" {
			t.Errorf("%q in %q: an extension, which the library has not", text, region)
		}
		return
	}
	if err != nil && wantErr == nil && strings.Contains(text, "+") {
		// Behind a plus the library takes an unknown calling code for a number of the region: not so here.
		digits := strings.NewReplacer("+", "", " ", "", "-", "").Replace(text)
		if !strings.HasPrefix(phonenumbers.Format(want, phonenumbers.E164)[1:], digits[:1]) {
			return
		}
	}
	if (err != nil) != (wantErr != nil) {
		t.Errorf("%q in %q: %v %v, of the library %v %v", text, region, number, err, want, wantErr)
		return
	}
	if err != nil {
		return
	}
	got := fmt.Sprintln(number.E164(), number.Spaced(), number.Possible(), number.Valid())
	lib := fmt.Sprintln(phonenumbers.Format(want, phonenumbers.E164), phonenumbers.Format(want, phonenumbers.INTERNATIONAL),
		phonenumbers.IsPossibleNumber(want), phonenumbers.IsValidNumber(want))
	if got != lib {
		t.Errorf("%q in %q:\n%sof the library\n%s", text, region, got, lib)
	}
}

// Examples of every region and kind, as they are written there and abroad, and with a digit too many and too few.
func TestEveryRegionIsReadAsByTheLibrary(t *testing.T) {
	t.Parallel()
	kinds := []phonenumbers.PhoneNumberType{
		phonenumbers.FIXED_LINE, phonenumbers.MOBILE, phonenumbers.TOLL_FREE, phonenumbers.PREMIUM_RATE,
		phonenumbers.SHARED_COST, phonenumbers.VOIP, phonenumbers.PERSONAL_NUMBER, phonenumbers.PAGER, phonenumbers.UAN, phonenumbers.VOICEMAIL,
	}
	regions := 0
	for region := range phonenumbers.GetSupportedRegions() {
		regions++
		for _, kind := range kinds {
			example := phonenumbers.GetExampleNumberForType(region, kind)
			if example == nil {
				continue
			}
			national := phonenumbers.Format(example, phonenumbers.NATIONAL)
			for _, text := range []string{
				phonenumbers.Format(example, phonenumbers.E164), phonenumbers.Format(example, phonenumbers.INTERNATIONAL),
				national, national + "1", national[:len(national)-1], phonenumbers.GetNationalSignificantNumber(example),
				fmt.Sprint(example.GetCountryCode(), phonenumbers.GetNationalSignificantNumber(example)),
				fmt.Sprintf("+%d (0)%s", example.GetCountryCode(), phonenumbers.GetNationalSignificantNumber(example)),
			} {
				same(t, text, region)
				same(t, text, "")
				if kind == phonenumbers.FIXED_LINE || kind == phonenumbers.MOBILE { // What is read abroad depends on no kind.
					same(t, text, "GB")
					same(t, text, "US")
				}
			}
		}
	}
	if regions < 240 {
		t.Errorf("%d regions were compared", regions)
	}
}

func TestNumbersAsPeopleTypeThem(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, region, e164 string }{
		{"020 7946 0000", "GB", "+442079460000"},
		{"+44 (0)20 7946 0000", "FR", "+442079460000"},
		{"(212) 555-0100", "US", "+12125550100"},
		{"011 44 20 7946 0000", "US", "+442079460000"},
		{"٠٢٠ ٧٩٤٦ ٠٠٠٠", "GB", "+442079460000"},
		{"０２０－７９４６－００００", "GB", "+442079460000"},
		{"06 12345678", "IT", "+390612345678"},
	} {
		number, err := phone.Read(test.text, test.region)
		if err != nil || number.E164() != test.e164 {
			t.Errorf("%q in %s: %v %v, want %s", test.text, test.region, number.E164(), err, test.e164)
		}
	}
	for _, text := range []string{"020 7946 0000 ext. 12", "+44 20 7946 0000 x12", "+442079460000;ext=7"} {
		if _, err := phone.Read(text, "GB"); !errors.Is(err, phone.ErrExtension) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"", "1", "+", "+0", "+999 12345", "phone", "12 abc 34", "1234567890123456789012"} {
		if _, err := phone.Read(text, "GB"); !errors.Is(err, phone.ErrNone) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// Any digits are read as by the library, in any region, or refused by both.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{"02079460000", "+442079460000", "0044 20 7946", "1", "+1 900 555", "0", "8-800-555-35-35", "+3906", "000000000"} {
		for _, region := range []string{"GB", "US", "DE", "AR", "MX", "BR", "IT", "RU", "", "ZZ"} {
			f.Add(seed, region)
		}
	}
	f.Fuzz(func(t *testing.T, text, region string) {
		for _, r := range text {
			if (r < '0' || r > '9') && r != '+' && r != ' ' && r != '-' {
				if number, err := phone.Read(text, region); err == nil {
					_ = number.Spaced() + fmt.Sprint(number.Valid(), number.Possible())
				}
				return
			}
		}
		if strings.Count(text, "")-strings.Count(text, " ")-strings.Count(text, "-") < 4 {
			return // The library takes two digits for a number.
		}
		same(t, text, region)
	})
}
