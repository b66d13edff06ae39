package io.sluice.config;

import io.sluice.codec.Compression;
import io.sluice.config.JsonValue.Place;
import io.sluice.convert.FormatConversion;
import io.sluice.layout.CustomTimeZone;
import io.sluice.layout.OutputPrefixes;
import io.sluice.layout.PrefixException;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.PrefixRemarks;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads `ExtendedS3DestinationConfiguration`.
final class DestinationReader {
    private static final Pattern ROLE_ARN = Pattern.compile("arn:.*:iam::\\d{12}:role/[a-zA-Z_0-9+=,.@\\-_/]+");
    private static final Pattern BUCKET_ARN = Pattern.compile("arn:.*:s3:::[\\w\\.\\-]{1,255}");
    private static final Pattern KMS_ARN = Pattern
            .compile("arn:.*:kms:[a-zA-Z0-9\\-]+:\\d{12}:(key|alias)/[a-zA-Z_0-9+=,.@\\-_/]+");
    private static final Pattern FILE_EXTENSION = Pattern.compile("^(|\\.[0-9a-z!\\-_.*'()]+)$");
    private static final Pattern TIME_ZONE = Pattern.compile("^$|[a-zA-Z/_]+");
    private static final Pattern ANY_TEXT = Pattern.compile("(?s).*");
    private static final int PREFIX_CHARS_MAX = 1024;
    private static final int RETRY_DEFAULT = 300;

    private final Fields destination;
    private final Problems problems;

    DestinationReader(Fields destination) {
        this.destination = destination;
        this.problems = destination.problems();
    }

    /// The content of the section; defaults where it is wrong.
    ///
    /// @param prefixes empty when they are wrong
    record Read(String bucket, Optional<OutputPrefixes> prefixes, BufferingReader.Buffering buffering,
            Compression compression, Optional<String> fileExtension, ZoneId timeZone, Processing processing,
            Duration retry, Optional<String> kmsKeyArn, Optional<FormatConversion> conversion) {}

    Read read(SluiceSection sluice) {
        readRole();
        String bucket = readBucket();
        Optional<OutputPrefixes> prefixes = readPrefixes();
        ProcessingReader.Read processing = ProcessingReader.read(destination);
        Optional<Fields> partitioning = destination.object("DynamicPartitioningConfiguration");
        boolean dynamic = partitioning.flatMap(section -> section.flag("Enabled")).orElse(false);
        Duration retry = readRetry(partitioning);
        prefixes.ifPresent(known -> PartitioningRules.check(destination, known.prefix(), processing, dynamic, sluice));
        boolean converting = ConversionReader.isOn(destination);
        boolean partitioned = converting || prefixes.map(known -> known.prefix().usesPartitionKeys()).orElse(false);
        BufferingReader.Buffering buffering = BufferingReader.read(destination, dynamic, partitioned,
                sluice.flushEvery());
        Compression compression = destination.oneOf("CompressionFormat", CompressionNames.FIREHOSE)
                .orElse(Compression.UNCOMPRESSED);
        Optional<String> kmsKeyArn = readEncryption();
        Optional<String> extension = Checks.text(destination, "FileExtension", 0, 128, FILE_EXTENSION)
                .filter(text -> !text.isEmpty());
        ZoneId timeZone = readTimeZone();
        ShapeCheck.check(destination, "CloudWatchLoggingOptions", PassedOn.LOGGING);
        BackupCheck.check(destination);
        Optional<FormatConversion> conversion = ConversionReader.read(destination, compression,
                prefixes.map(OutputPrefixes::prefix), sluice);
        destination.rejectOthers();
        return new Read(bucket, prefixes, buffering, compression, extension, timeZone, processing.processing(), retry,
                kmsKeyArn, conversion);
    }

    private void readRole() {
        Checks.text(destination, "RoleARN", 1, 512, ROLE_ARN);
        if (destination.any("RoleARN").isEmpty()) {
            Place place = destination.place("RoleARN");
            problems.lifted(place, ApiConstraint.missing(place), "Sluice's functions have roles of their own");
        }
    }

    private String readBucket() {
        Checks.required(destination, "BucketARN");
        String arn = Checks.text(destination, "BucketARN", 1, 2048, BUCKET_ARN).orElse("");
        String name = arn.substring(arn.lastIndexOf(':') + 1);
        if (BUCKET_ARN.matcher(arn).matches()) {
            BucketName.problem(name).ifPresent(problem -> problems.error(destination.place("BucketARN"), problem));
        }
        return name;
    }

    private Optional<OutputPrefixes> readPrefixes() {
        Optional<String> prefix = Checks.text(destination, "Prefix", 0, PREFIX_CHARS_MAX, ANY_TEXT);
        Optional<String> error = Checks.text(destination, "ErrorOutputPrefix", 0, PREFIX_CHARS_MAX, ANY_TEXT);
        OutputPrefixes.Resolution resolution = OutputPrefixes.resolve(prefix.orElse(null), error.orElse(null));
        resolution.faults().forEach(
                fault -> problems.error(destination.place(fault.field().apiName()), fault.message()));
        resolution.prefixes().ifPresent(known -> {
            prefix.ifPresent(text -> remark("Prefix", text, known.prefix()));
            error.ifPresent(text -> remark("ErrorOutputPrefix", text, known.errorOutputPrefix()));
        });
        return resolution.prefixes();
    }

    private void remark(String field, String text, PrefixExpression prefix) {
        PrefixRemarks.of(text, prefix).forEach(remark -> problems.warning(destination.place(field), remark));
    }

    private Duration readRetry(Optional<Fields> partitioning) {
        Optional<Fields> options = partitioning.flatMap(section -> section.object("RetryOptions"));
        Optional<Integer> seconds = options
                .flatMap(section -> Checks.integer(section, "DurationInSeconds", 0, 7200));
        options.ifPresent(Fields::rejectOthers);
        partitioning.ifPresent(Fields::rejectOthers);
        return Duration.ofSeconds(seconds.orElse(RETRY_DEFAULT));
    }

    private Optional<String> readEncryption() {
        Optional<Fields> encryption = destination.object("EncryptionConfiguration");
        if (encryption.isEmpty()) {
            return Optional.empty();
        }
        Fields section = encryption.get();
        boolean none = section.oneOf("NoEncryptionConfig", Map.of("NoEncryption", true)).isPresent();
        Optional<Fields> kms = section.object("KMSEncryptionConfig");
        section.rejectOthers();
        kms.ifPresent(config -> Checks.required(config, "AWSKMSKeyARN"));
        Optional<String> key = kms.flatMap(config -> Checks.text(config, "AWSKMSKeyARN", 1, 512, KMS_ARN));
        kms.ifPresent(Fields::rejectOthers);
        if (none && kms.isPresent()) {
            problems.error(section.place(), "NoEncryptionConfig and KMSEncryptionConfig exclude each other");
        }
        return key;
    }

    private ZoneId readTimeZone() {
        Optional<String> name = Checks.text(destination, "CustomTimeZone", 0, 50, TIME_ZONE);
        if (name.isEmpty()) {
            return CustomTimeZone.UTC;
        }
        Place place = destination.place("CustomTimeZone");
        try {
            ZoneId zone = CustomTimeZone.parse(name.get());
            CustomTimeZone.refusedByFirehose(name.get())
                    .ifPresent(message -> problems.lifted(place, message, "both names are known"));
            return zone;
        } catch (PrefixException e) {
            problems.error(place, e.getMessage() + Nearest.zoneHint(name.get()));
            return CustomTimeZone.UTC;
        }
    }
}
