package api

import "strconv"

// maxFactDepth is how deep a shapeless value is taken apart; below it is kept
// as it is written.
const maxFactDepth = 8

// facts flattens a value of no fixed shape into names and values.
func (r *reader) facts() []Fact { return r.flatten(nil, "", 0) }

func (r *reader) flatten(facts []Fact, name string, depth int) []Fact {
	switch {
	case depth < maxFactDepth && r.is(kindObject):
		for key := range r.fields() {
			facts = r.flatten(facts, r.joinName(name, key), depth+1)
		}
	case depth < maxFactDepth && r.is(kindArray):
		for i := range r.items() {
			facts = r.flatten(facts, r.joinName(name, strconv.Itoa(i+1)), depth+1)
		}
	case r.is(kindNull):
		r.skip()
	default:
		if text := r.text(); r.err == nil {
			facts = add(r, boundFacts, facts, Fact{Name: name, Value: text})
		}
	}
	return facts
}

func (r *reader) joinName(name, key string) string {
	if name == "" {
		return key
	}
	r.charge(len(name) + len(key) + 1)
	return cut(name+"."+key, maxText)
}
