package io.sluice.infra.runbook;

import io.sluice.infra.Synthesis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// `docs/how-to/operations.md` as an operator reads it: under each heading the commands to type, in their order. A
/// command is a fenced block for a shell, or code within a sentence that begins with the name of a program and has more
/// than that.
final class RunbookPage {
    static final String NAME = "docs/how-to/operations.md";
    private static final Pattern FENCE = Pattern.compile(" *```(\\S*)");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern PROGRAM = Pattern.compile("((aws|npx|cdk|npm|mvn)|\\./sluice\\s\\w+)\\s\\S[\\s\\S]*");

    private final Map<String, Procedure> procedures = new LinkedHashMap<>();
    private String heading = "";
    private final StringBuilder paragraph = new StringBuilder();
    private int paragraphLine;

    /// What stands under one heading.
    ///
    /// @param heading  without its marks
    /// @param commands what is to be typed
    record Procedure(String heading, List<Command> commands) {
        Procedure {
            commands = List.copyOf(commands);
        }
    }

    /// What is typed at once.
    ///
    /// @param line where it begins, from 1
    record Command(int line, String text) {
        @Override
        public String toString() {
            return NAME + ":" + line + " `" + text + "`";
        }
    }

    private RunbookPage() {}

    static RunbookPage read() {
        try {
            return of(Files.readString(Synthesis.TOP_LEVEL.resolve(NAME)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static RunbookPage of(String text) {
        var page = new RunbookPage();
        page.take(text.lines().toList());
        return page;
    }

    /// All headings under which there is something to type, in the page's order.
    Collection<Procedure> procedures() {
        return procedures.values();
    }

    Procedure procedure(String name) {
        return Optional.ofNullable(procedures.get(name))
                .orElseThrow(() -> new AssertionError(NAME + " has no commands under the heading '" + name + "'"));
    }

    private void take(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            var fence = FENCE.matcher(lines.get(i));
            if (fence.matches()) {
                endParagraph();
                int begin = i + 1;
                do {
                    i++;
                } while (!lines.get(i).strip().equals("```"));
                if (fence.group(1).equals("sh")) {
                    add(begin + 1, String.join("\n", lines.subList(begin, i)).stripIndent());
                }
            } else if (lines.get(i).startsWith("#")) {
                endParagraph();
                heading = lines.get(i).replaceFirst("#+ ", "").replace("`", "");
            } else if (lines.get(i).isBlank()) {
                endParagraph();
            } else {
                paragraphLine = paragraph.isEmpty() ? i + 1 : paragraphLine;
                paragraph.append(lines.get(i).strip()).append('\n');
            }
        }
        endParagraph();
    }

    /// Code within sentences may go over the end of a line, which is a blank then.
    private void endParagraph() {
        String text = paragraph.toString();
        CODE.matcher(text).results().filter(code -> PROGRAM.matcher(code.group(1)).matches())
                .forEach(code -> add(paragraphLine + Math
                        .toIntExact(text.substring(0, code.start()).chars().filter(each -> each == '\n').count()),
                        code.group(1).replace('\n', ' ')));
        paragraph.setLength(0);
    }

    private void add(int line, String command) {
        var known = procedures.get(heading);
        var commands = new ArrayList<>(known == null ? List.<Command>of() : known.commands());
        commands.add(new Command(line, command));
        procedures.put(heading, new Procedure(heading, commands));
    }
}
