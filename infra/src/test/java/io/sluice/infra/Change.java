package io.sluice.infra;

import com.fasterxml.jackson.databind.JsonNode;
import io.sluice.infra.Deployed.Resource;
import io.sluice.infra.Deployed.StackTemplate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A deployment of `after` over `before`, as `cdk deploy --all` does it: storage first, then the pipeline. Read from
/// the templates alone.
public record Change(Deployed before, Deployed after) {
    private static final String FIREHOSE = "AWS::KinesisFirehose::DeliveryStream";
    private static final String MAPPING = "AWS::Lambda::EventSourceMapping";
    private static final String GLUE_TABLE = "AWS::Glue::Table";
    private static final String PARTITIONED = "/ExtendedS3DestinationConfiguration"
            + "/DynamicPartitioningConfiguration/Enabled";
    private static final Pattern KEY = Pattern.compile("arn:aws:kms:[^\"]+");

    /// A resource that a stack's update deletes or replaces.
    public record Gone(String stack, String id, Resource resource) {}

    public Set<ChangeFinding> findings() {
        var found = EnumSet.noneOf(ChangeFinding.class);
        locked(found);
        pipeline(found);
        sources(found);
        attachment(found);
        tables(found);
        if (!keys(after).containsAll(keys(before))) {
            found.add(ChangeFinding.KEY);
        }
        if (has(before, "FlushFunction") == has(after, "FlushFunction") && bucket(before).equals(bucket(after))
                && !WrittenKeys.of(after).coverAll(WrittenKeys.of(before))) {
            found.add(ChangeFinding.HEAD);
        }
        if (found.stream().anyMatch(ChangeFinding::needsANewPipeline)) {
            destroyed(found);
        }
        if (before.stacks().containsKey("SluiceRepartition-orders")
                && !after.stacks().containsKey("SluiceRepartition-orders")) {
            found.add(ChangeFinding.LEFT_OVER);
        }
        return found;
    }

    /// Exports that the new storage stack lacks and a deployed stack imports.
    Set<String> lockedExports() {
        var gone = new TreeSet<String>();
        before.storage().ifPresent(was -> after.storage().ifPresent(is -> {
            gone.addAll(was.exports().keySet());
            gone.removeAll(is.exports().keySet());
        }));
        gone.retainAll(before.stacks().values().stream().flatMap(stack -> stack.imports().stream())
                .collect(Collectors.toSet()));
        return gone;
    }

    private void locked(Set<ChangeFinding> found) {
        if (!lockedExports().isEmpty()) {
            found.add(pipelineCanGoFirst() ? ChangeFinding.LOCKED : ChangeFinding.CROSSED);
        }
    }

    /// Whether the new pipeline finds all that it needs in the storage stack as it is.
    private boolean pipelineCanGoFirst() {
        return before.storage().stream().allMatch(was -> was.exports().keySet().containsAll(after.pipeline().imports())
                && was.outputs().keySet().containsAll(after.pipeline().reads()));
    }

    /// What goes with the pipeline's stack besides.
    private void destroyed(Set<ChangeFinding> found) {
        if (only(before.pipeline(), FIREHOSE).isPresent()) {
            found.add(ChangeFinding.HELD);
        }
        if (attachCommand(before).isPresent()) {
            found.add(ChangeFinding.DETACH);
        }
        if (attachCommand(after).isPresent()) {
            found.add(ChangeFinding.ATTACH);
        }
    }

    private void pipeline(Set<ChangeFinding> found) {
        if (same().anyMatch(pair -> CreateOnly.of(pair.was(), pair.is()) == CreateOnly.Effect.REFUSED)) {
            found.add(ChangeFinding.NAMED);
        }
        var streams = List.of(only(before.pipeline(), FIREHOSE), only(after.pipeline(), FIREHOSE));
        if (streams.stream().allMatch(Optional::isPresent) && streams.stream()
                .map(stream -> stream.orElseThrow().at(PARTITIONED).asBoolean()).distinct().count() > 1) {
            found.add(ChangeFinding.PARTITIONING);
        }
        if (streams.getFirst().isPresent() && streams.getLast().isEmpty()) {
            found.add(ChangeFinding.HELD);
        }
        if (has(before, "FlushFunction") && !has(after, "FlushFunction")) {
            found.add(ChangeFinding.DRAIN);
        }
        if (has(before, "CompactionFunction") && !has(after, "CompactionFunction")) {
            found.add(ChangeFinding.UNCOMPACTED);
        }
        if (!bucket(before).equals(bucket(after))) {
            found.add(ChangeFinding.BUCKET);
        }
    }

    private void sources(Set<ChangeFinding> found) {
        if (!subscribed(after).containsAll(subscribed(before))) {
            found.add(ChangeFinding.QUEUED);
        }
        reads(before).forEach((stream, reader) -> {
            if (!reads(after).containsKey(stream)) {
                found.add(ChangeFinding.UNREAD);
            } else if (!reader.equals(reads(after).get(stream))) {
                found.add(ChangeFinding.READ_AGAIN);
            }
        });
    }

    private static Set<String> subscribed(Deployed deployed) {
        return deployed.pipeline().ofType("AWS::Logs::SubscriptionFilter").stream()
                .map(each -> each.properties().path("LogGroupName").asText()).collect(Collectors.toSet());
    }

    /// A Kinesis stream, the cluster of a topic, a queue or a table's stream → the type of what reads it.
    private static Map<String, String> reads(Deployed deployed) {
        Map<String, String> reads = new TreeMap<>();
        only(deployed.pipeline(), FIREHOSE).map(each -> each.at("/KinesisStreamSourceConfiguration/KinesisStreamARN"))
                .filter(arn -> !arn.isMissingNode()).ifPresent(arn -> reads.put(arn.toString(), FIREHOSE));
        only(deployed.pipeline(), FIREHOSE).map(each -> each.at("/MSKSourceConfiguration/MSKClusterARN"))
                .filter(arn -> !arn.isMissingNode()).ifPresent(arn -> reads.put(arn.toString(), FIREHOSE));
        // The queue of ticks has a mapping, too: on the flusher.
        deployed.pipeline().ofType(MAPPING).stream().map(Resource::properties)
                .filter(each -> each.path("FunctionName").toString().contains("Transform"))
                .map(each -> each.path("EventSourceArn"))
                .forEach(arn -> reads.put(arn.toString(), MAPPING));
        return reads;
    }

    private void attachment(Set<ChangeFinding> found) {
        var was = attachCommand(before);
        var is = attachCommand(after);
        if (was.isPresent() && is.isEmpty()) {
            found.add(ChangeFinding.DETACH);
        }
        if (is.isPresent() && !is.equals(was)) {
            found.add(ChangeFinding.ATTACH);
        }
    }

    private static Optional<String> attachCommand(Deployed deployed) {
        return deployed.pipeline().outputs().entrySet().stream().filter(each -> each.getKey().contains("AttachCommand"))
                .map(Map.Entry::getValue).findFirst();
    }

    private void tables(Set<ChangeFinding> found) {
        boolean hadTables = !before.pipeline().ofType(GLUE_TABLE).isEmpty();
        boolean hadDatabase = only(before.pipeline(), "AWS::Glue::Database").isPresent();
        if (hadTables && !hadDatabase && only(after.pipeline(), "AWS::Glue::Database").isPresent()) {
            found.add(ChangeFinding.DATABASE);
        }
        boolean otherFiles = same().filter(pair -> pair.was().type().equals(GLUE_TABLE)).anyMatch(pair -> !pair.was()
                .properties().at("/TableInput/StorageDescriptor/SerdeInfo").equals(pair.is().properties()
                        .at("/TableInput/StorageDescriptor/SerdeInfo")));
        if (otherFiles) {
            found.add(ChangeFinding.FORMAT);
        }
    }

    /// Resources that the update of a stack deletes, or replaces by others.
    public List<Gone> gone() {
        List<Gone> gone = new ArrayList<>();
        before.stacks().forEach((name, was) -> Optional.ofNullable(after.stacks().get(name)).map(
                StackTemplate::resources).ifPresent(is -> was.resources().forEach((id, resource) -> {
                    if (isGone(resource, Optional.ofNullable(is.get(id)))) {
                        gone.add(new Gone(name, id, resource));
                    }
                })));
        return gone;
    }

    private static boolean isGone(Resource was, Optional<Resource> is) {
        return is.map(each -> CreateOnly.of(was, each) == CreateOnly.Effect.REPLACED).orElse(true);
    }

    /// A resource of both.
    private record Pair(Resource was, Resource is) {}

    private Stream<Pair> same() {
        return before.stacks().entrySet().stream().flatMap(stack -> Stream.ofNullable(after.stacks()
                .get(stack.getKey())).flatMap(
                        is -> stack.getValue().resources().entrySet().stream()
                                .flatMap(each -> Stream.ofNullable(is.resources().get(each.getKey()))
                                        .map(other -> new Pair(each.getValue(), other)))));
    }

    private static boolean has(Deployed deployed, String id) {
        return deployed.pipeline().resources().containsKey(id);
    }

    private static JsonNode bucket(Deployed deployed) {
        return Optional.ofNullable(deployed.pipeline().resources().get("TransformFunction")).orElseThrow().properties()
                .at("/Environment/Variables/SLUICE_DATA_BUCKET");
    }

    private static Set<String> keys(Deployed deployed) {
        return deployed.stacks().values().stream().map(StackTemplate::resources).map(Map::values)
                .flatMap(Collection::stream)
                .flatMap(each -> KEY.matcher(each.properties().toString()).results()).map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    private static Optional<JsonNode> only(StackTemplate stack, String type) {
        var found = stack.ofType(type);
        if (found.size() > 1) {
            throw new AssertionError("More than one " + type);
        }
        return found.stream().map(Resource::properties).findFirst();
    }
}
