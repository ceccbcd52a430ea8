package api

import (
	"slices"
	"testing"
)

func TestFeaturesThatADialectSwitchesOff(t *testing.T) {
	if off := DefaultDialect().Off(); off != (Features{}) {
		t.Errorf("the default dialect lacks %+v", off)
	}
	for name, tt := range map[string]struct {
		lose func(*Dialect)
		of   func(Features) *FeatureOffError
		want string
	}{
		"simulation": {
			func(d *Dialect) { d.Simulation = "" }, func(f Features) *FeatureOffError { return f.Simulation },
			"simulated reservations: off until the profile sets dialect.simulation",
		},
		"loyalty": {
			func(d *Dialect) { d.Loyalty = "" }, func(f Features) *FeatureOffError { return f.Loyalty },
			"loyalty details: off until the profile sets dialect.loyalty",
		},
		"loyalty programme": {
			func(d *Dialect) { d.LoyaltyProgram = "" }, func(f Features) *FeatureOffError { return f.Loyalty },
			"the loyalty programme: off until the profile sets dialect.loyalty_program",
		},
		"loyalty member": {
			func(d *Dialect) { d.LoyaltyMember = "" }, func(f Features) *FeatureOffError { return f.Loyalty },
			"the loyalty member id: off until the profile sets dialect.loyalty_member",
		},
		"loyalty programme and member": {
			func(d *Dialect) { d.LoyaltyProgram, d.LoyaltyMember = "", "" }, func(f Features) *FeatureOffError { return f.Loyalty },
			"loyalty details: off until the profile sets dialect.loyalty_program and dialect.loyalty_member",
		},
		"all of loyalty": {
			func(d *Dialect) { d.Loyalty, d.LoyaltyProgram, d.LoyaltyMember = "", "", "" }, func(f Features) *FeatureOffError { return f.Loyalty },
			"loyalty details: off until the profile sets dialect.loyalty, dialect.loyalty_program and dialect.loyalty_member",
		},
		"check-in": {
			func(d *Dialect) { d.CheckIn = "" }, func(f Features) *FeatureOffError { return f.Dates(true, true) },
			"changing the check-in date: off until the profile sets dialect.check_in",
		},
		"check-out": {
			func(d *Dialect) { d.CheckOut = "" }, func(f Features) *FeatureOffError { return f.Dates(true, true) },
			"changing the check-out date: off until the profile sets dialect.check_out",
		},
		"id": {
			func(d *Dialect) { d.IDFilter = "" }, func(f Features) *FeatureOffError { return f.IDFilter },
			"filter by one reservation id: off until the profile sets dialect.id_filter",
		},
		"ids": {
			func(d *Dialect) { d.IDsFilter = "" }, func(f Features) *FeatureOffError { return f.IDsFilter },
			"filter by several reservation ids: off until the profile sets dialect.ids_filter",
		},
		"custom data": {
			func(d *Dialect) { d.CustomDataFilter = "" }, func(f Features) *FeatureOffError { return f.CustomDataFilter },
			"filter by custom data: off until the profile sets dialect.custom_data_filter",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := DefaultDialect()
			tt.lose(&d)
			off := d.Off()
			got := tt.of(off)
			if got == nil || got.Error() != tt.want {
				t.Fatalf("got %v, want %q", got, tt.want)
			}
			others := 0
			for _, o := range []*FeatureOffError{off.Simulation, off.Loyalty, off.IDFilter, off.IDsFilter, off.CustomDataFilter, off.CheckIn, off.CheckOut} {
				if o != nil {
					others++
				}
			}
			if others != 1 {
				t.Errorf("%d features are off, want one", others)
			}
		})
	}
}

// In production no write uses a guessed name; only the profile's names are sent. Lists and searches need no configuration.
func TestDialect_ForProduction(t *testing.T) {
	guessed := DefaultDialect().ForProduction()
	for name, tt := range map[string]struct {
		names map[string]string
		off   []string
	}{
		"nothing configured": {nil, []string{"simulation", "loyalty", "loyalty_program", "loyalty_member", "check_in", "check_out"}},
		"dates configured": {
			map[string]string{"check_in": "arrival", "check_out": "departure"}, []string{"simulation", "loyalty", "loyalty_program", "loyalty_member"},
		},
		"the object of loyalty alone": {
			map[string]string{"loyalty": "member"}, []string{"simulation", "loyalty_program", "loyalty_member", "check_in", "check_out"},
		},
		"loyalty configured": {
			map[string]string{"loyalty": "member", "loyalty_program": "club", "loyalty_member": "number"}, []string{"simulation", "check_in", "check_out"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			dialect, err := guessed.With(tt.names)
			if err != nil {
				t.Fatal(err)
			}
			features, settings := dialect.Off(), []string{}
			for _, off := range []*FeatureOffError{
				features.Simulation, features.Loyalty, features.IDFilter, features.IDsFilter, features.CustomDataFilter, features.CheckIn, features.CheckOut,
			} {
				if off != nil {
					settings = append(settings, off.Settings...)
				}
			}
			if !slices.Equal(settings, tt.off) {
				t.Errorf("off are %q, want %q", settings, tt.off)
			}
		})
	}
}
