package io.sluice.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Synthesis.Way;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class LeastPrivilegeTest {
    @ParameterizedTest
    @EnumSource
    void policiesNameSingleActionsOnNamedResources(Way way) {
        var statements = Synthesis.statements(Synthesis.of(way).pipeline(), "");

        assertFalse(statements.isEmpty());
        for (var statement : statements) {
            texts(statement.path("Action")).forEach(action -> assertFalse(action.contains("*"), statement.toString()));
            for (var resource : texts(statement.path("Resource"))) {
                assertTrue(!resource.contains("*") || isObjectPrefix(resource, statement)
                        || isOfKafka(resource, statement) || isOfSteps(resource, statement)
                        || isOfATablesStreams(resource, statement) || isOfAllRegistries(resource, statement), resource);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rolesHaveNoManagedPolicies(Way way) {
        for (var template : Synthesis.of(way).templates()) {
            Synthesis.resources(template, "AWS::IAM::Role").values()
                    .forEach(role -> assertTrue(role.at("/Properties/ManagedPolicyArns").isMissingNode()));
        }
    }

    /// A service takes a role on for this account's resources alone.
    @ParameterizedTest
    @EnumSource
    void servicesTakeRolesOnForThisAccountAlone(Way way) {
        for (var template : Synthesis.of(way).templates()) {
            Synthesis.resources(template, "AWS::IAM::Role").forEach((id, role) -> role
                    .at("/Properties/AssumeRolePolicyDocument/Statement").forEach(trust -> assertEquals(
                            "{\"Ref\":\"AWS::AccountId\"}",
                            trust.at("/Condition/StringEquals/aws:SourceAccount").toString(), id)));
        }
    }

    @Test
    void ingestPutsSegmentsAndEntriesAndReadsNothing() {
        assertEquals(List.of("logs:CreateLogStream", "logs:PutLogEvents", "s3:PutObject", "dynamodb:PutItem"),
                actions("TransformRole"));
        assertEquals(List.of("/segments/orders/*"), objectKeys("TransformRole"));
    }

    @Test
    void aFlushTouchesItsStreamsBufferAndPrefixesOnly() {
        assertEquals(
                Set.of("/manifests/orders/*", "/folded/orders/*", "/segments/orders/*", "/damaged/orders/*",
                        "/errors/*", "/orders/shop=*"),
                Set.copyOf(objectKeys("FlushRole")));
    }

    /// An operator's word, and what is left of the chunk, outlive every role.
    @Test
    void aFlushKeepsWhatIsDiscardedAndNobodyDeletesIt() {
        assertEquals(Set.of("s3:GetObject", "s3:PutObject"), onDamaged("FlushRole"));
        assertEquals(Set.of("s3:GetObject"), onDamaged("RetentionRole"));
        assertEquals(Set.of(), onDamaged("TransformRole"));
    }

    private static Set<String> onDamaged(String role) {
        return Synthesis.statements(Synthesis.of(Way.BUFFER).pipeline(), role).stream()
                .filter(statement -> texts(statement.path("Resource")).stream()
                        .anyMatch(text -> text.contains("/damaged/")))
                .flatMap(statement -> texts(statement.path("Action")).stream()).collect(Collectors.toSet());
    }

    @Test
    void onlyRetentionMayDeleteWhatIsDeliveredAndNoErrorObjects() {
        assertEquals(List.of("/orders/shop=*"), deletes("RetentionRole").stream()
                .filter(key -> !key.startsWith("/segments/") && !key.startsWith("/manifests/")
                        && !key.startsWith("/folded/"))
                .toList());
        assertEquals(Set.of("/manifests/orders/*", "/folded/orders/*", "/segments/orders/*"),
                Set.copyOf(deletes("FlushRole")));
    }

    private static List<String> deletes(String role) {
        return Synthesis.statements(Synthesis.of(Way.BUFFER).pipeline(), role).stream()
                .filter(statement -> texts(statement.path("Action")).contains("s3:DeleteObject"))
                .flatMap(statement -> texts(statement.path("Resource")).stream())
                .map(text -> text.substring(text.indexOf('/'))).toList();
    }

    /// Without it S3 answers 403 for an object that is not there, and a run could not tell it from a wrong policy.
    @Test
    void aFlushMayListBothBuckets() {
        var list = Synthesis.statements(Synthesis.of(Way.BUFFER).pipeline(), "FlushRole").stream()
                .filter(statement -> texts(statement.path("Action")).contains("s3:ListBucket")).findFirst()
                .orElseThrow();

        assertEquals(2, texts(list.path("Resource")).size());
        assertTrue(list.path("Condition").isMissingNode());
    }

    @Test
    void theStreamsKeyIsGrantedWhereItsDataIs() {
        for (var role : List.of("TransformRole", "FlushRole", "RetentionRole", "FirehoseRole")) {
            assertTrue(Synthesis.statements(Synthesis.of(Way.ENCRYPTED).pipeline(), role).stream()
                    .anyMatch(statement -> texts(statement.path("Action")).contains("kms:GenerateDataKey")), role);
        }
    }

    /// A role asks S3, DynamoDB, Kinesis or SQS; none asks KMS itself.
    @ParameterizedTest
    @EnumSource
    void keysAreUsedThroughAServiceOnly(Way way) {
        for (var template : Synthesis.of(way).templates()) {
            for (var statement : Synthesis.statements(template, "")) {
                if (texts(statement.path("Action")).stream().anyMatch(action -> action.startsWith("kms:"))) {
                    assertTrue(Synthesis.text(statement.at("/Condition/StringEquals/kms:ViaService"))
                            .matches(
                                    "(s3|dynamodb|kinesis|secretsmanager|sqs)"
                                            + ".\\$\\{AWS::Region}[.]\\$\\{AWS::URLSuffix}"),
                            statement::toString);
                }
            }
        }
    }

    /// Amazon ECR's token takes no resource.
    private static boolean isOfAllRegistries(String resource, JsonNode statement) {
        return resource.equals("*") && texts(statement.path("Action")).equals(List.of("ecr:GetAuthorizationToken"));
    }

    /// A stream that is turned off and on again has another label.
    private static boolean isOfATablesStreams(String resource, JsonNode statement) {
        return resource.matches("arn:aws:dynamodb:[^*]*:table/[^/*]+/stream/\\*")
                && texts(statement.path("Action")).equals(List.of("dynamodb:ListStreams"));
    }

    /// Network interfaces whose ids nobody knows before, and consumer groups that Lambda names, of one cluster.
    private static boolean isOfKafka(String resource, JsonNode statement) {
        var wanted = resource.equals("*") ? "ec2:\\w+Network\\w+|ec2:Describe\\w+" : "kafka-cluster:\\w+Group";
        return (resource.equals("*") || resource.matches("arn:aws:kafka:.*:group/[^/*]+/[^/*]+/\\*"))
                && texts(statement.path("Action")).stream().allMatch(action -> action.matches(wanted));
    }

    /// A state machine: log delivery and traces, which name no resource, its own executions, and the tables that a view
    /// in Athena is over.
    private static boolean isOfSteps(String resource, JsonNode statement) {
        var wanted = resource.equals("*")
                ? "logs:\\w+(LogDelivery|LogDeliveries|ResourcePolicy|ResourcePolicies|LogGroups)|xray:\\w+"
                : "states:\\w+Execution|glue:\\w+";
        return (resource.equals("*") || resource.matches("arn:.*:execution:.*\\*|arn:.*:glue:.*:table/\\w+/\\*"))
                && texts(statement.path("Action")).stream().allMatch(action -> action.matches(wanted));
    }

    private static boolean isObjectPrefix(String resource, JsonNode statement) {
        return resource.contains("/") && resource.indexOf('*') == resource.length() - 1
                && texts(statement.path("Action")).stream().allMatch(action -> action.startsWith("s3:"));
    }

    private static List<String> actions(String role) {
        return Synthesis.statements(Synthesis.of(Way.BUFFER).pipeline(), role).stream()
                .flatMap(statement -> texts(statement.path("Action")).stream()).toList();
    }

    private static List<String> objectKeys(String role) {
        return Synthesis.statements(Synthesis.of(Way.BUFFER).pipeline(), role).stream()
                .flatMap(statement -> texts(statement.path("Resource")).stream()).filter(text -> text.endsWith("*"))
                .map(text -> text.substring(text.indexOf('/'))).toList();
    }

    private static List<String> texts(JsonNode oneOrMany) {
        var texts = new ArrayList<String>();
        (oneOrMany.isArray() ? oneOrMany : List.of(oneOrMany)).forEach(node -> texts.add(Synthesis.text(node)));
        return texts;
    }
}
