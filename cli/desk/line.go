package desk

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/internal/safetext"

	"github.com/spf13/cobra"
)

// lineHelp tells where a line is explained.
const lineHelp = `see "bellhop phrasebook"`

func (s *Session) lineReader() trip.LineReader {
	now := s.Desk.Now()
	return trip.LineReader{Now: now, Agent: s.Zone, Base: trip.Question{Trip: trip.Default(api.DateOf(now.In(s.Zone)))}}
}

// readLine reads a line: where, when, who. The destination is as it was typed; a line that needs none has none.
func (s *Session) readLine(args []string, needs ...trip.WordKind) (trip.Line, error) {
	reader := s.lineReader()
	reader.Placed = !slices.Contains(needs, trip.WordDestination)
	line := reader.Read(arguments.Line(args))
	if line.Problem != nil {
		return line, arguments.LineError(line)
	}
	for _, kind := range needs {
		if slices.ContainsFunc(line.Words, func(w trip.Word) bool { return w.Kind == kind }) {
			continue
		}
		if kind == trip.WordDays {
			return line, exit.Wrong("%q does not say when; add the dates, such as 12dec 3n; %s", line.Text, lineHelp)
		}
		return line, exit.Wrong("%q does not say where; add a city, a hotel or a code; %s", line.Text, lineHelp)
	}
	return line, nil
}

// question reads a line and finds its destination at the service. What may be several places is an error that names them.
func question(ctx context.Context, s *Session, args []string) (trip.Question, []string, error) {
	line, err := s.readLine(args, trip.WordDestination, trip.WordDays)
	if err != nil {
		return trip.Question{}, nil, err
	}
	q := line.Question
	if q.Trip.Destination.Kind == trip.KindNone {
		d, err := destination(ctx, s.Desk, line.Destination)
		if err != nil {
			return q, nil, err
		}
		q.Trip = s.lineReader().At(line, d)
	}
	return q, line.Notes, wrongTrip(s.Desk, q.Trip)
}

// destination is the place that a text means.
func destination(ctx context.Context, d *booking.Desk, text string) (trip.Destination, error) {
	meant, groups, err := d.Directory.Meant(ctx, text)
	switch {
	case err != nil:
		return trip.Destination{}, err
	case meant != nil:
		return *meant, nil
	case len(groups) == 0:
		return trip.Destination{}, exit.Wrong("there is no place %q here; bellhop destinations finds what there is", text)
	default:
		return trip.Destination{}, exit.Wrong("%q may be several places; say which: %s", text, strings.Join(candidates(groups), "; "))
	}
}

// mostCandidates is how many places an error names.
const mostCandidates = 5

// candidates are the places that a text may mean, as they are to be typed. The code of a hotel is followed by its name and city.
func candidates(groups []trip.SuggestionGroup) []string {
	var out []string
	for _, group := range groups {
		for _, item := range group.Items {
			if len(out) == mostCandidates {
				return append(out, "…")
			}
			line := item.Line()
			if d := item.Destination; d.Kind == trip.KindHotel {
				line += " (" + d.Name + ", " + strings.Replace(item.Detail, d.Properties[0].String()+" ", "", 1) + ")"
			}
			out = append(out, line)
		}
	}
	return out
}

// wrongTrip says what of a trip cannot be searched.
func wrongTrip(d *booking.Desk, t trip.Trip) error { return problemsError(t.Problems(d.Now())) }

// problemsError is the error of problems, or nil if there are none.
func problemsError(problems []trip.Problem) error {
	var wrong []error
	for _, p := range problems {
		wrong = append(wrong, errors.New(p.Message))
	}
	return wrongUsage(wrong...)
}

// property reads a hotel: LX20417, LX 20417, LX:20417.
func property(text string) (api.PropertyID, error) {
	text = strings.TrimSpace(text)
	chain, code, parted := strings.Cut(strings.NewReplacer(":", " ", "-", " ").Replace(text), " ")
	if !parted && len(text) > 2 {
		chain, code = text[:2], text[2:]
	}
	if chain = strings.ToUpper(chain); chain == "" || strings.TrimSpace(code) == "" {
		return api.PropertyID{}, exit.Wrong("%q is no hotel: give its chain and its code, as bellhop hotels lists them, such as LX20417", text)
	}
	return api.PropertyID{Chain: chain, Code: strings.TrimSpace(code)}, nil
}

// stayAt is a hotel's stay out of a line that says when and who.
func stayAt(ctx context.Context, s *Session, hotel string, args []string) (trip.Trip, api.Hotel, error) {
	id, err := property(hotel)
	if err != nil {
		return trip.Trip{}, api.Hotel{}, err
	}
	line, err := s.readLine(args, trip.WordDays)
	if err != nil {
		return trip.Trip{}, api.Hotel{}, err
	}
	if line.Destination != "" {
		return trip.Trip{}, api.Hotel{}, exit.Wrong("%q says where, and the hotel is given already; leave %q out", line.Text, line.Destination)
	}
	t := line.Question.Trip
	t.Destination = trip.HotelDestination(api.Hotel{ID: id})
	if err := wrongTrip(s.Desk, t); err != nil {
		return t, api.Hotel{}, err
	}
	found, there, err := s.Desk.HotelAgain(ctx, t, api.Hotel{ID: id})
	switch {
	case err != nil:
		return t, api.Hotel{}, err
	case !there:
		if known, _, err := s.Desk.Directory.Facts(ctx, api.HotelRef{ID: id}); err == nil {
			t.Destination.Zone = known.Timezone // The day may be past at the hotel.
		}
		if err := wrongTrip(s.Desk, t); err != nil {
			return t, api.Hotel{}, err
		}
		return t, api.Hotel{}, fmt.Errorf("%s has no rates for %s", id, t.Words())
	}
	t.Destination = trip.HotelDestination(found)
	// Without the hotel's zone its deadlines are told as they were sent.
	if _, _, err := s.Desk.Directory.Facts(ctx, api.HotelRef{ID: id, Name: found.Name}); err != nil && ctx.Err() != nil {
		return t, api.Hotel{}, err
	}
	return t, found, nil
}

// notes tells on standard error what a line asks in vain.
func notes(cmd *cobra.Command, list []string) {
	for _, note := range list {
		_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "bellhop: "+safetext.Line(note))
	}
}

// atLeast refuses fewer arguments.
func atLeast(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < n {
			return exit.Wrong("%q needs %s; see %q", cmd.CommandPath(), cmd.Use[strings.IndexByte(cmd.Use, ' ')+1:], cmd.CommandPath()+" --help")
		}
		return nil
	}
}

// serviceFlags returns the flags of a command that name its service.
func serviceFlags(cmd *cobra.Command) string {
	var words string
	for _, name := range []string{"demo", "profile", "base-url"} {
		flag := cmd.Flags().Lookup(name)
		if flag == nil || !flag.Changed || flag.Value.String() == "false" {
			continue
		}
		words += " --" + name
		if flag.NoOptDefVal == "" { // demo has no value.
			words += " " + shellWord(flag.Value.String())
		}
	}
	return words
}

// verifyLine returns the command that verifies a rate for a stay, to be pasted into a shell.
func (s *Session) verifyLine(hotel api.PropertyID, rate api.Rate, stay trip.Trip) string {
	stay.Destination = trip.Destination{}
	words := []string{"bellhop verify", shellWord(hotel.Chain + hotel.Code), shellWord(rate.BookingCode), shellWord(trip.Question{Trip: stay}.Line())}
	if rate.ChannelCode != "" {
		words = append(words, "--channel", shellWord(rate.ChannelCode))
	}
	return strings.Join(words, " ") + s.serviceFlags + " --draft FILE"
}

// shellWord returns a text as one word of a shell.
func shellWord(text string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.,:/@%+"
	switch {
	case text != "" && strings.Trim(text, plain) == "":
		return text
	case !strings.ContainsAny(text, "\"$`\\!"):
		return `"` + text + `"`
	default:
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
}
