package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

const (
	sampleSpan  = 150 * 24 * time.Hour // how far back the first sample was made
	sampleLead  = 120                  // days from making to check-in, at most
	sampleTries = 100                  // hotels asked for one sample
)

// samplePerson is an invented guest. None of them exists: the addresses are at
// example.com and the telephone numbers are ones set aside for fiction.
type samplePerson struct{ given, surname, handle, street, city, postal, country string }

func samplePeople() []samplePerson {
	return []samplePerson{
		{"Zoë", "Müller", "zoe.mueller", "Lindenweg 4", "Köln", "50667", "DE"},
		{"Jānis", "Bērziņš", "janis.berzins", "Brīvības iela 21", "Rīga", "LV-1010", "LV"},
		{"花子", "山田", "hanako.yamada", "銀座4-5-6", "東京", "104-0061", "JP"},
		{"Siobhán", "O'Brien", "siobhan.obrien", "14 Quay Lane", "Galway", "H91 E2X4", "IE"},
		{"Łukasz", "Żółkiewski", "lukasz.z", "ul. Długa 7", "Kraków", "31-147", "PL"},
		{"伟", "李", "wei.li", "南京西路88号", "上海", "200040", "CN"},
		{"María José", "García-Núñez", "mj.garcia", "Calle Mayor 12", "Sevilla", "41001", "ES"},
		{"Bo", "Ng", "bo.ng", "3 Harbour Steps", "Vancouver", "V6C 2W2", "CA"},
		{"Ayşe", "Yıldız", "ayse.yildiz", "Bağdat Cd. 210", "İstanbul", "34728", "TR"},
		{"서연", "김", "seoyeon.kim", "세종대로 99", "서울", "04524", "KR"},
		{"Grace", "Adeyemi-Okonkwo", "grace.adeyemi", "9 Marina Road", "Lagos", "101241", "NG"},
		{"Þórdís", "Jónsdóttir", "thordis.j", "Laugavegur 31", "Reykjavík", "101", "IS"},
		{"João", "Conceição", "joao.conceicao", "Rua Augusta 250", "São Paulo", "01304-000", "BR"},
		{"Jane", "Doe", "jane.doe", "77 Maple Street", "Springfield", "62701", "US"},
		{"Ngọc", "Nguyễn", "ngoc.nguyen", "18 Hàng Bạc", "Hà Nội", "11013", "VN"},
		{"Françoise", "D'Aubigné", "francoise.da", "3 rue de l'Église", "Lyon", "69002", "FR"},
		{"Ömer", "van der Berg", "omer.vdberg", "Herengracht 5", "Amsterdam", "1015 BA", "NL"},
		{"Arohanui", "Te Rangi", "arohanui.tr", "6 Karaka Bay Road", "Wellington", "6022", "NZ"},
		{"Søren", "Ågård", "soren.agard", "Nørregade 19", "Aarhus", "8000", "DK"},
		{"Priya", "Raghunathan", "priya.r", "22 Lake View Road", "Chennai", "600033", "IN"},
	}
}

// guest returns the person with one of the telephone numbers.
func (who samplePerson) guest(number int) service.Guest {
	return service.Guest{
		Address: who.street, City: who.city, Country: who.country, Email: who.handle + "@example.com",
		GivenName: who.given, Surname: who.surname, Telephone: fmt.Sprintf("+4477009%05d", number), PostalCode: who.postal,
	}
}

// fill gives a new world the reservations that it begins with. It does so once.
func (s *Sandbox) fill(ctx context.Context) error {
	done, err := s.store.Filled(ctx)
	if s.waiting = done && s.fixtures != nil; err != nil || done {
		return err
	}
	list, err := s.beginnings(s.Now())
	if err != nil {
		return err
	}
	return s.begun(ctx, list)
}

// beginnings returns the reservations that a new world has: the fixtures, or else
// samples. The error is an *InputError about a fixture.
func (s *Sandbox) beginnings(now time.Time) ([]store.New, error) {
	if s.fixtures != nil {
		return s.fixed(now)
	}
	return s.sampled(now), nil
}

// begun stores them, unless there are none to be.
func (s *Sandbox) begun(ctx context.Context, list []store.New) error {
	if s.fixtures == nil && s.samples == 0 {
		return nil
	}
	if err := s.store.Fill(ctx, list); err != nil {
		return fmt.Errorf("sandbox: writing the first reservations: %w", err)
	}
	return nil
}

// sampled makes reservations to look at, made over the past months for stays
// before and after now, in all three states.
func (s *Sandbox) sampled(now time.Time) []store.New {
	account, count := s.accounts[0], s.samples
	dice := rand.New(rand.NewPCG(uint64(s.seed), 0x53616d706c65)) // The same samples every time.
	now = now.Truncate(time.Second)
	list := make([]store.New, 0, count)
	for i := range count {
		made := now.Add(-sampleSpan + sampleSpan*time.Duration(i)/time.Duration(count))
		n, ok := s.sample(account, dice, made, now)
		if ok {
			list = append(list, n)
		}
	}
	return list
}

// sample makes one reservation as of an instant in the past.
func (s *Sandbox) sample(account string, dice *rand.Rand, made, now time.Time) (store.New, bool) {
	for range sampleTries {
		hotel := dice.IntN(max(s.world.Len(), 1))
		if hotel >= s.world.Len() {
			break
		}
		if s.world.Scenario(hotel) != "" {
			continue // What stands there is for those who play a scenario.
		}
		in := world.DayAt(made) + 1 + world.Day(dice.Int32N(sampleLead))
		stay := world.Stay{In: in, Out: in + 1 + world.Day(dice.Int32N(6)), Adults: 1 + dice.IntN(2)}
		if stay.Adults == 2 && dice.IntN(4) == 0 {
			stay.Children = 1
		}
		offers := s.world.Offers(hotel, stay, made)
		if len(offers) == 0 {
			continue
		}
		offer := offers[dice.IntN(len(offers))]
		q := s.service.Quote(hotel, offer.Room, offer.Rates[dice.IntN(len(offer.Rates))], stay, 1)
		b := sampleBooking(dice, q)
		fate := dice.IntN(100)
		if fate < 12 {
			b.Simulate = "created"
		}
		n := s.service.Reservation(account, b, q, made)
		if fate >= 12 && fate < 32 {
			n.Status, n.Stock = store.Canceled, nil
		}
		if stay.Out < world.DayAt(now) {
			n.Stock = nil // Nobody can sell those nights again.
		}
		return n, true
	}
	return store.New{}, false
}

func sampleBooking(dice *rand.Rand, q service.Quote) service.Booking {
	people := samplePeople()
	who := people[dice.IntN(len(people))]
	b := service.Booking{
		Stay: q.Stay, Rooms: 1, Chain: q.Property.Chain, Property: q.Property.Code,
		Guests: service.Guests{
			Adults: int64(q.Stay.Adults), Children: int64(q.Stay.Children),
			Primary: who.guest(dice.IntN(1000)),
		},
		Guest: service.Charge{Amount: q.Rate.Price.Total, Token: service.TestTokens()[0].Token},
	}
	if dice.IntN(3) > 0 {
		centre, trip, vip := fmt.Sprintf("CC-%d", 100+10*dice.IntN(9)), 1000+dice.IntN(9000), dice.IntN(5) == 0
		b.CustomData = json.RawMessage(fmt.Sprintf(`{"cost_centre":%q,"trip":%d,"vip":%t}`, centre, trip, vip))
		b.Values = append(service.FilterValues(centre)[:1], fmt.Sprintf("n:%s", wholeValue(trip)), fmt.Sprintf("b:%t", vip))
	}
	return b
}

// wholeValue spells a whole number as the filter compares it.
func wholeValue(n int) string {
	d, _ := jsontree.ParseDecimal(fmt.Sprint(n)) // A whole number always parses.
	return d.String()
}
