package cli

import (
	"fmt"
	"net/http"
	"strings"

	"bellhop/cli/exit"
	"bellhop/config"
	"bellhop/sandbox/service"
	"bellhop/sandbox/training"

	"github.com/spf13/cobra"
)

// The words that stand for every quirk and for none.
const (
	allQuirks = "all"
	noQuirks  = "none"
)

func quirksCommand(a *app) *cobra.Command {
	return a.controls(&cobra.Command{
		Use:   "quirks [LIST|all|none]",
		Short: "List the odd shapes that answers can come in, or choose those of a running sandbox",
		Long: `Quirks lists shapes that services have been seen to answer in although the
specification has others; a client has to take them. With names it has a
running sandbox answer so from now on, and with "none" as the specification
says. At the start of a sandbox or the demo --quirks does the same.

A quirk that can meet several things of an answer meets some of them; the seed
and the request decide which. "bellhop sandbox status" shows those in force.`,
		Example:           "  bellhop sandbox quirks\n  bellhop sandbox quirks all --demo\n  bellhop sandbox quirks stripe,key-order\n  bellhop sandbox quirks none",
		ValidArgsFunction: completeQuirks,
	}, func(c *controller, args []string) error {
		if len(args) == 0 {
			rows := []string{"QUIRK\tWHAT IT DOES"}
			for _, q := range training.ListQuirks() {
				rows = append(rows, q.Name+"\t"+q.Does)
			}
			return printList(c.OutOrStdout(), c.asJSON, training.ListQuirks(), rows)
		}
		list := strings.Join(args, ",")
		if strings.Trim(list, ", ") == "" {
			return exit.Wrong("the list is empty; see %q", c.CommandPath()+" --help")
		}
		if err := checked(c.Name(), list, training.CheckQuirks); err != nil {
			return err
		}
		return c.tell(http.MethodPost, "/quirks", map[string]string{"to": list}, func(s state) error {
			return c.println(strings.Join(s.quirkLines(len(training.ListQuirks())), "\n"))
		})
	})
}

// completeQuirks completes the last name of a list.
func completeQuirks(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	var list []string
	for _, q := range training.ListQuirks() {
		list = append(list, before+q.Name)
	}
	if before == "" {
		list = append(list, allQuirks, noQuirks)
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// quirksWidth is how wide a line of names may be.
const quirksWidth = 68

// quirkLines are the quirks in force, out of so many, as lines that fit a
// narrow terminal.
func (s state) quirkLines(of int) []string {
	switch len(s.Quirks) {
	case 0:
		return []string{noQuirks}
	case of:
		return []string{fmt.Sprintf("%s %d", allQuirks, of)}
	}
	lines := []string{""}
	for i, name := range s.Quirks {
		if i < len(s.Quirks)-1 {
			name += ","
		}
		last := &lines[len(lines)-1]
		switch {
		case *last == "":
			*last = name
		case len(*last)+1+len(name) > quirksWidth:
			lines = append(lines, name)
		default:
			*last += " " + name
		}
	}
	return lines
}

func checkNames(settings []string) error {
	if err := service.CheckNames(settings); err != nil {
		return exit.Wrong("--name: %s", err)
	}
	return nil
}

func completeNames(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var list []string
	for _, entry := range config.DialectKeys() {
		list = append(list, entry+"=")
	}
	return list, cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}
