package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.infra.Change.Gone;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awscdk.Stack;

/// Options of the account's owners that are asked for later, or no longer: what that deletes or replaces.
final class OptionChangesTest {
    /// Of what holds the only copy of something.
    private static final Set<String> HOLDS_RECORDS = Set.of("AWS::S3::Bucket", "AWS::DynamoDB::Table",
            "AWS::Kinesis::Stream");

    @ParameterizedTest
    @EnumSource
    void whatHoldsRecordsIsNeitherDeletedNorReplaced(OptionChange option) {
        for (Change change : option.bothWays()) {
            for (Gone gone : change.gone()) {
                assertTrue(!HOLDS_RECORDS.contains(gone.resource().type()), gone::toString);
            }
        }
    }

    /// Events of log groups and of uploads lie whole in these.
    @ParameterizedTest
    @EnumSource
    void aQueueOfWholeEventsIsNotReplaced(OptionChange option) {
        for (Change change : option.bothWays()) {
            assertEquals(List.of(),
                    change.gone().stream().filter(gone -> gone.resource().type().equals("AWS::SQS::Queue"))
                            .map(Gone::id).filter(id -> id.contains("Logs") || id.contains("Objects")).toList());
        }
    }

    /// Whoever adds an option adds it to the table of changes.
    @Test
    void everyOptionIsLookedAt() {
        var options = Arrays.stream(PlatformOptions.Builder.class.getDeclaredMethods())
                .filter(each -> each.getReturnType() == PlatformOptions.Builder.class)
                .filter(each -> !Modifier.isStatic(each.getModifiers()))
                .map(Method::getName).collect(Collectors.toCollection(TreeSet::new));
        assertEquals(options, Arrays.stream(OptionChange.values()).map(OptionChange::option)
                .collect(Collectors.toCollection(TreeSet::new)));
    }

    /// A buffer in another stack would be an empty one beside the one that has the records. Two stacks cannot export
    /// one name, so that CloudFormation refuses to make the second.
    @Test
    void aStorageStackThatIsAddedLaterIsRefused() {
        Deployed before = OwnApp.synthesise(app -> SluiceStream.Builder.create(new Stack(app, "Run"), "Orders")
                .definition(OwnApp.buffer("orders_of.shop")).build());
        Deployed after = OwnApp.synthesise(app -> SluiceStream.Builder.create(new Stack(app, "Run"), "Orders")
                .definition(OwnApp.buffer("orders_of.shop")).storageStack(new Stack(app, "Data")).build());

        var held = before.stack("Run").exports().keySet();
        assertEquals(Set.of("Sluice:Buffer:orders:5fof:2eshop"), held);
        assertTrue(after.stack("Data").exports().keySet().containsAll(held),
                "the new stack asks for a name that is taken");
        assertTrue(before.stack("Run").exports().values().stream().allMatch(id -> id.contains("Staging")));
    }
}
