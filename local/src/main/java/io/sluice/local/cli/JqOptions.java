package io.sluice.local.cli;

import io.sluice.input.InputException;
import io.sluice.jq.JqTool;
import io.sluice.local.input.InputSource;
import io.sluice.local.input.InputSources;
import io.sluice.local.input.WholeText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/// jq's own options. Picocli has them for the help and for completion alone: with any of them the words of the command
/// are taken apart as jq takes them.
final class JqOptions {
    @Option(names = {"-r", "--raw-output"}, description = "Texts without quotes.")
    private boolean rawOutput;

    @Option(names = {"-j", "--join-output"}, description = "As -r, and no line ends.")
    private boolean joinOutput;

    @Option(names = {"-c", "--compact-output"}, description = "An output a line.")
    private boolean compactOutput;

    @Option(names = {"-a", "--ascii-output"}, description = "Only ASCII, all else as escapes.")
    private boolean asciiOutput;

    @Option(names = {"-S", "--sort-keys"}, description = "Keys of objects in order.")
    private boolean sortKeys;

    @Option(names = {"-M", "--monochrome-output"}, description = "Nothing: outputs have no colours.")
    private boolean monochromeOutput;

    @Option(names = "--tab", description = "A tab a level.")
    private boolean tab;

    @Option(names = "--indent", paramLabel = "N", description = "N spaces a level, at most 7.")
    private int indent;

    @Option(names = {"-n", "--null-input"}, description = "null is the only input; input reads the others.")
    private boolean nullInput;

    @Option(names = {"-s", "--slurp"}, description = "All inputs as one array.")
    private boolean slurp;

    @Option(names = {"-R", "--raw-input"}, description = "Each line is an input, as a text.")
    private boolean rawInput;

    @Option(names = {"-e", "--exit-status"},
            description = "Status 1 when the last output is false or null, 4 when there is none.")
    private boolean exitStatus;

    @Option(names = {"-f", "--from-file"}, description = "The program is in the file that EXPRESSION names.")
    private boolean fromFile;

    @Option(names = "--arg", arity = "2", paramLabel = "NAME TEXT", hideParamSyntax = true,
            description = "$NAME is a text.")
    private List<String> arg = List.of();

    @Option(names = "--argjson", arity = "2", paramLabel = "NAME JSON", hideParamSyntax = true,
            description = "$NAME is a JSON value.")
    private List<String> argJson = List.of();

    @Option(names = "--slurpfile", arity = "2", paramLabel = "NAME FILE", hideParamSyntax = true,
            description = "$NAME is the array of a file's values.")
    private List<String> slurpFile = List.of();

    @Option(names = "--rawfile", arity = "2", paramLabel = "NAME FILE", hideParamSyntax = true,
            description = "$NAME is a file's text.")
    private List<String> rawFile = List.of();

    @Option(names = "--args", description = "What comes after EXPRESSION is texts of $ARGS.positional, not files.")
    private boolean args;

    @Option(names = "--jsonargs", description = "As --args, and each is a JSON value.")
    private boolean jsonArgs;

    /// What `jq` ends with as jq 1.6 does; empty when `arguments` ask for something else: no option of jq's is among
    /// them, or help is asked for.
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
            for (InputSource source : InputSources.find(List.of(name), InputStream.nullInputStream())) {
                text.write(WholeText.of(source));
            }
            return text.toByteArray();
        } catch (InputException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
