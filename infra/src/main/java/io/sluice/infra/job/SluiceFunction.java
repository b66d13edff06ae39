package io.sluice.infra.job;

import io.sluice.deployment.DeployedFunction;
import io.sluice.deployment.FunctionRights;
import io.sluice.infra.PlatformOptions;
import io.sluice.infra.SnapStart;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Size;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.CfnFunction;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.LoggingFormat;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.Tracing;
import software.constructs.Construct;

/// One of the two functions with its role, log group, published version and alias. SnapStart works on published
/// versions only, so everything invokes the alias, which also moves all of its callers at once.
public final class SluiceFunction extends Construct {
    private final Role role;
    private final Function function;
    private final Alias live;

    /// The properties of a function.
    ///
    /// @param deployed its sizes, times and handler
    /// @param jar      the functions' jar
    public record Props(Platform platform, DeployedFunction deployed, Path jar, Map<String, String> environment) {}

    public SluiceFunction(Construct scope, String id, Props props) {
        super(scope, id);
        var platform = props.platform();
        var deployed = props.deployed();
        var name = platform.name(deployed.part());
        var logs = platform.logs(this, "Logs", "/aws/lambda/", deployed.part());
        role = Role.Builder.create(this, "Role").roleName(name).description(deployed.description())
                .assumedBy(ServicePrincipal.Builder.create("lambda.amazonaws.com")
                        .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID))).build())
                .build();
        allow(PolicyStatement.Builder.create().actions(List.of("logs:CreateLogStream", "logs:PutLogEvents"))
                .resources(List.of(logs.getLogGroupArn())).build());
        platform.key().ifPresent(key -> allow(KeyUse.environment(key)));
        var building = Function.Builder.create(this, "Function").functionName(name).description(deployed.description())
                .runtime(Runtime.JAVA_25).architecture(Architecture.ARM_64)
                .code(Code.fromAsset(props.jar().toString())).handler(deployed.handler())
                .environment(props.environment()).memorySize(deployed.memoryMib())
                .timeout(Duration.seconds(deployed.timeout().toSeconds()))
                .reservedConcurrentExecutions(deployed.concurrency().orElse(null))
                .tracing(Tracing.DISABLED).role(role).logGroup(logs).loggingFormat(LoggingFormat.JSON)
                .environmentEncryption(platform.key().orElse(null));
        deployed.storageMib().map(Size::mebibytes).ifPresent(building::ephemeralStorageSize);
        platform.options().network().ifPresent(network -> enter(network, building));
        function = building.build();
        if (deployed.startsFromSnapshot() && platform.options().snapStart() == SnapStart.BY_REGION) {
            SnapStartSetting.apply((CfnFunction) Objects.requireNonNull(function.getNode().getDefaultChild()));
        }
        live = Alias.Builder.create(this, "Live").aliasName("live").version(function.getCurrentVersion()).build();
    }

    private void enter(PlatformOptions.Network network, Function.Builder building) {
        building.vpc(network.vpc()).vpcSubnets(network.subnets());
        if (!network.securityGroups().isEmpty()) {
            building.securityGroups(network.securityGroups());
        }
        allow(PolicyStatements.of(FunctionRights.interfaces(), TokenNames.STACK));
        Suppressions.suppressMatching(role, "/^Resource::\\*$/g",
                "Lambda makes and removes the network interfaces of a VPC's functions, whose ids nobody knows before.");
    }

    /// Adds to what the function may do.
    public void allow(PolicyStatement statement) {
        role.addToPolicy(statement);
    }

    /// The alias that callers invoke.
    public Alias live() {
        return live;
    }

    public Role role() {
        return role;
    }

    /// The unqualified function, whose metrics cover all versions.
    public Function function() {
        return function;
    }
}
