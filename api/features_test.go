package api

import "testing"

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
			"this profile switches off: simulated reservations (dialect.simulation is empty)",
		},
		"loyalty": {
			func(d *Dialect) { d.Loyalty = "" }, func(f Features) *FeatureOffError { return f.Loyalty },
			"this profile switches off: loyalty details (dialect.loyalty is empty)",
		},
		"loyalty programme": {
			func(d *Dialect) { d.LoyaltyProgram = "" }, func(f Features) *FeatureOffError { return f.Loyalty },
			"this profile switches off: the loyalty programme (dialect.loyalty_program is empty)",
		},
		"loyalty member": {
			func(d *Dialect) { d.LoyaltyMember = "" }, func(f Features) *FeatureOffError { return f.Loyalty },
			"this profile switches off: the loyalty member id (dialect.loyalty_member is empty)",
		},
		"id": {
			func(d *Dialect) { d.IDFilter = "" }, func(f Features) *FeatureOffError { return f.IDFilter },
			"this profile switches off: filter by one reservation id (dialect.id_filter is empty)",
		},
		"ids": {
			func(d *Dialect) { d.IDsFilter = "" }, func(f Features) *FeatureOffError { return f.IDsFilter },
			"this profile switches off: filter by several reservation ids (dialect.ids_filter is empty)",
		},
		"custom data": {
			func(d *Dialect) { d.CustomDataFilter = "" }, func(f Features) *FeatureOffError { return f.CustomDataFilter },
			"this profile switches off: filter by custom data (dialect.custom_data_filter is empty)",
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
			for _, o := range []*FeatureOffError{off.Simulation, off.Loyalty, off.IDFilter, off.IDsFilter, off.CustomDataFilter} {
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
