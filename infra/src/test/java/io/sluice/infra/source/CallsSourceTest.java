package io.sluice.infra.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.config.DeployedSource.Balancer;
import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.DeploymentValues;
import io.sluice.deployment.StreamDefinition;
import io.sluice.deployment.template.CloudFormationTemplate;
import io.sluice.deployment.template.TemplateChoices;
import io.sluice.infra.CallServers;
import io.sluice.infra.CallerKeys;
import io.sluice.infra.Deployed.StackTemplate;
import io.sluice.infra.OwnApp;
import io.sluice.infra.SluiceStream;
import io.sluice.infra.Source;
import io.sluice.infra.Synthesis;
import io.sluice.infra.Synthesis.Way;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.iam.Role;

/// Streams that take calls themselves: a function with a URL, or servers behind a load balancer.
final class CallsSourceTest {
    private static final String SECRET = "arn:aws:secretsmanager:us-east-1:123456789012:secret:callers-AbCdEf";
    private static final String KEY = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";
    private static final CallServers.Network NETWORK = new CallServers.Network("vpc-0a1b2c3d",
            List.of("subnet-0a1b2c3d", "subnet-0a1b2c3e"));

    private static JsonNode pipeline(Way way) {
        return Synthesis.of(way).pipeline();
    }

    private static JsonNode only(Way way, String type) {
        return Synthesis.only(pipeline(way), type);
    }

    private static JsonNode container(Way way) {
        return only(way, "AWS::ECS::TaskDefinition").at("/ContainerDefinitions/0");
    }

    private static List<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
    }

    private static Map<String, String> attributes(JsonNode array) {
        var attributes = new TreeMap<String, String>();
        array.forEach(each -> attributes.put(each.path("Key").asText(), each.path("Value").asText()));
        return attributes;
    }

    private static Set<String> actions(Way way, String role) {
        var actions = new TreeSet<String>();
        for (JsonNode statement : Synthesis.statements(pipeline(way), role)) {
            var action = statement.path("Action");
            actions.addAll(action.isArray() ? texts(action) : List.of(action.asText()));
        }
        return actions;
    }

    /// Whose resource the secret is.
    private static List<String> readersOfTheSecret(Way way) {
        var readers = new ArrayList<String>();
        Synthesis.resources(pipeline(way), "AWS::IAM::Policy").forEach((id, policy) -> {
            if (policy.toString().contains(SECRET)) {
                readers.add(id.replaceAll("DefaultPolicy[0-9A-F]{8}$", ""));
            }
        });
        return readers;
    }

    @Test
    void aFunctionTakesCallsAtAUrlThatLetsEverybodyInAndChecksSignaturesItself() {
        var url = only(Way.CALLS_URL, "AWS::Lambda::Url");
        assertEquals("NONE", url.path("AuthType").asText());
        assertEquals("live", url.path("Qualifier").asText());
        var permissions = Synthesis.resources(pipeline(Way.CALLS_URL), "AWS::Lambda::Permission").values();
        assertEquals(new TreeSet<>(List.of("lambda:InvokeFunction", "lambda:InvokeFunctionUrl")),
                new TreeSet<>(permissions.stream().map(each -> each.at("/Properties/Action").asText()).toList()));
        permissions.forEach(each -> assertTrue(each.at("/Properties/InvokedViaFunctionUrl").asBoolean()
                || each.at("/Properties/FunctionUrlAuthType").asText().equals("NONE"), each.toString()));
    }

    @Test
    void itsFunctionIsTheTransformFunctionsWithAnotherHandlerABoundAndTheSecret() {
        var function = pipeline(Way.CALLS_URL).at("/Resources/TransformFunction/Properties");
        var usual = pipeline(Way.BUFFER).at("/Resources/TransformFunction/Properties");
        assertEquals("io.sluice.lambda.CallHandler::handleRequest", function.path("Handler").asText());
        assertEquals(100, function.path("ReservedConcurrentExecutions").asInt());
        for (String same : List.of("MemorySize", "Timeout", "Runtime", "Architectures", "SnapStart")) {
            assertEquals(usual.path(same), function.path(same), same);
        }
        var names = new TreeSet<String>();
        function.at("/Environment/Variables").fieldNames().forEachRemaining(names::add);
        assertEquals(new TreeSet<>(List.of("SLUICE_CONFIG", "SLUICE_DATA_BUCKET", "SLUICE_INDEX_TABLE",
                "SLUICE_KEYS_SECRET", "SLUICE_STAGING_BUCKET")), names);
        assertEquals(SECRET, function.at("/Environment/Variables/SLUICE_KEYS_SECRET").asText());
        assertTrue(pipeline(Way.CALLS_URL).at("/Resources/FlushFunction/Properties/Environment/Variables/"
                + "SLUICE_KEYS_SECRET").isMissingNode(), "the flusher has no use for it");
    }

    @Test
    void aFunctionMayStageReadReceiptsAndReadItsSecretAndNothingElse() {
        assertEquals(new TreeSet<>(List.of("dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:PutItem",
                "kms:Decrypt", "logs:CreateLogStream", "logs:PutLogEvents", "s3:GetObject", "s3:ListBucket",
                "s3:PutObject", "secretsmanager:GetSecretValue")), actions(Way.CALLS_URL, "TransformRole"));
        assertEquals(List.of("StreamTransformRole"), readersOfTheSecret(Way.CALLS_URL));
    }

    @Test
    void aServersProcessMayStageReadReceiptsAndReadTheSecretAndWhatStartsItPullsItsImage() {
        assertEquals(new TreeSet<>(List.of("dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:PutItem",
                "kms:Decrypt", "s3:GetObject", "s3:ListBucket", "s3:PutObject", "secretsmanager:GetSecretValue")),
                actions(Way.CALLS_SERVICE, "ServeRole"));
        assertEquals(new TreeSet<>(List.of("ecr:BatchGetImage", "ecr:GetAuthorizationToken",
                "ecr:GetDownloadUrlForLayer", "logs:CreateLogStream", "logs:PutLogEvents")),
                actions(Way.CALLS_SERVICE, "StartRole"));
        assertEquals(List.of("StreamCallsTaskServeRole"), readersOfTheSecret(Way.CALLS_SERVICE));
        assertEquals(new TreeSet<>(List.of("logs:CreateLogStream", "logs:PutLogEvents")),
                actions(Way.CALLS_BALANCED, "StartRole"),
                "a registry of somebody else's asks for no right, nor does AWS's own key");
    }

    @ParameterizedTest
    @EnumSource(names = {"CALLS_SERVICE", "CALLS_BALANCED"})
    void serversHaveNoTransformFunctionAndTheFlusherIsThere(Way way) {
        var functions = Synthesis.resources(pipeline(way), "AWS::Lambda::Function").keySet();
        assertEquals(new TreeSet<>(List.of("FlushFunction", "RetentionFunction")), new TreeSet<>(functions));
        assertTrue(!Synthesis.text(only(way, "AWS::CloudWatch::Dashboard").path("DashboardBody"))
                .contains("TransformFunction"));
    }

    @ParameterizedTest
    @EnumSource(names = {"CALLS_SERVICE", "CALLS_BALANCED"})
    void aServerRunsAsThePodOfKubernetesDoes(Way way) {
        var container = container(way);
        assertEquals(List.of("serve", "--stateless", "--bind", "0.0.0.0"), texts(container.path("Command")));
        assertTrue(container.path("ReadonlyRootFilesystem").asBoolean());
        assertEquals("65532:65532", container.path("User").asText());
        assertEquals(List.of("ALL"), texts(container.at("/LinuxParameters/Capabilities/Drop")));
        assertEquals("/data", container.at("/MountPoints/0/ContainerPath").asText(), "the volume of the image");
        assertEquals(30, container.path("StopTimeout").asInt());
        assertEquals(4_573, container.at("/PortMappings/0/ContainerPort").asInt());
        assertTrue(container.path("Secrets").isMissingNode(), "what is there when a task starts gets old");
        var variables = new TreeMap<String, String>();
        container.path("Environment").forEach(
                each -> variables.put(each.path("Name").asText(), Synthesis.text(each.path("Value"))));
        assertEquals(new TreeSet<>(List.of("AWS_REGION", "JAVA_OPTS", "SLUICE_CONFIG", "SLUICE_DATA_BUCKET",
                "SLUICE_INDEX_TABLE", "SLUICE_KEYS_SECRET", "SLUICE_METRICS", "SLUICE_STAGING_BUCKET",
                "SLUICE_START")),
                new TreeSet<>(variables.keySet()));
        assertEquals("-Xmx1365m", variables.get("JAVA_OPTS"));
        assertEquals("cloudwatch", variables.get("SLUICE_METRICS"));
        assertEquals(SECRET, variables.get("SLUICE_KEYS_SECRET"));
        assertTrue(String.valueOf(variables.get("SLUICE_CONFIG")).contains("\"Source\":{\"Type\":\"direct\"}"),
                variables::toString);
        var task = only(way, "AWS::ECS::TaskDefinition");
        assertEquals("ARM64", task.at("/RuntimePlatform/CpuArchitecture").asText());
        assertEquals("1024", task.path("Cpu").asText());
        assertEquals("2048", task.path("Memory").asText());
    }

    @ParameterizedTest
    @EnumSource(names = {"CALLS_SERVICE", "CALLS_BALANCED"})
    void aDeploymentStartsNewServersBeforeItEndsOldOnesAndIsTakenBackWhereTheyFail(Way way) {
        var service = only(way, "AWS::ECS::Service");
        assertEquals(100, service.at("/DeploymentConfiguration/MinimumHealthyPercent").asInt());
        assertEquals(200, service.at("/DeploymentConfiguration/MaximumPercent").asInt());
        assertTrue(service.at("/DeploymentConfiguration/DeploymentCircuitBreaker/Enable").asBoolean());
        assertTrue(service.at("/DeploymentConfiguration/DeploymentCircuitBreaker/Rollback").asBoolean());
        assertTrue(service.path("DesiredCount").isMissingNode(), "scaling has the number of tasks");
        assertEquals("DISABLED",
                service.at("/NetworkConfiguration/AwsvpcConfiguration/AssignPublicIp").asText());
        var targets = only(way, "AWS::ElasticLoadBalancingV2::TargetGroup");
        assertEquals("/health", targets.path("HealthCheckPath").asText());
        assertEquals("30",
                attributes(targets.path("TargetGroupAttributes")).get("deregistration_delay.timeout_seconds"));
        var listener = Synthesis.resources(pipeline(way), "AWS::ElasticLoadBalancingV2::Listener").keySet();
        var resource = Synthesis.resources(pipeline(way), "AWS::ECS::Service").values().iterator().next();
        var awaited = texts(resource.path("DependsOn"));
        assertTrue(awaited.containsAll(listener), "ECS takes no service to targets without a listener: " + awaited);
        assertTrue(awaited.stream().anyMatch(id -> id.contains("StartRoleDefaultPolicy")), awaited::toString);
    }

    @ParameterizedTest
    @CsvSource({"CALLS_SERVICE, network, TLS, 443, TCP", "CALLS_BALANCED, application, HTTP, 80, HTTP"})
    void theLoadBalancerIsReachedFromPrivateNetworksAlone(Way way, String type, String protocol, int port,
            String toServers) {
        var balancer = only(way, "AWS::ElasticLoadBalancingV2::LoadBalancer");
        assertEquals(type, balancer.path("Type").asText());
        assertEquals("internal", balancer.path("Scheme").asText());
        var listener = only(way, "AWS::ElasticLoadBalancingV2::Listener");
        assertEquals(protocol, listener.path("Protocol").asText());
        assertEquals(port, listener.path("Port").asInt());
        assertEquals(port == 443, listener.has("Certificates"));
        assertEquals(toServers, only(way, "AWS::ElasticLoadBalancingV2::TargetGroup").path("Protocol").asText());
        var groups = Synthesis.resources(pipeline(way), "AWS::EC2::SecurityGroup");
        assertEquals(2, groups.size());
        groups.forEach((id, group) -> group.at("/Properties/SecurityGroupIngress").forEach(rule -> {
            assertEquals(id.contains("Servers") ? 4_573 : port, rule.path("FromPort").asInt(), id);
            assertEquals(rule.path("FromPort"), rule.path("ToPort"));
            assertEquals(id.contains("Servers"), rule.has("SourceSecurityGroupId"), id);
            assertTrue(!rule.path("CidrIp").asText().startsWith("0.0.0.0"), id);
        }));
    }

    /// A server closes a connection that is silent for 30 seconds; a balancer that kept it would send a call into it.
    @Test
    void aBalancerOfApplicationsClosesSilentConnectionsBeforeServersDo() {
        var balancer = only(Way.CALLS_BALANCED, "AWS::ElasticLoadBalancingV2::LoadBalancer");
        assertEquals("25", attributes(balancer.path("LoadBalancerAttributes")).get("idle_timeout.timeout_seconds"));
    }

    @ParameterizedTest
    @CsvSource({"CALLS_SERVICE, 2, 20", "CALLS_BALANCED, 3, 9"})
    void asManyServersRunAsKeepTheirProcessorsAtSixtyPercent(Way way, int least, int most) {
        var target = only(way, "AWS::ApplicationAutoScaling::ScalableTarget");
        assertEquals(least, target.path("MinCapacity").asInt());
        assertEquals(most, target.path("MaxCapacity").asInt());
        var tracking = only(way, "AWS::ApplicationAutoScaling::ScalingPolicy")
                .path("TargetTrackingScalingPolicyConfiguration");
        assertEquals(60, tracking.path("TargetValue").asInt());
        assertEquals("ECSServiceAverageCPUUtilization",
                tracking.at("/PredefinedMetricSpecification/PredefinedMetricType").asText());
    }

    @ParameterizedTest
    @CsvSource({"CALLS_URL, CallsRefused CallsSlow GroupAge RecordsRejected TransformErrors TransformThrottles",
            "CALLS_SERVICE, GroupAge ServersUnhealthy",
            "CALLS_BALANCED, CallsRefused CallsSlow GroupAge ServersUnhealthy"})
    void eachIsWatchedByWhatAwsCountsOfIt(Way way, String alarms) {
        var watched = new TreeSet<String>();
        Synthesis.resources(pipeline(way), "AWS::CloudWatch::Alarm").keySet()
                .forEach(id -> watched.add(id.replaceAll("^StreamAlarms(\\w+)[0-9A-F]{8}$", "$1")));
        watched.removeIf(name -> name.matches("Flusher.*|Sweeps.*|Retention.*|Removals.*|Index.*|Deliver.*|Damaged.*"
                + "|Reconciliation.*|Freshness"));
        assertEquals(new TreeSet<>(List.of(alarms.split(" ", -1))), watched);
        var dashboard = Synthesis.text(only(way, "AWS::CloudWatch::Dashboard").path("DashboardBody"));
        assertTrue(dashboard.contains(way == Way.CALLS_URL ? "Url5xxCount" : "HealthyHostCount"), dashboard);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"',
            textBlock = """
                    {'Image': 'r.example/s:1'}                                  | it goes with SecretARN
                    {'SecretARN': 'callers'} | callers is not the whole ARN of a secret
                    {'SecretARN': 'S', 'VpcId': 'vpc-0a1b2c3d'} | name their Image
                    {'SecretARN': 'S', 'Image': 'sluice'} | sluice is not the name of an image
                    {'SecretARN': 'S', 'Image': 'r.example/s'} | r.example/s is not the name of an image
                    {'SecretARN': 'S', 'Image': 'I'} | add VpcId and SubnetIds
                    {'SecretARN': 'S', 'Image': 'I', 'MaximumConcurrency': 9} | servers have MaximumTasks
                    {'SecretARN': 'S', 'Image': 'I', NET, 'LoadBalancer': 'application'} | two zones or more
                    {'SecretARN': 'S', 'Image': 'I', NET, 'MinimumTasks': 3, 'MaximumTasks': 2} | 3 is more than the 2
                    {'SecretARN': 'S', 'Image': 'I', NET, 'CertificateARN': 'tls'} | tls is not the ARN of a certificate
                    """)
    void aConfigurationThatCannotBeDeployedNamesTheMemberAndTheRemedy(String more, String message) {
        var context = Way.BUFFER.context(more.replace("{'", "{'Type': 'direct', '").replace("'S'", "'" + SECRET + "'")
                .replace("'I'", "'r.example/s:1'")
                .replace("NET", "'VpcId': 'vpc-0a1b2c3d', 'SubnetIds': ['subnet-0a1b2c3d']"));
        var app = Synthesis.app(context);
        var refused = assertThrows(DeploymentException.class, () -> SluiceApp.define(app)).explanation();
        assertTrue(refused.contains(message), refused);
    }

    @Test
    void aNumberOfTasksBeyondTheOtherPresetMovesIt() {
        assertEquals(1, servers("'MaximumTasks': 1").tasksMin());
        assertEquals(30, servers("'MinimumTasks': 30").tasksMax());
    }

    private static CallServers servers(String more) {
        var source = ConfiguredSource.of(StreamDefinition.read(Synthesis.withSource(
                Synthesis.configuration("buffer.json"), "{'Type': 'direct', 'SecretARN': '" + SECRET
                        + "', 'Image': 'r.example/s:1', 'VpcId': 'vpc-0a1b2c3d', 'SubnetIds': ['subnet-0a1b2c3d'], "
                        + more + "}")),
                Optional.empty());
        return ((Source.DirectService) source).servers();
    }

    @ParameterizedTest
    @CsvSource({"100, 1024", "1024, 1024", "1024, 2500", "1024, 16384", "4096, 31744"})
    void aTaskThatFargateHasNotIsRefused(int cpu, int memory) {
        var servers = CallServers.of("r.example/s:1", NETWORK);
        assertThrows(DeploymentException.class, () -> servers.sized(cpu, memory));
        assertEquals(30_720, servers.sized(4_096, 30_720).memoryMib());
    }

    /// What a printed template can't have is refused, and what it had before it has.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void printedTemplatesAndTheTerraformModuleRefuseWhatTakesCalls(boolean terraform) {
        Consumer<Way> print = way -> {
            var definition = StreamDefinition.read(way.configuration());
            if (terraform) {
                DeploymentValues.of(definition, "1.0.0", "0");
            } else {
                CloudFormationTemplate.of(definition, TemplateChoices.PRESET, "1.0.0");
            }
        };
        for (Way way : List.of(Way.CALLS_URL, Way.CALLS_SERVICE)) {
            var refused = assertThrows(DeploymentException.class, () -> print.accept(way)).explanation();
            assertTrue(refused.contains("CDK app alone") && refused.contains("leave SecretARN"), refused);
        }
        var attached = StreamDefinition.read(Synthesis.withSource(Synthesis.configuration("buffer.json"),
                "{'Type': 'direct'}"));
        assertTrue(CloudFormationTemplate.of(attached, TemplateChoices.PRESET, "1.0.0")
                .at("/Resources/FlushFunction").isObject());
    }

    /// A transform function would refuse whatever invoked it.
    @Test
    void whereServersAreRunElsewhereNothingIsDeployedToTakeCalls() throws IOException {
        var made = made(app -> SluiceStream.Builder.create(app, "Orders").definition(direct()));
        assertEquals(2, made.ofType("AWS::Lambda::Function").size());
        var values = new ObjectMapper().readTree(DeploymentValues.of(direct(), "1.0.0", "0"));
        assertEquals(List.of("flush", "retention"), values.path("functions").findValuesAsText("part"));
        var printed = CloudFormationTemplate.of(direct(), TemplateChoices.PRESET, "1.0.0");
        assertTrue(printed.at("/Resources/FlushFunction").isObject());
        for (String template : List.of(made.toString(), values.toString(), printed.toString())) {
            assertTrue(!template.contains("TransformErrors") && !template.contains("TransformHandler"), template);
        }
    }

    @Test
    void anAppGivesServersOfItsOwnSize() {
        var made = made(app -> SluiceStream.Builder.create(app, "Orders").definition(direct())
                .source(new Source.DirectService(new CallerKeys(SECRET, Optional.of(KEY)),
                        CallServers.of("r.example/s:1", NETWORK).behind(Balancer.APPLICATION).between(1, 2)
                                .sized(2_048, 8_192))));
        assertEquals(1, made.ofType("AWS::ECS::Service").size());
        assertEquals("8192", made.ofType("AWS::ECS::TaskDefinition").getFirst().properties().path("Memory").asText());
    }

    @Test
    void whatAStreamOfServersHasNotIsSaid() {
        OwnApp.synthesise(app -> {
            var stream = SluiceStream.Builder.create(new Stack(app, "Shop"), "Orders").definition(direct())
                    .source(new Source.DirectService(CallerKeys.of(SECRET), CallServers.of("r.example/s:1", NETWORK)))
                    .build();
            assertTrue(assertThrows(DeploymentException.class, stream::transform).explanation()
                    .contains("no transform function"));
            assertTrue(assertThrows(DeploymentException.class,
                    () -> stream.grantPutRecord(Role.fromRoleArn(stream, "R",
                            "arn:aws:iam::123456789012:role/producer")))
                    .explanation().contains("access key"));
        });
    }

    private static StackTemplate made(Function<Stack, SluiceStream.Builder> stream) {
        return OwnApp.synthesise(app -> stream.apply(new Stack(app, "Shop")).build()).stack("Shop");
    }

    private static StreamDefinition direct() {
        return StreamDefinition.read(Synthesis.withSource(Synthesis.configuration("buffer.json"),
                "{'Type': 'direct'}"));
    }
}
