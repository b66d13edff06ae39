package io.sluice.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Deployed.Resource;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// The keys of objects that whoever delivers a stream may write, by its role: the flusher or, where there is none,
/// Firehose.
///
/// @param patterns with `*` at their ends; none where somebody else's Firehose stream delivers
record WrittenKeys(Set<String> patterns) {
    private static final String WRITES = "s3:AbortMultipartUpload";
    private static final Pattern BUCKET = Pattern.compile("^(\\$\\{[^}]*}|[^/])*/");

    static WrittenKeys of(Deployed deployed) {
        return new WrittenKeys(role(deployed).stream().flatMap(role -> statements(deployed, role))
                .filter(statement -> texts(statement.path("Action")).anyMatch(WRITES::equals))
                .flatMap(statement -> texts(statement.path("Resource")))
                .map(arn -> BUCKET.matcher(arn).replaceFirst("")).collect(Collectors.toCollection(TreeSet::new)));
    }

    /// Whether whatever `others` may write may be written, as far as it is known who writes.
    boolean coverAll(WrittenKeys others) {
        return patterns.isEmpty() || others.patterns.stream().allMatch(other -> patterns.stream()
                .anyMatch(each -> each.endsWith("*") && other.startsWith(each.substring(0, each.length() - 1))));
    }

    private static Optional<String> role(Deployed deployed) {
        var flusher = Optional.ofNullable(deployed.pipeline().resources().get("FlushFunction"))
                .map(each -> each.properties().at("/Role/Fn::GetAtt/0"));
        var firehose = deployed.pipeline().ofType("AWS::KinesisFirehose::DeliveryStream").stream().findFirst()
                .map(each -> each.properties().at("/ExtendedS3DestinationConfiguration/RoleARN/Fn::GetAtt/0"));
        return flusher.or(() -> firehose).map(JsonNode::asText);
    }

    private static Stream<JsonNode> statements(Deployed deployed, String role) {
        return deployed.pipeline().ofType("AWS::IAM::Policy").stream().map(Resource::properties)
                .filter(policy -> policy.path("Roles").findValuesAsText("Ref").contains(role))
                .flatMap(policy -> elements(policy.at("/PolicyDocument/Statement")));
    }

    private static Stream<String> texts(JsonNode oneOrMore) {
        return (oneOrMore.isArray() ? elements(oneOrMore) : Stream.of(oneOrMore)).map(Synthesis::text);
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
