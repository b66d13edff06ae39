package io.sluice.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The tests of the documentation notice what they are there for.
final class PageRunTest {
    @TempDir
    private Path folder = Path.of("");

    private List<String> findings(String page) throws IOException, InterruptedException {
        return PageRun.findings(new PageReader("page.md", page).page(), Shell.create(folder));
    }

    private void assertFound(String finding, String page) throws IOException, InterruptedException {
        List<String> findings = findings(page);
        assertEquals(1, findings.size(), findings.toString());
        assertTrue(findings.getFirst().startsWith(finding), findings.getFirst());
    }

    private boolean ran() {
        return Files.exists(folder.resolve("checkout/ran"));
    }

    @Test
    void aPageOnWhichAllIsTrueHasNoFindings() throws Exception {
        assertEquals(List.of(), findings("""
                <!-- file: samples/a.json -->
                ```json
                {"a": 1}
                ```
                ```sh
                cat samples/a.json   # what it shows
                echo an error >&2
                pwd >where
                ```

                ```
                {"a": …}
                ```

                and, on standard error,

                <!-- on standard error -->
                ```
                an error
                ```

                * in a list

                  ```bash
                  echo one
                  echo two
                  ```
                  ```
                  one
                  …
                  ```

                and a drawing:

                ~~~~text
                ```
                a drawing
                ~~~~

                <!-- not run: it needs an AWS account -->
                ```sh
                touch ran
                aws s3 ls
                ```
                ```
                this is not compared
                ```
                """));
        assertEquals(folder.resolve("checkout").toRealPath() + "\n",
                Files.readString(folder.resolve("checkout/where")));
        assertTrue(!ran());
    }

    @Test
    void aFalseOutputIsFound() throws Exception {
        assertFound("page.md:4 is not printed, or not there: two", """
                ```sh
                echo one
                ```
                ```
                two
                ```
                """);
        assertFound("page.md:4 more is printed than is shown", """
                ```sh
                printf 'one\\ntwo\\n'
                ```
                ```
                one
                ```
                """);
        assertFound("page.md:6 is not printed, or not there: one", """
                ```sh
                echo one
                ```
                On standard error:
                <!-- on standard error -->
                ```
                one
                ```
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "false | cat", "exit 3", "ls none", "echo $UNSET_BY_ANYBODY", "no-such-command",
            "aws s3 ls", "mvn verify"})
    void aCommandThatFailsIsFoundAndEndsThePage(String command) throws Exception {
        assertFound("page.md:2 ends with ", """

                ```sh
                %s
                touch ran
                ```
                ```sh
                touch ran
                ```
                """.formatted(command));
        assertTrue(!ran());
    }

    @ParameterizedTest
    @ValueSource(strings = {"```\n./sluice check", "```\n$ ls", "```console\n$ ls", "```text\n./sluice run --input a",
            "```\nmvn verify", "```zsh\nls", "   ```\n   ./sluice run", "~~~\nnpx cdk synth"})
    void anUnmarkedFenceOfCommandsIsFound(String opening) throws Exception {
        String closing = opening.strip().startsWith("~") ? "~~~" : "```";
        assertFound("page.md:4 has commands and is no `sh`",
                "```sh\ntouch ran\n```\n" + opening + "\n" + closing + "\n");
        assertTrue(!ran(), "a page whose form is at fault was run");
        assertEquals(List.of(), findings("<!-- not run: it takes hours -->\n" + opening + "\n" + closing + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<!-- not run -->", "<!-- not run: -->", "<!--not run: no reason-->",
            "<!-- Not run: hours -->",
            "<!-- not-run: hours -->", "<!-- not run: hours"})
    void aMarkThatIsNearlyOneIsFound(String mark) throws Exception {
        assertFound("page.md:1 is nearly a mark", mark + "\n```sh\ntouch ran\n```\n");
        assertTrue(!ran());
    }

    @Test
    void whatAMarkStandsBeforeHasToFitIt() throws Exception {
        assertFound("page.md:2 marks nothing", "\n<!-- not run: hours -->\n\n```sh\ntrue\n```\n");
        assertFound("page.md:1 marks nothing", "<!-- not run: hours -->\n");
        assertFound("page.md:2 is marked as not run, and has no commands",
                "<!-- not run: hours -->\n```json\n{}\n```\n");
        assertFound("page.md:2 is marked as output", "<!-- on standard error -->\n```\nan error\n```\n");
        assertFound("page.md:2 is a file outside", "<!-- file: ../a.json -->\n```json\n{}\n```\n");
    }

    @Test
    void whatMayBeOutputAndFollowsNoCommandsIsFound() throws Exception {
        assertFound("page.md:5 has no language", "```sh\ntrue\n```\nIt prints\n```\nnothing\n```\n");
        assertFound("page.md:1 has no language", "```\na drawing\n```\n");
        assertFound("page.md:4 is right after commands", "```sh\ntrue\n```\n```text\nnot compared\n```\n");
        assertFound("page.md:4 is output that shows nothing", "```sh\ntrue\n```\n```\n…\n … \n```\n");
    }

    @Test
    void commandsOutsideOfFencesAndOpenFencesAreFound() throws Exception {
        assertFound("page.md:3 is a command outside of a fence", "Run\n\n    ./sluice run --config a.json\n");
        assertFound("page.md:1 opens a block", "```sh\ntrue\n");
    }

    @Test
    void whatIsNamedAndIsNotThereIsFound() {
        Page page = new PageReader("page.md",
                """
                        `./sluice run --config FILE --resume`, `./sluice COMMAND --help`, `./sluice`,
                        `./sluice retention set --days 2`, `./sluice bench --quick`; but no `./sluice flow`,
                        `./sluice run --drain`, `./sluice retention set --key a --dry-run`.

                        <!-- not run: it waits -->
                        ```sh
                        ./sluice check \\
                          --now | cat --input
                        ```
                        """)
                .page();
        assertEquals(List.of("page.md names a command that is none: ./sluice flow",
                "page.md names an option that is none, --drain: ./sluice run --drain",
                "page.md names an option that is none, --dry-run: ./sluice retention set --key a --dry-run",
                "page.md names an option that is none, --now: ./sluice check --now"),
                new NamedCommands().findings(page));
    }
}
