package io.sluice.docs;

import io.sluice.docs.Block.Commands;
import io.sluice.docs.Block.Other;
import io.sluice.docs.Block.Output;
import io.sluice.docs.Block.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// One run of a page, from its first block to its last, in one folder.
final class PageRun {
    private final Page page;
    private final Shell shell;
    private final List<String> findings = new ArrayList<>();
    private Optional<Shell.Ended> last = Optional.empty();

    private PageRun(Page page, Shell shell) {
        this.page = page;
        this.shell = shell;
    }

    /// Does what the page says, and gives what is not as it says; nothing is done on a page whose form is at fault, and
    /// nothing after a command that failed.
    static List<String> findings(Page page, Shell shell) throws IOException, InterruptedException {
        if (!page.faults().isEmpty()) {
            return page.faults();
        }
        var run = new PageRun(page, shell);
        for (int i = 0; i < page.blocks().size() && run.findings.isEmpty(); i++) {
            run.take(page.blocks().get(i));
        }
        return List.copyOf(run.findings);
    }

    private void take(Block block) throws IOException, InterruptedException {
        switch (block) {
            case Commands commands when commands.whyNotRun().isPresent() -> last = Optional.empty();
            case Commands commands -> carryOut(commands);
            case Output output -> last.ifPresent(ended -> compare(output, ended));
            case Sample sample -> write(sample);
            case Other _ -> {
            }
        }
    }

    private void carryOut(Commands commands) throws IOException, InterruptedException {
        Shell.Ended ended = shell.run(commands.text());
        last = Optional.of(ended);
        if (ended.status() != 0) {
            find(commands, "ends with " + ended.status() + "\n" + commands.text(), ended);
        }
    }

    private void compare(Output output, Shell.Ended ended) {
        String printed = switch (output.stream()) {
            case OUTPUT -> ended.out();
            case ERROR -> ended.err();
        };
        Shown.difference(output.text(), printed).ifPresent(what -> find(output, what, ended));
    }

    private void write(Sample sample) throws IOException {
        Path file = shell.checkout().resolve(sample.file());
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, sample.text() + "\n");
    }

    private void find(Block block, String what, Shell.Ended ended) {
        findings.add(page.name() + ":" + block.line() + " " + what + "\nStandard output:\n" + ended.out()
                + "Standard error:\n" + ended.err());
    }
}
