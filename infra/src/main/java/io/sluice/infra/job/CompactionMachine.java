package io.sluice.infra.job;

import io.sluice.infra.storage.ViewAccess;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.stepfunctions.CatchProps;
import software.amazon.awscdk.services.stepfunctions.Chain;
import software.amazon.awscdk.services.stepfunctions.Choice;
import software.amazon.awscdk.services.stepfunctions.Condition;
import software.amazon.awscdk.services.stepfunctions.DistributedMap;
import software.amazon.awscdk.services.stepfunctions.IChainable;
import software.amazon.awscdk.services.stepfunctions.JsonPath;
import software.amazon.awscdk.services.stepfunctions.Pass;
import software.amazon.awscdk.services.stepfunctions.Result;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.amazon.awscdk.services.stepfunctions.Wait;
import software.amazon.awscdk.services.stepfunctions.WaitTime;
import software.amazon.awscdk.services.stepfunctions.tasks.LambdaInvoke;
import software.constructs.Construct;

/// The order of a compaction's steps. A distributed map takes each day through them in an execution of its own, so that
/// a day that does not end well holds up no other one; the last step fails by the names of those. Every step may be
/// taken again, and what an execution left is the next one's.
///
/// ```
/// plan ─ each day: open ─ parts of its round side by side: join ⟲ ─ settle ⟲ ─ view
///      ─ wait ─ each moved day: close ─ parts: remove ⟲ ─ closed ─ report
/// ```
final class CompactionMachine extends Construct {
    /// Few, since the stream's other functions have the account's executions, too.
    private static final int PARTS_AT_ONCE = 5;
    /// The time of the view's text is S3's, and that of the wait is not.
    private static final Duration CLOCKS = Duration.minutes(1);

    private final StateMachines states;
    private final StateMachine machine;

    /// The properties of a compaction machine.
    ///
    /// @param function takes the steps
    /// @param grace    how long joined objects stay for queries under way
    /// @param view     where the view is replaced; empty: nowhere
    /// @param platform what the account's owners ask
    record Props(IFunction function, Duration grace, Optional<ViewAccess> view, Platform platform) {}

    CompactionMachine(Construct scope, String id, Props props) {
        super(scope, id);
        states = new StateMachines(this, "compaction", props.function(), props.platform());
        machine = states.machine(definition(props), props.view());
    }

    /// Each execution is a compaction of what is due.
    StateMachine machine() {
        return machine;
    }

    private Chain definition(Props props) {
        var chain = states.step("Plan", Map.of("step", "plan"), "$.plan")
                .next(days("CompactDays", "$.plan.days", "$.compacted", day("Open", "Join", "Settle")))
                .next(states.step("View", Map.of("step", "view"), "$.shown"));
        return props.view().map(view -> chain.next(states.replaceShown(view))).orElse(chain)
                .next(removal(props.grace()));
    }

    private Chain removal(Duration grace) {
        var report = states.step("Report", Map.of("step", "report", "compacted", JsonPath.objectAt("$.compacted"),
                "removed", JsonPath.objectAt("$.removed")), "$.report");
        var wait = Wait.Builder.create(this, "QueriesEnd").time(WaitTime.duration(grace.plus(CLOCKS))).build();
        var none = Pass.Builder.create(this, "NothingJoined").result(Result.fromArray(List.of()))
                .resultPath("$.removed").build();
        return Chain.start(Choice.Builder.create(this, "AnyJoined").build()
                .when(Condition.isPresent("$.shown.removable[0]"), wait
                        .next(days("RemoveDays", "$.shown.removable", "$.removed", day("Close", "Remove", "Closed")))
                        .next(report))
                .otherwise(none.next(report)));
    }

    private DistributedMap days(String id, String days, String resultPath, IChainable day) {
        var map = DistributedMap.Builder.create(this, id).itemsPath(days)
                .itemSelector(new TreeMap<>(Map.of("day", JsonPath.stringAt("$$.Map.Item.Value"), "attempt", 1)))
                .maxConcurrency(1).resultPath(resultPath).build();
        map.itemProcessor(day);
        return map;
    }

    /// A day's round is asked for, its parts are worked on side by side until each has ended, and what came of them is
    /// settled; again, where the day has another round.
    private IChainable day(String open, String each, String end) {
        var opened = states.step(open, ofDay(open, Map.of()));
        var ended = states.step(end, ofDay(end, Map.of("round", JsonPath.numberAt("$.round"), "answers",
                JsonPath.objectAt("$.answers"))));
        var parts = parts(open, each);
        var failed = Pass.Builder.create(this, open + "Failed")
                .parameters(new TreeMap<>(Map.of("day", JsonPath.stringAt("$.day"), "outcome", "failed", "why",
                        JsonPath.format("{}: the log of the execution has the reason",
                                JsonPath.stringAt("$.failure.Error")))))
                .build();
        opened.addCatch(failed, failure());
        parts.addCatch(failed, failure());
        ended.addCatch(failed, failure());
        return opened.next(parts).next(ended).next(Choice.Builder.create(this, end + "Again").build()
                .when(Condition.stringEquals("$.outcome", "again"), opened)
                .otherwise(Pass.Builder.create(this, end + "Done").build()));
    }

    private static CatchProps failure() {
        return CatchProps.builder().resultPath("$.failure").build();
    }

    private software.amazon.awscdk.services.stepfunctions.Map parts(String open, String each) {
        var map = software.amazon.awscdk.services.stepfunctions.Map.Builder.create(this, open + "Parts")
                .itemsPath("$.parts")
                .itemSelector(new TreeMap<>(Map.of("day", JsonPath.stringAt("$.day"), "round",
                        JsonPath.numberAt("$.round"), "from", JsonPath.numberAt("$$.Map.Item.Value.from"), "to",
                        JsonPath.numberAt("$$.Map.Item.Value.to"))))
                .maxConcurrency(PARTS_AT_ONCE).resultPath("$.answers").build();
        LambdaInvoke work = states.step(each, new TreeMap<>(Map.of("step", wire(each), "day",
                JsonPath.stringAt("$.day"), "round", JsonPath.numberAt("$.round"), "from", JsonPath.numberAt("$.from"),
                "to", JsonPath.numberAt("$.to"))));
        map.itemProcessor(work.next(Choice.Builder.create(this, each + "Unfinished").build()
                .when(Condition.stringEquals("$.outcome", "more"), work)
                .otherwise(Pass.Builder.create(this, each + "Done").build())));
        return map;
    }

    private static Map<String, Object> ofDay(String step, Map<String, Object> more) {
        var payload = new TreeMap<String, Object>(more);
        payload.putAll(Map.of("step", wire(step), "day", JsonPath.stringAt("$.day"), "attempt",
                JsonPath.numberAt("$.attempt")));
        return payload;
    }

    /// The step of the function that a state is called after.
    private static String wire(String state) {
        return state.toLowerCase(Locale.ROOT);
    }
}
