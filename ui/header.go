package ui

import "strings"

const trailMark = " › "

// A header is the product, the environment in words, the profile, the trail,
// the top screen's context and what it puts at the right.
type header struct {
	theme       Theme
	product     string
	environment Environment
	stack       stack
}

func (h header) draw(width int) string {
	environment := h.environment
	var side string
	if x, ok := h.stack.top().(Sider); ok {
		side = x.Side()
	}
	known := " " + h.product + "  " + environment.Name
	start := known
	if environment.Profile != "" {
		start += " " + environment.Profile
	}
	room := width - FrameWidth - Width(start) - 3
	note := h.note(environment.Notes, room)
	if note != "" {
		if note != environment.Notes[0] {
			// The profile gives way first.
			room += Width(start) - Width(known)
			start, note = known, h.note(environment.Notes, room)
		}
		room -= Width(note) + 2
	}
	if Width(side) > room/3 {
		side = ""
	}
	if side != "" {
		room -= Width(side) + 2
	}
	where := h.where(max(room, 0))
	profile := strings.TrimPrefix(start, known)
	noted := note
	if note != "" {
		profile, noted = profile+"  ", h.theme.Warn.Render(note)
	}
	rest := Fit("   "+where, width-Width(known+profile+note)-Width(side)-1) + side + " "
	line := known + profile + note + rest
	if environment.Live {
		return h.theme.Live.Render(Fit(line, width))
	}
	if Width(line) != width {
		return Fit(line, width)
	}
	return " " + h.theme.Accent.Render(h.product) + "  " + h.theme.Sandbox.Render(environment.Name) + profile + noted + rest
}

// note is the longest wording that leaves the trail's last title its room, or
// the last one.
func (h header) note(notes []string, room int) string {
	if len(notes) == 0 {
		return ""
	}
	room -= Width(h.stack.top().Title()) + Width(ellipsis+trailMark) + 2
	for _, note := range notes {
		if Width(note) <= room {
			return note
		}
	}
	return notes[len(notes)-1]
}

// where is the trail and the context in at most room cells. The context gives
// way first, then the trail is cut from the left.
func (h header) where(room int) string {
	titles := h.stack.titles()
	trail := strings.Join(titles, trailMark)
	// A context needs some room to say anything; a trail can live with its
	// last title.
	last := Width(titles[len(titles)-1]) + Width(ellipsis+trailMark)
	context := h.context(room - min(last, Width(trail)) - 3)
	if context == "" {
		return cutTrail(titles, trail, room)
	}
	forTrail := max(room-Width(context)-3, min(last, room))
	trail = cutTrail(titles, trail, forTrail)
	left := room - Width(trail) - 3
	if left < 8 {
		return trail
	}
	return trail + "   " + Truncate(context, left)
}

// context is what the top screen says after the trail: of its wordings the
// longest that fits in the room, or the shortest, to be cut.
func (h header) context(room int) string {
	c, ok := h.stack.top().(Contexter)
	if !ok {
		return ""
	}
	context := c.Context()
	if b, ok := h.stack.top().(Briefer); ok && Width(context) > room {
		for _, context = range b.Brief() {
			if Width(context) <= room {
				break
			}
		}
	}
	return context
}

// cutTrail leaves out titles from the left until the rest fits.
func cutTrail(titles []string, trail string, room int) string {
	for i := 1; i < len(titles) && Width(trail) > room; i++ {
		trail = ellipsis + trailMark + strings.Join(titles[i:], trailMark)
	}
	return Truncate(trail, room)
}
