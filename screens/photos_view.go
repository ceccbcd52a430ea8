package screens

import (
	"fmt"
	"strings"

	"bellhop/booking/wording"
	"bellhop/ui"
	"bellhop/ui/picture"
)

// photoChrome is how many lines of the screen are words: the hotel, what the photo is of, and where it is from.
const photoChrome = 3

// room is what the words leave for the photo.
func (p *Photos) room() picture.Size {
	return picture.Size{Width: max(1, p.width-2*len(margin)), Height: max(1, p.height-photoChrome)}
}

// Picture has the terminal draw the photo, where it can.
func (p *Photos) Picture() *picture.Graphic {
	if p.shown == nil || p.shown.graphic == nil || p.shown.room != p.room() || !p.deps.photosShown() {
		return nil
	}
	g := *p.shown.graphic
	g.Row, g.Col = p.origin()
	return &g
}

// origin is the place of the photo's upper left cell in the body.
func (p *Photos) origin() (row, col int) {
	room, size := p.room(), p.shown.size
	return 1 + (room.Height-size.Height)/2, len(margin) + (room.Width-size.Width)/2
}

// View draws the photo between its words.
func (p *Photos) View() string {
	t, width := p.deps.Theme, max(1, p.width-2*len(margin))
	photo := p.list[p.at]
	count := fmt.Sprintf("  %d of %d", p.at+1, len(p.list))
	lines := make([]string, max(0, p.height))
	put := func(y int, line string) {
		if y >= 0 && y < len(lines) {
			lines[y] = line
		}
	}
	put(0, margin+ui.Spread(t.Title.Render(ui.Truncate(p.hotel, max(1, width-ui.Width(count)))), t.Muted.Render(count), width))
	for y, line := range p.middle(width) {
		put(1+y, line)
	}
	put(p.height-2, margin+ui.Truncate(photo.Words(), width))
	put(p.height-1, margin+t.Muted.Render(ui.Truncate(p.source(), width)))
	return ui.Block(lines, p.width, p.height)
}

// middle is the photo, or why it is not there.
func (p *Photos) middle(width int) []string {
	t, room := p.deps.Theme, p.room()
	var words []string
	switch {
	case !p.deps.photosShown():
		words = ui.Notice(t, width, ui.NoticeEmpty, "Photos are not shown in presenter mode", `photos = "not-presented" in the configuration says so.`)
	case p.load.failure != nil:
		words = failureBlock(t, width, p.load.failure, p.deps.say("{reload!}"))
	case p.note != "":
		words = []string{t.Muted.Render(ui.Truncate(p.note, width))}
	case p.shown == nil:
		words = []string{t.Muted.Render(ui.Truncate("fetching the photo …", width))}
	case p.shown.graphic == nil && !ui.DrawsBlocks():
		words = ui.Notice(t, width, ui.NoticeEmpty, "Photos are not drawn in ASCII", "They need a terminal with graphics of its own, or one that draws more than ASCII: a locale of UTF-8, or glyphs = \"unicode\". What the photo is of stands below.")
	case p.shown.graphic != nil || p.shown.size.Width > room.Width || p.shown.size.Height > room.Height:
		return nil
	default:
		row, col := p.origin()
		lines := make([]string, row-1, room.Height)
		for _, line := range p.shown.lines {
			lines = append(lines, ui.Spaces(col)+line)
		}
		return lines
	}
	if len(words) > room.Height {
		words = words[:room.Height]
	}
	return append(make([]string, max(0, (room.Height-len(words))/2)), indent(words)...)
}

// source tells where the photo is from, and what is shown of it.
func (p *Photos) source() string {
	if p.shown == nil || !p.deps.photosShown() {
		return "Photos are fetched when you come to them, from the addresses that the service names."
	}
	s := p.shown
	size := s.Image.Bounds().Size()
	from := "from " + s.Host
	if s.Kept {
		from = "kept on this machine, " + from
	}
	return joined(from, s.how, fmt.Sprintf("%d × %d", size.X, size.Y), strings.ToUpper(s.Format), wording.Count(max(1, s.Bytes/1000))+" kB")
}
