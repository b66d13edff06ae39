package io.sluice.infra;

import io.sluice.deployment.DeploymentException;
import io.sluice.firehose.SourceType;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awscdk.services.kinesis.IStream;

/// The source of a stream's records, and with it what is deployed to read them.
///
/// A Kinesis stream with a key of your own must bring the key along, as one of the same app does, and one of
/// `Stream.fromStreamAttributes` with `encryptionKey`: its readers need `kms:Decrypt`.
public sealed interface Source {
    /// A new Firehose stream that producers put records to.
    record DirectPut() implements Source {}

    /// A new Firehose stream that reads a Kinesis stream.
    ///
    /// @param stream in the same account and region
    record KinesisThroughFirehose(IStream stream) implements Source {
        @Override
        public Optional<IStream> kinesisStream() {
            return Optional.of(stream);
        }
    }

    /// A new Firehose stream that reads a topic of Amazon MSK: that of the configuration's `MSKSourceConfiguration`.
    /// The cluster's own policy must let Firehose in (`docs/how-to/sources.md`).
    record MskThroughFirehose() implements Source {}

    /// A Kinesis stream that invokes the transform function itself, without Firehose; for delivery `buffer` only.
    ///
    /// @param stream in the same account and region
    record KinesisEvents(IStream stream) implements Source {
        @Override
        public Set<SourceType> types() {
            return Set.of(SourceType.KINESIS);
        }

        @Override
        public Optional<IStream> kinesisStream() {
            return Optional.of(stream);
        }
    }

    /// A Firehose stream of the user's: nothing of it is deployed; the stack prints the call that attaches the
    /// function to it.
    ///
    /// @param deliveryStreamName in the same account and region; 1 to 64 letters, digits, `_`, `.`, `-`
    record ExistingFirehose(String deliveryStreamName) implements Source {}

    /// Kafka topics that invoke the transform function; for delivery `buffer` with `Sluice.Source.Type` `kafka`.
    record Kafka(KafkaTopics topics) implements Source {
        @Override
        public Set<SourceType> types() {
            return Set.of(SourceType.KAFKA);
        }
    }

    /// Log groups whose subscriptions invoke the transform function; for delivery `buffer` with `Sluice.Source.Type`
    /// `cloudwatch-logs`.
    record Logs(LogGroups groups) implements Source {
        @Override
        public Set<SourceType> types() {
            return Set.of(SourceType.CLOUDWATCH_LOGS);
        }
    }

    /// A queue that invokes the transform function; for delivery `buffer` with `Sluice.Source.Type` `sqs` or `sns`.
    record Sqs(SqsQueue queue) implements Source {
        @Override
        public Set<SourceType> types() {
            return Set.of(SourceType.SQS, SourceType.SNS);
        }
    }

    /// A table's stream that invokes the transform function; for delivery `buffer` with `Sluice.Source.Type`
    /// `dynamodb-streams`.
    record DynamoDb(TableChanges changes) implements Source {
        @Override
        public Set<SourceType> types() {
            return Set.of(SourceType.DYNAMODB_STREAMS);
        }
    }

    /// Objects that others put into a bucket, and that EventBridge tells of; for delivery `buffer` with
    /// `Sluice.Source.Type` `s3`.
    record S3(Uploads uploads) implements Source {
        @Override
        public Set<SourceType> types() {
            return Set.of(SourceType.S3);
        }
    }

    /// Calls of Firehose's API that a function takes at a URL of its own, in the transform function's place; for
    /// delivery `buffer` with `Sluice.Source.Type` `direct`.
    ///
    /// @param concurrencyMax executions at once, 1 or more, which the account must have to reserve: whoever knows the
    ///     URL may have as many, before a signature is looked at
    record DirectUrl(CallerKeys keys, int concurrencyMax) implements Source {
        private static final int CONCURRENCY_MAX = 100;

        public DirectUrl {
            if (concurrencyMax < 1) {
                throw new DeploymentException("Calls are taken by 1 execution or more at once, and not "
                        + concurrencyMax);
            }
        }

        /// A hundred executions at once.
        public DirectUrl(CallerKeys keys) {
            this(keys, CONCURRENCY_MAX);
        }

        @Override
        public Set<SourceType> types() {
            return Set.of(SourceType.DIRECT);
        }
    }

    /// Calls of Firehose's API that servers take, on Fargate; no transform function is there. For delivery `buffer`
    /// with `Sluice.Source.Type` `direct`.
    record DirectService(CallerKeys keys, CallServers servers) implements Source {
        @Override
        public Set<SourceType> types() {
            return Set.of(SourceType.DIRECT);
        }
    }

    /// A source that your app attaches to [SluiceStream#transform] itself: an event source mapping, or a subscription
    /// of CloudWatch Logs, as the configuration's `Sluice.Source` says (`docs/how-to/sources.md`). Nothing of it is
    /// deployed here but the function's permission to read positions or receipts. A stream of calls whose servers are
    /// run elsewhere has no transform function.
    record Attached() implements Source {
        @Override
        public Set<SourceType> types() {
            return SourceType.named().stream().filter(SourceType::mustBeNamed).collect(Collectors.toSet());
        }
    }

    /// The types whose events reach the transform function, of which its stream's must be one.
    default Set<SourceType> types() {
        return Set.of(SourceType.FIREHOSE);
    }

    /// The Kinesis stream that records come from, if they do.
    default Optional<IStream> kinesisStream() {
        return Optional.empty();
    }
}
