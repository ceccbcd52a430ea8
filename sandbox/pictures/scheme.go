package pictures

import "image"

// An hour is the light of a picture.
type hour struct {
	top, bottom paint // of the sky
	sun         paint
	far, near   paint // hills or houses behind
	dark        bool
	lit         int // percent of the windows that are
}

var hours = []hour{
	{top: 0x5aa9e6, bottom: 0xd7efff, sun: 0xfff6d8, far: 0xa9c9e4, near: 0x86aecf, lit: 8},              // noon
	{top: 0x6fb7d8, bottom: 0xfdeed2, sun: 0xfffbe8, far: 0xb9cfd8, near: 0x93b3c1, lit: 14},             // morning
	{top: 0x4b5f9e, bottom: 0xffb68a, sun: 0xffe3a8, far: 0x9a83a8, near: 0x6f6a98, lit: 45},             // late
	{top: 0x2b2f63, bottom: 0xf08a76, sun: 0xffd19a, far: 0x6b5587, near: 0x48437a, dark: true, lit: 65}, // dusk
	{top: 0x0f1a3c, bottom: 0x3b4d86, sun: 0xf4f1de, far: 0x27356a, near: 0x1c2853, dark: true, lit: 70}, // night
}

// A scheme are the colours of one hotel.
type scheme struct {
	hour
	wall, trim, roof paint // of the house
	brand            paint // of its chain: awning, sign, cushions
	room, floor      paint // inside
	wood, cloth      paint
	leaf             paint
}

var (
	brands = []paint{0xb23a48, 0x1f6f8b, 0x2a7f62, 0xd08c2f, 0x6a4c93, 0x234e70, 0xc8553d, 0x3d6b35, 0x8c2f52, 0x0f8b8d}
	walls  = []paint{0xe9dcc7, 0xd9b99b, 0xc8d5d9, 0xf1ebe0, 0xcfae8e, 0xb8c4bb, 0xe3c9b3, 0xd7d2dc}
	roofs  = []paint{0x5c5f66, 0x8a4b3a, 0x3f5563, 0x6e5849}
	rooms  = []paint{0xe8e1d5, 0xdbe4e2, 0xe9dcd3, 0xd8dde6, 0xe4e4d4, 0xd2dcd0}
	floors = []paint{0xb58a63, 0x8f6b4f, 0xc9a57c, 0x9c8c7c}
	cloths = []paint{0xf7f5f0, 0xf4f1ea, 0xfafafa}
)

func newPainter(f Facts) *painter {
	f.Stars = max(1, min(f.Stars, 5))
	p := &painter{Facts: f, img: image.NewRGBA(image.Rect(0, 0, Width, Height)), dice: dice(f.Key)}
	chain := dice(f.Chain)
	s := &p.scheme
	s.brand = brands[chain.below(len(brands))]
	s.hour = hours[p.dice.below(len(hours))]
	s.wall = walls[p.dice.below(len(walls))]
	s.roof = roofs[p.dice.below(len(roofs))]
	s.room = rooms[p.dice.below(len(rooms))]
	s.floor = floors[p.dice.below(len(floors))]
	s.cloth = cloths[p.dice.below(len(cloths))]
	s.wood = darker(s.floor, 0.35)
	s.leaf = 0x4f8a4c
	switch {
	case p.hot():
		s.leaf = 0x3f9159
	case p.cold():
		s.leaf = 0x3c6b57
	}
	if s.dark {
		s.wall, s.roof, s.leaf = mix(s.wall, 0x2a2f55, 0.5), mix(s.roof, 0x20244a, 0.5), mix(s.leaf, 0x14203c, 0.55)
	}
	s.trim = lighter(s.wall, 0.45)
	if s.dark {
		s.trim = lighter(s.wall, 0.18)
	}
	return p
}

func (p *painter) hot() bool  { return p.Latitude < 26 && p.Latitude > -26 }
func (p *painter) cold() bool { return p.Latitude > 52 || p.Latitude < -48 }
