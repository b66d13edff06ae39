package io.sluice.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// One way to deploy the stream `orders`: a value of each axis that a deployment can be chosen on.
record Variant(Delivery delivery, Source source, Bucket bucket, Key key, Format format, Tables tables,
        Repartition repartition, Compaction compaction) {
    private static final String KINESIS = "arn:aws:kinesis:us-east-1:123456789012:stream/clicks";
    private static final String CLUSTER = "arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a2b3c4d-3";
    private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:orders";
    private static final String TABLE_STREAM = "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/2026-11-01";
    private static final String KEY_ARN = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";

    enum Delivery {
        BUFFER, FIREHOSE
    }

    enum Source {
        DIRECT(""), KINESIS_NEW("kinesis"), KINESIS_OWN("kinesis"), EVENTS_NEW("kinesis-events"), EVENTS_OWN(
                "kinesis-events"), EXISTING(
                        ""), KAFKA("kafka"), LOGS("logs"), MSK(""), SQS("sqs"), DYNAMODB("dynamodb"), S3("s3");

        private final String option;

        Source(String option) {
            this.option = option;
        }

        private boolean hasNoFirehose() {
            return this == KAFKA || this == LOGS || this == SQS || this == DYNAMODB || this == S3;
        }
    }

    enum Bucket {
        NEW, OWN
    }

    enum Key {
        NONE, OWN
    }

    enum Format {
        TEXT, PARQUET
    }

    enum Tables {
        NONE, NEW_DATABASE, THEIR_DATABASE
    }

    enum Repartition {
        NONE, WANTED
    }

    enum Compaction {
        NONE, WANTED
    }

    /// The axes' names, as pages print them.
    static final List<String> AXES = List.of("delivery", "source", "bucket", "key", "format", "tables", "repartition",
            "compaction");

    /// With the first value of every axis but these.
    static Variant of(Delivery delivery, Source source) {
        return new Variant(delivery, source, Bucket.NEW, Key.NONE, Format.TEXT, Tables.NONE, Repartition.NONE,
                Compaction.NONE);
    }

    /// Every variant, deployable or not.
    static Stream<Variant> product() {
        return Stream.of(Delivery.values()).flatMap(delivery -> Stream.of(Source.values()).flatMap(source -> Stream
                .of(Bucket.values()).flatMap(bucket -> Stream.of(Key.values()).flatMap(key -> Stream.of(Format.values())
                        .flatMap(format -> Stream.of(Tables.values()).flatMap(tables -> Stream.of(Repartition.values())
                                .flatMap(repartition -> Stream.of(Compaction.values())
                                        .map(compaction -> new Variant(delivery, source, bucket, key, format, tables,
                                                repartition, compaction)))))))));
    }

    boolean isDeployable() {
        return refusal().isEmpty();
    }

    /// What Sluice says instead of synthesising it.
    Optional<String> refusal() {
        if (format == Format.PARQUET && delivery == Delivery.BUFFER && tables == Tables.NONE) {
            return Optional.of("Sluice converts by columns that the configuration declares");
        }
        if (format == Format.PARQUET && delivery == Delivery.FIREHOSE && tables != Tables.NONE) {
            return Optional.of("Firehose converts the records of stream orders by the columns of your table");
        }
        if (repartition == Repartition.WANTED && delivery == Delivery.FIREHOSE) {
            return Optional.of("A repartition needs Sluice.Delivery \"buffer\"");
        }
        if (compaction == Compaction.WANTED && delivery == Delivery.FIREHOSE) {
            return Optional.of("Sluice.Compaction needs Sluice.Delivery \"buffer\"");
        }
        if (compaction == Compaction.WANTED && repartition == Repartition.WANTED) {
            return Optional.of("Stream orders has Sluice.Compaction, and a view has one source");
        }
        if (source.hasNoFirehose() && delivery == Delivery.FIREHOSE) {
            return Optional.of("in firehose delivery Firehose invokes the function");
        }
        if (source.option.equals("kinesis-events") && delivery == Delivery.FIREHOSE) {
            return Optional.of("A Kinesis event source needs Sluice.Delivery \"buffer\"");
        }
        return Optional.empty();
    }

    /// The same with other values.
    Variant with(Enum<?>... others) {
        var values = new ArrayList<>(values());
        for (Enum<?> other : others) {
            for (int i = 0; i < values.size(); i++) {
                if (values.get(i).getDeclaringClass() == other.getDeclaringClass()) {
                    values.set(i, other);
                }
            }
        }
        return new Variant((Delivery) values.get(0), (Source) values.get(1), (Bucket) values.get(2),
                (Key) values.get(3), (Format) values.get(4), (Tables) values.get(5), (Repartition) values.get(6),
                (Compaction) values.get(7));
    }

    /// The value of each axis, in their order.
    List<Enum<?>> values() {
        return List.of(delivery, source, bucket, key, format, tables, repartition, compaction);
    }

    /// Prints an axis' value.
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    @Override
    public String toString() {
        return values().stream().map(Variant::word).collect(Collectors.joining(", "));
    }

    /// The context of `cdk.json` with this variant's own on top of it; its configuration is written to `folder`.
    Map<String, Object> context(Path folder, Path jar, Path parquetJar) {
        Map<String, Object> context = Synthesis.commandLine();
        try {
            context.put("config", Files.writeString(folder.resolve("config.json"), configuration().toString())
                    .toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        context.put("functionJar", jar.toString());
        context.put("flusherJar", parquetJar.toString());
        if (source == Source.EXISTING) {
            context.put("existingStream", "sales");
        } else if (!source.option.isEmpty()) {
            context.put("source", source.option);
        }
        if (source == Source.KINESIS_OWN || source == Source.EVENTS_OWN) {
            context.put("kinesisStream", KINESIS);
        }
        if (source == Source.KAFKA) {
            context.put("kafkaTopics", "orders");
            context.put("kafkaCluster", CLUSTER);
        }
        if (source == Source.LOGS) {
            context.put("logGroups", "/aws/lambda/checkout");
        }
        if (source == Source.SQS) {
            context.put("sqsQueue", QUEUE);
        }
        if (source == Source.DYNAMODB) {
            context.put("dynamodbStream", TABLE_STREAM);
        }
        if (source == Source.S3) {
            context.put("s3Bucket", "uploads");
            context.put("s3Prefix", "in/");
        }
        if (bucket == Bucket.OWN) {
            context.put("bucket", "orders-data");
        }
        if (tables == Tables.THEIR_DATABASE) {
            context.put("tableDatabase", "existing");
        }
        if (repartition == Repartition.WANTED) {
            context.put("repartitionFrom", "raw/");
        }
        return context;
    }

    private JsonNode configuration() {
        var all = (ObjectNode) Synthesis.read(Synthesis.configuration("buffer.json"));
        var destination = (ObjectNode) all.path("ExtendedS3DestinationConfiguration");
        var sluice = (ObjectNode) all.path("Sluice");
        sluice.put("Delivery", word(delivery));
        if (delivery == Delivery.FIREHOSE) {
            sluice.remove("FlushIntervalInSeconds");
        }
        if (key == Key.OWN) {
            destination.putObject("EncryptionConfiguration").putObject("KMSEncryptionConfig").put("AWSKMSKeyARN",
                    KEY_ARN);
        }
        if (format == Format.PARQUET) {
            destination.remove("CompressionFormat");
            destination.set("DataFormatConversionConfiguration",
                    Synthesis.read(Synthesis.configuration("converting.json"))
                            .at("/ExtendedS3DestinationConfiguration/DataFormatConversionConfiguration"));
        }
        if (tables != Tables.NONE) {
            sluice.setAll((ObjectNode) Synthesis.read(Synthesis.configuration("tables.json")).path("Sluice"));
            sluice.put("Delivery", word(delivery));
        }
        if (compaction == Compaction.WANTED) {
            sluice.putObject("Compaction").put("Prefix", "large/");
        }
        if (source == Source.MSK) {
            all.put("DeliveryStreamType", "MSKAsSource").putObject("MSKSourceConfiguration")
                    .put("MSKClusterARN", CLUSTER).put("TopicName", "orders").putObject("AuthenticationConfiguration")
                    .put("RoleARN", "arn:aws:iam::123456789012:role/firehose").put("Connectivity", "PRIVATE");
        }
        if (source == Source.KAFKA) {
            sluice.putObject("Source").put("Type", "kafka");
        }
        if (source == Source.LOGS) {
            sluice.putObject("Source").put("Type", "cloudwatch-logs").put("Record", "payload");
        }
        if (source == Source.SQS) {
            sluice.putObject("Source").put("Type", "sqs");
        }
        if (source == Source.S3) {
            sluice.putObject("Source").put("Type", "s3");
        }
        if (source == Source.DYNAMODB) {
            sluice.putObject("Source").put("Type", "dynamodb-streams");
            withoutDeaggregation(destination);
        }
        return all;
    }

    /// An envelope is one record.
    static void withoutDeaggregation(ObjectNode destination) {
        var processors = destination.at("/ProcessingConfiguration/Processors").iterator();
        while (processors.hasNext()) {
            if (processors.next().path("Type").asText().equals("RecordDeAggregation")) {
                processors.remove();
            }
        }
    }
}
