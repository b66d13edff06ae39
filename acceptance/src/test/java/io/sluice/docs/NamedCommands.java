package io.sluice.docs;

import io.sluice.local.cli.Console;
import io.sluice.local.cli.SluiceCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The commands `./sluice …` that a page names anywhere, in its text and in what is not run, too: there is such a
/// command, and it has the options.
final class NamedCommands {
    private static final Pattern NAMED = Pattern.compile("(?m)(?:^|`|\\$ )\\./sluice +([^`\n]*)");
    /// Where a command line ends, or the page's table cell.
    private static final Pattern END = Pattern.compile(" *(?:(?<!\\\\)\\||[#;]|&&).*| >.*");
    private static final Pattern COMMAND = Pattern.compile("((?:iceberg|retention) [a-z]+|[a-z]+)\\b.*");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w'-])--?[a-z][a-z0-9-]*");
    private static final String BENCH_HELP = "benchmarks/src/main/resources/io/sluice/benchmarks/cli/help.txt";

    private final Map<String, String> helps = new HashMap<>();

    /// What is named on `page` and is not there.
    List<String> findings(Page page) {
        List<String> findings = new ArrayList<>();
        for (MatchResult named : NAMED.matcher(page.text().replaceAll("\\\\\n *", "")).results().toList()) {
            String line = END.matcher(named.group(1)).replaceFirst("");
            var command = COMMAND.matcher(line);
            if (command.matches()) {
                String help = helps.computeIfAbsent(command.group(1), NamedCommands::help);
                if (!help.startsWith("Usage: sluice " + command.group(1))) {
                    findings.add(page.name() + " names a command that is none: ./sluice " + line);
                }
                OPTION.matcher(line).results().map(MatchResult::group).filter(each -> !has(help, each))
                        .forEach(option -> findings.add(page.name() + " names an option that is none, " + option
                                + ": ./sluice " + line));
            }
        }
        return findings;
    }

    private static boolean has(String help, String option) {
        return Pattern.compile("(?<![\\w-])" + option + "(?![\\w-])").matcher(help).find();
    }

    /// The help text of `command`, `bench`'s as the launcher prints it; empty: there is no such command.
    private static String help(String command) {
        if (command.equals("bench")) {
            try {
                return Files.readString(Checkout.ROOT.resolve(BENCH_HELP));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        var out = new StringWriter();
        var console = new Console(InputStream.nullInputStream(), new PrintWriter(out),
                new PrintWriter(new StringWriter()));
        List<String> arguments = new ArrayList<>(List.of(command.split(" ", -1)));
        arguments.add("--help");
        return SluiceCommand.execute(console, arguments.toArray(String[]::new)) == 0 ? out.toString() : "";
    }
}
