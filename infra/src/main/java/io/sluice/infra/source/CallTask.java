package io.sluice.infra.source;

import io.sluice.deployment.Right;
import io.sluice.deployment.SourceRights;
import io.sluice.infra.CallServers;
import io.sluice.infra.CallerKeys;
import io.sluice.infra.job.Platform;
import io.sluice.infra.storage.BufferAccess;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PolicyStatements;
import io.sluice.infra.storage.Suppressions;
import io.sluice.infra.storage.TokenNames;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition.ContainerDefinitionProperty;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition.KernelCapabilitiesProperty;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition.KeyValuePairProperty;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition.LinuxParametersProperty;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition.LogConfigurationProperty;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition.MountPointProperty;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition.PortMappingProperty;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition.RuntimePlatformProperty;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition.VolumeProperty;
import software.amazon.awscdk.services.ecs.CfnTaskDefinition;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.logs.LogGroup;
import software.constructs.Construct;

/// A server as a task of Fargate: what `kubernetes/serve.yaml` has as a pod. Its process may do what ingest takes, and
/// read the access keys; what starts it may pull its image and write its log.
final class CallTask extends Construct {
    /// As the service refers to it.
    static final String CONTAINER = "serve";
    /// The image's user, who has no rights.
    private static final String USER = "65532:65532";
    /// The only folder that is written to: native code is unpacked there. It is a volume of the image, so that the one
    /// here has its owner.
    private static final String DATA = "/data";
    private static final String TEMPORARY = "data";
    /// `serve` ends within 20.
    private static final int STOP_SECONDS = 30;

    private final CfnTaskDefinition definition;

    /// The properties of a task.
    ///
    /// @param environment by which it finds its stream and the stores
    /// @param access      what it may do
    record Props(CallServers servers, CallerKeys keys, Map<String, String> environment, BufferAccess access,
            Platform platform) {}

    CallTask(Construct scope, String id, Props props) {
        super(scope, id);
        var logs = props.platform().logs(this, "Logs", "/ecs/", CONTAINER);
        definition = CfnTaskDefinition.Builder.create(this, "Definition").family(props.platform().name(CONTAINER))
                .requiresCompatibilities(List.of("FARGATE")).networkMode("awsvpc")
                .runtimePlatform(RuntimePlatformProperty.builder().cpuArchitecture("ARM64")
                        .operatingSystemFamily("LINUX").build())
                .cpu(Integer.toString(props.servers().cpuUnits()))
                .memory(Integer.toString(props.servers().memoryMib()))
                .taskRoleArn(serving(props).getRoleArn()).executionRoleArn(starting(props, logs).getRoleArn())
                .volumes(List.of(VolumeProperty.builder().name(TEMPORARY).build()))
                .containerDefinitions(List.of(container(props, logs))).build();
        Suppressions.suppress(definition, "AwsSolutions-ECS2",
                "Names of the stores and the stream's configuration are no secrets; the access keys are one.");
    }

    private Role serving(Props props) {
        var role = role("ServeRole", props, CONTAINER, "Sluice servers of the stream " + props.platform().stream());
        props.access().ingest().forEach(role::addToPolicy);
        props.access().receipts().forEach(role::addToPolicy);
        role.addToPolicy(PolicyStatements.of(SourceRights.secret(props.keys().secretArn()), TokenNames.STACK));
        props.keys().keyArn().map(KeyUse::secrets).ifPresent(role::addToPolicy);
        Suppressions.suppressObjectKeys(role,
                "Object keys under the stream's own prefix; S3 has no narrower resource than a key's prefix.");
        return role;
    }

    private Role starting(Props props, LogGroup logs) {
        var role = role("StartRole", props, "serve-start", "ECS: start servers of " + props.platform().stream());
        role.addToPolicy(PolicyStatement.Builder.create().actions(List.of("logs:CreateLogStream", "logs:PutLogEvents"))
                .resources(List.of(logs.getLogGroupArn())).build());
        List<Right> pull = ImageRights.of(props.servers().image());
        PolicyStatements.of(pull, TokenNames.STACK).forEach(role::addToPolicy);
        if (!pull.isEmpty()) {
            Suppressions.suppressMatching(role, "/^Resource::\\*$/g",
                    "Amazon ECR's token is for all registries: GetAuthorizationToken takes no resource.");
        }
        return role;
    }

    private Role role(String id, Props props, String part, String description) {
        return Role.Builder.create(this, id).roleName(props.platform().name(part)).description(description)
                .assumedBy(ServicePrincipal.Builder.create("ecs-tasks.amazonaws.com")
                        .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", Aws.ACCOUNT_ID))).build())
                .build();
    }

    private static ContainerDefinitionProperty container(Props props, LogGroup logs) {
        return ContainerDefinitionProperty.builder().name(CONTAINER).image(props.servers().image()).essential(true)
                .command(List.of("serve", "--stateless", "--bind", "0.0.0.0")).user(USER).readonlyRootFilesystem(true)
                .linuxParameters(LinuxParametersProperty.builder()
                        .capabilities(KernelCapabilitiesProperty.builder().drop(List.of("ALL")).build()).build())
                .mountPoints(List.of(MountPointProperty.builder().sourceVolume(TEMPORARY).containerPath(DATA)
                        .readOnly(false).build()))
                .portMappings(List.of(PortMappingProperty.builder().containerPort(CallBalancer.PORT).build()))
                .environment(environment(props))
                .stopTimeout(STOP_SECONDS)
                .logConfiguration(LogConfigurationProperty.builder().logDriver("awslogs").options(new TreeMap<>(Map.of(
                        "awslogs-group", logs.getLogGroupName(), "awslogs-region", Aws.REGION,
                        "awslogs-stream-prefix", CONTAINER))).build())
                .build();
    }

    /// Two thirds of the memory are the heap's, as of a pod.
    private static List<KeyValuePairProperty> environment(Props props) {
        var all = new TreeMap<>(props.environment());
        all.put("AWS_REGION", Aws.REGION);
        all.put("SLUICE_START", "plain");
        all.put("SLUICE_METRICS", "cloudwatch");
        all.put(UrlEndpoint.KEYS_SECRET, props.keys().secretArn());
        all.put("JAVA_OPTS", "-Xmx%dm".formatted(props.servers().memoryMib() * 2 / 3));
        return all.entrySet().stream().map(each -> KeyValuePairProperty.builder().name(each.getKey())
                .value(each.getValue()).build()).toList();
    }

    String arn() {
        return definition.getRef();
    }
}
