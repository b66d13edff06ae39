package io.sluice.docs;

import io.sluice.docs.Block.Commands;
import io.sluice.docs.Block.Other;
import io.sluice.docs.Block.Output;
import io.sluice.docs.Block.Sample;
import io.sluice.docs.Block.Stream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Takes the fenced blocks out of a page, and holds its form to these rules:
///
/// * commands stand in a block of the language `sh`, `bash` or `shell`, without a prompt and without their output;
/// * a block without a language is what the commands right before it print;
/// * a comment in the line before a fence says what else a block is: `<!-- not run: REASON -->`, `<!-- on standard
///   output -->`, `<!-- on standard error -->` (of the last commands, whatever is between), or `<!-- file: NAME -->`.
final class PageReader {
    private static final Pattern FENCE = Pattern.compile("( *)(`{3,}|~{3,})\\s*(\\S*)[^`]*");
    private static final Pattern MARK = Pattern
            .compile("\\s*<!-- (not run: \\S.*|on standard output|on standard error|file: \\S+) -->\\s*");
    private static final Pattern LIKE_A_MARK = Pattern.compile("\\s*<!--\\s*(not[ -]run|on standard|file\\b).*",
            Pattern.CASE_INSENSITIVE);
    /// A line that is for a shell, whatever its block is called.
    private static final Pattern COMMAND = Pattern.compile(
            "(?m)^(\\$ .*|\\./sluice\\b.*|(\\.ci/\\w+|build/\\S+|mvn|npm|npx|cdk|aws|sam|curl|docker)( .*)?)$");
    private static final Set<String> SHELL = Set.of("sh", "bash", "shell");
    private static final Set<String> SESSION = Set.of("console", "shell-session", "shellsession", "terminal", "zsh");
    private static final String REMEDY = ": write commands as `sh`, and what they print in a block without a language"
            + " after it; or say why they are not run, by <!-- not run: REASON --> in the line before the fence";

    private final String name;
    private final String text;
    private final List<String> lines;
    private final List<Block> blocks = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private Optional<String> mark = Optional.empty();
    private boolean follows;

    PageReader(String name, String text) {
        this.name = name;
        this.text = text;
        this.lines = text.lines().toList();
    }

    Page page() {
        int at = 0;
        while (at < lines.size()) {
            Matcher fence = FENCE.matcher(lines.get(at));
            if (fence.matches()) {
                at = block(at, fence);
                mark = Optional.empty();
            } else {
                prose(at);
                at++;
            }
        }
        checkThatNoMarkWaits(at);
        return new Page(name, text, blocks, faults);
    }

    private void fault(int line, String what) {
        faults.add(name + ":" + line + " " + what);
    }

    private void prose(int at) {
        String line = lines.get(at);
        checkThatNoMarkWaits(at);
        Matcher matcher = MARK.matcher(line);
        if (matcher.matches()) {
            mark = Optional.of(matcher.group(1));
            return;
        }
        follows &= line.isBlank();
        if (LIKE_A_MARK.matcher(line).matches()) {
            fault(at + 1, "is nearly a mark, and none: " + line.strip() + REMEDY);
        } else if ((line.startsWith("    ") || line.startsWith("\t")) && COMMAND.matcher(line.strip()).matches()) {
            fault(at + 1, "is a command outside of a fence" + REMEDY);
        }
    }

    private void checkThatNoMarkWaits(int at) {
        if (mark.isPresent()) {
            fault(at, "marks nothing: no fence is in the line after it");
            mark = Optional.empty();
        }
    }

    /// Takes the block whose fence is line `at`, and gives the line after it.
    private int block(int at, Matcher fence) {
        String closing = fence.group(2);
        int indent = fence.group(1).length();
        int end = at + 1;
        var content = new ArrayList<String>();
        while (end < lines.size() && !closes(lines.get(end).strip(), closing)) {
            content.add(unindented(lines.get(end), indent));
            end++;
        }
        if (end == lines.size()) {
            fault(at + 1, "opens a block that nothing closes");
            return end;
        }
        add(at + 1, fence.group(3), String.join("\n", content));
        return end + 1;
    }

    private static boolean closes(String line, String opening) {
        return line.startsWith(opening) && line.chars().allMatch(each -> each == opening.charAt(0));
    }

    private static String unindented(String line, int indent) {
        int blanks = 0;
        while (blanks < indent && blanks < line.length() && line.charAt(blanks) == ' ') {
            blanks++;
        }
        return line.substring(blanks);
    }

    private void add(int line, String language, String content) {
        int known = faults.size();
        Block block = mark.map(marked(line, language, content)).orElseGet(() -> unmarked(line, language, content));
        if (faults.size() == known) {
            blocks.add(block);
        }
        follows = block instanceof Commands || block instanceof Output;
    }

    private Function<String, Block> marked(int line, String language, String content) {
        return kind -> {
            String detail = kind.substring(kind.indexOf(':') + 1).strip();
            if (kind.startsWith("file")) {
                return sample(line, content, detail);
            }
            if (kind.startsWith("not run")) {
                if (!isForAShell(language, content)) {
                    fault(line, "is marked as not run, and has no commands");
                }
                return new Commands(line, content, Optional.of(detail));
            }
            if (!language.isEmpty() || blocks.stream().noneMatch(Commands.class::isInstance)) {
                fault(line, "is marked as output, and has a language or no commands before it");
            }
            return new Output(line, content, kind.endsWith("error") ? Stream.ERROR : Stream.OUTPUT);
        };
    }

    private Block sample(int line, String content, String file) {
        if (file.startsWith("/") || List.of(file.split("/", -1)).contains("..")) {
            fault(line, "is a file outside of the page's folder: " + file);
        }
        return new Sample(line, content, file);
    }

    private static boolean isForAShell(String language, String content) {
        return SHELL.contains(language) || SESSION.contains(language) || COMMAND.matcher(content).find();
    }

    private Block unmarked(int line, String language, String content) {
        if (SHELL.contains(language)) {
            return new Commands(line, content, Optional.empty());
        }
        if (isForAShell(language, content)) {
            fault(line, "has commands and is no `sh`" + REMEDY);
        } else if (language.isEmpty() && !follows) {
            fault(line, "has no language, and no commands right before it: call it `text` if it is no output");
        } else if (language.equals("text") && follows) {
            fault(line,
                    "is right after commands and called `text`: without a name it is compared with what they print");
        } else if (language.isEmpty() && content.replace("…", "").isBlank()) {
            fault(line, "is output that shows nothing");
        }
        return language.isEmpty() ? new Output(line, content, Stream.OUTPUT) : new Other(line, content);
    }
}
