package api

// nameMemory is what the decoder keeps of a name to find it when it comes twice.
const nameMemory = 64

// skip reads over a value. A strict decoder remembers the names of the objects
// that it is in.
func (r *reader) skip() {
	if r.strict == tolerant || !r.is(kindObject) && !r.is(kindArray) {
		if r.err == nil {
			r.err = r.dec.SkipValue()
		}
		return
	}
	var open []int // tokens in each value that has begun and not ended
	for r.err == nil {
		token, err := r.dec.ReadToken()
		if err != nil {
			r.err = err
			return
		}
		switch token.Kind() {
		case kindObject, kindArray:
			open = append(open, 0)
		case '}', ']':
			last := len(open) - 1
			r.spent -= int64(nameMemory * open[last])
			if open = open[:last]; last == 0 {
				return
			}
		default:
			open[len(open)-1]++
			r.charge(nameMemory)
		}
	}
}
