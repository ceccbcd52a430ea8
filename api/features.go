package api

// Features tell why a service does not have what a dialect may lack. Nil is
// what it has.
type Features struct {
	Simulation       *FeatureOffError // of a booking
	Loyalty          *FeatureOffError // of a booking, programme and member together
	IDFilter         *FeatureOffError // of the reservation list: one id
	IDsFilter        *FeatureOffError // of the reservation list: several ids
	CustomDataFilter *FeatureOffError // of the reservation list
	CheckIn          *FeatureOffError // of a change of dates: the arrival
	CheckOut         *FeatureOffError // of a change of dates: the departure
}

// Off tells what the dialect switches off, by the rules by which the calls
// refuse it.
func (d Dialect) Off() Features {
	off := func(feature, setting string) *FeatureOffError {
		if feature == "" {
			return nil
		}
		return &FeatureOffError{Feature: feature, Setting: setting}
	}
	return Features{
		Simulation:       off(d.lacksCreate(CreateRequest{Simulate: SimulateCreated})),
		Loyalty:          off(d.lacksCreate(CreateRequest{Loyalty: &Loyalty{Program: "any", MemberID: "any"}})),
		IDFilter:         off(d.lacks(ReservationQuery{ID: "any"})),
		IDsFilter:        off(d.lacks(ReservationQuery{IDs: []string{"any"}})),
		CustomDataFilter: off(d.lacks(ReservationQuery{CustomValues: []string{"any"}})),
		CheckIn:          off(d.lacksModify(ModifyRequest{CheckIn: Date{Year: 2000}})),
		CheckOut:         off(d.lacksModify(ModifyRequest{CheckOut: Date{Year: 2000}})),
	}
}
