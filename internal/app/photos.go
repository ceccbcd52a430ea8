package app

import (
	"context"
	"image"
	"os"
	"strings"
	"time"

	"bellhop/booking/photos"
	"bellhop/config"
	"bellhop/screens"
	"bellhop/ui/picture"
)

// photos returns what fetches the photos of a service's hotels; nil where they are switched off.
func (s *session) photos(baseURL string) screens.PhotoAlbum {
	if s.cfg.Preferences.Photos.Text == "off" {
		return nil
	}
	o := photos.Options{
		Service: baseURL, Reduce: func(ctx context.Context, img image.Image) (image.Image, error) { return picture.Reduce(ctx, img) },
		Warn: func(err error) { s.log.Warn("a photo is not kept", "error", err) },
	}
	if dir := s.cfg.Paths.PhotosDir; dir != "" {
		// The time is the machine's: other consoles share the folder.
		o.Cache = photos.NewCache(dir, photos.MostKept, time.Now)
	}
	return photos.NewAlbum(o)
}

// photoGraphics returns what of the terminal may show photos. A multiplexer shows no more than cells, unless it is asked for by
// name; and a play asks the terminal nothing: a recording of it would hold the question.
func (s *session) photoGraphics(p config.Preferences, env func(string) string) picture.Choice {
	if s.script != nil || p.PhotoGraphics.Text == "blocks" {
		return picture.Blocks
	}
	term := env("TERM")
	multiplexed := env("TMUX") != "" || env("STY") != "" || strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen")
	if multiplexed && p.PhotoGraphics.Text != "kitty" {
		return picture.Blocks
	}
	return picture.Auto
}

func (s *session) graphics() picture.Choice { return s.photoGraphics(s.cfg.Preferences, os.Getenv) }
