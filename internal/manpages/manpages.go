// Package manpages writes a manual page for every command. A page says what the help of
// its command says, line by line: the help is laid out for eighty columns already, and has
// tables that a converter of running text would tear apart.
package manpages

import (
	"fmt"
	"strings"
	"time"

	"bellhop/cli/exit"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// section is that of commands for everybody.
const section = 1

// Pages returns the pages of a command and of all below it, by their file names. They
// bear the date, so that the same commit gives the same bytes.
func Pages(root *cobra.Command, version string, date time.Time) map[string]string {
	root.InitDefaultHelpCmd()
	pages := map[string]string{}
	var add func(cmd *cobra.Command)
	add = func(cmd *cobra.Command) {
		pages[FileName(cmd)] = page(cmd, version, date)
		for _, below := range shown(cmd) {
			add(below)
		}
	}
	add(root)
	return pages
}

// FileName is that of a command's page.
func FileName(cmd *cobra.Command) string { return fmt.Sprintf("%s.%d", name(cmd), section) }

func name(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// shown are the commands below one that the help lists.
func shown(cmd *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	for _, below := range cmd.Commands() {
		if below.IsAvailableCommand() || below.Name() == "help" {
			list = append(list, below)
		}
	}
	return list
}

func page(cmd *cobra.Command, version string, date time.Time) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	cmd.InitDefaultHelpFlag()
	line(`.TH "%s" "%d" "%s" "bellhop %s" "Bellhop"`, strings.ToUpper(escape(name(cmd))), section, date.UTC().Format("2006-01-02"), escape(version))
	// Lines are as long as they are written, and words are not torn apart.
	line(".nh\n.ad l")
	line(".SH NAME\n%s \\- %s", escape(name(cmd)), escape(cmd.Short))
	line(".SH SYNOPSIS\n%s", escape(cmd.UseLine()))
	if cmd.HasAvailableSubCommands() {
		line(".br\n%s", escape(cmd.CommandPath()+" COMMAND"))
	}
	if cmd.Long != "" {
		line(".SH DESCRIPTION\n%s", verbatim(cmd.Long))
	}
	if below := shown(cmd); len(below) > 0 {
		line(".SH COMMANDS")
		for _, one := range below {
			line(".TP\n\\fB%s\\fR(%d)\n%s", escape(name(one)), section, text(one.Short))
		}
	}
	var options []string
	visit := func(f *pflag.Flag) {
		if !f.Hidden {
			options = append(options, option(f))
		}
	}
	cmd.LocalFlags().VisitAll(visit)
	cmd.InheritedFlags().VisitAll(visit)
	if len(options) > 0 {
		line(".SH OPTIONS\n%s", strings.Join(options, "\n"))
	}
	if cmd.Example != "" {
		line(".SH EXAMPLES\n%s", verbatim(cmd.Example))
	}
	if !cmd.HasParent() {
		line(".SH EXIT STATUS")
		for _, code := range exit.Codes() {
			line(".TP\n\\fB%d\\fR\n%s", code.Number, text(code.Means))
		}
	}
	if also := seeAlso(cmd); len(also) > 0 {
		line(".SH SEE ALSO\n%s", strings.Join(also, ",\n"))
	}
	return b.String()
}

func option(f *pflag.Flag) string {
	word, usage := pflag.UnquoteUsage(f)
	head := "\\fB\\-\\-" + escape(f.Name) + "\\fR"
	if f.Shorthand != "" {
		head = "\\fB\\-" + escape(f.Shorthand) + "\\fR, " + head
	}
	switch {
	case word != "" && f.NoOptDefVal != "" && f.Value.Type() != "bool":
		head += "[=\\fI" + escape(word) + "\\fR]"
	case word != "":
		head += " \\fI" + escape(word) + "\\fR"
	}
	switch f.DefValue {
	case "", "false", "0", "[]", "0s":
	default:
		usage += " (default " + f.DefValue + ")"
	}
	return ".TP\n" + head + "\n" + text(usage)
}

func seeAlso(cmd *cobra.Command) []string {
	var also []string
	if cmd.HasParent() {
		also = append(also, name(cmd.Parent()))
		for _, beside := range shown(cmd.Parent()) {
			if beside != cmd && cmd.Parent().HasParent() {
				also = append(also, name(beside))
			}
		}
	}
	for i, one := range also {
		also[i] = fmt.Sprintf("\\fB%s\\fR(%d)", escape(one), section)
	}
	return also
}

// verbatim is a text whose lines stay as they are.
func verbatim(s string) string {
	lines := strings.Split(strings.Trim(s, "\n"), "\n")
	for i, one := range lines {
		lines[i] = text(strings.ReplaceAll(one, "\t", "    "))
	}
	return ".nf\n" + strings.Join(lines, "\n") + "\n.fi"
}

// text is a line of running text: one that begins as a request of roff does is none.
func text(s string) string {
	s = escape(strings.ReplaceAll(s, "\n", " "))
	if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "'") {
		s = `\&` + s
	}
	return s
}

// escape keeps roff from reading a text: backslashes, and hyphens and quotes that must be
// copied as they are.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`).Replace(s)
}
