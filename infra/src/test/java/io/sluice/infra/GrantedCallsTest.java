package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.Variant.Delivery;
import io.sluice.infra.Variant.Source;
import io.sluice.infra.iam.Deployment;
import io.sluice.infra.iam.Grant;
import io.sluice.infra.iam.Judgement;
import java.util.Map;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the functions ask of AWS while they do all kinds of work, against what the templates allow them: nothing is
/// denied, and nothing is allowed that no run needs, but what is listed with its reason.
final class GrantedCallsTest {
    static Stream<String> deployments() {
        return Granted.names().stream();
    }

    static Stream<String> usual() {
        return Granted.usual().stream();
    }

    @ParameterizedTest
    @MethodSource("usual")
    void ofTheUsualDeploymentsAllThatIsAskedIsAllowed(String name) {
        allThatIsAskedIsAllowedAndAllThatIsAllowedIsAskedOrListed(name);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("deployments")
    void allThatIsAskedIsAllowedAndAllThatIsAllowedIsAskedOrListed(String name) {
        Map<String, Judgement> judgements = Granted.judgement(name);
        assertTrue(judgements.containsKey("transform"));
        judgements.forEach((what, judgement) -> {
            assertEquals(Set.of(), judgement.denied(), what + " is denied");
            assertEquals(Set.of(), judgement.unjudged(), what + " depends on conditions that no one judges");
            Set<Grant> open = new TreeSet<>(judgement.unneeded());
            open.removeAll(UnneededGrants.read().keySet());
            assertEquals(Set.of(), open, what + " is allowed what no run needs and no reason is listed for");
        });
    }

    @Tag("long")
    @Test
    void aReasonThatNoDeploymentNeedsAnyMoreGoes() {
        Set<Grant> unneeded = Granted.names().stream()
                .flatMap(each -> Granted.judgement(each).values().stream())
                .flatMap(each -> each.unneeded().stream()).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(unneeded, UnneededGrants.read().keySet());
    }

    /// The functions are made ready by reads alone, and go without those that are refused (`Priming`).
    @Test
    void whatIsDeniedBeforeASnapshotReadsOnly() {
        Deployment direct = Granted.deployment(Variant.of(Delivery.BUFFER, Source.DIRECT));

        assertEquals(Set.of(), Recordings.judgePriming(direct, "flush").denied());
        assertEquals(Set.of("dynamodb:GetItem", "s3:GetObject", "s3:ListBucket"), Recordings.judgePriming(direct,
                "transform").denied().stream().map(each -> each.action()).collect(Collectors.toSet()));
    }

    @Test
    void aFunctionThatKeepsNothingAsksNothing() {
        var transform = Recordings.judge(Granted.deployment(Variant.of(Delivery.FIREHOSE, Source.DIRECT)))
                .get("transform");

        assertEquals(0, transform == null ? -1 : transform.calls());
    }

    @Tag("long")
    @Test
    void everyFunctionWasAtWork() {
        for (Enum<?> more : List.of(Variant.Repartition.WANTED, Variant.Compaction.WANTED)) {
            Recordings.judge(Granted.deployment(Variant.of(Delivery.BUFFER, Source.DIRECT).with(more)))
                    .forEach((what, judgement) -> assertFalse(judgement.needs() < 10, what));
        }
    }
}
