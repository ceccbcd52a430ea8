package screens

import (
	"context"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// hotelPages reads a search page by page in the background: by itself up to a number of hotels, and beyond it when it
// is asked for.
type hotelPages struct {
	pagedLoad[booking.HotelList]
	desk  *booking.Desk
	limit int           // up to how many hotels pages are read
	delay time.Duration // between pages, for a service that was asked too often
	pause int           // the number of the newest wait for a page
	waits bool
}

// nextPage comes when a wait for a page is over.
type nextPage struct {
	of    *hotelPages
	pause int
}

func newHotelPages(deps *Deps) hotelPages {
	return hotelPages{pagedLoad: newPagedLoad[booking.HotelList](deps, "searching hotels"), desk: deps.Desk}
}

// begin is told that the first page of a search is there.
func (p *hotelPages) begin() { p.limit, p.delay, p.waits = booking.HotelsUnasked, 0, false }

// page asks for the next page, if it is time for one.
func (p *hotelPages) page() tea.Cmd {
	if !p.canReadMore() || p.waits || len(p.list.Items) >= p.limit {
		return nil
	}
	desk, list := p.desk, p.list
	return p.more.start(func(ctx context.Context) (booking.HotelList, error) { return desk.MoreHotels(ctx, list) })
}

// next goes on after a page that has come, or failed. A service that was asked too often has its time.
func (p *hotelPages) next(ok bool) tea.Cmd {
	if delay, slower := booking.PageDelay(p.more.err, p.delay); !ok && slower {
		p.more.forget()
		p.delay = delay
	}
	if p.delay == 0 || p.more.failure != nil {
		return p.page()
	}
	p.waits = true
	p.pause++
	return ui.After(p.delay, nextPage{of: p, pause: p.pause})
}

func (p *hotelPages) waited(msg nextPage) tea.Cmd {
	if msg.of == p && msg.pause == p.pause {
		p.waits = false
	}
	return p.page()
}

// beyond reports whether there is more than what is read unasked.
func (p *hotelPages) beyond() bool { return p.has && p.list.More() && len(p.list.Items) >= p.limit }

// loadedWords tells how much of what was found is in the list.
func (p *hotelPages) loadedWords() string {
	return wording.Count(len(p.list.Items)) + " of " + totalFound(p.list) + " loaded"
}

// totalFound is how many hotels a search found, as a number: "206", "25+".
func totalFound(list booking.HotelList) string {
	total, _, _ := strings.Cut(list.TotalWords(), " ")
	return total
}
