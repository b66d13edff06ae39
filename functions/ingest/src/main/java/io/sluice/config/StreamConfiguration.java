package io.sluice.config;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.convert.FormatConversion;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.PrefixExpression;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// One stream's validated configuration: the request of `aws firehose create-delivery-stream` plus the `Sluice`
/// section.
///
/// @param stream            `DeliveryStreamName`
/// @param bucket            name of the data bucket, out of `BucketARN`
/// @param prefix            `Prefix`, with Firehose's implicit suffix already appended where Firehose appends one
/// @param errorOutputPrefix `ErrorOutputPrefix`, likewise; never uses partition keys
/// @param objectBytesMax    `BufferingHints.SizeInMBs` in bytes: raw record bytes at which a partition is due
/// @param interval          `BufferingHints.IntervalInSeconds`: age of the oldest record at which a partition is due
/// @param compression       `CompressionFormat`, or `Sluice.CompressionFormat` where that is given
/// @param fileExtension     `FileExtension`; empty when the compression format's own applies
/// @param timeZone          `CustomTimeZone`, default UTC
/// @param processing        what happens to a record before it is delivered
/// @param retry             `DynamicPartitioningConfiguration.RetryOptions.DurationInSeconds`
/// @param kmsKeyArn         `EncryptionConfiguration.KMSEncryptionConfig.AWSKMSKeyARN`
/// @param conversion        `DataFormatConversionConfiguration`; empty where records are not converted, or by Firehose
/// @param sluice            everything that Firehose does not know
public record StreamConfiguration(String stream, String bucket, PrefixExpression prefix,
        PrefixExpression errorOutputPrefix, long objectBytesMax, Duration interval, Compression compression,
        Optional<String> fileExtension, ZoneId timeZone, Processing processing, Duration retry,
        Optional<String> kmsKeyArn, Optional<FormatConversion> conversion, SluiceSection sluice) {
    /// The shortest interval of any partition.
    public Duration intervalShortest() {
        return intervals().min(Comparator.naturalOrder()).orElse(interval);
    }

    /// The longest interval of any partition.
    public Duration intervalLongest() {
        return intervals().max(Comparator.naturalOrder()).orElse(interval);
    }

    private Stream<Duration> intervals() {
        return Stream.concat(Stream.of(interval),
                sluice.buffering().stream().flatMap(rule -> rule.interval().stream()));
    }

    /// The prefix of what the stream's objects are compacted to; empty where they are not.
    public Optional<PrefixExpression> compactedPrefix() {
        return sluice.compaction()
                .map(section -> new CompactedPrefix(prefix.literalHead(), section.prefix()).of(prefix));
    }

    /// The format of data objects.
    public ObjectFormat format() {
        return conversion.<ObjectFormat>map(each -> new ObjectFormat.Parquet(each.id()))
                .orElseGet(() -> new ObjectFormat.Joined(compression));
    }
}
