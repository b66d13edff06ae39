package io.sluice.infra;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.infra.job.Platform;
import io.sluice.infra.source.ConfiguredSource;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.StreamStorage;
import java.nio.file.Path;
import java.util.Optional;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.sns.ITopic;
import software.constructs.Construct;

/// The choices of an app for a stream, each as [SluiceStream.Builder] tells it, and what follows where it chose
/// nothing.
record StreamChoices(StreamDefinition definition, Optional<Stack> storageStack, Optional<Source> chosenSource,
        Optional<IBucket> bucket, Optional<IKey> chosenKey, Optional<ITopic> alarmTopic, Optional<Path> pluginJar,
        ConcurrencyCap concurrency, TableDatabase tableDatabase, Optional<RepartitionTask> repartition,
        Optional<String> compactionWorkgroup, PlatformOptions options) {

    StreamChoices {
        if (compactionWorkgroup.isPresent() && definition.configuration().sluice().compaction().isEmpty()) {
            throw new DeploymentException("replacingCompactedViewIn(\"" + compactionWorkgroup.get() + "\") is for a"
                    + " stream whose configuration says Sluice.Compaction; " + definition.stream() + " has none");
        }
    }

    /// The source of the records: as chosen, or as the configuration says.
    ///
    /// @throws DeploymentException when the configuration says that they come from elsewhere
    Source source(StreamStorage storage) {
        var source = chosenSource.orElseGet(() -> ConfiguredSource.of(definition, storage.source()));
        requireNamed(definition, source);
        return source;
    }

    /// @throws DeploymentException when the configuration says that records come from elsewhere
    private static void requireNamed(StreamDefinition definition, Source source) {
        if (source instanceof Source.DirectPut && definition.kinesisSourceArn().isPresent()) {
            throw new DeploymentException("source DirectPut contradicts DeliveryStreamType KinesisStreamAsSource of"
                    + " stream " + definition.stream() + "; leave source away, or change the configuration");
        }
        boolean readsTopic = source instanceof Source.MskThroughFirehose;
        if (definition.hasKafkaSource() && !readsTopic && !(source instanceof Source.ExistingFirehose)) {
            throw new DeploymentException("source " + source.getClass().getSimpleName()
                    + " contradicts DeliveryStreamType MSKAsSource of stream " + definition.stream()
                    + "; leave source away, or change the configuration");
        }
        if (readsTopic && !definition.hasKafkaSource()) {
            throw new DeploymentException("Stream " + definition.stream() + " names no topic for Firehose to read: set"
                    + " DeliveryStreamType MSKAsSource and MSKSourceConfiguration in its configuration");
        }
    }

    /// Makes storage in a place of its own, even within `scope`, and in none of the app's where there is nothing to
    /// make.
    ///
    /// @throws DeploymentException when something given is known to be out of the functions' reach
    StreamStorage storage(Construct scope, String id) {
        var stack = Stack.of(scope);
        chosenKey.ifPresent(key -> ResourceChecks.requireOneKey(definition, key));
        storageStack.ifPresent(storage -> ResourceChecks.requireSamePlace(storage, stack));
        bucket.ifPresent(data -> {
            ResourceChecks.requireBucket(scope, definition.stream(), data);
            ResourceChecks.warnOfWholeBucket(scope, definition);
        });
        storageStack.ifPresent(storage -> chosenKey.or(options::key)
                .ifPresent(key -> ResourceChecks.requireKeyOf(key, storage, stack)));
        var makes = definition.isBuffered() || bucket.isEmpty()
                || (chosenSource.isEmpty() && StreamStorage.makesSource(definition));
        var own = storageStack.filter(_ -> makes);
        var place = new Construct(own.<Construct>map(Construct.class::cast).orElse(scope),
                own.isPresent() ? id + "Storage" : "Storage");
        var kinesis = chosenSource.isPresent()
                ? chosenSource.flatMap(Source::kinesisStream)
                : StreamStorage.source(place, definition, options.dataRemoval());
        kinesis.ifPresent(
                stream -> ResourceChecks.requireRegion("The Kinesis stream of " + definition.stream(), stream, stack));
        var storage = StreamStorage.create(place, definition, key(place), bucket, kinesis, options.dataRemoval());
        platform().apply(place);
        return storage;
    }

    private Optional<IKey> key(Construct place) {
        var configured = definition.configuration().kmsKeyArn();
        return chosenKey.or(() -> configured.map(arn -> ResourceChecks.key(Key.fromKeyArn(place, "Key", arn))))
                .or(options::key);
    }

    Platform platform() {
        return new Platform(definition.stream(), options);
    }
}
