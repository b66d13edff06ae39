package io.sluice.infra;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.lambda.Tracing;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.constructs.Construct;

/// One of the two functions with its role, log group, published version and alias. SnapStart works on published
/// versions only, so everything invokes the alias.
final class SluiceFunction extends Construct {
    private final Role role;
    private final Function function;
    private final Alias live;

    /// What a function is made of. Sizes are argued in `docs/decisions/0006-function-sizing.md`.
    ///
    /// @param jar         the functions' jar
    /// @param memoryMib   memory, and CPU in proportion: 1,769 MiB are one vCPU
    /// @param concurrency executions at once that are reserved and the most there may be; empty: the account's pool
    record Props(String description, Path jar, String handler, Map<String, String> environment,
            int memoryMib, Duration timeout, Optional<Integer> concurrency) {}

    SluiceFunction(Construct scope, String id, Props props) {
        super(scope, id);
        var logs = LogGroup.Builder.create(this, "Logs").retention(RetentionDays.ONE_MONTH)
                .removalPolicy(RemovalPolicy.DESTROY).build();
        role = Role.Builder.create(this, "Role").description(props.description())
                .assumedBy(new ServicePrincipal("lambda.amazonaws.com")).build();
        allow(PolicyStatement.Builder.create().actions(List.of("logs:CreateLogStream", "logs:PutLogEvents"))
                .resources(List.of(logs.getLogGroupArn())).build());
        function = Function.Builder.create(this, "Function").description(props.description())
                .runtime(Runtime.JAVA_25).architecture(Architecture.ARM_64)
                .code(Code.fromAsset(props.jar().toString())).handler(props.handler())
                .environment(props.environment()).memorySize(props.memoryMib()).timeout(props.timeout())
                .reservedConcurrentExecutions(props.concurrency().orElse(null))
                .snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS).tracing(Tracing.DISABLED).role(role).logGroup(logs)
                .build();
        Annotations.of(function).acknowledgeWarning("@aws-cdk/aws-lambda:snapStartRequirePublish",
                "The alias below publishes the version that everything invokes.");
        live = Alias.Builder.create(this, "Live").aliasName("live").version(function.getCurrentVersion()).build();
    }

    /// Adds to what the function may do.
    void allow(PolicyStatement statement) {
        role.addToPolicy(statement);
    }

    /// What callers invoke.
    Alias live() {
        return live;
    }

    Role role() {
        return role;
    }

    /// The unqualified function, whose metrics cover all versions.
    Function function() {
        return function;
    }
}
