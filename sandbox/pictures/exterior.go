package pictures

import "math"

// ground is where houses stand.
const ground = 372.0

// drawExterior shows the house from the street.
func drawExterior(p *painter) {
	s := &p.scheme
	p.sky(0, 0, Width, ground)
	switch p.Kind {
	case Resort:
		p.hills(0, ground, Width, 130, 0.3)
	case Airport:
		p.hills(0, ground, Width, 70, 0.1)
		drawPlane(p, Width*p.dice.between(0.12, 0.3), 74, 46)
	default:
		p.skyline(0, ground, Width, 190)
	}
	drawStreet(p)
	switch p.Kind {
	case Luxury:
		drawPalace(p)
	case Boutique:
		drawTownHouse(p)
	case Resort:
		drawResort(p)
	case Airport:
		drawBlock(p, 110, 190, 460, 5, 12)
	case Budget:
		drawBlock(p, 150, 216, 380, 4, 9)
	case Apartments:
		drawBalconies(p)
	case Business:
		drawTower(p)
	}
	for _, x := range []float64{52, 118, 566, 630} {
		if p.Kind == Resort || p.dice.chance(72) {
			p.tree(x+p.dice.between(-12, 12), ground+14+p.dice.between(0, 12), p.dice.between(80, 118))
		}
	}
	if s.lit > 40 {
		for _, x := range []float64{30, 645} {
			drawLamp(p, x)
		}
	}
}

func drawStreet(p *painter) {
	s := &p.scheme
	green, path, road := s.leaf, paint(0xc9c4bb), paint(0x6c7078)
	if s.dark {
		path, road = 0x5a5874, 0x2c2f48
	}
	p.fall(0, ground, Width, 24, lighter(green, 0.16), green)
	p.box(0, ground+24, Width, 14, path)
	p.fall(0, ground+38, Width, Height-ground-38, road, darker(road, 0.25))
	for x := 12.0; x < Width; x += 84 {
		p.box(x, ground+58, 44, 3, lighter(road, 0.6))
	}
}

// drawPane draws one window of a house.
func drawPane(p *painter, x, y, w, h float64) {
	s := &p.scheme
	top, bottom := mix(s.top, 0x2a3f5f, 0.35), mix(s.bottom, 0x5f86a8, 0.4)
	if s.dark {
		top, bottom = 0x1c2444, 0x2b3560
	}
	if p.dice.chance(s.lit) {
		top, bottom = 0xffe2a0, 0xf7bb62
	}
	p.fall(x, y, w, h, top, bottom)
}

// drawEntrance draws the door, its awning in the colour of the chain, and the stars above it.
func drawEntrance(p *painter, x, w float64) {
	s := &p.scheme
	h := 44.0
	p.box(x-w/2-4, ground-h-4, w+8, h+4, darker(s.wall, 0.3))
	p.fall(x-w/2, ground-h, w, h, 0xffe9b8, 0xf2b45c)
	p.box(x-1.5, ground-h, 3, h, darker(s.wall, 0.5))
	p.polygon(s.brand, point{x - w/2 - 14, ground - h + 6}, point{x - w/2 - 4, ground - h - 14}, point{x + w/2 + 4, ground - h - 14}, point{x + w/2 + 14, ground - h + 6})
	for i := 0.0; i < 4; i++ {
		part := (w + 28) / 8
		p.polygon(lighter(s.brand, 0.75), point{x - w/2 - 14 + part*(2*i+0.5), ground - h + 6}, point{x - w/2 - 4 + (w+8)/8*(2*i+0.5), ground - h - 14},
			point{x - w/2 - 4 + (w+8)/8*(2*i+1.5), ground - h - 14}, point{x - w/2 - 14 + part*(2*i+1.5), ground - h + 6})
	}
	p.box(x-w/2-8, ground-3, w+16, 5, lighter(s.wall, 0.3))
}

// drawSign is a board with the hotel's stars.
func drawSign(p *painter, x, y float64) {
	w := 22.0 + 17*float64(p.Stars)
	p.round(x-w/2, y-12, w, 24, 6, p.scheme.brand)
	p.stars(x, y, 6.4, 0xffe6a3)
}

// drawFront draws a plain front with its windows in rows and columns.
func drawFront(p *painter, x, y, w float64, rows, columns int, round bool) {
	s := &p.scheme
	h := ground - y
	p.fall(x, y, w, h, lighter(s.wall, 0.08), darker(s.wall, 0.1))
	p.shade(x+w*0.86, y, w*0.14, h, 0x1b2440, 0.12)
	cell, floor := w/float64(columns), (h-58)/float64(rows)
	for row := range rows {
		top := y + 14 + float64(row)*floor
		p.box(x, top+floor-6, w, 2.5, s.trim)
		for column := range columns {
			wx, ww, wh := x+(float64(column)+0.24)*cell, cell*0.52, floor*0.6
			if round {
				p.arch(wx-2, top-2, ww+4, wh+4, s.trim)
				drawPane(p, wx, top+ww/2, ww, wh-ww/2)
				continue
			}
			p.box(wx-2, top-2, ww+4, wh+4, s.trim)
			drawPane(p, wx, top, ww, wh)
			p.box(wx+ww/2-0.8, top, 1.6, wh, s.trim)
		}
	}
}

func drawPalace(p *painter) {
	s := &p.scheme
	drawFront(p, 96, 178, 150, 4, 4, true)
	drawFront(p, 426, 178, 150, 4, 4, true)
	for _, x := range []float64{88, 418} {
		p.polygon(s.roof, point{x, 178}, point{x + 18, 140}, point{x + 148, 140}, point{x + 166, 178})
	}
	drawFront(p, 236, 128, 200, 5, 5, true)
	p.box(228, 120, 216, 12, s.trim)
	p.polygon(s.wall, point{236, 120}, point{336, 70}, point{436, 120})
	p.polygon(s.trim, point{228, 120}, point{336, 64}, point{444, 120}, point{430, 120}, point{336, 74}, point{242, 120})
	p.stars(336, 104, 8, 0xe7b84f)
	for _, x := range []float64{246, 284, 376, 414} {
		p.box(x, 300, 12, 72, s.trim)
		p.box(x-3, 296, 18, 6, lighter(s.trim, 0.2))
	}
	p.box(236, 288, 200, 9, s.trim)
	drawEntrance(p, 336, 62)
	for _, x := range []float64{286, 336, 386} {
		drawFlag(p, x, 66+math.Abs(x-336)*0.5)
	}
}

func drawFlag(p *painter, x, y float64) {
	p.box(x-1, y-34, 2, 36, 0x8a8f99)
	p.polygon(p.scheme.brand, point{x + 1, y - 34}, point{x + 26, y - 29}, point{x + 1, y - 20})
}

func drawTownHouse(p *painter) {
	s := &p.scheme
	for i, x := range []float64{90, 436} {
		wall := s.wall
		s.wall = mix(walls[p.dice.below(len(walls))], s.near, 0.35)
		drawFront(p, x, 176+20*float64(i), 146, 4, 4, false)
		p.polygon(s.roof, point{x - 6, 176 + 20*float64(i)}, point{x + 12, 146 + 20*float64(i)}, point{x + 134, 146 + 20*float64(i)}, point{x + 152, 176 + 20*float64(i)})
		s.wall = wall
	}
	x, w := 236.0, 200.0
	drawFront(p, x, 148, w, 4, 5, p.dice.chance(50))
	p.polygon(s.roof, point{x - 8, 148}, point{x + 14, 92}, point{x + w - 14, 92}, point{x + w + 8, 148})
	for i := range 3 {
		wx := x + 34 + 54*float64(i)
		p.polygon(s.trim, point{wx - 5, 116}, point{wx + 12, 100}, point{wx + 29, 116})
		p.box(wx-2, 114, 28, 28, s.trim)
		drawPane(p, wx+2, 117, 20, 24)
	}
	p.box(x+150, 66, 18, 30, darker(s.roof, 0.2))
	for i := range 4 {
		wx := x + 14 + 48*float64(i)
		p.box(wx, 300, 30, 6, darker(s.leaf, 0.1))
		for j := range 4 {
			p.oval(wx+4+7*float64(j), 299, 4, 4, []paint{s.brand, lighter(s.brand, 0.5), 0xf2d06b}[(i+j)%3])
		}
	}
	drawEntrance(p, 336, 46)
	drawSign(p, 336, 288)
}

func drawResort(p *painter) {
	s := &p.scheme
	drawFront(p, 86, 236, 500, 3, 12, false)
	for row := range 3 {
		y := 236 + 14 + float64(row)*26 + 17
		p.shade(86, y, 500, 7, s.trim, 0.75)
	}
	for _, x := range []float64{86, 286, 486} {
		p.polygon(mix(s.roof, 0x9a5b3c, 0.5), point{x - 16, 238}, point{x + 50, 198}, point{x + 116, 238})
	}
	drawEntrance(p, 336, 64)
	drawSign(p, 336, 222)
	c := paint(0x54c1d8)
	if s.dark {
		c = 0x2f86b8
	}
	p.oval(220, 412, 190, 27, lighter(s.floor, 0.55))
	p.oval(220, 411, 176, 21, c)
	p.oval(190, 406, 90, 6, lighter(c, 0.4))
	for i := range 3 {
		x := 440 + 66*float64(i)
		p.box(x+14, 378, 3, 40, 0xf2efe6)
		p.polygon(lighter(s.brand, 0.25*float64(i)), point{x - 18, 386}, point{x + 15, 362}, point{x + 48, 386})
		p.round(x-4, 414, 44, 7, 3, 0xf7f4ec)
	}
}

// drawBlock is a long plain house.
func drawBlock(p *painter, x, y, w float64, rows, columns int) {
	s := &p.scheme
	drawFront(p, x, y, w, rows, columns, false)
	p.box(x-6, y-8, w+12, 10, s.roof)
	p.box(x, ground-62, w, 8, s.brand)
	p.box(x+w*0.08, y-58, 5, 52, 0x7b818c)
	drawSign(p, x+w*0.08+2, y-62)
	drawEntrance(p, x+w*0.5, 60)
	for _, at := range []float64{0.14, 0.74} {
		drawCar(p, x+w*at, ground+34)
	}
}

func drawCar(p *painter, x, y float64) {
	c := brands[p.dice.below(len(brands))]
	p.round(x+14, y-24, 44, 20, 9, darker(c, 0.1))
	p.round(x+19, y-21, 34, 11, 5, 0xbcd3e2)
	p.round(x, y-13, 76, 15, 7, c)
	for _, at := range []float64{17, 58} {
		p.oval(x+at, y+2, 7, 7, 0x20232b)
		p.oval(x+at, y+2, 3, 3, 0x9aa1ac)
	}
}

func drawBalconies(p *painter) {
	s := &p.scheme
	drawFront(p, 190, 86, 292, 7, 6, false)
	p.box(184, 78, 304, 10, s.roof)
	floor := (ground - 86 - 58) / 7
	for row := range 7 {
		for column := range 6 {
			x, y := 190+292.0/6*float64(column), 86+14+floor*float64(row)+floor*0.36
			if (row+column)%2 == 0 {
				p.round(x+4, y, 292.0/6-8, floor*0.34, 3, mix(s.brand, s.wall, 0.35))
				p.oval(x+14, y-1, 5, 5, s.leaf)
			}
		}
	}
	drawEntrance(p, 336, 54)
	drawSign(p, 336, 296)
}

// drawTower is a house of glass.
func drawTower(p *painter) {
	s := &p.scheme
	glass := mix(0x3d6f93, s.top, 0.35)
	if s.dark {
		glass = mix(0x1d3153, s.top, 0.4)
	}
	rows := 8 + 2*p.Stars/2 + p.dice.below(3)
	x, w, floor := 236.0, 200.0, 17.0
	y := ground - 50 - float64(rows)*floor
	p.box(150, 236, 110, ground-236, mix(s.wall, s.near, 0.25))
	for row := range 6 {
		for column := range 4 {
			drawPane(p, 160+25*float64(column), 248+18*float64(row), 16, 11)
		}
	}
	p.fall(x, y, w, ground-y, lighter(glass, 0.3), glass)
	for row := range rows {
		for column := range 10 {
			wx, wy := x+4+19.4*float64(column), y+5+float64(row)*floor
			drawPane(p, wx, wy, 16.6, 11.5)
		}
		p.box(x, y+float64(row)*floor, w, 2, lighter(glass, 0.45))
	}
	p.polygon(lighter(glass, 0.22), point{x + w, y}, point{x + w + 44, y + 22}, point{x + w + 44, ground}, point{x + w, ground})
	drawShadeSide(p, x+w, y, 44, 22)
	p.box(x-4, y-9, w+8, 10, s.brand)
	p.box(x+w*0.5-2, y-48, 4, 40, 0x8c939f)
	p.box(x-14, ground-54, w+28, 9, s.trim)
	p.fall(x-6, ground-45, w+12, 45, 0xffe9b8, 0xe2a653)
	for i := range 9 {
		p.box(x-6+26.5*float64(i), ground-45, 3, 45, darker(glass, 0.4))
	}
	drawEntrance(p, 336, 58)
	drawSign(p, 336, ground-72)
}

// shadeSide darkens the side of a tower, floor by floor.
func drawShadeSide(p *painter, x, y, w, slope float64) {
	c := darker(p.scheme.near, 0.3)
	p.polygon(mix(c, p.scheme.wall, 0.15), point{x, y}, point{x + w, y + slope}, point{x + w, ground}, point{x, ground})
	for at := y + 17; at < ground-20; at += 17 {
		p.polygon(lighter(c, 0.25), point{x, at}, point{x + w, at + slope*(1-(at-y)/(ground-y))}, point{x + w, at + 2 + slope*(1-(at-y)/(ground-y))}, point{x, at + 2})
	}
}

func drawLamp(p *painter, x float64) {
	p.box(x-1.5, ground-54, 3, 74, 0x2a2d3d)
	p.haze(x, ground-58, 26, 26, 0xffd98a, 0.22)
	p.oval(x, ground-58, 7, 7, 0xffedc2)
}

func drawPlane(p *painter, x, y, r float64) {
	c := paint(0xf4f6f8)
	if p.scheme.dark {
		c = 0x9aa3c0
	}
	p.polygon(darker(c, 0.18), point{x - r*0.1, y}, point{x - r*0.6, y + r*0.62}, point{x - r*0.3, y + r*0.62}, point{x + r*0.4, y})
	p.oval(x, y, r, r*0.15, c)
	p.polygon(p.scheme.brand, point{x - r*0.98, y}, point{x - r*1.15, y - r*0.42}, point{x - r*0.9, y - r*0.42}, point{x - r*0.55, y - r*0.05})
	p.polygon(darker(c, 0.1), point{x - r*0.05, y - r*0.05}, point{x - r*0.4, y - r*0.4}, point{x - r*0.2, y - r*0.4}, point{x + r*0.3, y - r*0.06})
}
