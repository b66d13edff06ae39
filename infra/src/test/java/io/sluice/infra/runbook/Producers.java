package io.sluice.infra.runbook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.sluice.infra.runbook.DeployedStream.Throttled;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// Those who send records, and the Firehose stream between them and the function: it hands a batch over until it is
/// answered.
final class Producers {
    private static final int RECORDS_MAX = 7;

    private final DeployedStream stream;
    private final Random random = new Random(20_261_122);
    private final List<Sent> sent = new ArrayList<>();
    /// Batches that were not answered.
    private final List<Batch> waiting = new ArrayList<>();
    private final List<Batch> answered = new ArrayList<>();
    private int batches;

    private record Batch(String event, List<Sent> records) {}

    Producers(DeployedStream stream) {
        this.stream = stream;
    }

    /// Every record that was sent.
    List<Sent> sent() {
        return sent;
    }

    /// How many records the first batch had.
    int first() {
        return answered.getFirst().records().size();
    }

    /// Sends some batches of one record or more.
    ///
    /// @return how many of them the function took
    int send(int count) {
        return IntStream.range(0, count).map(_ -> sendBatch(1 + random.nextInt(RECORDS_MAX))).sum();
    }

    /// Sends a batch.
    ///
    /// @return how many batches the function took: it, and those that waited
    int sendBatch(int records) {
        int before = answered.size();
        handOver(write(records));
        return answered.size() - before;
    }

    /// Keeps what was sent.
    void write(ArrayNode kept) {
        for (Batch batch : answered) {
            var each = kept.addObject().put("event", batch.event()).putArray("records");
            batch.records().forEach(record -> {
                var days = each.addObject().put("text", record.text()).put("shop", record.shop()).putArray("days");
                record.days().forEach(day -> days.add(day.toString()));
            });
        }
    }

    /// Takes over what another was answered.
    void read(JsonNode kept) {
        for (JsonNode batch : kept) {
            var records = new ArrayList<Sent>();
            for (JsonNode record : batch.path("records")) {
                var days = new TreeSet<LocalDate>();
                record.path("days").forEach(day -> days.add(LocalDate.parse(day.asText())));
                records.add(new Sent(record.path("text").asText(), record.path("shop").asText(), days));
            }
            sent.addAll(records);
            answered.add(new Batch(batch.path("event").asText(), records));
            batches++;
        }
    }

    /// Records that somebody else hands over.
    List<Sent> write(int count) {
        for (int i = 0; i < count; i++) {
            sent.add(Sent.of(sent.size(), stream.now));
        }
        return List.copyOf(sent.subList(sent.size() - count, sent.size()));
    }

    /// A record that Firehose gets, in a batch of its own.
    void put(Sent record) {
        record.cameIn(stream.now);
        handOver(List.of(record));
    }

    /// The record that was sent with these bytes.
    Sent of(byte[] data) {
        String text = new String(data, UTF_8);
        return sent.stream().filter(each -> each.text().equals(text)).findFirst()
                .orElseThrow(() -> new AssertionError("nobody ever sent " + text));
    }

    private void handOver(List<Sent> records) {
        waiting.add(new Batch(event(batches++, records), records));
        tryAgain();
    }

    /// Hands over what was not answered.
    ///
    /// @return how many batches still wait
    int tryAgain() {
        for (Batch batch : List.copyOf(waiting)) {
            if (isTaken(batch)) {
                waiting.remove(batch);
                answered.add(batch);
            }
        }
        return waiting.size();
    }

    /// Batches whose answers were lost come again, exactly as they were.
    void repeatAll() {
        for (Batch batch : answered) {
            if (!isTaken(batch)) {
                throw new AssertionError("a repeat was refused");
            }
        }
    }

    private boolean isTaken(Batch batch) {
        try {
            return !stream.invoke("TransformFunction", batch.event()).failed();
        } catch (Throttled e) {
            return false;
        }
    }

    /// Firehose is tired of the batches that wait.
    ///
    /// @return what it writes of them, a line a record
    String giveUp() {
        String lines = waiting.stream().flatMap(batch -> batch.records().stream())
                .map(each -> "{\"attemptsMade\":11,\"arrivalTimestamp\":" + stream.now.toEpochMilli()
                        + ",\"errorCode\":\"Lambda.FunctionError\",\"errorMessage\":\"…\",\"attemptEndingTimestamp\":"
                        + stream.now.toEpochMilli() + ",\"rawData\":\"" + base64(each.text()) + "\"}\n")
                .collect(Collectors.joining());
        waiting.clear();
        return lines;
    }

    private String event(int batch, List<Sent> records) {
        return IntStream.range(0, records.size())
                .mapToObj(i -> "{\"recordId\":\"" + batch + "-" + i + "\",\"approximateArrivalTimestamp\":"
                        + stream.now.toEpochMilli() + ",\"data\":\"" + base64(records.get(i).text()) + "\"}")
                .collect(Collectors.joining(",", "{\"invocationId\":\"" + batch
                        + "\",\"deliveryStreamArn\":\"arn:aws:firehose:us-east-1:123456789012:deliverystream/orders\","
                        + "\"region\":\"us-east-1\",\"records\":[", "]}"));
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }
}
