package photos

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"strings"
)

const (
	// mostPixels bounds the time that a photo takes, and mostMemory the bytes that its decoder allocates: 20 million pixels of
	// a baseline JPEG and 13 million of a progressive one with chroma subsampled take that much or less.
	mostPixels = 20_000_000
	mostMemory = 100_000_000
)

// An original is a photo as it was fetched, which can be decoded within the bounds.
type original struct {
	format string
	text   []byte // of the file, without what its decoder does not use
	config image.Config
	memory int // bytes that decoding takes at most
	size   int // of the file
}

// A codec reads one format of photos.
type codec struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var codecs = map[string]codec{
	"jpeg": {jpeg.DecodeConfig, jpeg.Decode}, "png": {png.DecodeConfig, png.Decode},
	"gif": {gif.DecodeConfig, gif.Decode}, // It stops after the first frame.
}

// inspect reports what a photo is, or why it is not decoded. It reads the file's headers and no pixels.
func inspect(text []byte) (original, error) {
	kind, _, _ := strings.Cut(http.DetectContentType(text), ";")
	format, isImage := strings.CutPrefix(kind, "image/")
	if !isImage {
		return original{}, refuse(nil, "The address leads to %s, not a photo.", kind)
	}
	known, ok := codecs[format]
	if !ok {
		return original{}, unreadable(nil)
	}
	o := original{format: format, text: text, size: len(text)}
	var file jpegFile
	if format == "jpeg" {
		file = readJPEG(text)
		o.text = file.text
	}
	var err error
	if o.config, err = known.config(o.reader(context.Background())); err != nil {
		return original{}, unreadable(err)
	}
	width, height := o.config.Width, o.config.Height
	if width <= 0 || height <= 0 || width > mostPixels/height {
		return original{}, refuse(nil, "The photo has %d by %d pixels, which are more than %d million.", width, height, mostPixels/1_000_000)
	}
	switch format {
	case "jpeg":
		o.memory = file.memory(width*height, o.config.ColorModel == color.RGBAModel || o.config.ColorModel == color.CMYKModel)
		if err := file.refused(); err != nil {
			return original{}, err
		}
	case "png":
		o.memory = pngMemory(o.config, text[pngInterlace] != 0)
	case "gif":
		o.memory = 2 * width * height // An interlaced one is put in order in a copy.
	}
	if o.memory > mostMemory {
		return original{}, refuse(nil, "The photo of %d by %d pixels takes %d MB of memory to open, which is more than %d MB.",
			width, height, (o.memory+999_999)/1_000_000, mostMemory/1_000_000)
	}
	return o, nil
}

func unreadable(cause error) error {
	return refuse(cause, "The photo cannot be read: it is damaged, or not a JPEG, PNG or GIF.")
}

// refused returns why a JPEG is not decoded, or nil.
func (f *jpegFile) refused() error {
	switch {
	case f.area == 0:
		return unreadable(nil)
	case f.scans > mostScans:
		return refuse(nil, "The photo is a JPEG of %d scans; at most %d are opened.", f.scans, mostScans)
	case f.area > mostScanned/max(1, f.scans):
		return refuse(nil, "The photo is a JPEG of %d scans; at its size at most %d are opened.", f.scans, max(1, mostScanned/f.area))
	}
	return nil
}

// pngInterlace is where the header of a PNG says how it is interlaced.
const pngInterlace = 28

// pngMemory returns how many bytes the decoder takes at most: the pixels, two lines, and the passes of an interlaced photo, which
// have as many pixels once more. A pixel without a palette may get an alpha channel from a later chunk.
func pngMemory(c image.Config, interlaced bool) int {
	pixel := 4
	switch c.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		pixel = 8
	}
	if _, paletted := c.ColorModel.(color.Palette); paletted {
		pixel = 1
	}
	lines := c.Height + 2
	if interlaced {
		lines += c.Height
	}
	return pixel * c.Width * lines
}

// decode returns the photo, or the error of the context if that ends first.
func (o original) decode(ctx context.Context) (Fetched, error) {
	shown, err := codecs[o.format].decode(o.reader(ctx))
	switch {
	case ctx.Err() != nil:
		return Fetched{}, ctx.Err()
	case err != nil:
		return Fetched{}, refuse(err, "The photo is damaged or not all there.")
	}
	return Fetched{Image: shown, Format: o.format, Bytes: o.size}, nil
}

// mostRead is how many bytes a decoder gets at once. A JPEG of 64 bytes may hold two scans, and a decoder asks for more only when
// it has gone through them.
const mostRead = 64

// A fileReader reads a file until its context ends.
type fileReader struct {
	ctx  context.Context //nolint:containedctx // Decoders take a reader and no context.
	text bytes.Reader
}

func (o original) reader(ctx context.Context) io.Reader {
	return &fileReader{ctx, *bytes.NewReader(o.text)}
}

func (r *fileReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.text.Read(p[:min(mostRead, len(p))])
}
