package paint

// A Graphic is a picture that the terminal draws in the place of cells that a frame leaves blank.
type Graphic struct {
	Name       string // another one is drawn anew
	Y, X, Rows int    // of its upper left cell in the window, and how many rows it takes
	// Draw shows it where the cursor is. Erase takes it away.
	Draw, Erase string
}

func (g *Graphic) is(other *Graphic) bool {
	return g != nil && other != nil && g.Name == other.Name && g.Y == other.Y && g.X == other.X
}

// unless returns the graphic, and nothing where a row was written that it stands in: terminals differ in what they keep of it.
func (g *Graphic) unless(y int) *Graphic {
	if g == nil || y >= g.Y && y < g.Y+g.Rows {
		return nil
	}
	return g
}

// Place has a graphic on the screen from the next frame on; nil for none.
func (p *Painter) Place(g *Graphic) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wanted = g
}

// Expect says whether the terminal is to answer something that was not asked by the painter: Asking reports that too.
func (p *Painter) Expect(answer bool) { p.expecting = answer }

// eraseGraphic begins a frame on which the graphic that is shown is not.
func (p *Painter) eraseGraphic() {
	old := p.drawn
	if old == nil || p.shown != nil && old.is(p.wanted) {
		return
	}
	p.drawn = nil
	p.pen.buffer = append(p.pen.buffer, old.Erase...)
}

// drawGraphic ends a frame with the graphic, where it is not shown already.
func (p *Painter) drawGraphic() {
	g := p.wanted
	if g == nil || p.drawn.is(g) || g.Y+g.Rows > p.height {
		return
	}
	p.pen.goTo(g.Y, g.X, nil)
	p.pen.buffer = append(p.pen.buffer, g.Draw...)
	p.pen.known = false
	p.drawn = g
}
