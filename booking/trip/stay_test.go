package trip

import (
	"testing"
	"time"

	"bellhop/api"
)

// A reading holds for the service only if a stay that was sent whole agrees with it and with no other reading.
func TestReadings_Decide(t *testing.T) {
	t.Parallel()
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	// By its days it is the stay of the 13th, by its instants that of the 12th.
	readings := ReadStay(api.Reservation{CheckIn: api.ParseInstant("2026-12-13T00:00:00Z"), CheckOut: api.ParseInstant("2026-12-16T00:00:00Z")}, newYork)
	twelfth, thirteenth := SentStay{In: "2026-12-12", Out: "2026-12-15"}, SentStay{In: "2026-12-13", Out: "2026-12-16"}
	for name, c := range map[string]struct {
		sent    []SentStay
		service Reading
		in      int
		proved  Reading
	}{
		"nothing sent":                        {nil, ReadingUnknown, 13, ReadingUnknown},
		"nothing sent, instants":              {nil, ReadingInstants, 12, ReadingUnknown},
		"the days":                            {[]SentStay{thirteenth}, ReadingUnknown, 13, ReadingDays},
		"the instants":                        {[]SentStay{twelfth}, ReadingUnknown, 12, ReadingInstants},
		"the instants against a reading":      {[]SentStay{twelfth}, ReadingDays, 12, ReadingInstants},
		"the arrival alone":                   {[]SentStay{{In: "2026-12-12"}}, ReadingUnknown, 12, ReadingUnknown},
		"the departure alone":                 {[]SentStay{{Out: "2026-12-16"}}, ReadingInstants, 13, ReadingUnknown},
		"changed by a day":                    {[]SentStay{twelfth, thirteenth}, ReadingUnknown, 13, ReadingUnknown},
		"changed by a day, instants":          {[]SentStay{twelfth, thirteenth}, ReadingInstants, 12, ReadingUnknown},
		"changed by a day, back":              {[]SentStay{thirteenth, twelfth}, ReadingDays, 13, ReadingUnknown},
		"another arrival, then a whole stay":  {[]SentStay{{In: "2026-12-20"}, twelfth}, ReadingUnknown, 12, ReadingInstants},
		"neither":                             {[]SentStay{{In: "2026-12-20", Out: "2026-12-21"}}, ReadingInstants, 12, ReadingUnknown},
		"a whole stay and an arrival besides": {[]SentStay{twelfth, {In: "2026-12-13"}}, ReadingUnknown, 13, ReadingUnknown},
	} {
		if stay, proved := readings.Decide(c.sent, c.service); stay.In != api.NewDate(2026, 12, c.in) || proved != c.proved {
			t.Errorf("%s: arrival %s, reading %d; want the %dth, %d", name, stay.In, proved, c.in, c.proved)
		}
	}
}
