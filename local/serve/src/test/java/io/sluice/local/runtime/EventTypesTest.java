package io.sluice.local.runtime;

import static io.sluice.local.runtime.DeployedJar.FLUSH;
import static io.sluice.local.runtime.DeployedJar.TRANSFORM;
import static io.sluice.local.runtime.DeployedJar.buffer;
import static io.sluice.local.runtime.DeployedJar.firehose;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.KinesisAnalyticsInputPreprocessingResponse;
import com.amazonaws.services.lambda.runtime.events.KinesisEvent;
import com.amazonaws.services.lambda.runtime.events.KinesisFirehoseEvent;
import com.amazonaws.services.lambda.runtime.events.ScheduledEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import io.sluice.firehose.EventReader;
import io.sluice.firehose.SourceBatch;
import io.sluice.firehose.SourceType;
import io.sluice.lambda.AwsPorts;
import io.sluice.lambda.TransformHandler;
import io.sluice.local.server.EmbeddedServices;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.joda.time.DateTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// AWS's own types of Lambda's events, written by the serialisers of the managed runtime, are read as they were meant,
/// and Sluice's answers are read by them: neither side knows Sluice.
final class EventTypesTest {
    private static final String STREAM = "arn:aws:firehose:us-east-1:123456789012:deliverystream/quakes";
    private static final String KINESIS = "arn:aws:kinesis:us-east-1:123456789012:stream/quakes";
    private static final long ARRIVAL_MAX = 4_102_444_800_000L;
    private static final int BYTES_MAX = 3000;
    private static final int RECORDS_MAX = 30;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, Long.getLong("sluice.events", 25));
    }

    private static <T> PojoSerializer<T> serializer(Class<T> type) {
        return LambdaEventSerializers.serializerFor(type, EventTypesTest.class.getClassLoader());
    }

    private static <T> byte[] written(Class<T> type, T event) {
        var bytes = new ByteArrayOutputStream();
        serializer(type).toJson(event, bytes);
        return bytes.toByteArray();
    }

    private static <T> T read(Class<T> type, byte[] answer) {
        return serializer(type).fromJson(new ByteArrayInputStream(answer));
    }

    private static KinesisFirehoseEvent firehoseEvent(Random random) {
        var event = new KinesisFirehoseEvent();
        event.setInvocationId("invocation-" + random.nextInt());
        event.setDeliveryStreamArn(STREAM);
        event.setRegion("us-east-1");
        List<KinesisFirehoseEvent.Record> records = new ArrayList<>();
        for (int n = random.nextInt(RECORDS_MAX); n >= 0; n--) {
            var record = new KinesisFirehoseEvent.Record();
            record.setRecordId(n + "-" + random.nextLong());
            record.setApproximateArrivalTimestamp(random.nextLong(ARRIVAL_MAX));
            record.setData(ByteBuffer.wrap(data(random)));
            records.add(record);
        }
        event.setRecords(records);
        return event;
    }

    /// A quake, text of any characters, or any bytes.
    private static byte[] data(Random random) {
        return switch (random.nextInt(3)) {
            case 0 ->
                ("{\"properties\":{\"net\":\"n" + random.nextInt(5) + "\",\"time\":" + random.nextLong(ARRIVAL_MAX)
                        + "}}").getBytes(UTF_8);
            case 1 -> random.ints(random.nextInt(BYTES_MAX), 0, Character.MIN_SURROGATE)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString()
                    .getBytes(UTF_8);
            default -> {
                byte[] bytes = new byte[random.nextInt(BYTES_MAX)];
                random.nextBytes(bytes);
                yield bytes;
            }
        };
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aFirehoseEventIsReadAsItWasMeant(long seed) {
        KinesisFirehoseEvent event = firehoseEvent(new Random(seed));

        SourceBatch batch = EventReader.read(written(KinesisFirehoseEvent.class, event));

        assertEquals(SourceType.FIREHOSE, batch.type());
        assertEquals(STREAM, batch.sourceArn());
        assertEquals(event.getInvocationId(), batch.invocationId());
        assertEquals(event.getRecords().size(), batch.records().size());
        for (int n = 0; n < batch.records().size(); n++) {
            var sent = event.getRecords().get(n);
            var read = batch.records().get(n);
            assertEquals(sent.getRecordId(), read.recordId());
            assertEquals(Instant.ofEpochMilli(sent.getApproximateArrivalTimestamp()), read.arrival());
            assertArrayEquals(bytes(sent.getData()), read.data());
        }
    }

    /// The type has no partition keys, which Firehose takes beside what it has.
    @ParameterizedTest
    @MethodSource("seeds")
    void anAnswerIsReadByAwssOwnType(long seed) throws Exception {
        KinesisFirehoseEvent event = firehoseEvent(new Random(seed));
        var answer = new ByteArrayOutputStream();
        try (var stream = AwsPorts.of(firehose()).stream(Instant::now, _ -> {})) {
            new TransformHandler(stream).handleRequest(
                    new ByteArrayInputStream(written(KinesisFirehoseEvent.class, event)), answer, null);
        }

        var read = read(KinesisAnalyticsInputPreprocessingResponse.class, answer.toByteArray());

        assertEquals(event.getRecords().size(), read.getRecords().size());
        for (int n = 0; n < read.getRecords().size(); n++) {
            var sent = event.getRecords().get(n);
            var answered = read.getRecords().get(n);
            assertEquals(sent.getRecordId(), answered.getRecordId());
            boolean isQuake = new String(bytes(sent.getData()), UTF_8).startsWith("{\"properties\":{\"net\":\"n");
            if (isQuake) {
                assertEquals(KinesisAnalyticsInputPreprocessingResponse.Result.Ok, answered.getResult());
            }
            if (answered.getResult() == KinesisAnalyticsInputPreprocessingResponse.Result.Ok) {
                assertArrayEquals(bytes(sent.getData()), bytes(answered.getData()));
            }
        }
    }

    @SuppressWarnings("JavaUtilDate") // AWS's type has it
    private static KinesisEvent kinesisEvent(Random random) {
        List<KinesisEvent.KinesisEventRecord> records = new ArrayList<>();
        for (int n = random.nextInt(RECORDS_MAX); n >= 0; n--) {
            var kinesis = new KinesisEvent.Record();
            kinesis.setKinesisSchemaVersion("1.0");
            kinesis.setPartitionKey("key-" + random.nextInt());
            kinesis.setSequenceNumber("4954698668313554428650745793632162567570019247115678" + (9999 - n));
            kinesis.setApproximateArrivalTimestamp(new Date(random.nextLong(ARRIVAL_MAX)));
            kinesis.setData(ByteBuffer.wrap(data(random)));
            var record = new KinesisEvent.KinesisEventRecord();
            record.setKinesis(kinesis);
            record.setEventSource("aws:kinesis");
            record.setEventSourceARN(KINESIS);
            record.setEventID("shardId-000000000007:" + kinesis.getSequenceNumber());
            records.add(record);
        }
        var event = new KinesisEvent();
        event.setRecords(records);
        return event;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aKinesisEventIsReadAsItWasMeant(long seed) {
        KinesisEvent event = kinesisEvent(new Random(seed));

        SourceBatch batch = EventReader.read(written(KinesisEvent.class, event));

        assertEquals(SourceType.KINESIS, batch.type());
        assertEquals(KINESIS, batch.sourceArn());
        assertEquals(event.getRecords().size(), batch.records().size());
        for (int n = 0; n < batch.records().size(); n++) {
            var sent = event.getRecords().get(n).getKinesis();
            var read = batch.records().get(n);
            var position = read.kinesis().orElseThrow();
            assertEquals(sent.getSequenceNumber(), position.sequenceNumber());
            assertEquals("shardId-000000000007", position.shardId());
            assertEquals(sent.getPartitionKey(), position.partitionKey());
            assertEquals(sent.getApproximateArrivalTimestamp().toInstant(), read.arrival());
            assertArrayEquals(bytes(sent.getData()), read.data());
        }
    }

    /// On the runtime: an event of each type goes in, and what comes out is read by the type that belongs to it.
    @Tag("long")
    @Test
    void theDeployedFunctionsTakeAwssOwnEvents(@TempDir Path folder) throws Exception {
        DeployedJar jar = DeployedJar.unpacked(folder);
        var kinesis = kinesisEvent(new Random(7));
        var scheduled = new ScheduledEvent();
        scheduled.setSource("aws.events");
        scheduled.setTime(new DateTime(0L));
        scheduled.setDetail(new HashMap<>(Map.of("any", 1)));
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("out"), folder.resolve("work"),
                "quakes")) {
            var failures = read(StreamsEventResponse.class,
                    jar.body(jar.invoke(TRANSFORM, buffer(services), written(KinesisEvent.class, kinesis))));
            assertEquals(List.of(), failures.getBatchItemFailures());
            var flushed = jar.answered(
                    jar.invoke(FLUSH, buffer(services), written(ScheduledEvent.class, scheduled)));
            assertEquals(kinesis.getRecords().size(),
                    flushed.path("records").asInt() + flushed.path("recordsPending").asInt(), flushed.toString());
        }
    }
}
