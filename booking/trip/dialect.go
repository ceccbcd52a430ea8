package trip

// A Dialect is the manner of entry that a line is in.
type Dialect int

// The dialects.
const (
	Plain Dialect = iota
	Sabre
	Amadeus
	Travelport
)

// String returns the name that agents know it by.
func (d Dialect) String() string {
	return [...]string{"Bellhop", "Sabre", "Amadeus", "Travelport"}[d]
}
