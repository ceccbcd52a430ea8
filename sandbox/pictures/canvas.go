package pictures

import (
	"image"
	"image/color"
	"math"

	"golang.org/x/image/vector"
)

// A paint is a colour, 8 bits each of red, green and blue.
type paint uint32

func (c paint) rgba() color.RGBA {
	return color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255} //nolint:gosec // each is a byte of it
}

// mix returns a colour so much of the way to another one, 0 to 1.
func mix(a, b paint, t float64) paint {
	part := func(shift uint) paint {
		x, y := float64(a>>shift&255), float64(b>>shift&255)
		return paint(math.Round(x+(y-x)*t)) << shift
	}
	return part(16) | part(8) | part(0)
}

func lighter(c paint, t float64) paint { return mix(c, 0xffffff, t) }
func darker(c paint, t float64) paint  { return mix(c, 0x10131c, t) }

// A point is a place on the picture, in pixels from its upper left corner.
type point struct{ x, y float64 }

// A painter draws one picture.
type painter struct {
	Facts
	img    *image.RGBA
	raster vector.Rasterizer
	dice   dice
	scheme scheme
}

// A dice draws numbers out of a key, one after the other.
type dice uint64

func (d *dice) next() uint64 {
	*d += 0x9E3779B97F4A7C15
	x := uint64(*d)
	x ^= x >> 30
	x *= 0xBF58476D1CE4E5B9
	x ^= x >> 27
	x *= 0x94D049BB133111EB
	return x ^ x>>31
}

// below returns a number from 0 to n-1.
func (d *dice) below(n int) int { return int(d.next() % uint64(n)) } //nolint:gosec // n is positive and small

// between returns a number between two.
func (d *dice) between(low, high float64) float64 {
	return low + (high-low)*float64(d.next()>>11)/(1<<53)
}

func (d *dice) chance(percent int) bool { return d.below(100) < percent }

// fall fills a rectangle from one colour at its top to another at its bottom.
func (p *painter) fall(x, y, w, h float64, top, bottom paint) {
	area := rectangle(x, y, w, h).Intersect(p.img.Bounds())
	for row := area.Min.Y; row < area.Max.Y; row++ {
		c := mix(top, bottom, (float64(row)+0.5-y)/h).rgba()
		line := p.img.Pix[p.img.PixOffset(area.Min.X, row):p.img.PixOffset(area.Max.X, row)]
		for i := 0; i < len(line); i += 4 {
			line[i], line[i+1], line[i+2], line[i+3] = c.R, c.G, c.B, 255
		}
	}
}

func rectangle(x, y, w, h float64) image.Rectangle {
	return image.Rect(int(math.Round(x)), int(math.Round(y)), int(math.Round(x+w)), int(math.Round(y+h)))
}

func (p *painter) box(x, y, w, h float64, c paint) { p.fall(x, y, w, h, c, c) }

// shade mixes a rectangle with a colour.
func (p *painter) shade(x, y, w, h float64, c paint, t float64) {
	area := rectangle(x, y, w, h).Intersect(p.img.Bounds())
	over, part := c.rgba(), int(t*256)
	blend := func(a, b uint8) uint8 { return uint8((int(a)*(256-part) + int(b)*part) >> 8) } //nolint:gosec // between a and b
	for row := area.Min.Y; row < area.Max.Y; row++ {
		line := p.img.Pix[p.img.PixOffset(area.Min.X, row):p.img.PixOffset(area.Max.X, row)]
		for i := 0; i < len(line); i += 4 {
			line[i], line[i+1], line[i+2] = blend(line[i], over.R), blend(line[i+1], over.G), blend(line[i+2], over.B)
		}
	}
}

// fill draws a path that begins at a point, with smooth edges. Alpha is 1 for a solid colour.
func (p *painter) fill(c paint, alpha float64, low, high point, path func(z *vector.Rasterizer, at func(point) (float32, float32))) {
	area := image.Rect(int(low.x)-1, int(low.y)-1, int(high.x)+2, int(high.y)+2).Intersect(p.img.Bounds())
	if area.Empty() {
		return
	}
	p.raster.Reset(area.Dx(), area.Dy())
	path(&p.raster, func(q point) (float32, float32) {
		return float32(q.x) - float32(area.Min.X), float32(q.y) - float32(area.Min.Y)
	})
	p.raster.ClosePath()
	o := c.rgba()
	p.raster.Draw(p.img, area, image.NewUniform(color.NRGBA{o.R, o.G, o.B, uint8(alpha * 255)}), image.Point{})
}

func (p *painter) polygon(c paint, points ...point) {
	low, high := points[0], points[0]
	for _, q := range points {
		low = point{math.Min(low.x, q.x), math.Min(low.y, q.y)}
		high = point{math.Max(high.x, q.x), math.Max(high.y, q.y)}
	}
	p.fill(c, 1, low, high, func(z *vector.Rasterizer, at func(point) (float32, float32)) {
		z.MoveTo(at(points[0]))
		for _, q := range points[1:] {
			z.LineTo(at(q))
		}
	})
}

func (p *painter) oval(x, y, rx, ry float64, c paint) { p.haze(x, y, rx, ry, c, 1) }

// arc is how far the handles of a quarter of a circle stand from its ends.
const arc = 0.5523

// haze is an oval that one can see through.
func (p *painter) haze(x, y, rx, ry float64, c paint, alpha float64) {
	p.fill(c, alpha, point{x - rx, y - ry}, point{x + rx, y + ry}, func(z *vector.Rasterizer, at func(point) (float32, float32)) {
		curve := func(ax, ay, bx, by, cx, cy float64) {
			a1, a2 := at(point{x + ax*rx, y + ay*ry})
			b1, b2 := at(point{x + bx*rx, y + by*ry})
			c1, c2 := at(point{x + cx*rx, y + cy*ry})
			z.CubeTo(a1, a2, b1, b2, c1, c2)
		}
		z.MoveTo(at(point{x + rx, y}))
		curve(1, arc, arc, 1, 0, 1)
		curve(-arc, 1, -1, arc, -1, 0)
		curve(-1, -arc, -arc, -1, 0, -1)
		curve(arc, -1, 1, -arc, 1, 0)
	})
}

// round is a box with round corners.
func (p *painter) round(x, y, w, h, r float64, c paint) {
	r = math.Min(r, math.Min(w, h)/2)
	p.fill(c, 1, point{x, y}, point{x + w, y + h}, func(z *vector.Rasterizer, at func(point) (float32, float32)) {
		corner := func(kx, ky, ex, ey float64) {
			k1, k2 := at(point{kx, ky})
			e1, e2 := at(point{ex, ey})
			z.QuadTo(k1, k2, e1, e2)
		}
		z.MoveTo(at(point{x + r, y}))
		z.LineTo(at(point{x + w - r, y}))
		corner(x+w, y, x+w, y+r)
		z.LineTo(at(point{x + w, y + h - r}))
		corner(x+w, y+h, x+w-r, y+h)
		z.LineTo(at(point{x + r, y + h}))
		corner(x, y+h, x, y+h-r)
		z.LineTo(at(point{x, y + r}))
		corner(x, y, x+r, y)
	})
}

// arch is a box whose top is half a circle.
func (p *painter) arch(x, y, w, h float64, c paint) {
	p.box(x, y+w/2, w, h-w/2, c)
	p.oval(x+w/2, y+w/2, w/2, w/2, c)
}

// star is one of five points.
func (p *painter) star(x, y, r float64, c paint) {
	points := make([]point, 10)
	for i := range points {
		length, angle := r, float64(i)*math.Pi/5-math.Pi/2
		if i%2 == 1 {
			length = r * 0.42
		}
		points[i] = point{x + length*math.Cos(angle), y + length*math.Sin(angle)}
	}
	p.polygon(c, points...)
}

// stars draws as many as the hotel has, around a middle.
func (p *painter) stars(x, y, r float64, c paint) {
	for i := range p.Stars {
		p.star(x+(float64(i)-float64(p.Stars-1)/2)*r*2.5, y, r, c)
	}
}
