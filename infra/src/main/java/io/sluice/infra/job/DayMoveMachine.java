package io.sluice.infra.job;

import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.ViewAccess;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.iam.CfnRole;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.stepfunctions.CatchProps;
import software.amazon.awscdk.services.stepfunctions.Chain;
import software.amazon.awscdk.services.stepfunctions.Choice;
import software.amazon.awscdk.services.stepfunctions.Condition;
import software.amazon.awscdk.services.stepfunctions.CustomState;
import software.amazon.awscdk.services.stepfunctions.DefinitionBody;
import software.amazon.awscdk.services.stepfunctions.DistributedMap;
import software.amazon.awscdk.services.stepfunctions.IChainable;
import software.amazon.awscdk.services.stepfunctions.JsonPath;
import software.amazon.awscdk.services.stepfunctions.LogLevel;
import software.amazon.awscdk.services.stepfunctions.LogOptions;
import software.amazon.awscdk.services.stepfunctions.Pass;
import software.amazon.awscdk.services.stepfunctions.Result;
import software.amazon.awscdk.services.stepfunctions.RetryProps;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.amazon.awscdk.services.stepfunctions.TaskInput;
import software.amazon.awscdk.services.stepfunctions.Wait;
import software.amazon.awscdk.services.stepfunctions.WaitTime;
import software.amazon.awscdk.services.stepfunctions.tasks.LambdaInvoke;
import software.constructs.Construct;

/// The order of the steps of a repartition or a compaction. A distributed map takes each day through them in an
/// execution of its own, so that a day that does not end well holds up no other one; the last step fails by the names
/// of those. Every step may be taken again, and what an execution left is the next one's.
///
/// ```
/// plan ─ each day: open ─ parts of its plan side by side: join ⟲ ─ settle ⟲ ─ view
///      ─ wait ─ each moved day: close ─ parts: remove ⟲ ─ closed ─ report
/// ```
final class DayMoveMachine extends Construct {

    /// Few, since the stream's other functions have the account's executions, too.
    private static final int PARTS_AT_ONCE = 5;
    /// The time of the view's text is S3's, and that of the wait is not.
    private static final Duration CLOCKS = Duration.minutes(1);

    /// The function's invocation was not begun, since as many as there may be are at work.
    private static final RetryProps BUSY = RetryProps.builder().errors(List.of("Lambda.TooManyRequestsException"))
            .interval(Duration.seconds(5)).backoffRate(2).maxAttempts(6).build();
    /// Lambda takes the snapshot of a function away that nobody called for two weeks, makes a new one at the first
    /// call, and refuses it and all others until then: some minutes (AWS Lambda developer guide, "Improving startup
    /// performance with Lambda SnapStart").
    private static final RetryProps SNAPSHOT_GONE = RetryProps.builder()
            .errors(List.of("Lambda.SnapStartNotReadyException", "Lambda.SnapStartException"))
            .interval(Duration.seconds(20)).backoffRate(1.5).maxAttempts(8).build();
    /// A request to S3 or DynamoDB failed after all of the SDK's own attempts, or Lambda cut the function off.
    private static final RetryProps UNAVAILABLE = RetryProps.builder()
            .errors(List.of("io.sluice.objects.StoreException", "Sandbox.Timedout", "States.Timeout"))
            .interval(Duration.seconds(10)).backoffRate(3).maxAttempts(3).build();

    private final Props props;
    private final StateMachine machine;

    /// The properties of a machine.
    ///
    /// @param name       what it is called after the stream
    /// @param function   takes the steps
    /// @param asked      what each event says besides its step
    /// @param daysAtOnce how many days are moved side by side
    /// @param grace      how long the sources of moved days stay for queries under way
    /// @param view       where the view is replaced; empty: nowhere
    /// @param platform   what the account's owners ask
    record Props(String name, IFunction function, Map<String, Object> asked, int daysAtOnce, Duration grace,
            Optional<ViewAccess> view, Platform platform) {}

    DayMoveMachine(Construct scope, String id, Props props) {
        super(scope, id);
        this.props = props;
        machine = machine(definition());
    }

    /// Each execution moves what is due.
    StateMachine machine() {
        return machine;
    }

    private Chain definition() {
        var chain = task("Plan", step("plan", Map.of()), "$.plan")
                .next(days("MoveDays", "$.plan.days", "$.moved", day("Open", "Join", "Settle")))
                .next(task("View", step("view", Map.of()), "$.shown"));
        return props.view().map(view -> chain.next(replaceShown(view))).orElse(chain).next(removal());
    }

    private Chain removal() {
        var report = task("Report", step("report", Map.of("moved", JsonPath.objectAt("$.moved"),
                "removed", JsonPath.objectAt("$.removed"))), "$.report");
        var wait = Wait.Builder.create(this, "QueriesEnd").time(WaitTime.duration(props.grace().plus(CLOCKS))).build();
        var none = Pass.Builder.create(this, "NothingToRemove").result(Result.fromArray(List.of()))
                .resultPath("$.removed").build();
        return Chain.start(Choice.Builder.create(this, "AnyRemovable").build()
                .when(Condition.isPresent("$.shown.removable[0]"), wait
                        .next(days("RemoveDays", "$.shown.removable", "$.removed", day("Close", "Remove", "Closed")))
                        .next(report))
                .otherwise(none.next(report)));
    }

    private DistributedMap days(String id, String days, String resultPath, IChainable day) {
        var item = new TreeMap<String, Object>(props.asked());
        item.putAll(Map.of("day", JsonPath.stringAt("$$.Map.Item.Value"), "attempt", 1));
        var map = DistributedMap.Builder.create(this, id).itemsPath(days).itemSelector(item)
                .maxConcurrency(props.daysAtOnce()).resultPath(resultPath).build();
        map.itemProcessor(day);
        return map;
    }

    /// A day's plan is asked for, its parts are worked on side by side until each has ended, and what came of them is
    /// settled; again, where the day has another plan.
    private IChainable day(String open, String each, String end) {
        var opened = task(open, ofDay(open, Map.of()));
        var ended = task(end, ofDay(end, Map.of("round", JsonPath.numberAt("$.round"), "answers",
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
                .when(Condition.stringEquals("$.outcome", "more"), ended)
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
        LambdaInvoke work = task(each, step(wire(each), Map.of("day", JsonPath.stringAt("$.day"), "round",
                JsonPath.numberAt("$.round"), "from", JsonPath.numberAt("$.from"), "to", JsonPath.numberAt("$.to"))));
        map.itemProcessor(work.next(Choice.Builder.create(this, each + "Unfinished").build()
                .when(Condition.stringEquals("$.outcome", "more"), work)
                .otherwise(Pass.Builder.create(this, each + "Done").build())));
        return map;
    }

    private Map<String, Object> ofDay(String step, Map<String, Object> more) {
        var payload = new TreeMap<>(more);
        payload.putAll(Map.of("day", JsonPath.stringAt("$.day"), "attempt", JsonPath.numberAt("$.attempt")));
        return step(wire(step), payload);
    }

    /// The event of a step.
    private Map<String, Object> step(String step, Map<String, Object> more) {
        var payload = new TreeMap<>(more);
        payload.putAll(props.asked());
        payload.put("step", step);
        return payload;
    }

    /// The step of the function that a state is called after.
    private static String wire(String state) {
        return state.toLowerCase(Locale.ROOT);
    }

    /// A step whose answer is put into the state.
    private LambdaInvoke task(String id, Map<String, Object> payload, String resultPath) {
        return repeated(invocation(id, payload).resultPath(resultPath));
    }

    /// A step whose answer is the state from then on.
    private LambdaInvoke task(String id, Map<String, Object> payload) {
        return repeated(invocation(id, payload));
    }

    private LambdaInvoke.Builder invocation(String id, Map<String, Object> payload) {
        return LambdaInvoke.Builder.create(this, id).lambdaFunction(props.function())
                .payload(TaskInput.fromObject(new TreeMap<>(payload))).payloadResponseOnly(true)
                .retryOnServiceExceptions(true);
    }

    private static LambdaInvoke repeated(LambdaInvoke.Builder invocation) {
        var step = invocation.build();
        step.addRetry(BUSY);
        step.addRetry(SNAPSHOT_GONE);
        step.addRetry(UNAVAILABLE);
        return step;
    }

    /// Replaces the view by what the step `view` put into the state; a stream of which nothing was ever moved has none.
    /// The statement goes out of the state again, which has 256 KB at the most. Stated as it is, since CDK's own task
    /// grants S3 on every bucket.
    private Chain replaceShown(ViewAccess view) {
        SortedMap<String, Object> statement = new TreeMap<>(Map.of("Type", "Task", "Resource",
                "arn:" + Aws.PARTITION + ":states:::athena:startQueryExecution.sync", "Parameters",
                new TreeMap<>(Map.of("QueryString.$", "$.shown.sql", "WorkGroup", view.workgroup(),
                        "QueryExecutionContext", Map.of("Database", view.database()), "ResultConfiguration",
                        Map.of("OutputLocation", view.results()))),
                "ResultPath", "$.shown.sql"));
        return Choice.Builder.create(this, "AnyView").build()
                .when(Condition.numberGreaterThan("$.shown.version", 0),
                        CustomState.Builder.create(this, "ReplaceShown").stateJson(statement).build())
                .otherwise(Pass.Builder.create(this, "NoView").build()).afterwards();
    }

    /// The machine, which may do what its states need.
    private StateMachine machine(Chain definition) {
        var logs = props.platform().logs(this, "Logs", "/aws/vendedlogs/states/", props.name());
        var machine = StateMachine.Builder.create(this, "States")
                .stateMachineName(props.platform().name(props.name()))
                .definitionBody(DefinitionBody.fromChainable(definition)).tracingEnabled(true)
                .logs(LogOptions.builder().destination(logs).level(LogLevel.ALL).build()).build();
        if (machine.getRole().getNode().getDefaultChild() instanceof CfnRole role) {
            role.setRoleName(props.platform().name(props.name() + "-steps"));
            role.addPropertyOverride("AssumeRolePolicyDocument.Statement.0.Condition",
                    Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID)));
        }
        props.view().ifPresent(each -> each.statements(this).forEach(machine::addToRolePolicy));
        Suppressions.suppress(machine, "AwsSolutions-IAM5",
                "Lambda versions behind the alias, child executions of the distributed map, log delivery, tracing, "
                        + "and with"
                        + " Athena the tables of the view's database and the results' prefix: wildcards that AWS's own"
                        + " documentation asks for.");
        return machine;
    }
}
