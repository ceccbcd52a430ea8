package cli

import "github.com/spf13/cobra"

// A double click may start the console: the command library would refuse to
// start anything from the file explorer.
func init() { cobra.MousetrapHelpText = "" }
