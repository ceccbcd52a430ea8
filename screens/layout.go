package screens

import (
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/ui"
)

// margin is the empty space left of a body.
const margin = "  "

// indent puts the margin before lines.
func indent(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = margin + line
	}
	return out
}

// failureBlock explains what went wrong above what is still there. Where
// letters are text, hint says which key tries again.
func failureBlock(t ui.Theme, width int, x *booking.Explanation, hint string) []string {
	if x == nil {
		return nil
	}
	words := maskExplanation(t, *x)
	text := words.Text
	for _, line := range problemLines(words.Problems) {
		text += "\n" + line
	}
	if hint == "" || !x.Retry {
		hint = x.Hint
	}
	return ui.Notice(t, width, ui.NoticeBad, "! "+x.Title, text, hint)
}

// mostProblems is how many lines of problems fit a small screen together with
// what to do about them.
const mostProblems = 8

// problemLines are the first problems of a refusal, one each, and how many more
// there are.
func problemLines(problems []api.Problem) []string {
	shown := problems
	if len(problems) > mostProblems {
		shown = problems[:mostProblems-1]
	}
	lines := make([]string, 0, len(shown)+1)
	for _, p := range shown {
		lines = append(lines, "- "+booking.ProblemWords(p))
	}
	if more := len(problems) - len(shown); more > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more", more))
	}
	return lines
}

// paneWidths are the widths of a list and the details beside it, with three
// cells for the line between them. Below ui.WideBody there are no details.
func paneWidths(width int) (list, details int) {
	if width < ui.WideBody {
		return width, 0
	}
	details = min(width*37/100, 72)
	return width - details - 3, details
}

// panes draws the list and the details beside it, exactly width x height.
func panes(t ui.Theme, left, right []string, width, height int) string {
	list, details := paneWidths(width)
	if details == 0 {
		return ui.Block(left, width, height)
	}
	return strings.Join(ui.Columns(left, list, t.Rule.Render(" │ "), right, details, height), "\n")
}

// moneyColumn styles the money column of a table.
func moneyColumn(t ui.Theme, money int) func(row, column int) lipgloss.Style {
	return func(_, column int) lipgloss.Style {
		if column == money {
			return t.Money
		}
		return t.Plain
	}
}
