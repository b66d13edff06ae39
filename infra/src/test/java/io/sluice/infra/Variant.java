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
    private static final String QUEUE = "arn:aws:sqs:us-east-1:123456789012:orders";
    private static final String TABLE_STREAM = "arn:aws:dynamodb:us-east-1:123456789012:table/orders/stream/2026-11-01";
    private static final String CLUSTER = "arn:aws:kafka:us-east-1:123456789012:cluster/shop/1a2b3c4d-3";
    private static final String KEY_ARN = "arn:aws:kms:us-east-1:123456789012:key/11111111-2222-3333-4444-555555555555";

    enum Delivery {
        BUFFER, FIREHOSE
    }

    /// Each with what `Sluice.Source` says of it, in JSON with single quotes.
    enum Source {
        // @formatter:off
        DIRECT("{}"),
        KINESIS_NEW("{'Type': 'firehose', 'KinesisStream': 'new'}"),
        KINESIS_OWN("{'Type': 'firehose', 'KinesisStream': '" + KINESIS + "'}"),
        EVENTS_NEW("{'Type': 'kinesis'}"),
        EVENTS_OWN("{'Type': 'kinesis', 'KinesisStream': '" + KINESIS + "'}"),
        EXISTING("{'Type': 'firehose', 'ExistingStream': 'sales'}"),
        KAFKA("{'Type': 'kafka', 'Topics': ['orders'], 'ClusterARN': '" + CLUSTER + "'}"),
        LOGS("{'Type': 'cloudwatch-logs', 'Record': 'payload', 'LogGroups': ['/aws/lambda/checkout']}"),
        MSK("{}"),
        SQS("{'Type': 'sqs', 'QueueARN': '" + QUEUE + "'}"),
        DYNAMODB("{'Type': 'dynamodb-streams', 'StreamARN': '" + TABLE_STREAM + "'}"),
        S3("{'Type': 's3', 'Bucket': 'uploads', 'Prefix': 'in/'}");
        // @formatter:on

        private final String told;

        Source(String told) {
            this.told = told;
        }

        private boolean hasNoFirehose() {
            return !told.equals("{}") && !told.contains("'firehose'");
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
        if (!source.told.equals("{}")) {
            sluice.set("Source", Synthesis.quoted(source.told));
        }
        if (source == Source.DYNAMODB) {
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
