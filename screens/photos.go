package screens

import (
	"context"
	"errors"
	"fmt"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/photos"
	"bellhop/booking/wording"
	"bellhop/ui"
	"bellhop/ui/picture"
)

// PhotoAlbum fetches photos; *photos.Album is one.
type PhotoAlbum interface {
	Fetch(ctx context.Context, p photos.Photo) (photos.Fetched, error)
}

// Photos shows the photos of a hotel and its rooms, one at a time. Each is fetched when it is come to.
type Photos struct {
	deps          *Deps
	width, height int
	hotel         string
	list          []photos.Photo
	at            int

	support *picture.Support // of the terminal; nil until that has answered
	load    load[shownPhoto]
	shown   *shownPhoto // of list[at]; nil while there is none
	note    string
	keys    photosKeys
}

type photosKeys struct{ next, before, first, last, reload, back key.Binding }

// A shownPhoto is a photo as it was drawn for one size of the screen.
type shownPhoto struct {
	photos.Fetched
	room    picture.Size // that it was drawn within
	size    picture.Size
	lines   []string
	graphic *picture.Graphic // in the place of lines
	how     string           // in words
}

// NewPhotos shows photos from one of them on. There must be one.
func NewPhotos(deps *Deps, hotel string, list []photos.Photo, at int) *Photos {
	return &Photos{
		deps: deps, hotel: hotel, list: list, at: at,
		load: newLoad[shownPhoto](deps, "fetching the photo"),
		keys: photosKeys{
			next: deps.bind("photo.next"), before: deps.bind("photo.before"), first: deps.bind("photo.first"), last: deps.bind("photo.last"),
			reload: deps.bind("reload"), back: deps.bind("back"),
		},
	}
}

// photosKey opens the photos; it is listed where there may be some, and dimmed where there are none.
func (d *Deps) photosKey(some bool) key.Binding {
	return ui.Enabled(d.bind("photos"), some && d.photosShown())
}

// photoKeys are the keys for photos: none where photos are switched off.
func photoKeys(d *Deps, some bool) []key.Binding {
	if d.Photos == nil {
		return nil
	}
	return []key.Binding{d.photosKey(some)}
}

// photosShown reports whether photos may be shown now.
func (d *Deps) photosShown() bool { return d.Photos != nil && (!d.PhotosHidden || !d.masking()) }

// offeredPhotos returns the photos of a hotel, those of its facts among them, and where those of a room begin.
func (d *Deps) offeredPhotos(hotel api.Hotel, room api.Room) (list []photos.Photo, at int) {
	facts, _ := d.Desk.Directory.Known(hotel.ID)
	more := facts.Images
	if facts.ImageURL != "" {
		more = append([]string{facts.ImageURL}, more...)
	}
	name := room.NameWithBeds
	if name == "" {
		name = room.Name
	}
	return photos.Of(hotel, more, name)
}

// openPhotos opens the photos of a hotel at those of a room, or says that there are none.
func (d *Deps) openPhotos(hotel api.Hotel, room api.Room) (ui.Nav, tea.Cmd) {
	if d.Photos == nil {
		return ui.Stay(), nil
	}
	if !d.photosShown() {
		return ui.Stay(), ui.Flash("photos are not shown in presenter mode")
	}
	list, at := d.offeredPhotos(hotel, room)
	if len(list) == 0 {
		return ui.Stay(), ui.Flash("the service has no photos of this hotel")
	}
	return ui.Push(NewPhotos(d, hotel.Name, list, at)), nil
}

func (p *Photos) Init() tea.Cmd { return tea.Batch(ui.AskGraphics, p.fetch()) }

func (p *Photos) Title() string { return "photos" }
func (p *Photos) State() string { return nothingSent }
func (p *Photos) Busy() string  { return p.load.busy() }
func (p *Photos) Close()        { p.load.cancel() }

func (p *Photos) SetSize(width, height int) { p.width, p.height = width, height }

// fetch has the photo drawn, and fetched where it is not yet. The terminal must have answered.
func (p *Photos) fetch() tea.Cmd {
	p.note = ""
	if p.support == nil || p.height < photoChrome {
		return nil
	}
	photo, album, support, within := p.list[p.at], p.deps.Photos, *p.support, p.room()
	colourless := p.deps.Theme.Name == ui.ThemeNone
	light, had := p.deps.Theme.Name == ui.ThemeLight, p.shown
	return p.load.start(func(ctx context.Context) (shownPhoto, error) {
		var s shownPhoto
		if had != nil {
			s.Fetched = had.Fetched
		} else {
			fetched, err := album.Fetch(ctx, photo)
			if err != nil {
				return s, err
			}
			s.Fetched = fetched
		}
		return s, s.draw(photo.Address, support, within, photoColours(colourless), light)
	})
}

// draw draws the photo within a size, by what the terminal has.
func (s *shownPhoto) draw(name string, support picture.Support, within picture.Size, colours picture.Colours, light bool) error {
	s.room, s.size = within, picture.Fit(s.Image, within, support.Cell)
	if !support.Kitty {
		if !ui.DrawsBlocks() {
			s.how = "not drawn"
			return nil
		}
		s.lines = picture.Cells(s.Image, s.size, colours, light)
		s.how = map[picture.Colours]string{
			picture.Direct: "half blocks", picture.Indexed: "half blocks in 256 colours", picture.Few: "shades: this terminal has too few colours",
		}[colours]
		return nil
	}
	g := &picture.Graphic{Name: fmt.Sprint(name, s.size), Size: s.size}
	var err error
	if g.Draw, g.Erase, err = picture.Kitty(s.Image, s.size, support.Cell); err != nil {
		return err
	}
	s.graphic, s.how = g, "kitty graphics"
	return nil
}

// photoColours returns how many colours a photo in cells may have.
func photoColours(colourless bool) picture.Colours {
	switch colours := ui.TerminalColors(); {
	case colourless:
		return picture.Few
	case colours == ui.TrueColor:
		return picture.Direct
	case colours == ui.Colors256:
		return picture.Indexed
	}
	return picture.Few
}

func (p *Photos) Keys() []key.Binding {
	k := p.keys
	for _, b := range []*key.Binding{&k.next, &k.before, &k.first, &k.last} {
		b.SetEnabled(len(p.list) > 1)
	}
	return []key.Binding{k.next, k.before, k.reload, k.back, k.first, k.last}
}

func (p *Photos) Footer() []key.Binding { return p.Keys()[:4] }

func (p *Photos) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return p.key(msg)
	case ui.GraphicsMsg:
		if p.support != nil && *p.support == msg.Support {
			return ui.Stay(), nil
		}
		p.support = &msg.Support // The terminal may answer late, or have letters of another size by now.
		return ui.Stay(), p.fetch()
	}
	shown, ok, mine, nav := p.load.receive(msg)
	if !mine {
		return ui.Stay(), p.fitted()
	}
	switch {
	case ok:
		p.shown = &shown
	case p.load.failure != nil:
		x := explainPhoto(p.load.err)
		p.load.failure = &x
	}
	return nav, p.fitted()
}

// fitted has a photo drawn anew that was drawn for another size of the screen.
func (p *Photos) fitted() tea.Cmd {
	if p.shown == nil || p.shown.room == p.room() || p.load.call.Busy() || p.height < photoChrome {
		return nil
	}
	return p.fetch()
}

func (p *Photos) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	k := p.keys
	switch {
	case key.Matches(msg, k.back):
		if p.load.cancel() && p.shown == nil && p.note == "" {
			p.note = p.deps.say("Stopped. {reload!} fetches the photo.")
			return ui.Stay(), nil
		}
		return ui.Pop(), nil
	case key.Matches(msg, k.reload):
		return ui.Stay(), p.turn(p.at)
	case key.Matches(msg, k.next):
		return ui.Stay(), p.turn((p.at + 1) % len(p.list))
	case key.Matches(msg, k.before):
		return ui.Stay(), p.turn((p.at + len(p.list) - 1) % len(p.list))
	case key.Matches(msg, k.first):
		return ui.Stay(), p.turn(0)
	case key.Matches(msg, k.last):
		return ui.Stay(), p.turn(len(p.list) - 1)
	}
	return ui.Stay(), p.fitted()
}

// turn goes to a photo and has it fetched.
func (p *Photos) turn(at int) tea.Cmd {
	p.at, p.shown = at, nil
	p.load.forget()
	return p.fetch()
}

// explainPhoto returns why a photo is not shown, in words of its own.
func explainPhoto(err error) booking.Explanation {
	var refused *photos.Refusal
	if errors.As(err, &refused) {
		return booking.Explanation{Title: "This photo is not shown", Text: refused.Text, Retry: true}
	}
	return booking.Explain(err)
}

// photoWords tell how many photos there are, and where letters are keys how to see them; nothing where there are none.
func (d *Deps) photoWords(hotel api.Hotel, typing bool) string {
	if !d.photosShown() {
		return ""
	}
	list, _ := d.offeredPhotos(hotel, api.Room{})
	if len(list) == 0 {
		return ""
	}
	return wording.Plural(len(list), "photo") + when(!typing, d.say(": {photos}"))
}
