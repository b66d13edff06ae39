package io.sluice.infra.runbook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.runbook.Arguments.Unknown;
import io.sluice.infra.runbook.RunbookPage.Command;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// No command of the page is left to be tried in an emergency; and the stand-ins do not pass what they don't do.
@TestInstance(Lifecycle.PER_CLASS)
final class RunbooksTest {
    /// One for all commands, since none of those below changes anything.
    private Office office;

    @BeforeAll
    void open(@TempDir Path folder) throws IOException {
        office = new Office(folder);
    }

    @AfterAll
    void close() {
        office.close();
    }

    @Test
    void everyProcedureWithSomethingToTypeIsRehearsed() {
        List<String> rehearsed = Runbook.ALL.stream().map(Runbook::heading).toList();
        assertEquals(List.of(), RunbookPage.read().procedures().stream()
                .filter(each -> !rehearsed.contains(each.heading())).flatMap(each -> each.commands().stream())
                .map(Command::toString).toList(), "commands that nobody rehearses: name their procedure in Runbook");
    }

    @Test
    void everyTestThatIsNamedIsThere() {
        for (Runbook each : Runbook.ALL) {
            List<String> there = Arrays.stream(each.rehearsal().getDeclaredMethods()).map(method -> method.getName())
                    .toList();
            assertTrue(!each.tests().isEmpty() && there.containsAll(each.tests()), each.toString());
        }
    }

    @Test
    void commandsAreTakenOutOfBlocksAndSentencesInTheirOrder() {
        var page = RunbookPage.of("""
                # A page
                ## `One`
                Type `aws s3 ls` or
                `aws
                s3 mb`, never `{"drain":true}`, see `aws`.

                * in a list

                  ```sh
                  aws s3 rb \\
                    --force
                  ```

                ## Two
                ```text
                aws s3 cp
                ```
                """);
        assertEquals(List.of("One"), page.procedures().stream().map(each -> each.heading()).toList());
        assertEquals(List.of(new Command(3, "aws s3 ls"), new Command(4, "aws s3 mb"),
                new Command(10, "aws s3 rb \\\n  --force")), page.procedure("One").commands());
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws s3 ls", "aws s3 cp --acl private a s3://orders/a", "aws sts get-caller-identity",
            "aws lambda invoke --function-name FlushFunction:live --payload '{}' /dev/stdout",
            "aws lambda invoke --function-name FlushFunction:live --cli-read-timeout 0 --payload e30= out more",
            "aws lambda invoke --function-name FlushFunction:1 --cli-read-timeout 0 --payload e30= out",
            "aws scheduler update-schedule --name a --state DISABLED", "npx cdk deploy --all", "npx cdk synth",
            "npx cdk destroy -c config=f SluicePipeline-other", "npx cdk deploy --all -c config=f --force",
            "aws dynamodb delete-table --table-name sluice-index --region eu-west-1", "aws s3 ls || true"})
    void whatAStandInDoesNotKnowFailsTheTestWhateverTheShellMakesOfIt(String command) {
        var error = assertThrows(AssertionError.class, () -> office.types(command));
        assertTrue(String.valueOf(error.getMessage()).contains(command), error.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "aws lambda invoke --function-name FlushFunction:live --cli-read-timeout 0 --payload '{}' /dev/stdout",
            "aws lambda invoke --function-name Nobody:live --cli-read-timeout 0 --payload e30= /dev/stdout",
            "aws dynamodb delete-table --table-name sluice-index", "aws dynamodb wait table-exists --table-name other",
            "npx cdk destroy -c config=f SluiceStorage-orders", "aws s3 cp s3://nowhere/a a", "false"})
    void whatAwsOrItsCommandLineRefusesFailsTheCommand(String command) throws Exception {
        assertTrue(office.types(command).status() != 0, command);
    }

    @Test
    void bashParsesWhatIsTyped(@TempDir Path folder) throws Exception {
        Programs.Program echo = (arguments, _) -> Programs.Ended.well(arguments.rest() + "\n");
        try (var programs = new Programs(folder, Map.of("aws", echo))) {
            assertEquals("[a b, \"c\", d, , e\nf]\n",
                    programs.type("aws 'a b' '\"c\"' \\\n  d '' $'e\\nf' # none").out());
            assertEquals("[1]\n[2]\n", programs.type("for i in 1 2; do aws $i; done").out());
        }
    }

    @Test
    void whatIsNotFilledInOrNotWholeIsNotTyped(@TempDir Path folder) throws Exception {
        try (var programs = new Programs(folder, Map.of())) {
            for (String command : List.of("aws s3 ls <Bucket>", "aws s3 ls …")) {
                var procedure = RunbookPage.of("## A\n`" + command + "`\n").procedure("A");
                assertThrows(AssertionError.class,
                        () -> new Operator(procedure, programs, _ -> Optional.empty()).next());
                assertThrows(AssertionError.class,
                        () -> new Operator(procedure, programs, _ -> Optional.empty()).done());
            }
        }
    }

    @Test
    void anOptionWithoutAValueOrTwiceIsNotTaken() {
        assertThrows(Unknown.class, () -> new Arguments(List.of("--a", "--b")).required("--a"));
        var twice = new Arguments(List.of("--a", "1", "--a", "2"));
        twice.required("--a");
        assertThrows(Unknown.class, twice::end);
    }
}
