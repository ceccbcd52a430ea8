package photos

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func progressivePhoto(t testing.TB) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/progressive.jpg") // Ten scans, as cjpeg writes it.
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func opened(ctx context.Context, text []byte) (Fetched, error) {
	photo, err := inspect(text)
	if err != nil {
		return Fetched{}, err
	}
	return photo.decode(ctx)
}

// grown is a JPEG whose frame says another size.
func grown(text []byte, width, height uint16) []byte {
	text = bytes.Clone(text)
	at := max(bytes.Index(text, []byte{0xff, 0xc0, 0, 17}), bytes.Index(text, []byte{0xff, 0xc2, 0, 17}))
	binary.BigEndian.PutUint16(text[at+5:], height)
	binary.BigEndian.PutUint16(text[at+7:], width)
	return text
}

// sampled is a JPEG whose chroma has a sampling factor of one and whose luma has another, in halves of a byte.
func sampled(text []byte, luma byte) []byte {
	text = bytes.Clone(text)
	at := max(bytes.Index(text, []byte{0xff, 0xc0, 0, 17}), bytes.Index(text, []byte{0xff, 0xc2, 0, 17}))
	text[at+11], text[at+14], text[at+17] = luma, 0x11, 0x11
	return text
}

// header is the beginning of a PNG of some bits a colour and type of colours.
func header(width, height uint32, depth, colours, interlace byte) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, depth, colours, 0, 0, interlace))...)
}

func chunk(kind string, body []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(body))) //nolint:gosec // Short.
	out = append(append(out, kind...), body...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// A file of empty segments takes no more memory than its text. No other test may run meanwhile: all their memory is counted.
func TestInspect_ManySegments(t *testing.T) {
	text := append([]byte("\xff\xd8"), bytes.Repeat([]byte{0xff, 0xc4, 0, 2}, 1_000_000)...)
	text = append(text, picture(t, "jpeg", 8, 8)[2:]...)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := inspect(text)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; err != nil || took > 2*uint64(len(text)) {
		t.Errorf("%d bytes for a file of %d, %v", took, len(text), err)
	}
}

// Each is refused by its headers: what follows them is not there.
func TestInspect_Refused(t *testing.T) {
	t.Parallel()
	jpegOf := func(width, height uint16) []byte { return grown(picture(t, "jpeg", 16, 16), width, height) }
	for name, test := range map[string]struct {
		text []byte
		want string
	}{
		"20,000 scans":          {progressive(5000, 3500, 20_000), "JPEG of 20000 scans; at most 100 are opened"},
		"one scan too many":     {progressive(8, 8, 101), "JPEG of 101 scans; at most 100 are opened"},
		"scans of many pixels":  {progressive(3000, 2000, 70), "70 scans; at its size at most 66 are opened"},
		"baseline of scans":     {bytes.Replace(progressive(8, 8, 101), []byte{0xff, 0xc2}, []byte{0xff, 0xc0}, 1), "101 scans"},
		"fill bytes":            {bytes.ReplaceAll(progressive(8, 8, 101), []byte{0xff, 0xda}, []byte{0xff, 0xff, 0xda}), "101 scans"},
		"bytes before scans":    {bytes.ReplaceAll(progressive(8, 8, 101), []byte{0xff, 0xda}, []byte{7, 0xff, 0xd0, 0xff, 0, 0xff, 0xda}), "101 scans"},
		"baseline":              {jpegOf(5000, 4001), "more than 20 million"},
		"progressive 4:4:4":     {progressive(3000, 2500, 3), "3000 by 2500 pixels takes 113 MB of memory to open, which is more than 100 MB"},
		"progressive 4:2:0":     {grown(progressivePhoto(t), 4200, 3300), "takes 105 MB"},
		"RGB":                   {bytes.Replace(rgb(jpegOf(5000, 3600)), []byte("JFIF"), []byte("none"), 1), "takes 126 MB"},
		"deep":                  {header(4000, 3200, 16, 2, 0), "takes 103 MB"},
		"deep grey":             {header(4000, 3200, 16, 0, 0), "takes 103 MB"},
		"interlaced":            {header(4000, 3200, 8, 2, 1), "takes 103 MB"},
		"a line":                {header(20_000_000, 1, 8, 2, 0), "takes 240 MB"},
		"an animation's screen": {[]byte("GIF89a\xff\xff\xff\xff\x00\x00\x00"), "more than 20 million"},
		"no frame":              {[]byte("\xff\xd8\xff\xda\x00\x08"), "it is damaged, or not a JPEG, PNG or GIF"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := inspect(test.text)
			refused(t, err, test.want)
		})
	}
}

// rgb is a JPEG whose components are named as those of red, green and blue.
func rgb(text []byte) []byte {
	text = sampled(text, 0x11)
	at := bytes.Index(text, []byte{0xff, 0xc0, 0, 17})
	text[at+10], text[at+13], text[at+16] = 'R', 'G', 'B'
	return text
}

// Ordinary photos are within the bounds: those of 12 million pixels however they are stored, of 20 million in most forms.
func TestInspect_Allowed(t *testing.T) {
	t.Parallel()
	for name, text := range map[string][]byte{
		"baseline 4:4:4":    grown(sampled(picture(t, "jpeg", 16, 16), 0x11), 5472, 3648),
		"baseline 4:2:0":    grown(sampled(picture(t, "jpeg", 16, 16), 0x22), 5472, 3648),
		"progressive 4:2:0": grown(progressivePhoto(t), 4032, 3024),
		"PNG":               header(5000, 4000, 8, 2, 0),
		"interlaced PNG":    header(4032, 3024, 8, 2, 1),
		"deep PNG":          header(4032, 3024, 16, 2, 0),
	} {
		if _, err := inspect(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A photo of ten scans is shown as the standard library decodes the whole file, also with previews, comments and a second photo in it.
func TestDecode_Progressive(t *testing.T) {
	t.Parallel()
	text := progressivePhoto(t)
	want, err := jpeg.Decode(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	preview := bytes.Repeat([]byte{0xff, 0xda, 0xff, 0xd9}, 200)
	full := append([]byte{0xff, 0xd8, 0xff, 0xe1, 0x03, 0x22}, preview...)
	full = append(append(full, text[2:]...), progressive(5000, 3500, 200)...)
	for name, one := range map[string][]byte{"plain": text, "with others in it": full} {
		got, err := opened(t.Context(), one)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		same(t, got.Image, want)
	}
}

func same(t *testing.T, got, want image.Image) {
	t.Helper()
	if got.Bounds() != want.Bounds() {
		t.Fatalf("the picture is %v, want %v", got.Bounds(), want.Bounds())
	}
	for y := want.Bounds().Min.Y; y < want.Bounds().Max.Y; y++ {
		for x := want.Bounds().Min.X; x < want.Bounds().Max.X; x++ {
			if got.At(x, y) != want.At(x, y) {
				t.Fatalf("pixel %d, %d is %v, want %v", x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}

// What a PNG or a GIF carries besides its first picture is passed over, and not unpacked.
func TestDecode_PassesOver(t *testing.T) {
	t.Parallel()
	bombs := append(chunk("iCCP", append([]byte("p\x00\x00"), make([]byte, 1<<20)...)), chunk("zTXt", append([]byte("c\x00\x00"), make([]byte, 1<<20)...))...)
	plain := picture(t, "png", 30, 20)
	text := append(append(bytes.Clone(plain[:33]), bombs...), plain[33:]...)
	var frames bytes.Buffer
	frame := image.NewPaletted(image.Rect(0, 0, 30, 20), color.Palette{color.Black, color.White})
	if err := gif.EncodeAll(&frames, &gif.GIF{Image: []*image.Paletted{frame, frame}, Delay: []int{0, 0}}); err != nil {
		t.Fatal(err)
	}
	animation := frames.Bytes()
	second := bytes.LastIndex(animation, []byte{0x2c, 0, 0, 0, 0})
	spoiled := append(bytes.Clone(animation[:second]), 0x7f)
	if _, err := gif.DecodeAll(bytes.NewReader(spoiled)); err == nil {
		t.Fatal("the second frame is whole")
	}
	for name, one := range map[string][]byte{"PNG": text, "GIF": spoiled} {
		got, err := opened(t.Context(), one)
		if err != nil || got.Image.Bounds().Dx() != 30 {
			t.Errorf("%s: %v, %v", name, got.Image, err)
		}
	}
}

// An endsAfter is a context that ends once it was asked a number of times.
type endsAfter struct {
	context.Context //nolint:containedctx // The one that it wraps.
	left            atomic.Int32
}

func (c *endsAfter) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// A decoder gets nothing once the context has ended, and what it was given before is not more than a few scans.
func TestDecode_StopsWithItsContext(t *testing.T) {
	t.Parallel()
	for name, text := range map[string][]byte{
		"jpeg": picture(t, "jpeg", 300, 200), "png": picture(t, "png", 300, 200), "gif": picture(t, "gif", 300, 200), "scans": progressive(1000, 1000, 100),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			photo, err := inspect(text)
			if err != nil {
				t.Fatal(err)
			}
			whole := &endsAfter{Context: t.Context()}
			whole.left.Store(1 << 20)
			if _, err := photo.decode(whole); err != nil {
				t.Fatal(err)
			}
			reads := 1<<20 - whole.left.Load() // The last one is decode's own question.
			if least := len(text) / 2 / mostRead; int(reads) < least {
				t.Fatalf("the whole photo is read in %d pieces, want %d at least", reads, least)
			}
			for _, after := range []int32{0, 1, reads / 2, reads - 1} {
				ctx := &endsAfter{Context: t.Context()}
				ctx.left.Store(after)
				_, err := photo.decode(ctx)
				if asked := after - ctx.left.Load(); !errors.Is(err, context.Canceled) || asked > after+3 {
					t.Errorf("ended after %d of %d pieces: %v, asked %d times", after, reads, err, asked)
				}
			}
		})
	}
}

// A photo that is left while it is decoded ends with the call, stays kept, and the next one has its turn.
func TestFetch_StopsWhileDecoding(t *testing.T) {
	t.Parallel()
	text := progressive(1000, 1000, 90)
	h := serve(t, bytesOf(text))
	var reduced atomic.Int32
	album := NewAlbum(Options{Service: h.URL, Cache: NewCache(t.TempDir(), MostKept, time.Now), Reduce: func(_ context.Context, img image.Image) (image.Image, error) {
		reduced.Add(1)
		return img, nil
	}})
	p := Photo{Address: h.URL + "/a"}
	if _, err := album.Fetch(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	ctx := &endsAfter{Context: t.Context()}
	ctx.left.Store(int32(len(text) / mostRead / 2)) //nolint:gosec // Short.
	if _, err := album.Fetch(ctx, p); !errors.Is(err, context.Canceled) || reduced.Load() != 1 {
		t.Errorf("it ends with %v, and %d were reduced", err, reduced.Load())
	}
	if got, err := album.Fetch(t.Context(), p); err != nil || !got.Kept || h.asked.Load() != 1 {
		t.Errorf("after it: kept %v, %v; %d asked", got.Kept, err, h.asked.Load())
	}
}

func TestFetch_ManyScansAreNotDecoded(t *testing.T) {
	t.Parallel()
	text := progressive(5000, 3500, 20_000)
	h := serve(t, bytesOf(text))
	folder := t.TempDir()
	album := NewAlbum(Options{Service: h.URL, Cache: NewCache(folder, MostKept, time.Now), Reduce: func(context.Context, image.Image) (image.Image, error) {
		t.Error("it was decoded")
		return nil, nil //nolint:nilnil // The test has failed.
	}})
	_, err := album.Fetch(t.Context(), Photo{Address: h.URL + "/a"})
	refused(t, err, "The photo is a JPEG of 20000 scans; at most 100 are opened.")
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("it is kept: %v, %v", entries, err)
	}
}

// Whatever comes is decoded to a picture within the bounds, or refused in words.
func FuzzInspect(f *testing.F) {
	for _, format := range []string{"jpeg", "png", "gif"} {
		whole := picture(f, format, 30, 20)
		f.Add(whole)
		f.Add(whole[:len(whole)/2])
	}
	f.Add(bomb(60_000, 60_000))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := opened(t.Context(), text)
		var r *Refusal
		switch {
		case err == nil && got.Image.Bounds().Dx()*got.Image.Bounds().Dy() > mostPixels:
			t.Errorf("it has %v", got.Image.Bounds())
		case err != nil && !errors.As(err, &r):
			t.Errorf("it fails with %v", err)
		}
	})
}

// What the reader of markers hands on is the same picture as the whole file, no larger than its frame says, and has no scan that
// was not counted.
func FuzzReadJPEG(f *testing.F) {
	photo := progressivePhoto(f)
	f.Add(photo)
	f.Add(photo[:len(photo)-200])
	f.Add(picture(f, "jpeg", 30, 20))
	f.Add(progressive(16, 16, 5))
	f.Add(append([]byte("\xff\xd8\xff\xe1\x00\x06\xff\xda\xff\xd9\x07\xff\xff"), photo[3:]...))
	f.Fuzz(func(t *testing.T, text []byte) {
		if !bytes.HasPrefix(text, []byte{0xff, 0xd8}) || len(text) > 1<<16 {
			return
		}
		file := readJPEG(text)
		if len(file.text) > len(text) || file.scans > len(text)/2 {
			t.Fatalf("%d bytes and %d scans of %d bytes", len(file.text), file.scans, len(text))
		}
		config, err := jpeg.DecodeConfig(bytes.NewReader(text))
		if err != nil || config.Width*config.Height > 1<<16 || file.area > 1<<18 || file.scans > mostScans {
			return
		}
		got, failure := jpeg.Decode(bytes.NewReader(file.text))
		if failure == nil && file.area < config.Width*config.Height {
			t.Errorf("the frame has %d pixels, and the picture %d by %d", file.area, config.Width, config.Height)
		}
		want, err := jpeg.Decode(bytes.NewReader(text))
		switch {
		case err != nil || adobe(text):
		case failure != nil:
			t.Errorf("only the whole file can be decoded: %v", failure)
		default:
			same(t, got, want)
		}
	})
}

// adobe reports whether a file may have a segment that says how colours are stored. One after the frame is left out.
func adobe(text []byte) bool {
	return bytes.Contains(text, []byte{0xff, 0xee}) || bytes.Count(text, []byte{0xff, 0xe0}) > 1
}

// BenchmarkFetch_LargestPhoto opens the photos that take the most memory of those that are allowed, and reports the most that the
// heap had at once.
func BenchmarkFetch_LargestPhoto(b *testing.B) {
	var largest bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&largest, image.NewRGBA(image.Rect(0, 0, 5000, 4000))); err != nil {
		b.Fatal(err)
	}
	for name, text := range map[string][]byte{
		"jpeg/progressive 6.6 MP": progressive(2960, 2240, 60), "jpeg/baseline 20 MP": picture(b, "jpeg", 5000, 4000), "png/20 MP": largest.Bytes(),
	} {
		if len(text) > MostBytes {
			b.Fatalf("%s has %d bytes", name, len(text))
		}
		b.Run(strings.ReplaceAll(name, " ", "_"), func(b *testing.B) {
			folder := NewCache(b.TempDir(), MostKept, time.Now)
			album := NewAlbum(Options{Service: "http://127.0.0.1:1", Cache: folder, Reduce: func(context.Context, image.Image) (image.Image, error) {
				return image.NewGray(image.Rect(0, 0, 1, 1)), nil
			}})
			p := Photo{Address: "http://127.0.0.1:1/a"}
			if err := folder.put("sandbox /a", text); err != nil {
				b.Fatal(err)
			}
			runtime.GC()
			peak, stop := watchHeap()
			for b.Loop() {
				if got, err := album.Fetch(b.Context(), p); err != nil || !got.Kept {
					b.Fatal(got.Kept, err)
				}
			}
			stop()
			b.ReportMetric(float64(peak.Load())/1e6, "MB-peak")
		})
	}
}

// watchHeap measures the most that the heap has until it is stopped.
func watchHeap() (peak *atomic.Uint64, stop func()) {
	peak = new(atomic.Uint64)
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		var m runtime.MemStats
		for tick := time.NewTicker(2 * time.Millisecond); ; {
			runtime.ReadMemStats(&m)
			peak.Store(max(peak.Load(), m.HeapAlloc))
			select {
			case <-end:
				tick.Stop()
				return
			case <-tick.C:
			}
		}
	}()
	return peak, func() { close(end); <-ended }
}
