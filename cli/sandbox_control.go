package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"

	"bellhop/booking/wording"
	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/sandbox"
	"bellhop/sandbox/store"
	"bellhop/sandbox/training"
	"bellhop/sandbox/training/fault"
	"bellhop/sandbox/world"

	"github.com/spf13/cobra"
)

// state is what a sandbox tells of itself, in words for people.
type state sandbox.ControlState

// snapshotWords are what is told of a snapshot beside its name.
func snapshotWords(s store.Snapshot) string {
	if s.Damaged {
		return "damaged, cannot be loaded"
	}
	return fmt.Sprintf("saved %s, %s", s.SavedAt.UTC().Format("2 Jan 2006 15:04 UTC"), wording.Plural(int(s.Reservations), "reservation"))
}

func (s state) clockWords() string {
	words := s.Clock.Now.UTC().Format("Mon 2 Jan 2006 15:04:05 UTC")
	switch {
	case s.Clock.Stopped:
		return words + ", stands still"
	case s.Clock.OffsetSeconds == 0:
		return words + ", the real time"
	case s.Clock.OffsetSeconds < 0:
		return words + ", " + spanWords(-s.Clock.OffsetSeconds) + " behind the real time"
	default:
		return words + ", " + spanWords(s.Clock.OffsetSeconds) + " ahead of the real time"
	}
}

// spanWords is a span of time as the clock's commands read it: 6h, 2d12h.
func spanWords(seconds int64) string {
	words := ""
	for _, unit := range []struct {
		name string
		long int64
	}{{"d", 24 * 60 * 60}, {"h", 60 * 60}, {"m", 60}, {"s", 1}} {
		if n := seconds / unit.long; n > 0 {
			words += fmt.Sprintf("%d%s", n, unit.name)
			seconds -= n * unit.long
		}
	}
	return words
}

// print writes the state of the sandbox at an address for people. It is told
// how many quirks there are.
func (s state) print(w io.Writer, address string, quirks int) error {
	t := output.NewTable(w)
	line := func(name, value string) { t.Row(name, value) }
	line("address", address)
	line("clock", s.clockWords())
	line("latency", s.Latency)
	for i, words := range s.quirkLines(quirks) {
		line(once(i, "quirks"), words)
	}
	for i, r := range s.Faults {
		line(once(i, "faults"), fmt.Sprintf("%s  (matched %d, fired %d)", r.Rule, r.Matched, r.Fired))
	}
	if len(s.Faults) == 0 {
		line("faults", "none")
	}
	line("world", fmt.Sprintf("%d hotels from seed %d, %s", s.Hotels, s.Seed, wording.Plural(int(s.Reservations), "reservation")))
	for i, one := range s.Snapshots {
		line(once(i, "snapshots"), one.Name+"  ("+snapshotWords(one)+")")
	}
	if len(s.Snapshots) == 0 {
		line("snapshots", "none")
	}
	return t.Flush()
}

func once(i int, name string) string {
	if i == 0 {
		return name
	}
	return ""
}

// A controller is what a command that controls a running sandbox was given.
type controller struct {
	*cobra.Command
	target
	app         *app
	asJSON, yes bool
}

// controls gives a command the flags that say which sandbox is meant, and runs it.
func (a *app) controls(cmd *cobra.Command, run func(c *controller, args []string) error) *cobra.Command {
	c := &controller{Command: cmd, app: a}
	cmd.RunE = func(_ *cobra.Command, args []string) error { return run(c, args) }
	c.add(a, cmd)
	jsonFlag(cmd, &c.asJSON)
	return cmd
}

// destroys is controls for a command that asks first, unless told not to.
func (a *app) destroys(cmd *cobra.Command, run func(c *controller, args []string) error) *cobra.Command {
	var yes bool
	yesFlag(cmd, &yes)
	return a.controls(cmd, func(c *controller, args []string) error {
		c.yes = yes
		return run(c, args)
	})
}

// tell sends one request to the sandbox that is meant, and prints its state
// with show, or as JSON.
func (c *controller) tell(method, path string, in any, show func(state) error) error {
	return c.request(c.asJSON, method, path, in, show)
}

func (c *controller) request(raw bool, method, path string, in any, show func(state) error) error {
	control, err := c.app.control(c.Command, c.target)
	if err != nil {
		return err
	}
	var answer json.RawMessage
	if err := control.ask(c.Context(), method, path, in, &answer); err != nil {
		return err
	}
	if raw {
		return output.JSON(c.OutOrStdout(), answer)
	}
	var s state
	if err := json.Unmarshal(answer, &s); err != nil {
		return &controlError{text: "what answers is no sandbox of Bellhop's: " + err.Error()}
	}
	return show(s)
}

func (c *controller) println(text string) error {
	_, err := fmt.Fprintln(c.OutOrStdout(), text)
	return err
}

func jsonFlag(cmd *cobra.Command, asJSON *bool) {
	cmd.Flags().BoolVar(asJSON, "json", false, "print JSON")
}

// lists is a command that prints what the program itself knows, as JSON or as a
// table of rows.
func lists(cmd *cobra.Command, list any, rows []string) *cobra.Command {
	var asJSON bool
	cmd.Args = arguments.None
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return printList(cmd.OutOrStdout(), asJSON, list, rows)
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// printList prints a list as JSON, or as a table of rows with tabs between cells.
func printList(w io.Writer, asJSON bool, list any, rows []string) error {
	if asJSON {
		return output.JSON(w, list)
	}
	t := output.NewTable(w)
	for _, row := range rows {
		_, _ = fmt.Fprintln(t, row)
	}
	return t.Flush()
}

func scenariosCommand() *cobra.Command {
	rows := []string{"SCENARIO\tHOTEL\tWHAT IT DOES"}
	for _, s := range world.Scenarios() {
		rows = append(rows, s.Key+"\t"+s.Hotel+"\t"+s.Does)
	}
	return lists(&cobra.Command{
		Use:   "scenarios",
		Short: "List the hotels that do something on purpose, and what",
		Long: `Scenarios lists the hotels of the city Scenario. Search for "scenario" in the
console, or with any client, and book one of them: what it does is in its name.`,
	}, world.Scenarios(), rows)
}

func statusCommand(a *app) *cobra.Command {
	return a.controls(&cobra.Command{
		Use:   "status",
		Short: "Show clock, latency, quirks, faults and snapshots of a running sandbox",
		Args:  arguments.None,
	}, func(c *controller, _ []string) error {
		named := c.Flags().Changed("data") || a.variable(envControlURL) == "" // a database, and not one of its servers
		if place := a.dataPlace(c.Command, c.data); named && sandbox.SharedData(place) && !c.demo {
			return c.sharedStatus(place)
		}
		control, err := a.control(c.Command, c.target)
		if err != nil {
			return err
		}
		return c.tell(http.MethodGet, "", nil, func(s state) error {
			return s.print(c.OutOrStdout(), control.Service(), len(training.ListQuirks()))
		})
	})
}

func (a *app) setting(cmd cobra.Command, path string, check func(string) error, value func(state) string) *cobra.Command {
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > 1:
			return exit.Wrong("%q takes at most one value; put quotes around one with a space in it", cmd.CommandPath())
		case len(args) == 1 && strings.TrimSpace(args[0]) == "":
			return exit.Wrong("the value is empty; see %q", cmd.CommandPath()+" --help")
		}
		return nil
	}
	return a.controls(&cmd, func(c *controller, args []string) error {
		show := func(s state) error { return c.println(value(s)) }
		if len(args) == 0 {
			return c.tell(http.MethodGet, "", nil, show)
		}
		if err := checked(c.Name(), args[0], check); err != nil {
			return err
		}
		return c.tell(http.MethodPost, path, map[string]string{"to": args[0]}, show)
	})
}

func clockCommand(a *app) *cobra.Command {
	return a.setting(cobra.Command{
		Use: "clock [TO]", Short: "Show or move the clock of a running sandbox",
		Long: `Clock shows the sandbox's clock, or moves it. Prices, expiries, deadlines and
"today" follow. TO is one of

  +6h, -30m, +2d           that much later or earlier than it is there
  2026-12-24T10:00:00Z     that instant, where it stands still
  "2026-12-24 10:00"       the same, in UTC
  stop, run                let it stand still, or run on from where it stands
  real                     back to the real time`,
		Example:           "  bellhop sandbox clock +6h\n  bellhop sandbox clock \"2026-12-24 10:00\" --demo\n  bellhop sandbox clock real",
		ValidArgsFunction: cobra.FixedCompletions([]string{"stop", "run", "real"}, cobra.ShellCompDirectiveNoFileComp),
	}, "/clock", sandbox.CheckClock, state.clockWords)
}

// movesBack lets "sandbox clock -30m" be said, which looks like a flag: the
// time goes to the end, after the word that ends the flags. A latency cannot be
// below zero, and is told so.
func movesBack(args []string) []string {
	out := append([]string{}, args...)
	if len(out) < 3 || out[0] != "sandbox" || out[1] != "clock" && out[1] != "latency" {
		return out
	}
	for i, word := range out {
		if word == "--" {
			return out
		}
		if regexp.MustCompile(`^-\d`).MatchString(word) {
			return append(append(out[:i:i], out[i+1:]...), "--", word)
		}
	}
	return out
}

func latencyCommand(a *app) *cobra.Command {
	return a.setting(cobra.Command{
		Use: "latency [TO]", Short: "Show or choose how slow the answers of a running sandbox are",
		Long: `Latency shows the profile in use, or takes another: none, office, hotel-wifi,
satellite, or a duration such as 250ms.`,
		Example:           "  bellhop sandbox latency hotel-wifi --demo\n  bellhop sandbox latency none",
		ValidArgsFunction: cobra.FixedCompletions(latencies(), cobra.ShellCompDirectiveNoFileComp),
	}, "/latency", checkLatency, func(s state) string { return s.Latency })
}

func resetCommand(a *app) *cobra.Command {
	return a.destroys(&cobra.Command{
		Use:   "reset",
		Short: "Take a running sandbox back to how its world began",
		Long: `Reset forgets every reservation that was made, puts the clock, the latency, the
quirks and the rules for faults back to how the sandbox was started, and fills in the first
reservations again. Snapshots stay.`,
		Args: arguments.None,
	}, func(c *controller, _ []string) error {
		return c.destroy("Reset the sandbox? Its reservations are forgotten.", http.MethodPost, "/reset", func(s state) string {
			return fmt.Sprintf("The sandbox is as it began: %s.", wording.Plural(int(s.Reservations), "reservation"))
		})
	})
}

func yesFlag(cmd *cobra.Command, yes *bool) { cmd.Flags().BoolVar(yes, "yes", false, "do not ask") }

// destroy asks first, unless told not to, and says afterwards what was done.
func (c *controller) destroy(question, method, path string, done func(state) string) error {
	// A question about a sandbox that is not there would be in vain, and where
	// several run it must be seen which is meant.
	control, err := c.app.control(c.Command, c.target)
	if err != nil {
		return err
	}
	if !c.yes {
		if err := c.app.person().Confirm(control.Service()+": "+question, "nothing was changed"); err != nil {
			return err
		}
	}
	return c.tell(method, path, nil, func(s state) error { return c.println(done(s)) })
}

func faultLines(w io.Writer, rules []fault.Status) error {
	if len(rules) == 0 {
		_, err := fmt.Fprintln(w, "no faults")
		return err
	}
	t := output.NewTable(w)
	t.Row("RULE", "MATCHED", "FIRED")
	for _, r := range rules {
		t.Row(strings.TrimSpace(r.Rule), fmt.Sprint(r.Matched), fmt.Sprint(r.Fired))
	}
	return t.Flush()
}
