package io.sluice.local.cli;

import io.sluice.input.InputException;
import io.sluice.jq.JqTool;
import io.sluice.local.input.InputSources;
import io.sluice.local.input.WholeText;
import io.sluice.local.records.InputSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/// jq's own options. Picocli has them for the help and for completion alone: with any of them the words of the command
/// are taken apart as jq takes them.
final class JqOptions {
    private JqOptions() {}

    private static List<OptionSpec> all() {
        return List.of(//
                option(0, "", "Texts without quotes.", "-r", "--raw-output"),
                option(0, "", "As -r, and no line ends.", "-j", "--join-output"),
                option(0, "", "An output a line.", "-c", "--compact-output"),
                option(0, "", "Only ASCII, all else as escapes.", "-a", "--ascii-output"),
                option(0, "", "Keys of objects in order.", "-S", "--sort-keys"),
                option(0, "", "Nothing: outputs have no colours.", "-M", "--monochrome-output"),
                option(0, "", "A tab a level.", "--tab"),
                option(1, "N", "N spaces a level, at most 7.", "--indent"),
                option(0, "", "null is the only input; input reads the others.", "-n", "--null-input"),
                option(0, "", "All inputs as one array.", "-s", "--slurp"),
                option(0, "", "Each line is an input, as a text.", "-R", "--raw-input"),
                option(0, "", "Status 1 when the last output is false or null, 4 when there is none.", "-e",
                        "--exit-status"),
                option(0, "", "The program is in the file that EXPRESSION names.", "-f", "--from-file"),
                option(2, "NAME TEXT", "$NAME is a text.", "--arg"),
                option(2, "NAME JSON", "$NAME is a JSON value.", "--argjson"),
                option(2, "NAME FILE", "$NAME is the array of a file's values.", "--slurpfile"),
                option(2, "NAME FILE", "$NAME is a file's text.", "--rawfile"),
                option(0, "", "Arguments after EXPRESSION are texts of $ARGS.positional, not files.", "--args"),
                option(0, "", "As --args, and each is a JSON value.", "--jsonargs"));
    }

    private static OptionSpec option(int values, String label, String description, String... names) {
        OptionSpec.Builder option = OptionSpec.builder(names).description(description).arity(Integer.toString(values));
        return values == 0
                ? option.type(boolean.class).build()
                : option.type(List.class).auxiliaryTypes(String.class).paramLabel(label).hideParamSyntax(true).build();
    }

    /// Adds them to `jq`.
    static CommandLine addTo(CommandLine jq) {
        all().forEach(jq.getCommandSpec()::addOption);
        return jq;
    }

    /// Runs `jq` as jq 1.6 does, and returns its exit code; empty when `arguments` ask for something else: no option of
    /// jq's is among them, or help is asked for.
    static Optional<Integer> run(Console console, String... arguments) throws IOException {
        List<String> words = List.of(arguments);
        if (words.isEmpty() || !words.getFirst().equals("jq") || words.contains("--help") || words.contains("-h")
                || words.stream().noneMatch(JqTool::isOption)) {
            return Optional.empty();
        }
        return Optional.of(new JqTool(console.in(), console.out(), console.err(), JqOptions::read,
                InstantSource.system())
                .run(words.subList(1, words.size())));
    }

    private static byte[] read(String name) throws IOException {
        try {
            var text = new ByteArrayOutputStream();
            for (InputSource source : InputSources.find(List.of(name), InputStream.nullInputStream(), _ -> {})) {
                text.write(WholeText.of(source));
            }
            return text.toByteArray();
        } catch (InputException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
