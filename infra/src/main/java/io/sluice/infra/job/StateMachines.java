package io.sluice.infra.job;

import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.ViewAccess;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.iam.CfnRole;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.stepfunctions.Chain;
import software.amazon.awscdk.services.stepfunctions.Choice;
import software.amazon.awscdk.services.stepfunctions.Condition;
import software.amazon.awscdk.services.stepfunctions.CustomState;
import software.amazon.awscdk.services.stepfunctions.DefinitionBody;
import software.amazon.awscdk.services.stepfunctions.LogLevel;
import software.amazon.awscdk.services.stepfunctions.LogOptions;
import software.amazon.awscdk.services.stepfunctions.Pass;
import software.amazon.awscdk.services.stepfunctions.RetryProps;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.amazon.awscdk.services.stepfunctions.TaskInput;
import software.amazon.awscdk.services.stepfunctions.tasks.LambdaInvoke;
import software.constructs.Construct;

/// The common parts of a stream's state machines: the steps of one function, each of which may be taken again; a view
/// that is replaced in Athena; and the machine around them.
///
/// @param scope    of the states and of the machine
/// @param name     what the machine is called after the stream
/// @param function takes the steps
/// @param platform what the account's owners ask
record StateMachines(Construct scope, String name, IFunction function, Platform platform) {
    /// The function's invocation was not begun, since as many as there may be are at work.
    private static final RetryProps BUSY = RetryProps.builder().errors(List.of("Lambda.TooManyRequestsException"))
            .interval(Duration.seconds(5)).backoffRate(2).maxAttempts(6).build();
    /// A request to S3 or DynamoDB failed after all of the SDK's own attempts, or Lambda cut the function off.
    private static final RetryProps UNAVAILABLE = RetryProps.builder()
            .errors(List.of("io.sluice.objects.StoreException", "Sandbox.Timedout", "States.Timeout"))
            .interval(Duration.seconds(10)).backoffRate(3).maxAttempts(3).build();

    /// A step whose answer is put into the state.
    LambdaInvoke step(String id, Map<String, Object> payload, String resultPath) {
        return repeated(of(id, payload).resultPath(resultPath).build());
    }

    /// A step whose answer is the state from then on.
    LambdaInvoke step(String id, Map<String, Object> payload) {
        return repeated(of(id, payload).build());
    }

    private LambdaInvoke.Builder of(String id, Map<String, Object> payload) {
        return LambdaInvoke.Builder.create(scope, id).lambdaFunction(function)
                .payload(TaskInput.fromObject(new TreeMap<>(payload))).payloadResponseOnly(true)
                .retryOnServiceExceptions(true);
    }

    private static LambdaInvoke repeated(LambdaInvoke step) {
        step.addRetry(BUSY);
        step.addRetry(UNAVAILABLE);
        return step;
    }

    /// Replaces the view by what the step `view` put into the state at `shown`; a stream of which nothing was ever
    /// moved has none. The statement goes out of the state again, which has 256 KB at the most.
    Chain replaceShown(ViewAccess view) {
        return Choice.Builder.create(scope, "AnyView").build()
                .when(Condition.numberGreaterThan("$.shown.version", 0),
                        replaceView("ReplaceShown", view, "$.shown.sql", "$.shown.sql"))
                .otherwise(Pass.Builder.create(scope, "NoView").build()).afterwards();
    }

    /// Runs the statement that is in the state at `sql`, and puts what Athena says of it into the state. Stated as it
    /// is, since CDK's own task grants S3 on every bucket.
    CustomState replaceView(String id, ViewAccess view, String sql, String resultPath) {
        SortedMap<String, Object> state = new TreeMap<>(Map.of("Type", "Task", "Resource",
                "arn:" + Aws.PARTITION + ":states:::athena:startQueryExecution.sync", "Parameters",
                new TreeMap<>(Map.of("QueryString.$", sql, "WorkGroup", view.workgroup(), "QueryExecutionContext",
                        Map.of("Database", view.database()), "ResultConfiguration",
                        Map.of("OutputLocation", view.results()))),
                "ResultPath", resultPath));
        return CustomState.Builder.create(scope, id).stateJson(state).build();
    }

    /// The machine, which may do what its states need.
    StateMachine machine(Chain definition, Optional<ViewAccess> view) {
        var logs = platform.logs(scope, "Logs", "/aws/vendedlogs/states/", name);
        var machine = StateMachine.Builder.create(scope, "States").stateMachineName(platform.name(name))
                .definitionBody(DefinitionBody.fromChainable(definition)).tracingEnabled(true)
                .logs(LogOptions.builder().destination(logs).level(LogLevel.ALL).build()).build();
        if (machine.getRole().getNode().getDefaultChild() instanceof CfnRole role) {
            role.setRoleName(platform.name(name + "-steps"));
        }
        view.ifPresent(each -> each.statements(scope).forEach(machine::addToRolePolicy));
        Suppressions.suppress(machine, "AwsSolutions-IAM5",
                "Lambda versions behind the alias, child executions of the distributed map, log delivery, tracing, "
                        + "and with"
                        + " Athena the tables of the view's database and the results' prefix: wildcards that AWS's own"
                        + " documentation asks for.");
        return machine;
    }
}
