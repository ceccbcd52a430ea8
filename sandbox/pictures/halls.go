package pictures

// drawLobby shows the desk where one arrives.
func drawLobby(p *painter) {
	s := &p.scheme
	p.shell()
	for i := range 4 {
		x := 30 + 168*float64(i)
		p.clipped(x, 40, 108, 190, func() { p.arch(x, 40, 108, 190, mix(s.bottom, 0xffffff, 0.1)) })
		p.clipped(x+6, 46, 96, 184, func() {
			p.arch(x+6, 46, 96, 184, s.top)
			p.fall(x+6, 100, 96, 130, s.top, s.bottom)
			p.skyline(x+6, 230, 96, 60)
		})
		p.box(x+52, 46, 4, 184, lighter(s.room, 0.6))
		p.box(x-6, 230, 120, 8, lighter(s.room, 0.6))
	}
	for i := range max(2, p.Stars) {
		x := Width * (float64(i) + 0.5) / float64(max(2, p.Stars))
		p.box(x-1, 0, 2, 74, 0x4a4a52)
		p.haze(x, 90, 46, 40, 0xffe3a0, 0.26)
		p.polygon(0xe7b84f, point{x - 9, 72}, point{x + 9, 72}, point{x + 24, 96}, point{x - 24, 96})
		p.oval(x, 97, 12, 6, 0xfff4d2)
	}
	p.polygon(mix(s.brand, s.floor, 0.25), point{236, 318}, point{436, 318}, point{520, 440}, point{152, 440})
	p.polygon(mix(s.brand, 0xffffff, 0.35), point{248, 324}, point{424, 324}, point{500, 434}, point{172, 434})
	p.polygon(mix(s.brand, s.floor, 0.15), point{258, 330}, point{414, 330}, point{484, 428}, point{188, 428})
	p.round(206, 236, 260, 94, 8, s.wood)
	p.box(206, 258, 260, 4, 0xe7b84f)
	p.round(194, 226, 284, 16, 5, lighter(s.room, 0.65))
	p.stars(336, 292, 11, 0xe7b84f)
	drawPerson(p, 300)
	if p.Stars >= 3 {
		drawPerson(p, 372)
	}
	p.round(420, 214, 26, 12, 6, 0xe7b84f)
	p.oval(433, 212, 4, 4, 0xfff0c4)
	p.sofa(36, 370, 146)
	p.armchair(566, 360)
	p.armchair(636, 386)
	p.plant(206, 352, 88)
	p.plant(478, 352, 88)
}

// person stands behind the desk.
func drawPerson(p *painter, x float64) {
	skin := []paint{0xf1c9a5, 0xd9a066, 0x8d5a3b, 0xe7b48f}[p.dice.below(4)]
	hair := []paint{0x2a2023, 0x5a3a25, 0x8c6a3f, 0x9a9a9f}[p.dice.below(4)]
	p.clipped(x-30, 130, 60, 96, func() {
		p.round(x-22, 192, 44, 60, 16, p.scheme.brand)
		p.polygon(0xffffff, point{x - 6, 192}, point{x + 6, 192}, point{x, 212})
		p.box(x-5, 182, 10, 14, darker(skin, 0.1))
		p.oval(x, 166, 14, 15, hair)
		p.oval(x, 171, 12.5, 14, skin)
	})
}

// drawRestaurant shows tables that are laid.
func drawRestaurant(p *painter) {
	s := &p.scheme
	p.shell()
	p.opening(90, 50, 210, 160)
	p.opening(394, 50, 210, 160)
	for i := range 3 {
		x := 112 + 224*float64(i)
		p.box(x-1, 0, 2, 120, 0x4a4a52)
		p.haze(x, 140, 60, 52, 0xffe3a0, 0.24)
		p.oval(x, 132, 30, 15, s.brand)
		p.box(x-30, 132, 60, 16, s.brand)
		p.oval(x, 148, 30, 5, 0xfff4d2)
	}
	for i, at := range []point{{112, 300}, {336, 292}, {560, 300}, {220, 372}, {452, 372}} {
		r := 62.0
		if i > 2 {
			r = 82
		}
		drawTable(p, at.x, at.y, r)
	}
	p.plant(28, 330, 96)
	p.plant(644, 330, 96)
}

func drawTable(p *painter, x, y, r float64) {
	s := &p.scheme
	for _, side := range []float64{-1, 1} {
		cx := x + side*r*1.12
		p.round(cx-r*0.2, y-r*0.62, r*0.4, r*0.7, 8, mix(s.wood, s.brand, 0.3))
		p.round(cx-r*0.24, y+r*0.02, r*0.48, r*0.16, 5, s.brand)
		p.box(cx-r*0.18, y+r*0.16, 4, r*0.5, s.wood)
		p.box(cx+r*0.14, y+r*0.16, 4, r*0.5, s.wood)
	}
	p.polygon(darker(s.cloth, 0.1), point{x - r, y}, point{x + r, y}, point{x + r*0.86, y + r*0.66}, point{x - r*0.86, y + r*0.66})
	p.oval(x, y, r, r*0.24, s.cloth)
	for _, side := range []float64{-1, 1} {
		p.oval(x+side*r*0.5, y, r*0.24, r*0.07, 0xdfe5ea)
		p.oval(x+side*r*0.5, y-1, r*0.17, r*0.045, 0xffffff)
		p.polygon(0xd8e8f0, point{x + side*r*0.2 - r*0.06, y - r*0.3}, point{x + side*r*0.2 + r*0.06, y - r*0.3}, point{x + side*r*0.2 + r*0.02, y - r*0.06}, point{x + side*r*0.2 - r*0.02, y - r*0.06})
	}
	p.box(x-2, y-r*0.26, 4, r*0.22, 0x6a9a5b)
	p.oval(x, y-r*0.3, r*0.08, r*0.08, s.brand)
	p.oval(x-r*0.07, y-r*0.24, r*0.06, r*0.06, lighter(s.brand, 0.4))
	p.oval(x+r*0.07, y-r*0.24, r*0.06, r*0.06, 0xf2d06b)
}

// drawBreakfast shows a laid table from above.
func drawBreakfast(p *painter) {
	s := &p.scheme
	p.fall(0, 0, Width, Height, lighter(s.floor, 0.35), lighter(s.floor, 0.1))
	for y := 0.0; y < Height; y += 56 {
		p.box(0, y, Width, 2, darker(s.floor, 0.05))
	}
	p.round(60, 44, 552, 360, 14, mix(s.brand, 0xffffff, 0.55))
	p.round(72, 56, 528, 336, 10, mix(s.brand, 0xffffff, 0.72))
	drawDish(p, 330, 236, 118)
	p.oval(310, 236, 52, 44, 0xfffdf5)
	p.oval(300, 232, 19, 19, 0xf6b73c)
	p.oval(296, 228, 6, 5, 0xfcd77f)
	for i := range 3 {
		p.round(352, 186+26*float64(i), 62, 18, 8, []paint{0xb5523b, 0xc4664a, 0xb5523b}[i])
		p.round(358, 191+26*float64(i), 50, 4, 2, 0xe9a98c)
	}
	for _, at := range []point{{352, 284}, {376, 292}, {334, 296}} {
		p.oval(at.x, at.y, 12, 12, 0xd8453c)
		p.oval(at.x-3, at.y-4, 3, 3, 0xf28b82)
	}
	drawCroissant(p, 170, 128)
	drawDish(p, 516, 130, 62)
	p.oval(516, 130, 42, 42, 0xffffff)
	p.oval(516, 130, 35, 35, 0x6b4226)
	p.oval(510, 124, 20, 14, 0x8a5a36)
	p.round(556, 120, 26, 20, 9, 0xffffff)
	p.oval(536, 296, 40, 40, 0xe7f1f4)
	p.oval(536, 296, 33, 33, 0xf6a63c)
	p.oval(528, 288, 12, 9, 0xfbc878)
	for i, at := range []float64{176, 192} {
		p.round(at, 210, 6, 120, 3, 0xc3cad3)
		if i == 0 {
			for j := range 3 {
				p.round(at-6+6*float64(j), 186, 4, 34, 2, 0xc3cad3)
			}
		} else {
			p.round(at-3, 180, 10, 60, 5, 0xd3d9e0)
		}
	}
	p.polygon(s.brand, point{106, 236}, point{150, 224}, point{158, 332}, point{114, 344})
	p.polygon(lighter(s.brand, 0.25), point{106, 236}, point{150, 224}, point{152, 250}, point{108, 262})
}

func drawDish(p *painter, x, y, r float64) {
	p.haze(x+4, y+7, r, r, 0x3a2a20, 0.18)
	p.oval(x, y, r, r, 0xffffff)
	p.oval(x, y, r*0.8, r*0.8, 0xf0f1f2)
	p.oval(x, y, r*0.76, r*0.76, 0xfafafa)
}

func drawCroissant(p *painter, x, y float64) {
	drawDish(p, x, y, 66)
	for _, part := range [][4]float64{{-38, 14, 13, 11}, {-24, -4, 17, 16}, {0, -12, 21, 20}, {24, -4, 17, 16}, {38, 14, 13, 11}} {
		p.oval(x+part[0], y+part[1], part[2], part[3], 0xc98436)
		p.oval(x+part[0]-2, y+part[1]-4, part[2]*0.7, part[3]*0.55, 0xe2aa5a)
	}
}
