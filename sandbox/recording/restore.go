package recording

import (
	"bytes"
	"cmp"
	"slices"

	"bellhop/sandbox/internal/attempt"
	"bellhop/sandbox/internal/fifo"
	"bellhop/sandbox/jsontree"
)

// maxAliases is how many attempts beside those of its recording a replay knows:
// the newest ones.
const maxAliases = 10_000

// aliases are the attempts of a replay beside those of its recording.
type aliases struct {
	there *fifo.Map[string, string] // recorded attempts, by those sent
	here  map[string]string         // the newest one sent, by that recorded
}

func newAliases() aliases {
	return aliases{fifo.New[string, string](maxAliases), map[string]string{}}
}

// learn lets an attempt stand for a recorded one. The newest one does.
func (a aliases) learn(recorded, sent string) {
	if recorded != "" && sent != "" {
		a.there.Put(sent, recorded)
		a.here[recorded] = sent
	}
}

// recorded returns a request as it would have been recorded.
func (a aliases) recorded(text string) string {
	return attempt.IDs().ReplaceAllStringFunc(text, func(id string) string {
		if known, ok := a.there.Get(id); ok {
			return known
		}
		return id
	})
}

// sent returns a recorded answer as it is for this client.
func (a aliases) sent(text string) string {
	return attempt.IDs().ReplaceAllStringFunc(text, func(id string) string { return cmp.Or(a.here[id], id) })
}

// told is what a client said, and what a recording keeps of it.
type told struct{ raw, kept jsontree.Value }

// only returns what was said in some fields of a request.
func (t told) only(names ...string) told {
	other := func(m jsontree.Member) bool { return !slices.Contains(names, m.Name) }
	t.raw.Members = slices.DeleteFunc(slices.Clone(t.raw.Members), other)
	t.kept.Members = slices.DeleteFunc(slices.Clone(t.kept.Members), other)
	return t
}

// restore puts into an answer about reservations what its client said itself:
// all that it sent with this request, and the guests and the custom data that it
// sent with an earlier one.
func (p *Replay) restore(text []byte, said told) []byte {
	if !bytes.Contains(text, []byte(redacted)) {
		return text
	}
	v, err := jsontree.Decode(text, nil)
	if err != nil {
		return text
	}
	v = p.restoreGuests(fill(v, said.raw, said.kept))
	items := v.Member("items").Items
	for i := range items {
		items[i] = p.restoreGuests(items[i])
	}
	replaceTokens(v)
	return []byte(v.String())
}

// restoreGuests puts the guests and the custom data of a reservation into it.
func (p *Replay) restoreGuests(v jsontree.Value) jsontree.Value {
	if said, known := p.told[v.Member("id").Text]; known {
		return fill(v, said.raw, said.kept)
	}
	return v
}

// fill puts values in place of what was redacted where the same stands in the
// same place of what was sent. A text that a quirk made a number of is redacted
// to 0, and so is every number; true is redacted to false.
func fill(v, raw, kept jsontree.Value) jsontree.Value {
	switch {
	case raw.Kind != kept.Kind || raw.Text == kept.Text && raw.Bool == kept.Bool:
	case v.Kind == kept.Kind && v.Text == kept.Text && v.Bool == kept.Bool:
		return raw
	case kept.Kind == jsontree.String && v.Kind == jsontree.Number && v.Text == "0" && jsontree.OnlyDigits(raw.Text):
		return jsontree.Value{Kind: jsontree.Number, Text: raw.Text}
	}
	for i, m := range v.Members {
		v.Members[i].Value = fill(m.Value, raw.Member(m.Name), kept.Member(m.Name))
	}
	return v
}

// someToken stands for the payment tokens that nobody here has said: what is
// redacted is no token.
const someToken = "***"

// replaceTokens puts someToken in place of redacted tokens.
func replaceTokens(v jsontree.Value) {
	for i, m := range v.Members {
		if m.Name == "token" && m.Value.Text == redacted {
			v.Members[i].Value.Text = someToken
		}
		replaceTokens(m.Value)
	}
	for _, item := range v.Items {
		replaceTokens(item)
	}
}
