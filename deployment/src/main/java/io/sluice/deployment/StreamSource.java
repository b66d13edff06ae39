package io.sluice.deployment;

import io.sluice.config.DeployedSource;
import io.sluice.firehose.SourceType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The source of a stream's records as its configuration tells it, and what is deployed to read it.
///
/// @param kind    what it is
/// @param given   ARN of what is there and read by it, a Kinesis stream, a table's or a queue; empty: a new Kinesis
///     stream, or another source
/// @param keyArn  of the KMS key of the user's that encrypts the source
/// @param mapping by which Lambda reads it
/// @param rights  of the transform function, to read it; apart from those on the key
public record StreamSource(Kind kind, Optional<String> given, Optional<String> keyArn, Optional<EventMapping> mapping,
        List<Right> rights, SourceWatch watch) {
    /// The kinds of sources, as deployments tell them apart.
    public enum Kind {
        // @formatter:off
        DIRECT_PUT, KINESIS_THROUGH_FIREHOSE, MSK_THROUGH_FIREHOSE, EXISTING_FIREHOSE,
        KINESIS, KAFKA, CLOUDWATCH_LOGS, SQS, DYNAMODB_STREAMS, S3, DIRECT, ATTACHED;
        // @formatter:on

        /// Tests whether the deployment has a Firehose stream of its own.
        public boolean makesFirehose() {
            return this == DIRECT_PUT || this == KINESIS_THROUGH_FIREHOSE || this == MSK_THROUGH_FIREHOSE;
        }

        /// Tests whether Firehose calls the transform function.
        public boolean isFirehose() {
            return makesFirehose() || this == EXISTING_FIREHOSE;
        }

        /// Tests whether records come from a Kinesis stream.
        public boolean isKinesis() {
            return this == KINESIS_THROUGH_FIREHOSE || this == KINESIS;
        }
    }

    /// The source of `definition`.
    public static StreamSource of(StreamDefinition definition) {
        return definition.configuration().sluice().deployed().map(told -> told(definition, told))
                .orElseGet(() -> untold(definition));
    }

    private static StreamSource told(StreamDefinition definition, DeployedSource told) {
        return switch (told) {
            case DeployedSource.ExistingFirehose(var name) ->
                plain(Kind.EXISTING_FIREHOSE, SourceWatch.firehose(definition, name));
            case DeployedSource.Kinesis(var reader, var arn, var key) -> reader == SourceType.KINESIS
                    ? kinesis(definition, arn, key)
                    : throughFirehose(definition, arn, key);
            case DeployedSource.Kafka _ -> plain(Kind.KAFKA, SourceWatch.failures("KafkaFailures")
                    .and(SourceWatch.topics()));
            case DeployedSource.Logs _ -> new StreamSource(Kind.CLOUDWATCH_LOGS, Optional.empty(), Optional.empty(),
                    Optional.empty(), List.of(SourceRights.report(DeployedName.SOURCE_FAILURES_ARN)),
                    SourceWatch.failures("LogsFailures").and(SourceWatch.lost()));
            case DeployedSource.Queue queue -> new StreamSource(Kind.SQS, Optional.of(queue.arn()), queue.keyArn(),
                    Optional.of(EventMapping.queue(queue)), SourceRights.queue(queue.arn()),
                    SourceWatch.queue(queue.arn().substring(queue.arn().lastIndexOf(':') + 1)));
            case DeployedSource.TableStream table -> changes(table);
            case DeployedSource.Uploads uploads -> uploads(definition, uploads);
            case DeployedSource.Calls _ -> plain(Kind.DIRECT, SourceWatch.NONE);
        };
    }

    private static StreamSource untold(StreamDefinition definition) {
        if (definition.sourceType().mustBeNamed()) {
            return plain(Kind.ATTACHED,
                    definition.sourceType() == SourceType.DIRECT ? SourceWatch.SERVED : SourceWatch.NONE);
        }
        if (definition.hasKafkaSource()) {
            return plain(Kind.MSK_THROUGH_FIREHOSE, ownFirehose(definition));
        }
        return definition.kinesisSourceArn().map(arn -> throughFirehose(definition, Optional.of(arn),
                Optional.empty())).orElseGet(() -> plain(Kind.DIRECT_PUT, ownFirehose(definition)));
    }

    private static SourceWatch ownFirehose(StreamDefinition definition) {
        return SourceWatch.firehose(definition, DeployedName.FIREHOSE_STREAM.toString());
    }

    private static StreamSource throughFirehose(StreamDefinition definition, Optional<String> arn,
            Optional<String> key) {
        return new StreamSource(Kind.KINESIS_THROUGH_FIREHOSE, arn, key, Optional.empty(), List.of(),
                ownFirehose(definition).and(SourceWatch.kinesisThroughFirehose(definition.stream(),
                        DeployedName.SOURCE_STREAM.toString())));
    }

    private static StreamSource kinesis(StreamDefinition definition, Optional<String> arn, Optional<String> key) {
        var stream = DeployedName.SOURCE_STREAM_ARN.toString();
        var rights = new ArrayList<>(SourceRights.kinesisEvents(stream));
        rights.add(SourceRights.report(DeployedName.SOURCE_FAILURES_ARN));
        return new StreamSource(Kind.KINESIS, arn, key,
                Optional.of(EventMapping.kinesis(stream, definition.configuration().sluice().batchWait())), rights,
                SourceWatch.failures("KinesisFailures")
                        .and(SourceWatch.kinesis(DeployedName.SOURCE_STREAM.toString())));
    }

    private static StreamSource changes(DeployedSource.TableStream table) {
        var rights = new ArrayList<>(SourceRights.changes(table.arn()));
        rights.add(SourceRights.report(DeployedName.SOURCE_FAILURES_ARN));
        var watch = table.reading().filters().isEmpty()
                ? SourceWatch.changes(table.arn().split("/", 3)[1])
                : SourceWatch.iterator();
        return new StreamSource(Kind.DYNAMODB_STREAMS, Optional.of(table.arn()), table.keyArn(),
                Optional.of(EventMapping.changes(table)), rights, SourceWatch.failures("DynamoDbFailures").and(watch));
    }

    private static StreamSource uploads(StreamDefinition definition, DeployedSource.Uploads uploads) {
        var rights = new ArrayList<>(SourceRights.uploads(uploads.bucket(), uploads.prefix()));
        rights.addAll(SourceRights.queue(DeployedName.SOURCE_QUEUE_ARN.toString()));
        return new StreamSource(Kind.S3, Optional.empty(), uploads.keyArn(), Optional.of(EventMapping.uploads()),
                rights, SourceWatch.failures("ObjectFailures").and(SourceWatch.uploads(definition.stream())));
    }

    private static StreamSource plain(Kind kind, SourceWatch watch) {
        return new StreamSource(kind, Optional.empty(), Optional.empty(), Optional.empty(), List.of(), watch);
    }

    /// The right on the key of the source, of the role that reads it.
    public Optional<Right> keyRight() {
        return keyArn.flatMap(key -> switch (kind) {
            case KINESIS, KINESIS_THROUGH_FIREHOSE -> Optional.of(KeyRights.records(key));
            case SQS -> Optional.of(KeyRights.receivedMessages(key));
            case DYNAMODB_STREAMS -> Optional.of(KeyRights.changes(key));
            case S3 -> Optional.of(KeyRights.readObjects(key));
            case DIRECT_PUT, MSK_THROUGH_FIREHOSE, EXISTING_FIREHOSE, KAFKA, CLOUDWATCH_LOGS, DIRECT, ATTACHED ->
                Optional.empty();
        });
    }

    /// @throws DeploymentException when the CDK app alone can deploy it
    public void requireWithoutApp(StreamDefinition definition) {
        if (kind == Kind.DIRECT) {
            throw new DeploymentException("What takes the calls of stream " + definition.stream()
                    + " is deployed by the CDK app alone (docs/how-to/direct.md): deploy the stream by it, or leave"
                    + " SecretARN and what goes with it out of Sluice.Source, and run serve --stateless yourself");
        }
    }

    /// Tests whether a transform function takes its events. Calls come to servers of the user's own instead, which no
    /// function can take the place of, unless the deployment has what takes them.
    public boolean isTakenByFunction() {
        return watch.taker() == SourceWatch.Taker.FUNCTION;
    }

    /// The timeout of the function that takes its events.
    public Duration timeout() {
        return kind == Kind.S3 ? DeployedFunctions.UPLOADS_TIMEOUT : DeployedFunctions.TRANSFORM_TIMEOUT;
    }
}
