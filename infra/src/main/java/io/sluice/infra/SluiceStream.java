package io.sluice.infra;

import io.sluice.deployment.DeploymentException;
import io.sluice.deployment.StreamDefinition;
import io.sluice.firehose.SourceType;
import io.sluice.infra.job.Compacting;
import io.sluice.infra.job.ErasableSource;
import io.sluice.infra.job.StreamRepartition;
import io.sluice.infra.storage.GlueTables;
import io.sluice.infra.storage.KeyUse;
import io.sluice.infra.storage.PartitionBuffer;
import io.sluice.infra.storage.ResourceChecks;
import io.sluice.infra.storage.StreamStorage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.IAlarm;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.s3.IBucket;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.stepfunctions.IStateMachine;
import software.constructs.Construct;

/// One stream, whole, in a stack of your own: the bucket that its objects go to, the buffer, the functions, what feeds
/// them, tables, alarms and a dashboard. A stack may have several.
///
/// ```java
/// var stack = new Stack(app, "Clicks");
/// var clicks = SluiceStream.Builder.create(stack, "Clicks")
///         .definition(StreamDefinition.read(Path.of("clicks.json")))
///         .build();
/// clicks.grantPutRecord(producer);
/// ```
///
/// What it makes to hold data (buckets, table) stays when its stack goes, unless [PlatformOptions] say otherwise, and
/// is bound to the construct's path: one that is moved or renamed begins with an empty buffer. So choose at the
/// beginning whether storage gets a stack of its own ([Builder#storageStack]), which can then be protected from
/// termination, and outlives what runs.
///
/// The functions' code comes with this artifact. Errors of the configuration, and what cannot be deployed, are a
/// [DeploymentException] of [Builder#build]; doubts are warnings of the synthesis.
public final class SluiceStream extends Construct {
    private final StreamDefinition definition;
    private final Source source;
    private final StreamStorage storage;
    private final SluicePipeline pipeline;
    private final Optional<StreamRepartition> repartition;

    private SluiceStream(Construct scope, String id, StreamChoices chosen) {
        super(scope, id);
        definition = chosen.definition();
        storage = chosen.storage(this, id);
        source = chosen.source(storage);
        var platform = chosen.platform();
        pipeline = new SluicePipeline(this, "Pipeline", new SluicePipeline.Props(definition, FunctionJars.functions(),
                definition.converts() ? FunctionJars.parquet() : FunctionJars.functions(),
                definition.icebergTable().isPresent() ? FunctionJars.registrar() : FunctionJars.functions(),
                chosen.pluginJar(), source,
                storage.data(), storage.buffer(), storage.key(), chosen.concurrency(), chosen.alarmTopic(),
                chosen.repartition().map(asked -> new ErasableSource(asked.from(), FunctionJars.parquet())),
                new Compacting(FunctionJars.parquet(), chosen.compactionWorkgroup()), platform));
        if (definition.configuration().sluice().table().isPresent()) {
            new GlueTables(this, "Tables", new GlueTables.Props(definition, storage.data().getBucketName(),
                    chosen.tableDatabase()));
        }
        repartition = chosen.repartition().map(asked -> StreamRepartition.create(new Construct(this, "Repartition"),
                new StreamRepartition.Props(definition, FunctionJars.parquet(), chosen.pluginJar(), storage, asked,
                        platform)));
        platform.apply(this);
        ResourceChecks.requireRoom(Stack.of(this), definition.stream());
    }

    /// The bucket that objects are delivered to: the given one, or a new one.
    public IBucket bucket() {
        return storage.data();
    }

    /// The bucket of staged batches and manifests; empty in delivery `firehose`.
    public Optional<IBucket> stagingBucket() {
        return storage.buffer().map(PartitionBuffer::staging);
    }

    /// The table that knows what is staged; empty in delivery `firehose`.
    public Optional<ITable> table() {
        return storage.buffer().map(PartitionBuffer::index);
    }

    /// `DeliveryStreamName`: the stream's name in metrics and messages, and its Firehose stream's where it has a new
    /// one.
    public String streamName() {
        return definition.stream();
    }

    /// The function that finds the keys.
    ///
    /// @throws DeploymentException when servers take the stream's calls, and there is none
    public IFunction transform() {
        return pipeline.transformFunction().orElseThrow(() -> new DeploymentException(
                "Servers take the calls of stream " + definition.stream() + ", and it has no transform function"));
    }

    /// The function that writes the objects; empty in delivery `firehose`.
    public Optional<IFunction> flusher() {
        return pipeline.flushFunction().map(IFunction.class::cast);
    }

    /// The function that removes what is too old, and what is erased; empty in delivery `firehose`.
    public Optional<IFunction> retention() {
        return pipeline.retentionFunction().map(IFunction.class::cast);
    }

    /// The state machine whose executions repartition what is in the bucket already, where the app chose that; started
    /// with `{"request": {}}` (`docs/how-to/repartition.md`).
    public Optional<IStateMachine> repartition() {
        return repartition.map(StreamRepartition::machine);
    }

    /// The state machine whose executions compact days that are over, where the configuration says `Sluice.Compaction`;
    /// started by the day, and by hand with `{}` (`docs/how-to/compaction.md`).
    public Optional<IStateMachine> compaction() {
        return pipeline.compactionMachine();
    }

    /// Every alarm, by the name that `docs/how-to/operations.md` explains it under: `Freshness`, `FlusherErrors`, …
    public Map<String, IAlarm> alarms() {
        return pipeline.alarms();
    }

    /// The queues that describe what was given up, by the alarm that counts their messages.
    public Map<String, IQueue> failures() {
        return pipeline.failures();
    }

    /// Lets `producer` put records to where the stream's come from: its Firehose stream, or the Kinesis stream.
    ///
    /// @throws DeploymentException when they come from what has writers of its own, who are granted there
    public Grant grantPutRecord(IGrantable producer) {
        if (source instanceof Source.DirectPut) {
            return putRecord(producer, pipeline.delivery().orElseThrow().arn());
        }
        if (source instanceof Source.ExistingFirehose(var name)) {
            return putRecord(producer, Stack.of(this).formatArn(ArnComponents.builder().service("firehose")
                    .resource("deliverystream").resourceName(name).build()));
        }
        return source.kinesisStream().orElseThrow(this::hasWritersOfItsOwn).grantWrite(producer);
    }

    private DeploymentException hasWritersOfItsOwn() {
        if (source.types().contains(SourceType.DIRECT) && !(source instanceof Source.Attached)) {
            return new DeploymentException("Producers of stream " + definition.stream() + " call with an access key of"
                    + " its own, and IAM knows nothing of that: give them one of the secret's");
        }
        return new DeploymentException("Producers of stream " + definition.stream() + " write to what it is attached"
                + " to, a topic, a log group, a queue, a table or a bucket: grant it there");
    }

    private static Grant putRecord(IGrantable producer, String arn) {
        return Grant.addToPrincipal(GrantOnPrincipalOptions.builder().grantee(producer)
                .actions(List.of("firehose:PutRecord", "firehose:PutRecordBatch")).resourceArns(List.of(arn)).build());
    }

    /// Lets `reader` read the delivered objects, and list the bucket. A key of the bucket's is granted with it.
    public Grant grantRead(IGrantable reader) {
        var bucket = bucket();
        KeyUse.ofObjects(storage.key(), bucket).forEach(
                key -> reader.getGrantPrincipal().addToPrincipalPolicy(KeyUse.readObjects(key)));
        return Grant.addToPrincipal(GrantOnPrincipalOptions.builder().grantee(reader)
                .actions(List.of("s3:GetObject", "s3:ListBucket"))
                .resourceArns(List.of(bucket.getBucketArn(),
                        bucket.arnForObjects(definition.literalHead("Prefix") + "*")))
                .build());
    }

    /// Collects what a stream is made of. Only [#definition] is needed.
    public static final class Builder {
        private final Construct scope;
        private final String id;
        private @Nullable StreamDefinition definition;
        private Optional<Stack> storageStack = Optional.empty();
        private Optional<Source> source = Optional.empty();
        private Optional<IBucket> bucket = Optional.empty();
        private Optional<IKey> key = Optional.empty();
        private Optional<ITopic> alarmTopic = Optional.empty();
        private Optional<Path> pluginJar = Optional.empty();
        private ConcurrencyCap concurrency = ConcurrencyCap.RESERVED;
        private TableDatabase tableDatabase = TableDatabase.NEW;
        private Optional<RepartitionTask> repartition = Optional.empty();
        private Optional<String> compactionWorkgroup = Optional.empty();
        private PlatformOptions options = PlatformOptions.PRESET;

        private Builder(Construct scope, String id) {
            this.scope = scope;
            this.id = id;
        }

        /// Begins a stream.
        ///
        /// @param scope a stack, or a construct in one
        /// @param id    unlike that of any other construct of `scope`
        public static Builder create(Construct scope, String id) {
            return new Builder(scope, id);
        }

        /// Sets the stream: the request of `aws firehose create-delivery-stream` with a `Sluice` section
        /// (`docs/reference/configuration.md`). The names of its bucket, its roles and its region are not used.
        public Builder definition(StreamDefinition stream) {
            definition = stream;
            return this;
        }

        /// The stack that buckets and table are made in, of the same account and region; without it, that of the
        /// stream. One of their own can be protected from termination, and stays when the stream's is taken down.
        public Builder storageStack(Stack stack) {
            storageStack = Optional.of(stack);
            return this;
        }

        /// Sets the source of the records; without it, that of the configuration (`Sluice.Source` and
        /// `DeliveryStreamType`), or else a new Firehose stream that producers put to.
        public Builder source(Source from) {
            source = Optional.of(from);
            return this;
        }

        /// The bucket that objects are delivered to, of the stack's region; without it, a new one. If it has a key,
        /// make it known (`BucketAttributes.encryptionKey`), so that it is granted.
        public Builder bucket(IBucket data) {
            bucket = Optional.of(data);
            return this;
        }

        /// Encrypts the buckets and the table; without it the configuration's `AWSKMSKeyARN`, then the key of the
        /// [PlatformOptions], and then AWS's own.
        ///
        /// @throws DeploymentException when it is an alias
        public Builder key(IKey encrypts) {
            key = Optional.of(ResourceChecks.key(encrypts));
            return this;
        }

        /// Is told when an alarm goes off, and when it is over; without it alarms change state and tell no one.
        public Builder alarmTopic(ITopic topic) {
            alarmTopic = Optional.of(topic);
            return this;
        }

        /// A jar with the plug-ins that the configuration names (`docs/how-to/plugins.md`); all functions get it.
        public Builder pluginJar(Path jar) {
            pluginJar = Optional.of(jar);
            return this;
        }

        /// Sets whether the flusher's runs are capped: `NONE` for accounts whose quota leaves none to reserve.
        public Builder flusherConcurrency(ConcurrencyCap cap) {
            concurrency = cap;
            return this;
        }

        /// Sets whether the database of the stream's tables is there already; without it, it is made.
        public Builder tableDatabase(TableDatabase owner) {
            tableDatabase = owner;
            return this;
        }

        /// Lets objects that are in the bucket already be moved into the stream's layout; without it, none. Delivery
        /// `buffer` alone has it. Without it an erasure leaves the source alone.
        public Builder repartition(RepartitionTask asked) {
            repartition = Optional.of(asked);
            return this;
        }

        /// The Athena workgroup in which a compaction replaces its view; without it, the view's text is left in the
        /// bucket. It must not enforce a result location of its own. Only where the configuration says
        /// `Sluice.Compaction`.
        public Builder replacingCompactedViewIn(String athenaWorkgroup) {
            compactionWorkgroup = Optional.of(athenaWorkgroup);
            return this;
        }

        /// Sets the wishes of the account's owners for all of it; without it, there are none.
        public Builder options(PlatformOptions platform) {
            options = platform;
            return this;
        }

        /// Makes it.
        ///
        /// @throws DeploymentException when it cannot be deployed: the message names the choice or the field, and the
        ///     remedy
        public SluiceStream build() {
            if (definition == null) {
                throw new DeploymentException("Stream " + id + " has no definition: give it one, with"
                        + " .definition(StreamDefinition.read(file))");
            }
            return new SluiceStream(scope, id, new StreamChoices(definition, storageStack, source, bucket, key,
                    alarmTopic, pluginJar, concurrency, tableDatabase, repartition, compactionWorkgroup, options));
        }
    }
}
