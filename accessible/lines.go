package accessible

import (
	"context"
	"strings"

	"bellhop/accessible/dialogue"
	"bellhop/booking/lines"
)

// A storedLines place lists the searches that were stored under a name, and then those of late.
type storedLines struct{}

func (*storedLines) name(*console) string { return "stored searches" }

// storedOnes returns the stored lines, and then those of late, which have no name. What cannot be read of them is told
// where they are listed.
func (c *console) storedOnes() ([]lines.Stored, error) {
	list, err := c.Stored.Lines()
	recent, failed := c.Recent.Lines()
	if err == nil {
		err = failed
	}
	for _, line := range recent {
		list = append(list, lines.Stored{Text: line})
	}
	return list, err
}

func (*storedLines) run(ctx context.Context, c *console) (move, error) {
	stored, err := c.storedOnes()
	if err != nil {
		c.Say("Error in stored searches: " + sentence(err.Error()))
	}
	if len(stored) == 0 {
		c.Say("No search is stored, and none is of late.")
		return back(), nil
	}
	list := &dialogue.List{Len: len(stored), Item: func(i int) string {
		one := stored[i]
		switch one.Name {
		case "":
			return "of late: " + one.Text
		case one.Text:
			return one.Name
		}
		return one.Name + ": " + one.Text
	}}
	index, _, err := c.Choose(ctx, list, dialogue.Question{
		Field: "stored search", Text: "Number of a search", Check: onlyNumbers,
		Help: []string{"A number searches by that line. What it leaves open is asked for first.", "Store and a name, at the hotels that a search found, stores that search."},
	})
	if err != nil {
		return nil, err
	}
	one := stored[index]
	values := map[string]string{}
	for _, name := range one.Placeholders() {
		if values[name], err = c.Ask(ctx, dialogue.Question{Field: name, Help: []string{"It stands in the line in place of " + name + "."}}); err != nil {
			return stay(), ignoreBack(err)
		}
	}
	return to(&search{text: one.Fill(values)}), nil
}

// storing returns the name behind "store", which may be missing.
func storing(answer string) (name string, ok bool) {
	word, rest, _ := strings.Cut(answer, " ")
	return strings.TrimSpace(rest), strings.EqualFold(word, "store")
}

// storeLine stores a line under a name.
func (c *console) storeLine(name, line string) {
	switch {
	case c.Stored == nil:
		c.Say("No search is stored here.")
		return
	case name == "":
		c.Say("Error in store: a name stands behind it, such as store summer in london.")
		return
	}
	if err := c.Stored.Store(lines.Stored{Name: name, Text: line}); err != nil {
		c.Say("Error in store: " + sentence(err.Error()))
		return
	}
	c.Say("Stored. The beginning lists it under stored searches.")
}
