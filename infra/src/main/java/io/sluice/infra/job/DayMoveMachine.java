package io.sluice.infra.job;

import io.sluice.deployment.DayMoveDefinition;
import io.sluice.deployment.DeployedName;
import io.sluice.deployment.MachineRights;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.iam.CfnRole;
import software.amazon.awscdk.services.iam.Policy;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.stepfunctions.DefinitionBody;
import software.amazon.awscdk.services.stepfunctions.LogLevel;
import software.amazon.awscdk.services.stepfunctions.LogOptions;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.constructs.Construct;

/// The state machine of a repartition or a compaction, by its [DayMoveDefinition]. Each execution moves what is due.
final class DayMoveMachine extends Construct {
    private final StateMachine machine;

    /// The properties of a machine.
    ///
    /// @param name     what it is called after the stream
    /// @param function takes the steps
    /// @param itself   its rights on its own executions
    /// @param data     the bucket that the view reads
    /// @param key      its KMS key
    /// @param platform what the account's owners ask
    record Props(String name, IFunction function, DayMoveDefinition steps, MachineRights itself, IBucket data,
            Optional<IKey> key, Platform platform) {
        private TokenNames names() {
            return TokenNames.STACK.with(steps.function(), function.getFunctionArn())
                    .with(DeployedName.DATA_BUCKET, data.getBucketName())
                    .with(DeployedName.DATA_BUCKET_ARN, data.getBucketArn());
        }
    }

    DayMoveMachine(Construct scope, String id, Props props) {
        super(scope, id);
        var names = props.names();
        var logs = props.platform().logs(this, "Logs", "/aws/vendedlogs/states/", props.name());
        machine = StateMachine.Builder.create(this, "States").stateMachineName(props.platform().name(props.name()))
                .definitionBody(DefinitionBody.fromString(names.fill(props.steps().definition()))).tracingEnabled(true)
                .logs(LogOptions.builder().destination(logs).level(LogLevel.ALL).build()).build();
        if (machine.getRole().getNode().getDefaultChild() instanceof CfnRole role) {
            role.setRoleName(props.platform().name(props.name() + "-steps"));
            role.addPropertyOverride("AssumeRolePolicyDocument.Statement.0.Condition",
                    Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID)));
        }
        PolicyStatements.of(MachineRights.steps(props.steps(), props.key().map(IKey::getKeyArn)), names)
                .forEach(machine::addToRolePolicy);
        // CDK's own name of it, whatever the definition is made of.
        Policy.Builder.create(machine, "DistributedMapPolicy").roles(List.of(machine.getRole()))
                .statements(PolicyStatements.of(props.itself().itself(), names
                        .with(props.itself().machine(), machine.getStateMachineArn())
                        .with(props.itself().name(), machine.getStateMachineName())))
                .build();
        Suppressions.suppress(machine, "AwsSolutions-IAM5",
                "Lambda versions behind the alias, child executions of the distributed map, log delivery, tracing, "
                        + "and with"
                        + " Athena the tables of the view's database and the results' prefix: wildcards that AWS's own"
                        + " documentation asks for.");
    }

    StateMachine machine() {
        return machine;
    }
}
