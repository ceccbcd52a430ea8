package output

import (
	"errors"
	"strconv"

	"github.com/spf13/cobra"
)

// LimitFlag bounds what is printed.
func LimitFlag(cmd *cobra.Command, limit *int) {
	cmd.Flags().Var((*count)(limit), "limit", "print at most `N`; 0 prints all")
	_ = cmd.RegisterFlagCompletionFunc("limit", cobra.NoFileCompletions)
}

// A count is a number that is not below zero.
type count int

func (c *count) String() string { return strconv.Itoa(int(*c)) }
func (c *count) Type() string   { return "N" }

// Set reads it.
func (c *count) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return errors.New("it is no number from 0 on")
	}
	*c = count(n)
	return nil
}

// Limited are at most so many of a list.
func Limited[T any](list []T, most int) []T {
	if most > 0 && len(list) > most {
		return list[:most]
	}
	return list
}
