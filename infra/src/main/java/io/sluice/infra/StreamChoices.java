package io.sluice.infra;

import java.nio.file.Path;
import java.util.Optional;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.kinesis.IStream;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.sns.ITopic;
import software.constructs.Construct;

/// What an app chose of a stream, each as [SluiceStream.Builder] tells it, and what follows where it chose nothing.
record StreamChoices(StreamDefinition definition, Optional<Stack> storageStack, Optional<Source> chosenSource,
        Optional<IBucket> bucket, Optional<IKey> chosenKey, Optional<ITopic> alarmTopic, Optional<Path> pluginJar,
        ConcurrencyCap concurrency, TableDatabase tableDatabase, Optional<Repartition> repartition,
        Optional<String> compactionWorkgroup, PlatformOptions options) {

    StreamChoices {
        if (compactionWorkgroup.isPresent() && definition.configuration().sluice().compaction().isEmpty()) {
            throw new DeploymentException("replacingCompactedViewIn(\"" + compactionWorkgroup.get() + "\") is for a"
                    + " stream whose configuration says Sluice.Compaction; " + definition.stream() + " has none");
        }
    }

    /// Where records come from: as chosen, or as the configuration says that Firehose reads.
    ///
    /// @throws DeploymentException when the configuration says that they come from elsewhere
    Source source(Construct scope) {
        var source = chosenSource.orElseGet(() -> preset(scope));
        Given.requireSource(definition, source);
        return source;
    }

    private Source preset(Construct scope) {
        if (definition.isAttached()) {
            return new Source.Attached();
        }
        if (definition.hasKafkaSource()) {
            return new Source.MskThroughFirehose();
        }
        return definition.kinesisSourceArn()
                .<Source>map(arn -> new Source.KinesisThroughFirehose(Stream.fromStreamArn(scope, "Source", arn)))
                .orElseGet(Source.DirectPut::new);
    }

    static Optional<IStream> kinesisStream(Source source) {
        return switch (source) {
            case Source.KinesisThroughFirehose(var stream) -> Optional.of(stream);
            case Source.KinesisEvents(var stream) -> Optional.of(stream);
            case Source.DirectPut _,Source.MskThroughFirehose _,Source.ExistingFirehose _ -> Optional.empty();
            case Source.Kafka _,Source.Logs _,Source.Sqs _,Source.DynamoDb _ -> Optional.empty();
            case Source.S3 _,Source.Attached _ -> Optional.empty();
        };
    }

    /// Makes storage in a place of its own, even within `scope`, and in none of the app's where there is nothing to
    /// make.
    ///
    /// @throws DeploymentException when something given is known to be out of the functions' reach
    StreamStorage storage(Construct scope, String id, Source source) {
        requireReachable(scope, source);
        var makes = definition.buffers() || bucket.isEmpty();
        var own = storageStack.filter(_ -> makes);
        var place = new Construct(own.<Construct>map(Construct.class::cast).orElse(scope),
                own.isPresent() ? id + "Storage" : "Storage");
        var storage = StreamStorage.create(place, definition, key(place), bucket, kinesisStream(source),
                options.dataRemoval());
        platform().apply(place);
        return storage;
    }

    private void requireReachable(Construct scope, Source source) {
        var stack = Stack.of(scope);
        chosenKey.ifPresent(key -> Given.requireOneKey(definition, key));
        storageStack.ifPresent(storage -> Given.requireSamePlace(storage, stack));
        bucket.ifPresent(data -> Given.requireBucket(scope, definition.stream(), data));
        kinesisStream(source).ifPresent(
                stream -> Given.requireRegion("The Kinesis stream of " + definition.stream(), stream, stack));
    }

    private Optional<IKey> key(Construct place) {
        var configured = definition.configuration().kmsKeyArn();
        return chosenKey.or(() -> configured.map(arn -> Given.key(Key.fromKeyArn(place, "Key", arn))))
                .or(options::key);
    }

    Platform platform() {
        return new Platform(definition.stream(), options);
    }
}
