package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.Variant.Bucket;
import io.sluice.infra.Variant.Delivery;
import io.sluice.infra.Variant.Source;
import io.sluice.infra.Variants.Step;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// What a deployment over another variant does, by the templates of both. What looks at all of the matrix is tagged: it
/// synthesises 130 variants, and each build looks at those of the usual changes.
/// `docs/internals/deploy-tests.md` has every change.
final class ChangeTest {
    private static final Set<String> HOLDS_RECORDS = Set.of("AWS::S3::Bucket", "AWS::DynamoDB::Table",
            "AWS::Kinesis::Stream");
    /// What stays with them: a bucket's TLS policy, and a database that others' tables may be in.
    private static final Set<String> STAYS_TOO = Set.of("AWS::S3::BucketPolicy", "AWS::Glue::Database");
    private static final Set<String> DATA_BUCKET = Set.of("Data666C94C7", "DataPolicyDCDA3A3F");

    static Stream<Step> steps() {
        return Variants.steps().stream();
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("steps")
    void whatHoldsRecordsIsNeverDeleted(Step step) {
        for (Change.Gone gone : step.change().gone()) {
            if (HOLDS_RECORDS.contains(gone.resource().type()) || STAYS_TOO.contains(gone.resource().type())) {
                assertTrue(gone.resource().stays(), gone::toString);
            }
        }
    }

    /// A pipeline that went on with a buffer outside its stack would, once the buffer is put back, be given a new one,
    /// and leave what waits in the old.
    @Tag("long")
    @ParameterizedTest
    @MethodSource("steps")
    void whatHoldsTheOnlyCopyLeavesItsStackNotBeforeNobodyReadsIt(Step step) {
        Change change = step.change();
        var leaves = change.gone().stream().filter(gone -> HOLDS_RECORDS.contains(gone.resource().type()))
                .filter(gone -> !DATA_BUCKET.contains(gone.id())).toList();
        assertEquals(!leaves.isEmpty(), change.findings().stream().anyMatch(ChangeFinding::isLock),
                () -> step + ": " + change.findings() + ", " + leaves);
    }

    /// CDK deploys storage first. If the pipeline is refused then, storage must still have all that it runs on.
    @Tag("long")
    @ParameterizedTest
    @MethodSource("steps")
    void aRefusalLeavesTheRunningPipelineItsStorage(Step step) {
        Change change = step.change();
        if (change.findings().stream().noneMatch(ChangeFinding::isRefusal)
                || change.findings().stream().anyMatch(ChangeFinding::isLock)) {
            return;
        }
        for (Change.Gone gone : change.gone()) {
            assertTrue(!gone.stack().startsWith("SluiceStorage") || DATA_BUCKET.contains(gone.id())
                    || STAYS_TOO.contains(gone.resource().type()), gone::toString);
        }
    }

    @Tag("long")
    @Test
    void onlyTheBufferAndASourceOfTheStreamsOwnAreLocked() {
        var behindExports = Variants.matrix().stream().flatMap(each -> Matrix.of(each).storage().stream())
                .flatMap(storage -> storage.exports().values().stream()).collect(Collectors.toSet());
        assertEquals(Set.of("BufferIndexB8C2E3F9", "BufferStagingFBA8DD66", "Source71E471F1"), behindExports);
    }

    @Tag("long")
    @Test
    void noChangeOfOneOtherAxisIsRefusedButADatabaseThatIsThere() {
        for (Step step : Stream.of(Variants.singleSteps(), Variants.formatSteps()).flatMap(List::stream).toList()) {
            var refusals = step.change().findings().stream().filter(ChangeFinding::isRefusal).toList();
            boolean databaseIsThere = step.from().tables() == Variant.Tables.THEIR_DATABASE
                    && step.to().tables() == Variant.Tables.NEW_DATABASE;
            assertEquals(databaseIsThere ? List.of(ChangeFinding.DATABASE) : List.of(), refusals, step::toString);
        }
    }

    /// So that the page can show them apart. Which of the stacks can go first is another matter, hence the advice to
    /// change a bucket alone.
    @Tag("long")
    @Test
    void aBucketThatChangesWithAnotherAxisAddsItsOwnStepAndNoOther() {
        for (Step step : Variants.crossedSteps()) {
            if (step.from().bucket() != step.to().bucket()) {
                var expected = EnumSet.of(ChangeFinding.BUCKET);
                expected.addAll(steps(new Step(step.from(), step.to().with(step.from().bucket()))));
                assertEquals(expected, steps(step), step::toString);
            }
        }
    }

    private static Set<ChangeFinding> steps(Step step) {
        return step.change().findings().stream().filter(each -> !each.isLock())
                .filter(each -> each != ChangeFinding.HELD && each != ChangeFinding.DETACH
                        && each != ChangeFinding.ATTACH)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(ChangeFinding.class)));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("steps")
    void whoeverIsToldToDeployThePipelineFirstCan(Step step) {
        if (step.change().findings().contains(ChangeFinding.LOCKED)) {
            var was = step.change().before().storage().orElseThrow();
            var comes = step.change().after().pipeline();
            assertTrue(was.exports().keySet().containsAll(comes.imports()), step::toString);
            assertTrue(was.outputs().keySet().containsAll(comes.reads()), step::toString);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BUFFER   DIRECT      | BUFFER   KINESIS_OWN | NAMED HELD
            BUFFER   DIRECT      | FIREHOSE DIRECT      | LOCKED PARTITIONING HELD DRAIN
            FIREHOSE DIRECT      | BUFFER   DIRECT      | PARTITIONING HELD
            FIREHOSE KINESIS_NEW | BUFFER   EVENTS_OWN  | CROSSED HELD UNREAD
            BUFFER   EVENTS_NEW  | BUFFER   DIRECT      | LOCKED UNREAD
            BUFFER   KINESIS_OWN | BUFFER   EVENTS_OWN  | HELD READ_AGAIN
            BUFFER   EVENTS_OWN  | BUFFER   EVENTS_NEW  | UNREAD
            BUFFER   EXISTING    | BUFFER   DIRECT      | DETACH
            BUFFER   DIRECT      | BUFFER   EXISTING    | HELD ATTACH
            BUFFER   DIRECT      | BUFFER   KAFKA       | HELD
            BUFFER   KAFKA       | BUFFER   EVENTS_OWN  | UNREAD
            BUFFER   KINESIS_NEW | BUFFER   KAFKA       | LOCKED HELD UNREAD
            BUFFER   LOGS        | BUFFER   KAFKA       | QUEUED
            BUFFER   MSK         | BUFFER   KAFKA       | HELD READ_AGAIN
            FIREHOSE DIRECT      | FIREHOSE MSK         | NAMED HELD
            BUFFER   SQS         | BUFFER   DYNAMODB    | UNREAD
            BUFFER   DIRECT      | BUFFER   SQS         | HELD
            BUFFER   LOGS        | FIREHOSE DIRECT      | LOCKED DRAIN QUEUED
            """)
    void aChangeIsWhatItsTemplatesSay(String from, String to, String findings) {
        var expected = Stream.of(findings.split(" ", -1)).map(ChangeFinding::valueOf).collect(Collectors.toSet());
        Step step = new Step(parse(from), parse(to));
        assertEquals(expected, Set.copyOf(step.change().findings()));
        whatHoldsRecordsIsNeverDeleted(step);
        whatHoldsTheOnlyCopyLeavesItsStackNotBeforeNobodyReadsIt(step);
        aRefusalLeavesTheRunningPipelineItsStorage(step);
        whoeverIsToldToDeployThePipelineFirstCan(step);
    }

    private static Variant parse(String text) {
        String[] words = text.split(" +", -1);
        return Variant.of(Delivery.valueOf(words[0]), Source.valueOf(words[1]));
    }

    /// What bounds the rights is the text before a prefix's first expression, and nothing behind it.
    @ParameterizedTest
    @MethodSource("prefixes")
    void theTextThatAPrefixBeginsWithBoundsWhatMayBeWritten(PrefixChange change) {
        assertEquals(change.isOfHead() ? Set.of(ChangeFinding.HEAD) : Set.of(), change.change().findings(),
                change.change()::toString);
    }

    @Test
    void aPrefixThatBeginsWithLessOfTheSameTextRefusesNothing() {
        var shorter = new PrefixChange(Delivery.BUFFER, "Prefix", "orders/shop=", "orders/", true);
        assertEquals(Set.of(), shorter.change().findings());
    }

    static Stream<PrefixChange> prefixes() {
        return PrefixChange.ALL.stream();
    }

    /// What it was like before, and how this test would say so.
    @Test
    void withStrongReferencesEverywhereABucketOfOnesOwnWouldBeLockedOut(@TempDir Path folder) throws IOException {
        Variant variant = Variant.of(Delivery.BUFFER, Source.DIRECT);
        Path jar = Files.writeString(folder.resolve("any.jar"), "stands for a jar");
        var context = variant.context(folder, jar, jar);
        context.put("@aws-cdk/core:defaultCrossStackReferences", "strong");
        var app = Synthesis.app(folder.resolve("cdk.out"), context);
        SluiceApp.define(app);
        Deployed strong = Deployed.read(Path.of(app.synth().getDirectory()));

        assertTrue(new Change(strong, Matrix.of(variant.with(Bucket.OWN))).findings().contains(ChangeFinding.LOCKED));
        assertFalse(new Step(variant, variant.with(Bucket.OWN)).change().findings().contains(ChangeFinding.LOCKED));
    }
}
