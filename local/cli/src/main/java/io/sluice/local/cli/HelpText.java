package io.sluice.local.cli;

import io.sluice.local.terminal.Ink;
import io.sluice.local.terminal.Screen;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/// The layout of help: in two columns of 80 altogether; on a terminal that is narrower, in one.
final class HelpText {
    private static final int COLUMNS = 80;
    /// So wide that picocli breaks no line.
    private static final int COLUMNS_UNBROKEN = 10_000;
    private static final int INDENT = 6;
    /// A name, and what is said of it; or that alone, after a name that is too long for a column.
    private static final Pattern TWO_COLUMNS = Pattern.compile("( {2,6}(?! )(?:\\S| (?! ))+) {2,}(\\S.*)");
    /// An option, whose name may fill its column to the last.
    private static final Pattern OPTION = Pattern.compile("( {2,6}-\\S+(?:(?<=,) -\\S+)*) +(\\S.*)");
    private static final Pattern SECOND_COLUMN = Pattern.compile(" {10,}(\\S.*)");

    private HelpText() {}

    /// Has `line` and its commands lay their help out for `screen`.
    static void dress(CommandLine line, Screen screen) {
        line.setUsageHelpWidth(screen.width() < COLUMNS ? COLUMNS_UNBROKEN : COLUMNS);
        line.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    }

    /// Prints what a command laid out.
    static void print(String help, Console console) {
        boolean narrow = console.outScreen().width() < COLUMNS;
        help.lines().forEach(line -> {
            if (narrow) {
                printNarrow(line, console);
            } else {
                print(line, 0, console);
            }
        });
        console.out().flush();
    }

    private static void printNarrow(String line, Console console) {
        Matcher option = OPTION.matcher(line);
        Matcher two = option.matches() ? option : TWO_COLUMNS.matcher(line);
        Matcher second = SECOND_COLUMN.matcher(line);
        if (two.matches()) {
            print(two.group(1), INDENT, console);
            print(" ".repeat(INDENT) + two.group(2), INDENT, console);
        } else if (second.matches()) {
            print(" ".repeat(INDENT) + second.group(1), INDENT, console);
        } else {
            print(line, line.startsWith("Usage:") ? INDENT : 0, console);
        }
    }

    private static void print(String line, int indent, Console console) {
        String head = line.startsWith("Usage:") || line.startsWith("Commands:") ? line.split("(?<=:)", 2)[0] : "";
        console.outScreen().print(console.out(), Ink.HEADER, head, line, indent);
    }
}
