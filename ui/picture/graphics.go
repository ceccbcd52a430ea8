package picture

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strings"
)

// A Graphic is a picture that the terminal draws in the place of blank cells.
type Graphic struct {
	Name     string // another one is another picture, or elsewhere
	Row, Col int    // of its upper left cell
	Size     Size   // in cells
	// Draw shows it where the cursor is. Erase takes it away.
	Draw, Erase string
}

// chunk is how many letters of a picture one sequence of kitty's has, at most.
const chunk = 4096

// kittyID is the number of the one picture that is on the screen.
const kittyID = 7101

// Kitty returns a picture by kitty's graphics protocol, in so many cells.
func Kitty(img image.Image, size, cell Size) (draw, erase string, err error) {
	if cell.Width > 0 && cell.Height > 0 {
		most := Size{size.Width * cell.Width, size.Height * cell.Height}
		if img.Bounds().Dx() > most.Width || img.Bounds().Dy() > most.Height {
			img = scale(img, most)
		}
	}
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, img); err != nil {
		return "", "", fmt.Errorf("a picture for the terminal: %w", err)
	}
	letters := base64.StdEncoding.EncodeToString(file.Bytes())
	var out strings.Builder
	for first := true; first || letters != ""; first = false {
		part := letters[:min(len(letters), chunk)]
		letters = letters[len(part):]
		out.WriteString("\x1b_G")
		if first {
			fmt.Fprintf(&out, "a=T,f=100,i=%d,c=%d,r=%d,C=1,q=2,", kittyID, size.Width, size.Height)
		}
		more := 0
		if letters != "" {
			more = 1
		}
		fmt.Fprintf(&out, "m=%d;%s\x1b\\", more, part)
	}
	return out.String(), fmt.Sprintf("\x1b_Ga=d,d=I,i=%d,q=2\x1b\\", kittyID), nil
}
