package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/cli/arguments"
	"bellhop/cli/desk"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/cli/serve"
	"bellhop/config"
	"bellhop/internal/safetext"
	"bellhop/ui/glyph"
	"bellhop/ui/scheme"

	"github.com/spf13/cobra"
)

type app struct {
	streams Streams
	env     func(string) (string, bool)
	build   Build
	launch  Launchers
	paths   config.Paths
	// homeless says why the paths must not be used; nil where they are right.
	homeless error
	running  bool // the arguments were fine and a command has begun
}

// Run reads the arguments, does what they say and returns the exit code. It
// prints the error, if any, on streams.Err. The folders are those of the XDG
// variables at the program's start; the other settings come from env. Nothing
// that is printed can drive a terminal, wherever it comes from.
func Run(ctx context.Context, args []string, streams Streams, env func(string) (string, bool), build Build, launch Launchers) (code int) {
	glyphs := printed(args, env)
	out, errOut := output.NewCleaner(streams.Out, glyphs), output.NewCleaner(streams.Err, glyphs)
	defer out.Flush()
	defer errOut.Flush()
	streams.Out, streams.Err = out, errOut
	defer func() {
		if value := recover(); value != nil {
			// Go would print the panic's value itself, which may name a guest and is not made safe.
			_, _ = fmt.Fprintf(errOut, "bellhop: internal error: %T\n%s", value, debug.Stack())
			code = exit.Failed
		}
	}()
	a := &app{streams: streams, env: env, build: build, launch: launch}
	a.paths, a.homeless = config.DefaultPaths()
	root := a.root()
	args, err := arguments.VerbsFirst(root, movesBack(arguments.Completable(args)))
	if err == nil {
		root.SetArgs(arguments.Fields(root, args))
		err = root.ExecuteContext(ctx)
	}
	if err == nil {
		a.running, err = true, out.Err() // The help, and what else is printed without a look at it.
	}
	if err == nil {
		return exit.OK
	}
	if !exit.Silent(err) {
		report(streams.Err, err)
	}
	return a.exitCode(ctx, err)
}

// printed returns the characters that commands print: those that the locale has, as the console does. What completes a word is
// that word.
func printed(args []string, env func(string) (string, bool)) glyph.Set {
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		return glyph.Unicode
	}
	return glyph.Choose("", "", func(name string) string {
		if env == nil {
			return ""
		}
		value, _ := env(name)
		return value
	})
}

// exitCode decides what an error ends the program with.
func (a *app) exitCode(ctx context.Context, err error) int {
	var (
		conf    *config.Error
		auth    *config.AuthError
		call    *api.Error
		control *controlError
		long    *trip.DestinationError
	)
	code, coded := exit.CodeOf(err)
	switch {
	case coded:
		return code
	case !a.running:
		return exit.Usage
	case errors.Is(err, config.ErrNoProfile), errors.As(err, &long):
		return exit.Usage
	case errors.As(err, &conf):
		return exit.Config
	case errors.As(err, &control):
		return control.exitCode()
	case errors.As(err, &auth):
		return exit.Auth
	case errors.As(err, &call) && (call.Status == http.StatusUnauthorized || call.Status == http.StatusForbidden):
		return exit.Auth
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return exit.Interrupted
	default:
		return exit.Failed
	}
}

// report prints an error: what, where, and what to do. Nothing can be done when
// even that fails.
func report(w io.Writer, err error) {
	lines := strings.Split(safetext.Lines(strings.TrimRight(exit.Words(err), "\n")), "\n")
	if errors.As(err, new(*exit.Story)) || len(lines) == 1 {
		_, _ = fmt.Fprintf(w, "bellhop: %s\n", strings.Join(lines, "\n  "))
		return
	}
	_, _ = fmt.Fprintf(w, "bellhop: %d problems:\n  %s\n", len(lines), strings.Join(lines, "\n  "))
}

// root is the whole tree of commands. It is built for each run, so that nothing
// is left over from another.
func (a *app) root() *cobra.Command {
	var flags config.Flags
	var record string
	root := &cobra.Command{
		Use:     "bellhop",
		Short:   "Book hotels from the terminal",
		Long:    rootLong,
		Example: rootExample,
		Version: a.build.Version,
		// Errors are printed once, by report, and without a page of help.
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return arguments.UnknownCommand(cmd, args[0])
			}
			return nil
		},
		RunE:             func(cmd *cobra.Command, _ []string) error { return a.console(cmd, flags, record) },
		PersistentPreRun: func(cmd *cobra.Command, _ []string) { a.begin(cmd) },
	}
	root.SetIn(a.streams.In)
	root.SetOut(a.streams.Out)
	root.SetErr(a.streams.Err)
	root.SetVersionTemplate(a.versionLine())
	root.SetFlagErrorFunc(arguments.FlagError)
	a.profileFlags(root, &flags)
	root.Flags().StringVar(&record, "record", "", recordUsage)
	themeFlag(root, &flags)
	accessibleFlag(root, &flags)
	root.AddGroup(
		&cobra.Group{ID: desk.Group, Title: "Search, book and look up:"},
		&cobra.Group{ID: groupService, Title: "Consoles and sandboxes:"},
		&cobra.Group{ID: groupMachine, Title: "This machine:"},
	)
	grouped(root, desk.Group, desk.Commands(a.deskHost())...)
	grouped(root, groupService, demoCommand(a), checkCommand(a), sandboxCommand(a),
		serve.Command(a.paths, func() error { return a.homeless }, untilStopped, a.launch.Team))
	grouped(root, groupMachine, profileCommand(a), auditCommand(a), guestsCommand(a), phrasebookCommand(), keysCommand(a), doctorCommand(a), pathsCommand(a), versionCommand(a))
	a.completeKnown(root)
	root.SetHelpCommand(arguments.HelpCommand())
	root.SetHelpCommandGroupID(groupMachine)
	root.SetCompletionCommandGroupID(groupMachine)
	root.InitDefaultCompletionCmd()
	return root
}

// The groups of commands in the help, beside those at a desk.
const (
	groupService = "service"
	groupMachine = "machine"
)

// grouped adds commands under a heading of the help.
func grouped(root *cobra.Command, group string, list ...*cobra.Command) {
	for _, cmd := range list {
		cmd.GroupID = group
	}
	root.AddCommand(list...)
}

// Commands is the whole tree of commands, for those who describe it. It is not for
// running: it reads no configuration and starts nothing.
func Commands(build Build) *cobra.Command {
	return (&app{build: build, streams: Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}}).root()
}

// deskHost is what the commands at a desk get of the program.
func (a *app) deskHost() desk.Host {
	return desk.Host{Flags: a.profileFlags, Load: a.load, Open: a.launch.Desk, ViewsFile: a.paths.ViewsFile, Env: a.env, Input: a.streams.In}
}

const rootLong = `Bellhop is a hotel booking console for the terminal: search, check the terms,
book, look up and cancel, with the cost shown first.

Without a profile it opens on a sandbox, the whole booking service inside this
program: nothing leaves this machine and nothing is booked for real.

Settings come from flags, then from the variables BELLHOP_PROFILE,
BELLHOP_BASE_URL, BELLHOP_ACCOUNT and BELLHOP_TOKEN, then from config.toml and
credentials.toml (see "bellhop paths"). There is no flag for the token:
arguments can be read by everybody on this machine.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 wrong configuration, 4 account
or token missing or refused, 5 sent but what came of it is not known yet, 6 not
sent because it is not what was agreed to, 10 deadlines found by "bellhop
deadlines --within", 11 the list may not be all, 128 and the signal's number
when interrupted.`

const rootExample = `  bellhop demo                          try everything on the sandbox
  bellhop profile add work --base-url https://api.example.com --account 1234
  bellhop --profile work                open the console on an account
  bellhop --record session.jsonl        write down what it asks; "bellhop sandbox replay" serves it again`

// profileFlags are the flags of what talks to a service.
func (a *app) profileFlags(cmd *cobra.Command, flags *config.Flags) {
	cmd.Flags().StringVar(&flags.Profile, "profile", "", "the `NAME` of the profile to use")
	cmd.Flags().StringVar(&flags.BaseURL, "base-url", "", "the service's `ADDRESS`, instead of the profile's")
	cmd.Flags().BoolVar(&flags.ReadOnly, "read-only", false, "write nothing at the service")
	cmd.Flags().Bool("demo", false, "the sandbox inside this program, as \"bellhop demo\" has it")
	// The flag was made above, so there is nothing to go wrong.
	_ = cmd.RegisterFlagCompletionFunc("profile", a.completeProfiles(true))
	_ = cmd.RegisterFlagCompletionFunc("base-url", cobra.NoFileCompletions)
}

func themeFlag(cmd *cobra.Command, flags *config.Flags) {
	cmd.Flags().StringVar(&flags.Theme, "theme", "", "the colours: `auto|dark|light|high-contrast|none`")
	_ = cmd.RegisterFlagCompletionFunc("theme", cobra.FixedCompletions(config.Themes(), cobra.ShellCompDirectiveNoFileComp))
}

func accessibleFlag(cmd *cobra.Command, flags *config.Flags) {
	cmd.Flags().BoolVar(&flags.Accessible, "accessible", false, "ask and tell line by line, for a screen reader or a pipe; no full screen")
}

// warn prints a notice on the standard error; "" prints nothing.
func warn(cmd *cobra.Command, notice string) {
	if notice != "" {
		cmd.PrintErrln("bellhop: " + notice)
	}
}

// begin notes that a command runs, and names retired settings and files on the standard error. A console shows them itself, and
// shell completion must print only its words.
func (a *app) begin(cmd *cobra.Command) {
	a.running = true
	silent := []string{"bellhop", "bellhop demo", "bellhop " + cobra.ShellCompRequestCmd, "bellhop " + cobra.ShellCompNoDescRequestCmd}
	if a.homeless == nil && !slices.Contains(silent, cmd.CommandPath()) {
		warn(cmd, a.paths.TakeRetiredNotice())
	}
}

// load resolves the configuration for a command, and checks that only the user can read and write Bellhop's files.
func (a *app) load(cmd *cobra.Command, flags config.Flags) (config.Config, error) {
	c, err := a.loadConsole(cmd, flags)
	if trouble := c.Preferences.ZoneTrouble; err == nil && trouble != "" {
		notice(cmd)(safetext.Line(trouble))
	}
	return c, err
}

// loadConsole is load for the console, which shows an unknown time zone itself.
func (a *app) loadConsole(cmd *cobra.Command, flags config.Flags) (config.Config, error) {
	c, err := a.resolve(cmd, flags, a.launch.Keyring)
	if err == nil {
		err = config.CheckFiles(a.paths)
	}
	return c, err
}

// resolve resolves the configuration for a command. A nil keyring is not asked.
func (a *app) resolve(cmd *cobra.Command, flags config.Flags, ring config.Keyring) (config.Config, error) {
	for _, name := range []string{"profile", "base-url", "theme"} {
		// An empty variable in a script must not choose another account.
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && f.Value.String() == "" {
			return config.Config{}, exit.Wrong("--%s is empty; give it a value or leave it out", name)
		}
	}
	for _, pair := range [][2]string{{"demo", "profile"}, {"demo", "base-url"}, {"accessible", "play"}, {"accessible", "present"}} {
		if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
			return config.Config{}, exit.Wrong("--%s and --%s do not go together; leave one of them out", pair[0], pair[1])
		}
	}
	if a.homeless != nil {
		return config.Config{}, a.homeless
	}
	env := a.env
	if demo := cmd.Flags().Lookup("demo"); demo != nil && demo.Value.String() == "true" {
		// What the environment says about accounts is no concern of the demo.
		flags.Profile, env = config.Demo, onlyTZ(env)
	}
	c, err := config.Load(config.Inputs{Flags: flags, Env: env, Paths: a.paths, CheckDialect: checkDialect, Theme: themeWords(), CheckKeys: a.launch.Keys.Check, Keyring: ring})
	var wrong *config.Error
	if errors.As(err, &wrong) && !slices.ContainsFunc(wrong.Problems, func(p config.Problem) bool {
		return !strings.HasPrefix(p.Where, "--")
	}) {
		return c, exit.Wrong("%s", err) // The files are fine: it is the flags.
	}
	return c, err
}

// onlyTZ returns an environment that has TZ alone.
func onlyTZ(env func(string) (string, bool)) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if name != config.EnvTZ || env == nil {
			return "", false
		}
		return env(name)
	}
}

// themeWords are what a config file may say of colours.
func themeWords() config.ThemeWords {
	return config.ThemeWords{
		Themes: scheme.Overridable(), Names: scheme.Names(), Colors: scheme.ColorWords(),
		CheckColor: func(text string) error { _, err := scheme.ParseColor(text); return err },
	}
}

func checkDialect(names map[string]string) error {
	_, err := api.DefaultDialect().With(names)
	return err
}

func (a *app) console(cmd *cobra.Command, flags config.Flags, record string) error {
	c, err := a.loadConsole(cmd, flags)
	if err != nil {
		return err
	}
	if err := c.Ready(); err != nil {
		return err
	}
	if c.Record, err = recordFile(record); err != nil {
		return err
	}
	return a.launch.Console(cmd.Context(), c)
}

func demoCommand(a *app) *cobra.Command {
	var flags config.Flags
	var o DemoOptions
	var f trainingFlags
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Try everything on a sandbox inside this program",
		Long: `Demo opens the console on a sandbox inside this program: a world of invented
hotels in real cities, with some hundred reservations to look at. Nothing
leaves this machine. The world and what you book in it stay until --fresh.`,
		Example: "  bellhop demo\n  bellhop demo --play\n  bellhop demo --fresh --seed 7\n  bellhop demo --clock +6h --fault \"reset-after POST /rest/v1/reservation nth=1\"",
		Args:    arguments.None,
		RunE: func(cmd *cobra.Command, _ []string) error {
			// The demo is nobody's account: what the environment says about
			// accounts is no concern of it, the preferences are.
			a.env = onlyTZ(a.env)
			flags.Profile = config.Demo
			c, err := a.loadConsole(cmd, flags)
			if err != nil {
				return err
			}
			o.Config = c
			if err := playedAlone(cmd, o.Play); err != nil {
				return err
			}
			if o.Sandbox, err = f.options(cmd); err != nil {
				return err
			}
			o.Sandbox.Keep, o.Notice = o.Sandbox.Keep || o.Fresh, notice(cmd)
			if o.Record, err = recordFile(f.record); err != nil {
				return err
			}
			o.Join, o.Training = len(given(cmd, worldFlags()...)) == 0, given(cmd, trainingNames()...)
			return a.launch.Demo(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.Fresh, "fresh", false, "start a new world and forget the old reservations")
	cmd.Flags().BoolVar(&o.Play, "play", false, "watch a booking being made, in a world of its own: space pauses, esc takes over")
	cmd.Flags().BoolVar(&o.Present, "present", false, "start in presenter mode: mask guests and numbers, show the keys that are pressed (f2 switches it)")
	cmd.Flags().BoolVar(&flags.ReadOnly, "read-only", false, "write nothing: the keys that send are gone")
	f.add(cmd, DemoChanges, DemoLatency)
	_ = cmd.RegisterFlagCompletionFunc("quirks", completeQuirks)
	themeFlag(cmd, &flags)
	accessibleFlag(cmd, &flags)
	return cmd
}

// playedAlone refuses what would make the world of a play another one: it is
// always the same, so that the play is.
func playedAlone(cmd *cobra.Command, play bool) error {
	if !play {
		return nil
	}
	given := append(given(cmd, worldFlags()...), given(cmd, append(trainingNames(), "read-only")...)...)
	if len(given) > 0 {
		return exit.Wrong("--play has a world of its own that is always the same; leave %s out", given[0])
	}
	return nil
}

// worldFlags are the flags of a demo that ask for data of its own.
func worldFlags() []string { return []string{"fresh", "seed", "hotels", "record", "fixtures", "set"} }

// trainingNames are the flags for the behaviour of a demo's sandbox.
func trainingNames() []string {
	return []string{"clock", "latency", "fault", "faults", "changes", "quirks"}
}

// given returns those of the flags that were given, as they are typed.
func given(cmd *cobra.Command, names ...string) (flags []string) {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			flags = append(flags, "--"+name)
		}
	}
	return flags
}
