package main

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// A drawing is a picture as it is kept.
type drawing struct{ name, svg string }

// The names of the pictures in their folder, and what their windows are called.
const (
	hotelsPicture      = "hotels.svg"
	termsPicture       = "terms.svg"
	reservationPicture = "reservation.svg"
	bookingPicture     = "booking.svg"

	title = "bellhop demo"
)

// The sizes of the screens.
const (
	cols, rows         = 120, 36
	filmCols, filmRows = 100, 28
)

// pictures makes all of them.
func pictures(ctx context.Context, program string) ([]drawing, error) {
	stills, err := shoot(ctx, program, cols, rows, stillStory())
	if err != nil {
		return nil, err
	}
	var made []drawing
	for _, name := range []string{hotelsPicture, termsPicture, reservationPicture} {
		made = append(made, drawing{name, still(title, stills.stills[name])})
	}
	film, err := shoot(ctx, program, filmCols, filmRows, filmStory())
	if err != nil {
		return nil, err
	}
	if long := length(film.frames); long > longestFilm {
		return nil, fmt.Errorf("the film is %s long, more than %s", long, longestFilm)
	}
	return append(made, drawing{bookingPicture, animation(title, film.frames)}), nil
}

// longestFilm is how long people look at a picture that moves.
const longestFilm = 15 * time.Second

func length(frames []frame) time.Duration {
	total := endsWith
	for _, f := range frames {
		total += f.hold
	}
	return total
}

// searched is what the pictures search: a stay of three nights in London, free to cancel.
const searched = "lon 12dec 3n 3* free"

// booking goes from the search to a booking that is confirmed.
func booking() []step {
	return []step{
		{shows: `^ enter take`, gone: `looking`, hold: 500 * time.Millisecond, text: searched},
		{shows: `12 Dec.*15 Dec`, gone: `searching|looking`, hold: time.Second, keys: []string{"enter"}},
		// The last look is counted before its answer is there.
		{shows: `by arrival +of these (?:\d+ of )?\d+ hotels`, gone: `^[ ≤↓\d.,]*…[ ≤↓\d.,]*(│|$)`, hold: 900 * time.Millisecond, keys: []string{"down"}},
		{shows: `^ +› The Fairlight`, hold: time.Second, keys: []string{"enter"}},
		{shows: `^ enter terms`, hold: 1300 * time.Millisecond, keys: []string{"enter"}},
		{shows: `Verified: price and terms`, hold: 1300 * time.Millisecond, keys: []string{"enter"}},
		{shows: `^ +› given name`, hold: 300 * time.Millisecond, keys: []string{"ctrl+g"}},
		{shows: `Two letters show names`, gone: `[Rr]eading reservations`, text: "mu"},
		{shows: `^ › .*@example\.com`, gone: `[Rr]eading`, hold: 900 * time.Millisecond, keys: []string{"enter"}},
		{shows: `ctrl\+s go on`, gone: `known guests|[Rr]eading`, hold: 800 * time.Millisecond, keys: []string{"ctrl+s"}},
		{shows: `ctrl\+b book it`, keys: []string{"ctrl+t"}},
		{shows: `card_good`, hold: 1300 * time.Millisecond, keys: []string{"ctrl+b"}},
	}
}

// filmStory is a booking from one line to its confirmation.
func filmStory() []step {
	return append(booking(), step{shows: `Confirmed · booked`, gone: `booking …|sending`, hold: time.Millisecond})
}

// stillStory shows the priced list, the terms that are verified, and a reservation of the support desk.
func stillStory() []step {
	steps := slices.Clone(booking())
	for i := range steps {
		switch steps[i].shows {
		case `^ +› The Fairlight`:
			steps[i].still = hotelsPicture
		case `Verified: price and terms`:
			steps[i].still = termsPicture
		}
	}
	return append(steps,
		step{shows: `Confirmed · booked`, keys: []string{"enter"}},
		step{shows: `c cancel it`, gone: `reading`, still: reservationPicture},
	)
}
