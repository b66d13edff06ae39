package io.sluice.infra.job;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.sluice.infra.storage.ViewAccess;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.stepfunctions.Chain;
import software.amazon.awscdk.services.stepfunctions.Choice;
import software.amazon.awscdk.services.stepfunctions.Condition;
import software.amazon.awscdk.services.stepfunctions.DistributedMap;
import software.amazon.awscdk.services.stepfunctions.IChainable;
import software.amazon.awscdk.services.stepfunctions.IStateMachine;
import software.amazon.awscdk.services.stepfunctions.ItemBatcher;
import software.amazon.awscdk.services.stepfunctions.JsonPath;
import software.amazon.awscdk.services.stepfunctions.Pass;
import software.amazon.awscdk.services.stepfunctions.S3ObjectsItemReader;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.amazon.awscdk.services.stepfunctions.Succeed;
import software.amazon.awscdk.services.stepfunctions.Wait;
import software.amazon.awscdk.services.stepfunctions.WaitTime;
import software.constructs.Construct;

/// The order of a repartition's steps. Step Functions' distributed map fans out over the listing of the source prefix;
/// every step may be retried, and an execution that failed is simply started again.
///
/// ```
/// plan ─ distributed map: ingest ─ each day: deliver ⟲ ─ move ─ view ─ (removeSource: wait ─ each moved day: remove)
/// ```
final class RepartitionMachine extends Construct {
    private static final int OBJECTS_PER_INVOCATION = 20;
    private static final int INVOCATIONS_AT_ONCE = 50;
    /// Longer than Athena's longest query, so that none that began before the view moved still reads a source.
    private static final Duration GRACE = Duration.minutes(61);

    private final Props props;
    private final StateMachines states;
    private final StateMachine machine;

    /// The properties of a repartition machine.
    ///
    /// @param function takes the steps
    /// @param data     lists the source
    /// @param from     the source prefix
    /// @param view     where the view is replaced; empty: nowhere
    /// @param platform what the account's owners ask
    record Props(IFunction function, IBucket data, String from, Optional<ViewAccess> view, Platform platform) {}

    RepartitionMachine(Construct scope, String id, Props props) {
        super(scope, id);
        this.props = props;
        states = new StateMachines(this, "repartition", props.function(), props.platform());
        machine = states.machine(definition(), props.view());
    }

    /// Each execution is a repartition; one that failed is simply started again.
    IStateMachine machine() {
        return machine;
    }

    private Chain definition() {
        var done = new Succeed(this, "Done");
        return states.step("Plan", payload("plan"), "$.plan").next(ingest()).next(days())
                .next(Choice.Builder.create(this, "RemoveSource").build()
                        .when(Condition.and(Condition.isPresent("$.request.removeSource"),
                                Condition.booleanEquals("$.request.removeSource", true)), removal(done))
                        .otherwise(done));
    }

    /// A step's event: what was asked for, and the prefix of this stack.
    private SortedMap<String, Object> payload(String step) {
        return new TreeMap<>(Map.of("step", step, "from", props.from(), "request", JsonPath.objectAt("$.request")));
    }

    private SortedMap<String, Object> ofDay(String step) {
        var payload = payload(step);
        payload.put("day", JsonPath.stringAt("$.day"));
        return payload;
    }

    private DistributedMap ingest() {
        var map = DistributedMap.Builder.create(this, "IngestObjects")
                .itemReader(S3ObjectsItemReader.Builder.create().bucket(props.data()).prefix(props.from()).build())
                .itemBatcher(ItemBatcher.Builder.create().maxItemsPerBatch(OBJECTS_PER_INVOCATION)
                        .batchInput(
                                JsonNodeFactory.instance.objectNode().put("request.$", "$.request"))
                        .build())
                .maxConcurrency(INVOCATIONS_AT_ONCE).resultPath(JsonPath.DISCARD).build();
        map.itemProcessor(states.step("Ingest", Map.of("step", "ingest", "from", props.from(), "request",
                JsonPath.objectAt("$.BatchInput.request"), "Items", JsonPath.objectAt("$.Items"))));
        return map;
    }

    /// Days one after another: each replaces the view after the one before.
    private software.amazon.awscdk.services.stepfunctions.Map days() {
        var moved = new Pass(this, "Moved");
        IChainable published = props.view()
                .<IChainable>map(view -> states.replaceView("ReplaceView", view, "$.moved.sql", "$.view").next(moved))
                .orElse(moved);
        var move = states.step("Move", ofDay("move"), "$.moved").next(published);
        var deliver = states.step("Deliver", ofDay("deliver"), "$.delivery");
        deliver.next(Choice.Builder.create(this, "Delivered").build()
                .when(Condition.booleanEquals("$.delivery.delivered", true), move).otherwise(deliver));
        return each("MoveDays", "$.plan.days", deliver);
    }

    /// The view is replaced once more before: an execution that failed to do so moved a day all the same, which this
    /// one does not move again.
    private Chain removal(Succeed done) {
        var removed = removed(done);
        return props.view().map(view -> states.step("View", payload("view"), "$.shown")
                .next(states.replaceShown(view)).next(removed)).orElse(removed);
    }

    private Chain removed(Succeed done) {
        var remove = states.step("Remove", ofDay("remove"), "$.removal");
        return Chain.start(Wait.Builder.create(this, "QueriesEnd").time(WaitTime.duration(GRACE)).build())
                .next(states.step("Removable", payload("plan"), "$.plan"))
                .next(each("RemoveDays", "$.plan.removable", remove)).next(done);
    }

    private software.amazon.awscdk.services.stepfunctions.Map each(String id, String days, IChainable work) {
        var map = software.amazon.awscdk.services.stepfunctions.Map.Builder.create(this, id).itemsPath(days)
                .itemSelector(new TreeMap<>(Map.of("day", JsonPath.stringAt("$$.Map.Item.Value"), "request",
                        JsonPath.objectAt("$.request"))))
                .maxConcurrency(1).resultPath(JsonPath.DISCARD).build();
        map.itemProcessor(work);
        return map;
    }
}
