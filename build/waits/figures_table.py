"""Figures beside something known, each with its goal, as `./sluice bench` prints them."""
import math
import statistics
import sys

HEADER = ["what", "figure", "unit", "ratio", "beside", "goal", "reached"]


class Wrong(Exception):
    """Something put out what it must not: a figure of it would be worth nothing."""


def check(condition, what):
    if not condition:
        raise Wrong(what)


def at_least(bound):
    """A goal, from below."""
    return "≥", bound


def at_most(bound):
    """A goal, from above."""
    return "≤", bound


def number(value):
    """Three significant digits."""
    if value == 0:
        return "0"
    if abs(value) >= 1_000:
        return f"{value:,.0f}"
    return f"{value:.{max(0, 2 - math.floor(math.log10(abs(value))))}f}"


def spread(values):
    """The median and, of several rounds, the quarter marks."""
    middle = number(statistics.median(values)) + " ×"
    if len(values) == 1:
        return middle
    low, _, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle} ({number(low)}–{number(high)})"


def row(what, values, unit, beside=None, others=(), faster=False, goal=None):
    """The cells of a figure, and tells it on standard error.

    Values and others are of the same rounds. A ratio is of the two values of a round, values to others; `faster` is for times: it turns
    them round, so that more is better. A goal is the ratio's where there is one, and else the figure's.
    """
    ratios = [other / value if faster else value / other for value, other in zip(values, others, strict=beside is not None)]
    cells = [what, number(statistics.median(values)), unit, spread(ratios) if ratios else "",
             f"{beside}: {number(statistics.median(others))}" if ratios else "", "", ""]
    if goal:
        bound, value = goal
        measured = statistics.median(ratios or values)
        cells[5] = f"{bound} {value:,g}" + (" ×" if ratios else "")
        cells[6] = "yes" if (measured >= value if bound == "≥" else measured <= value) else "no"
    print("  " + "  ".join(each for each in cells if each), file=sys.stderr, flush=True)
    return cells


def print_table(rows, markdown):
    """A table for a terminal, or of Markdown as benchmarks/RESULTS.md has it."""
    if markdown:
        print("| " + " | ".join(HEADER) + " |\n|---|---:|---|---|---|---|---|")
        print("\n".join("| " + " | ".join(cells) + " |" for cells in rows))
        return
    widths = [max(len(cells[at]) for cells in [HEADER, *rows]) for at in range(len(HEADER))]
    for cells in [HEADER, *rows]:
        print("  ".join(cell.rjust(width) if at == 1 else cell.ljust(width)
                        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))).rstrip())
