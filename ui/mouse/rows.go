package mouse

// Rows are those of a list that is drawn: how many there are, how many of them are visible, and where it stands.
type Rows struct {
	Count, Visible int
	Aim
}

// An Aim is the row under the cursor and the topmost visible one.
type Aim struct{ Cursor, Offset int }

// Target is what the mouse does at row i: a click takes the cursor there, and one on the cursor's own row is enter; the
// wheel scrolls, and takes the cursor along. The list gets there with a key: it finds in aimed where "down" goes for
// once. So its screen does what it does after any move.
func (r Rows) Target(i int, aimed **Aim) Target {
	return Target{
		Click: func(press Press, _ int) {
			if i == r.Cursor {
				press("enter")
				return
			}
			r.goTo(Aim{i, r.Offset}, aimed, press)
		},
		Wheel: func(press Press, rows int) {
			visible := max(r.Visible, 1)
			to := Aim{Offset: max(0, min(r.Offset+rows, r.Count-visible))}
			to.Cursor = max(to.Offset, min(r.Cursor, to.Offset+visible-1))
			if to.Offset == r.Offset {
				to.Cursor += rows // Nothing is out of sight there.
			}
			to.Cursor = max(0, min(to.Cursor, r.Count-1))
			r.goTo(to, aimed, press)
		},
	}
}

func (r Rows) goTo(to Aim, aimed **Aim, press Press) {
	if to == r.Aim {
		return
	}
	*aimed = &to
	press("down")
	*aimed = nil
}
