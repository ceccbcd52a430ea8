package pictures

import (
	"image"
	"math"
)

// skirting is where the wall of a room ends and its floor begins.
const skirting = 300.0

// shell draws wall and floor of a room.
func (p *painter) shell() {
	s := &p.scheme
	p.fall(0, 0, Width, skirting, lighter(s.room, 0.25), s.room)
	p.box(0, skirting-9, Width, 9, lighter(s.room, 0.6))
	p.fall(0, skirting, Width, Height-skirting, lighter(s.floor, 0.1), darker(s.floor, 0.12))
	for i := range 15 {
		x := Width/2 + (float64(i)-7)*62
		bottom := Width/2 + (float64(i)-7)*128
		p.polygon(darker(s.floor, 0.1), point{x, skirting}, point{x + 1.5, skirting}, point{bottom + 3, Height}, point{bottom, Height})
	}
}

// opening draws a window with the view, its frame and its curtains.
func (p *painter) opening(x, y, w, h float64) {
	s := &p.scheme
	p.box(x-8, y-8, w+16, h+16, 0xfbfaf7)
	p.clipped(x, y, w, h, func() { p.view(x, y, w, h) })
	p.box(x+w/2-3, y, 6, h, 0xfbfaf7)
	p.box(x-14, y+h+8, w+28, 9, lighter(s.room, 0.6))
	curtain := mix(s.brand, s.room, 0.35)
	for _, side := range []float64{x - 34, x + w + 2} {
		for i := range 4 {
			p.fall(side+8*float64(i), y-20, 8.4, h+64, darker(curtain, 0.1*float64(i%2)), darker(curtain, 0.08+0.1*float64(i%2)))
		}
	}
	p.round(x-44, y-27, w+88, 7, 3, s.wood)
}

// clipped keeps a drawing within a rectangle.
func (p *painter) clipped(x, y, w, h float64, draw func()) {
	whole := p.img
	if part, ok := whole.SubImage(rectangle(x, y, w, h)).(*image.RGBA); ok {
		p.img = part
	}
	draw()
	p.img = whole
}

// bedroom shows a room with its beds.
func (p *painter) bedroom() {
	s := &p.scheme
	p.shell()
	p.opening(452, 62, 168, 150)
	beds := p.Beds
	if len(beds) == 0 {
		beds = []int{150}
	}
	p.round(70, 384, 420, 58, 24, mix(s.brand, s.floor, 0.45))
	p.round(82, 390, 396, 46, 20, mix(s.brand, s.floor, 0.3))
	total := 0.0
	widths := make([]float64, len(beds))
	for i, cm := range beds {
		widths[i] = math.Max(86, math.Min(float64(cm)*1.06, 210))
		total += widths[i] + 34
	}
	x := math.Max(34, 226-total/2)
	p.headboard(x-14, total)
	p.nightStand(x-36, true)
	for i, w := range widths {
		p.bed(x, w)
		x += w + 34
		p.nightStand(x-32, i == len(widths)-1)
	}
	p.frame(136, 58, 76, 54)
	if p.Stars >= 3 {
		p.frame(232, 58, 76, 54)
	}
	if p.Sofa {
		p.sofa(488, 338, 170)
	} else {
		p.armchair(560, 330)
	}
	if p.Stars >= 4 {
		p.plant(640, 322, 84)
	}
}

func (p *painter) headboard(x, w float64) {
	c := mix(p.scheme.wood, p.scheme.brand, 0.25)
	p.round(x, 176, w, 132, 12, c)
	for at := x + 24; at < x+w-10; at += 30 {
		p.box(at, 180, 2, 124, darker(c, 0.2))
	}
}

// bed draws a bed from its foot, so many pixels wide.
func (p *painter) bed(x, w float64) {
	s := &p.scheme
	blanket := mix(s.brand, 0xffffff, 0.12)
	p.round(x-3, 236, w+6, 150, 10, s.wood)
	p.polygon(s.cloth, point{x, 246}, point{x + w, 246}, point{x + w + 16, 366}, point{x - 16, 366})
	pillows := 1
	if w > 120 {
		pillows = 2
	}
	pw := (w - 10*float64(pillows+1)) / float64(pillows)
	for i := range pillows {
		px := x + 10 + float64(i)*(pw+10)
		p.round(px, 222, pw, 38, 14, darker(s.cloth, 0.1))
		p.round(px, 219, pw, 36, 14, lighter(s.cloth, 0.5))
		if p.Stars >= 3 {
			p.round(px+pw*0.2, 236, pw*0.6, 26, 9, s.brand)
		}
	}
	p.polygon(blanket, point{x - 7, 300}, point{x + w + 7, 300}, point{x + w + 18, 384}, point{x - 18, 384})
	p.polygon(lighter(s.cloth, 0.3), point{x - 6, 288}, point{x + w + 6, 288}, point{x + w + 8, 304}, point{x - 8, 304})
	p.round(x-18, 380, w+36, 14, 4, darker(blanket, 0.25))
	for i := range 3 {
		y := 322 + 18*float64(i)
		p.polygon(darker(blanket, 0.1), point{x - 9 - 2*float64(i), y}, point{x + w + 9 + 2*float64(i), y}, point{x + w + 9 + 2*float64(i), y + 3}, point{x - 9 - 2*float64(i), y + 3})
	}
}

func (p *painter) nightStand(x float64, lamp bool) {
	s := &p.scheme
	p.round(x, 270, 30, 54, 4, s.wood)
	p.box(x+3, 290, 24, 2, darker(s.wood, 0.4))
	if lamp {
		p.box(x+13.5, 244, 3, 27, 0xb08d4f)
		p.haze(x+15, 236, 48, 44, 0xffe3a0, 0.3)
		p.polygon(0xfff0c4, point{x + 7, 226}, point{x + 23, 226}, point{x + 29, 248}, point{x + 1, 248})
	}
}

// frame is a small picture on the wall.
func (p *painter) frame(x, y, w, h float64) {
	p.box(x-4, y-4, w+8, h+8, p.scheme.wood)
	p.box(x, y, w, h, 0xf6f1e6)
	c := brands[p.dice.below(len(brands))]
	p.clipped(x+6, y+6, w-12, h-12, func() {
		p.box(x, y, w, h, lighter(c, 0.7))
		p.oval(x+w*p.dice.between(0.3, 0.7), y+h*0.42, h*0.2, h*0.2, 0xf2b45c)
		p.oval(x+w*0.25, y+h*1.1, w*0.5, h*0.5, c)
		p.oval(x+w*0.85, y+h*1.15, w*0.5, h*0.5, darker(c, 0.25))
	})
}

func (p *painter) armchair(x, y float64) {
	c := mix(p.scheme.brand, p.scheme.room, 0.2)
	p.round(x-36, y-58, 72, 74, 18, darker(c, 0.12))
	p.round(x-30, y-6, 60, 26, 9, lighter(c, 0.12))
	p.round(x-46, y-22, 18, 48, 8, c)
	p.round(x+28, y-22, 18, 48, 8, c)
	p.box(x-38, y+24, 5, 14, p.scheme.wood)
	p.box(x+33, y+24, 5, 14, p.scheme.wood)
}

func (p *painter) sofa(x, y, w float64) {
	c := mix(p.scheme.brand, p.scheme.room, 0.2)
	p.round(x, y-62, w, 80, 16, darker(c, 0.12))
	p.round(x+14, y-10, w/2-16, 30, 8, lighter(c, 0.12))
	p.round(x+w/2+2, y-10, w/2-16, 30, 8, lighter(c, 0.12))
	p.round(x-8, y-28, 22, 58, 9, c)
	p.round(x+w-14, y-28, 22, 58, 9, c)
	p.round(x+26, y-40, 34, 32, 8, lighter(p.scheme.brand, 0.6))
	p.round(x+w-60, y-40, 34, 32, 8, 0xf2d9a0)
	p.box(x+4, y+28, 6, 12, p.scheme.wood)
	p.box(x+w-10, y+28, 6, 12, p.scheme.wood)
}

// plant is one in a pot that stands at a point and is h high.
func (p *painter) plant(x, y, h float64) {
	leaf := paint(0x4f8f5a)
	for i := range 7 {
		angle := math.Pi * (1.15 + 0.7*float64(i)/6)
		tip := point{x + math.Cos(angle)*h*0.5, y - h*0.3 + math.Sin(angle)*h*0.68}
		p.polygon(mix(leaf, lighter(leaf, 0.35), float64(i%3)/2), point{x - 3, y - h*0.28}, point{(x+tip.x)/2 - h*0.07, (y - h*0.3 + tip.y) / 2}, tip, point{(x+tip.x)/2 + h*0.07, (y - h*0.3 + tip.y) / 2}, point{x + 3, y - h*0.28})
	}
	p.polygon(lighter(p.scheme.brand, 0.35), point{x - h*0.2, y - h*0.32}, point{x + h*0.2, y - h*0.32}, point{x + h*0.14, y}, point{x - h*0.14, y})
}

// window is the view from a room.
func (p *painter) window() {
	p.fall(0, 0, Width, Height, lighter(p.scheme.room, 0.1), darker(p.scheme.room, 0.1))
	p.opening(96, 48, 480, 318)
	p.fall(0, 400, Width, 48, lighter(p.scheme.floor, 0.1), p.scheme.floor)
	p.plant(150, 376, 70)
	p.round(430, 352, 34, 24, 6, 0xf7f5f0)
	p.oval(466, 362, 7, 7, 0xf7f5f0)
	p.oval(466, 362, 4, 4, lighter(p.scheme.room, 0.3))
}

// bathroom shows a basin and a tub.
func (p *painter) bathroom() {
	s := &p.scheme
	tile := mix(s.room, 0xffffff, 0.4)
	p.box(0, 0, Width, skirting, tile)
	for y := 0.0; y < skirting; y += 30 {
		p.box(0, y, Width, 1.4, darker(tile, 0.09))
	}
	for x := 0.0; x < Width; x += 44 {
		p.box(x, 0, 1.4, skirting, darker(tile, 0.09))
	}
	p.box(0, 150, Width, 14, mix(s.brand, tile, 0.35))
	p.fall(0, skirting, Width, Height-skirting, mix(s.floor, 0xd9d4cc, 0.6), mix(s.floor, 0xb9b3aa, 0.6))
	p.round(84, 48, 170, 150, 75, s.wood)
	p.fall(96, 124, 1, 1, tile, tile)
	p.oval(169, 123, 77, 67, 0xcfe4ec)
	p.polygon(0xe3f1f6, point{120, 150}, point{176, 66}, point{200, 72}, point{142, 172})
	p.round(50, 244, 240, 18, 5, lighter(s.wood, 0.15))
	p.round(64, 262, 212, 92, 5, s.wood)
	p.box(169, 266, 2, 84, darker(s.wood, 0.35))
	p.round(116, 226, 108, 24, 11, 0xffffff)
	p.round(166, 202, 7, 26, 3, 0xa6adb8)
	p.round(152, 200, 21, 6, 3, 0xa6adb8)
	p.round(232, 218, 16, 28, 4, lighter(s.brand, 0.3))
	p.round(254, 226, 13, 20, 4, 0xe9c46a)
	for i := range 3 {
		p.round(330, 96+22*float64(i), 58, 19, 6, []paint{s.brand, lighter(s.brand, 0.45), 0xffffff}[i])
	}
	p.box(322, 162, 74, 6, s.wood)
	p.round(404, 258, 240, 104, 44, 0xffffff)
	p.round(396, 250, 256, 20, 9, 0xf2f4f5)
	p.box(436, 356, 14, 16, 0xb08d4f)
	p.box(598, 356, 14, 16, 0xb08d4f)
	p.round(420, 214, 7, 42, 3, 0xa6adb8)
	p.round(420, 210, 34, 7, 3, 0xa6adb8)
	for range 9 {
		p.haze(p.dice.between(470, 630), p.dice.between(236, 254), p.dice.between(7, 15), p.dice.between(7, 13), 0xffffff, 0.92)
	}
	p.opening(488, 44, 110, 100)
	p.round(300, 400, 180, 34, 15, lighter(s.brand, 0.55))
	p.plant(640, 250, 60)
}
