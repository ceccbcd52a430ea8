package pictures

import "math"

// sky fills a rectangle with sky, its sun or moon and its clouds.
func (p *painter) sky(x, y, w, h float64) {
	s := &p.scheme
	p.fall(x, y, w, h, s.top, s.bottom)
	if s.lit >= 70 {
		for range 40 {
			p.haze(x+p.dice.between(0, w), y+p.dice.between(0, h*0.6), 1.2, 1.2, 0xffffff, p.dice.between(0.3, 0.9))
		}
	}
	sx, sy, r := x+w*p.dice.between(0.1, 0.9), y+h*p.dice.between(0.14, 0.3), w*0.045
	for i := 3; i >= 1; i-- {
		p.haze(sx, sy, r*(1+0.6*float64(i)), r*(1+0.6*float64(i)), s.sun, 0.13)
	}
	p.oval(sx, sy, r, r, s.sun)
	for range 2 + p.dice.below(3) {
		p.cloud(x+p.dice.between(0, w), y+h*p.dice.between(0.08, 0.42), w*p.dice.between(0.04, 0.075))
	}
}

func (p *painter) cloud(x, y, r float64) {
	c, alpha := paint(0xffffff), 0.75
	if p.scheme.dark {
		c, alpha = lighter(p.scheme.near, 0.25), 0.4
	}
	for _, part := range [][3]float64{{-1.5, 0.2, 0.7}, {-0.5, -0.25, 1}, {0.7, -0.05, 0.85}, {1.7, 0.28, 0.55}} {
		p.haze(x+part[0]*r, y+part[1]*r*0.6, part[2]*r*1.2, part[2]*r*0.52, c, alpha)
	}
}

// skyline draws houses of a city along a line, the farther ones in a lighter colour.
func (p *painter) skyline(x, base, w, h float64) {
	for layer, c := range []paint{mix(p.scheme.far, p.scheme.bottom, 0.35), p.scheme.far, p.scheme.near} {
		for at := x - 10; at < x+w; {
			width, height := w*p.dice.between(0.035, 0.085), h*p.dice.between(0.25, 1)*(1-0.22*float64(layer))
			p.box(at, base-height, width, height, c)
			if p.dice.chance(22) {
				p.box(at+width*0.45, base-height-h*0.12, width*0.1, h*0.12, c)
			}
			if p.scheme.dark && layer > 0 {
				p.lights(at, base-height, width, height)
			}
			at += width + p.dice.between(-2, w*0.015)
		}
	}
}

func (p *painter) lights(x, y, w, h float64) {
	for wy := y + 6; wy < y+h-6; wy += 9 {
		for wx := x + 5; wx < x+w-6; wx += 8 {
			if p.dice.chance(28) {
				p.shade(wx, wy, 3, 4, 0xffd98a, 0.8)
			}
		}
	}
}

// hills draws hills in rows along a line; peaks is how steep they are, 0 to 1.
func (p *painter) hills(x, base, w, h, peaks float64) {
	for layer := range 3 {
		c := mix(p.scheme.far, mix(p.scheme.near, p.scheme.leaf, 0.5), float64(layer)/2)
		top := h * (1 - 0.28*float64(layer))
		phase, waves := p.dice.between(0, 6), p.dice.between(1.5, 3.2)
		ridge := []point{{x, base}}
		for i := range 41 {
			t := float64(i) / 40
			round := 0.5 + 0.5*math.Sin(phase+t*waves*math.Pi)
			steep := 1 - math.Abs(math.Mod(phase+t*waves*1.4, 2)-1)
			ridge = append(ridge, point{x + t*w, base - top*(0.25+0.75*(round*(1-peaks)+steep*peaks))})
		}
		p.polygon(c, append(ridge, point{x + w, base})...)
		if peaks > 0.5 && layer == 0 {
			for i := 2; i < len(ridge)-1; i++ {
				if q := ridge[i]; q.y < ridge[i-1].y && q.y <= ridge[i+1].y {
					p.polygon(mix(0xffffff, p.scheme.bottom, 0.15), q, point{q.x + w*0.035, q.y + h*0.17}, point{q.x + w*0.01, q.y + h*0.12},
						point{q.x - w*0.012, q.y + h*0.18}, point{q.x - w*0.035, q.y + h*0.15})
				}
			}
		}
	}
}

// water fills a rectangle with water and its glints.
func (p *painter) water(x, y, w, h float64) {
	top, bottom := mix(0x3f9ec4, p.scheme.bottom, 0.35), paint(0x2b7ba6)
	if p.scheme.dark {
		top, bottom = mix(0x2a4a86, p.scheme.bottom, 0.3), 0x182c58
	}
	p.fall(x, y, w, h, top, bottom)
	for range 26 {
		t := p.dice.between(0.03, 0.97)
		width := w * p.dice.between(0.02, 0.09) * (0.5 + t)
		p.shade(x+p.dice.between(0, w-width), y+t*h, math.Min(width, w), 2, p.scheme.sun, 0.45)
	}
}

// view is what lies before the windows.
func (p *painter) view(x, y, w, h float64) {
	horizon := y + h*0.62
	p.sky(x, y, w, horizon-y)
	switch p.Land {
	case Sea:
		p.hills(x+w*0.55, horizon, w*0.45, h*0.16, 0.2)
		p.water(x, horizon, w, y+h-horizon)
		p.boat(x+w*p.dice.between(0.2, 0.5), horizon+h*0.08, w*0.05)
		p.sand(x, y+h*0.9, w, h*0.1)
	case Mountain:
		p.hills(x, horizon, w, h*0.46, 0.9)
		p.fall(x, horizon, w, y+h-horizon, mix(p.scheme.leaf, p.scheme.near, 0.3), p.scheme.leaf)
		p.trees(x, y+h*0.8, w, h*0.2, 14)
	case River:
		p.skyline(x, horizon, w, h*0.38)
		p.water(x, horizon, w, y+h-horizon)
		p.bridge(x, horizon, w, h)
	case Garden:
		p.hills(x, horizon, w, h*0.2, 0.1)
		p.fall(x, horizon, w, y+h-horizon, lighter(p.scheme.leaf, 0.25), p.scheme.leaf)
		p.polygon(lighter(p.scheme.floor, 0.45), point{x + w*0.48, horizon}, point{x + w*0.52, horizon}, point{x + w*0.66, y + h}, point{x + w*0.36, y + h})
		p.trees(x, y+h*0.74, w, h*0.26, 9)
	case City:
		p.skyline(x, y+h*0.86, w, h*0.6)
		p.fall(x, y+h*0.86, w, h*0.14, mix(p.scheme.leaf, p.scheme.near, 0.5), p.scheme.near)
		p.trees(x, y+h*0.92, w, h*0.14, 16)
	}
}

func (p *painter) boat(x, y, r float64) {
	p.polygon(0xf7f4ec, point{x, y - r*1.7}, point{x, y - r*0.2}, point{x + r, y - r*0.2})
	p.polygon(lighter(p.scheme.brand, 0.2), point{x - r*0.1, y - r*1.4}, point{x - r*0.1, y - r*0.2}, point{x - r*0.7, y - r*0.2})
	p.polygon(0x5b3b2a, point{x - r, y - r*0.1}, point{x + r*1.1, y - r*0.1}, point{x + r*0.7, y + r*0.25}, point{x - r*0.6, y + r*0.25})
}

func (p *painter) sand(x, y, w, h float64) {
	c := paint(0xf0dcae)
	if p.scheme.dark {
		c = 0x6d6480
	}
	p.fall(x, y, w, h, lighter(c, 0.2), c)
}

func (p *painter) bridge(x, horizon, w, h float64) {
	c := darker(p.scheme.near, 0.25)
	y := horizon + h*0.08
	p.box(x, y, w, h*0.025, c)
	for at := x + w*0.06; at < x+w; at += w * 0.18 {
		p.box(at, y, w*0.018, h*0.1, c)
	}
}

// trees draws trees of the climate that stand on a line, at most as high as h.
func (p *painter) trees(x, base, w, h float64, n int) {
	for i := range n {
		p.tree(x+w*(float64(i)+p.dice.between(0.1, 0.9))/float64(n), base+p.dice.between(-0.03, 0.12)*h, h*p.dice.between(0.55, 0.95))
	}
}

// tree draws one tree that stands at a point and is h high: a palm, a fir or a round one.
func (p *painter) tree(x, y, h float64) {
	leaf, trunk := p.scheme.leaf, paint(0x6b4a33)
	if p.scheme.dark {
		trunk = 0x2b2536
	}
	switch {
	case p.hot():
		p.polygon(trunk, point{x - h*0.03, y}, point{x + h*0.03, y}, point{x + h*0.075, y - h*0.78}, point{x + h*0.045, y - h*0.78})
		top := point{x + h*0.06, y - h*0.78}
		for i := range 7 {
			angle := math.Pi * (0.94 + 1.12*float64(i)/6)
			tip := point{top.x + math.Cos(angle)*h*0.36, top.y + math.Sin(angle)*h*0.2 + h*0.09}
			middle := point{(top.x + tip.x) / 2, math.Min(top.y, tip.y) - h*0.07}
			p.polygon(mix(leaf, lighter(leaf, 0.3), float64(i%3)/2), top, point{middle.x, middle.y - h*0.025}, tip, point{middle.x, middle.y + h*0.055})
		}
	case p.cold():
		p.box(x-h*0.03, y-h*0.15, h*0.06, h*0.15, trunk)
		for i := range 3 {
			low, wide := y-h*(0.12+0.24*float64(i)), h*(0.26-0.06*float64(i))
			p.polygon(lighter(leaf, 0.06*float64(i)), point{x, low - h*0.42}, point{x + wide, low}, point{x - wide, low})
		}
	default:
		p.box(x-h*0.03, y-h*0.4, h*0.06, h*0.4, trunk)
		p.oval(x-h*0.12, y-h*0.55, h*0.2, h*0.2, darker(leaf, 0.12))
		p.oval(x+h*0.13, y-h*0.58, h*0.19, h*0.19, leaf)
		p.oval(x, y-h*0.74, h*0.23, h*0.23, lighter(leaf, 0.12))
	}
}
