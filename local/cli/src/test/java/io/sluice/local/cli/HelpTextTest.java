package io.sluice.local.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.local.terminal.Screen;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// Help in a terminal of 40 columns.
final class HelpTextTest {
    private static final int COLUMNS = 40;

    private static List<String> commands() {
        return List.copyOf(CommandTree.all(console(new StringWriter())).getSubcommands().keySet());
    }

    private static Console console(StringWriter out) {
        var screen = new Screen(Screen.Kind.PLAIN, () -> COLUMNS);
        return new Console(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(new StringWriter()),
                screen, screen);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void anOptionHasItsLineAndWhatIsSaidOfItThoseAfterIt(String command) {
        var out = new StringWriter();
        assertEquals(0, CommandTree.execute(console(out), command, "--help"));
        List<String> lines = out.toString().lines().toList();
        assertTrue(lines.size() > 3, out.toString());
        lines.forEach(line -> assertTrue(line.length() <= COLUMNS, line));
        CommandLine all = CommandTree.all(console(new StringWriter()));
        for (OptionSpec option : Objects.requireNonNull(all.getSubcommands().get(command)).getCommandSpec()
                .options()) {
            String alone = "(-\\w, )?" + Pattern.quote(option.longestName()) + "\\S*";
            assertTrue(option.hidden() || lines.stream().anyMatch(line -> line.strip().matches(alone)),
                    command + " " + option.longestName() + ": " + out);
        }
    }

    @Test
    void thereAreCommands() {
        assertTrue(commands().containsAll(List.of("run", "check", "verify")), commands().toString());
    }
}
