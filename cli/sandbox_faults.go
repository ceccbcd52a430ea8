package cli

import (
	"fmt"
	"net/http"
	"strings"

	"bellhop/cli/arguments"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/sandbox/training/fault"

	"github.com/spf13/cobra"
)

func faultsCommand(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "faults",
		Short: "Make requests to a running sandbox go wrong on purpose",
		Long: `Faults lists, adds and clears rules. A rule is one line:

  KIND [METHOD] [PATH] [nth=2 | every=3 | p=0.05] [times=1]
       [delay=8s] [retry-after=5s] [status=409] [body=html] [seed=7]

PATH is a path of the service, such as /rest/v1/reservation/{reservation_id}/cancel,
or a beginning that ends in *. "bellhop sandbox faults kinds" lists the kinds.
The same lines can stand in a file for --faults, where # starts a comment.`,
		Example: `  bellhop sandbox faults add "reset-after POST /rest/v1/reservation nth=2"
  bellhop sandbox faults add "slow GET p=0.1 delay=3s" --demo
  bellhop sandbox faults clear`,
	}
	cmd.AddCommand(faultsListCommand(a), faultsAddCommand(a), faultsClearCommand(a), faultsKindsCommand())
	return cmd
}

// faults prints the rules that hold after a change.
func (c *controller) faults(method, path string, in any) error {
	return c.request(false, method, path, in, func(s state) error {
		if c.asJSON {
			return output.JSON(c.OutOrStdout(), append([]fault.Status{}, s.Faults...))
		}
		return faultLines(c.OutOrStdout(), s.Faults)
	})
}

func faultsListCommand(a *app) *cobra.Command {
	return a.controls(&cobra.Command{
		Use: "list", Short: "List the rules, how often each matched and fired", Args: arguments.None,
	}, func(c *controller, _ []string) error { return c.faults(http.MethodGet, "", nil) })
}

func faultsAddCommand(a *app) *cobra.Command {
	return a.controls(&cobra.Command{
		Use: "add RULE...", Short: "Add rules, each in quotes",
		ValidArgsFunction: cobra.NoFileCompletions,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return exit.Wrong("%q needs a rule in quotes, such as %q", cmd.CommandPath(), "busy POST nth=1")
			}
			return nil
		},
	}, func(c *controller, args []string) error {
		if err := checkedRules(args); err != nil {
			return err
		}
		return c.faults(http.MethodPost, "/faults", map[string]string{"rules": strings.Join(args, "\n")})
	})
}

// checkedRules is what is wrong with the rules that were given, such as quotes
// that were forgotten.
func checkedRules(rules []string) error {
	for _, rule := range rules {
		if text, _, _ := strings.Cut(rule, "#"); strings.TrimSpace(text) == "" {
			return exit.Wrong("the rule %q is empty; give one such as %q", rule, "busy POST nth=1")
		}
		err := checked(fmt.Sprintf("the rule %q", rule), rule, checkFaults)
		if whole := strings.Join(rules, " "); err != nil && len(rules) > 1 && checked("", whole, checkFaults) == nil {
			return exit.Wrong("a rule is one argument; put quotes around it: %q", whole)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func faultsClearCommand(a *app) *cobra.Command {
	return a.controls(&cobra.Command{
		Use: "clear", Short: "Remove all rules", Args: arguments.None,
	}, func(c *controller, _ []string) error { return c.faults(http.MethodDelete, "/faults", nil) })
}

func faultsKindsCommand() *cobra.Command {
	rows := []string{"KIND\tWHAT IT DOES"}
	for _, k := range fault.Kinds() {
		rows = append(rows, fmt.Sprintf("%s\t%s", k.Kind, k.Meaning))
	}
	return lists(&cobra.Command{Use: "kinds", Short: "List the kinds of faults and what each does"}, fault.Kinds(), rows)
}
