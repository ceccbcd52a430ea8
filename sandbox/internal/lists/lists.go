// Package lists converts slices.
package lists

// Map returns a list of what convert makes of each element; never nil, so that
// JSON writes it as [].
func Map[A, B any](list []A, convert func(A) B) []B {
	out := make([]B, 0, len(list))
	for _, a := range list {
		out = append(out, convert(a))
	}
	return out
}
