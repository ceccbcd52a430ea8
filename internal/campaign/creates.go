package campaign

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"

	"bellhop/booking/journal"
)

// createsFile has a line for each create that reached a process of the service, whatever became of it there.
const createsFile = "creates.jsonl"

// A create is a request to book.
type create struct {
	Attempt string `json:"attempt"`
	Guest   string `json:"guest"` // the email, which is the stay's own
}

// noteCreates notes each create in a file before it is served.
func noteCreates(file io.Writer, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path == "/rest/v1/reservation" {
			body, err := io.ReadAll(r.Body)
			r.Body = io.NopCloser(bytes.NewReader(body))
			var sent struct {
				Custom map[string]any `json:"custom_data"`
				Guests struct {
					Primary struct {
						Email string `json:"email"`
					} `json:"primary"`
				} `json:"guests"`
			}
			if err == nil {
				err = json.Unmarshal(body, &sent)
			}
			if err == nil {
				attempt, _ := sent.Custom["bellhop_attempt"].(string)
				err = encodeLine(file, create{attempt, sent.Guests.Primary.Email})
			}
			if err != nil { // It is not counted, and so it is not served.
				panic(http.ErrAbortHandler)
			}
		}
		next.ServeHTTP(w, r)
	})
}

// readCreates returns the creates that reached the service, in their order.
func readCreates(path string) (all []create, err error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // It was only read.
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var one create
		if err := json.Unmarshal(lines.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		all = append(all, one)
	}
	return all, lines.Err()
}

// madeLate is the reason for a create that was sent when the one before it counted as not made, and was made later.
const madeLate = "made after its time"

// countCreates counts the creates of each stay. A second one is explained if the journal had by then recorded why the attempt
// before it booked nothing. An attempt must be sent only once.
func (c *comparison) countCreates(all []create) {
	c.report.Creates, c.report.SecondCreates = len(all), map[string]int{}
	sent, lastAttempt := map[string]bool{}, map[string]string{} // the last attempt of a stay, by its guest
	for _, one := range all {
		if sent[one.Attempt] {
			c.found(&c.report.Doubled, "doubled: the attempt %s was sent again", one.Attempt)
			continue
		}
		sent[one.Attempt] = true
		earlier, again := lastAttempt[one.Guest]
		lastAttempt[one.Guest] = one.Attempt
		if !again {
			continue
		}
		last, planned := c.creates[earlier], c.creates[one.Attempt].Planned
		reason := string(last.Outcome.Cause)
		switch {
		case !last.CountedNotMade.IsZero() && !planned.Before(last.CountedNotMade):
			reason = madeLate
		case last.Open() || last.Outcome.Result != journal.NotBooked || reason == "" || planned.Before(last.Ended):
			c.unexplained("a second create for %s (attempt %s) was sent, and the one before it, %s, came to %q at %s",
				one.Guest, one.Attempt, earlier, last.Outcome.Result, last.Ended)
			continue
		}
		c.report.SecondCreates[reason]++
	}
}
