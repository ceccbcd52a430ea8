package report

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"

	"bellhop/api"
	"bellhop/booking/exports"
	"bellhop/booking/terms"
	"bellhop/booking/views"
)

// Save writes a report into a file of the owner's in a folder, with guests as the cells have them, and returns its path.
func Save(folder string, f views.Format, c views.Cells, r Report) (string, error) {
	text, err := r.file(f, c)
	if err != nil {
		return "", fmt.Errorf("writing the report: %w", err)
	}
	paths, err := exports.Save(folder, exports.FileName(c.Desk.Origin(), string(r.Kind), r.From.String(), r.To.String()), exports.File{Ending: string(f), Text: string(text)})
	if err != nil {
		return "", err
	}
	return paths[0], nil
}

func (r Report) file(f views.Format, c views.Cells) ([]byte, error) {
	if f == views.JSON {
		text, err := json.MarshalIndent(r.Document(c), "", "  ")
		return append(text, '\n'), err
	}
	var out bytes.Buffer
	w, from := csv.NewWriter(&out), c.Desk.Origin()
	// An error of a buffer or a later one is that of Error.
	_ = w.Write([]string{"day", "hotel", "guest", "arrival", "departure", "status", "confirmation", "id", "amount", "currency", "estimated", "at", "origin", "environment", "profile"})
	add := func(day string, list []Item) {
		for i, item := range items(c, list) {
			record := []string{
				day, item.Hotel, item.Guest, item.Arrival, item.Departure, item.Status, item.Confirmation, item.ID,
				terms.PlainAmount(list[i].Amount.Money), currencyOf(list[i].Amount.Money), fmt.Sprint(item.Estimated), item.At, item.Origin, from.Environment, from.Profile,
			}
			for k := range record {
				record[k] = views.Neutral(record[k])
			}
			_ = w.Write(record)
		}
	}
	for _, day := range r.Days {
		add(day.Date.String(), day.Items)
	}
	if r.Undated != nil {
		add("", r.Undated.Items)
	}
	w.Flush()
	return out.Bytes(), w.Error()
}

func currencyOf(m api.Money) string {
	if !m.Valid() {
		return ""
	}
	return m.Currency()
}
