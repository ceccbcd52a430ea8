package booking

import "strings"

// A GuestField is one part of a guest as it is asked for.
type GuestField struct {
	Name     string // as the service names it: FieldSurname
	Label    string
	Help     string // empty for what goes without saying
	Required bool
}

// GuestFields lists the parts of a guest in the order in which they are asked for: who it is, and where they live from the
// fifth on.
func GuestFields() []GuestField {
	return []GuestField{
		{FieldGivenName, "given name", "As in the passport; leave empty for a single name.", false},
		{FieldSurname, "surname", "As in the passport; a single name goes here.", true},
		{FieldEmail, "email", "Like name@example.com; the hotel may write to it.", true},
		{FieldPhone, "phone", "As in the guest's country, or like +44 20 7946 0000.", true},
		{FieldAddress, "address", "Street and number.", true},
		{FieldCity, "city", "", true},
		{FieldPostalCode, "postal code", "Where there is one.", false},
		{FieldState, "state", "Where the country has them.", false},
		{FieldCountry, "country", "Its name, or two letters: United Kingdom, GB.", true},
	}
}

// CheckGuestForm is CheckGuestField while a form is filled in: a phone in a country's own form waits for the country, which is
// asked for anyway.
func CheckGuestForm(field, text, country string) string {
	if field == FieldPhone && !strings.HasPrefix(writtenPhone(text), "+") {
		if _, open := readCountry(country); open != "" {
			return ""
		}
	}
	return CheckGuestField(field, text, country)
}
