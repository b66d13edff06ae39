package io.sluice.benchmarks.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.local.batch.Batch;
import io.sluice.local.batch.BatchRecord;
import io.sluice.local.batch.EventWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/// Clicks as JSON: ids, a page, a user agent and attributes around the values that records are partitioned by, of which
/// one comes early, one in the middle and one late. The same number gives the same record.
///
/// @param recordBytes size of every record
/// @param partitions  how many customers take turns, each with one device and all in the same hour
/// @param filler      what records are filled up with
public record Clickstream(int recordBytes, int partitions, Filler filler) {
    /// The filling that makes a record as large as it is.
    public enum Filler {
        /// Attributes out of a few words: they compress to a fifth or less, as such data does.
        WORDS,
        /// Random letters: they hardly compress, so that few records make many bytes to move.
        NOISE
    }

    /// The hour that all clicks are in starts then, as does their arrival.
    public static final Instant START = Instant.parse("2026-08-09T20:00:00Z");
    /// The stream's name in [ClickstreamConfiguration].
    public static final String NAME = "clickstream";

    private static final int RECORD_BYTES_MIN = 360;
    private static final int CLICK_SECONDS = 3_000;
    private static final int ID_DIGITS = 56;
    private static final List<String> DEVICES = List.of("mobile", "desktop", "tablet", "tv");
    private static final List<String> ACTIONS = List.of("user_clicked_submit_button", "page_view", "add_to_basket",
            "search", "checkout");
    private static final List<String> PATHS = List.of("/", "/search?q=shoes&sort=price", "/basket", "/men/shoes/4711",
            "/women/coats/0815", "/help/returns");
    private static final List<String> AGENTS = List.of(
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0",
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1");
    private static final List<String> WORDS = List.of("summer", "sale", "new", "discount", "ref", "campaign", "Größe",
            "blue", "newsletter", "returning", "size 42", "\\\"best\\\" of", "voucher", "https://shop.example/a");

    public Clickstream {
        if (recordBytes < RECORD_BYTES_MIN || partitions < 1) {
            throw new IllegalArgumentException(recordBytes + " bytes a record, " + partitions + " partitions: at least "
                    + RECORD_BYTES_MIN + " and 1");
        }
    }

    public Clickstream(int recordBytes, int partitions) {
        this(recordBytes, partitions, Filler.WORDS);
    }

    /// Record `number`'s bytes.
    public byte[] record(long number) {
        SplittableRandom random = new SplittableRandom(number);
        StringBuilder json = new StringBuilder(recordBytes);
        json.append("{\"event_id\":\"").append(HexFormat.of().toHexDigits(random.nextLong()))
                .append("\",\"customer_id\":\"").append(customer(number))
                .append("\",\"region\":\"eu-west-1\",\"page\":\"")
                .append(one(PATHS, random)).append("\",\"type\":{\"event\":\"").append(one(ACTIONS, random))
                .append("\",\"device\":\"").append(device(number)).append("\"},\"user_agent\":\"")
                .append(one(AGENTS, random)).append("\",\"attributes\":[");
        String end = "],\"event_timestamp\":" + (START.getEpochSecond() + number % CLICK_SECONDS) + ",\"trace\":\"";
        int room = filler == Filler.WORDS ? recordBytes - end.length() - 2 : 0;
        for (String next = attribute(random); bytes(json) + 1 + bytes(next) <= room; next = attribute(random)) {
            json.append(json.charAt(json.length() - 1) == '[' ? "" : ",").append(next);
        }
        json.append(end);
        for (int left = recordBytes - 2 - bytes(json); left > 0; left--) {
            json.append((char) ('a' + random.nextInt(26)));
        }
        return json.append("\"}").toString().getBytes(UTF_8);
    }

    private static String attribute(SplittableRandom random) {
        return "{\"name\":\"" + one(WORDS, random) + "\",\"weight\":" + random.nextInt(1_000) / 8.0 + ",\"seen\":"
                + random.nextBoolean() + "}";
    }

    private static int bytes(CharSequence text) {
        int bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += text.charAt(i) < 0x80 ? 1 : 2;
        }
        return bytes;
    }

    private static String one(List<String> choices, SplittableRandom random) {
        return choices.get(random.nextInt(choices.size()));
    }

    /// The customer who clicked: ten digits.
    public String customer(long number) {
        return Long.toString(1_000_000_000L + number % partitions * 7_919 % 9_000_000_000L);
    }

    /// The device that was clicked on.
    public String device(long number) {
        return DEVICES.get((int) (number % partitions % DEVICES.size()));
    }

    /// A batch of `records` records that starts with record `from`.
    public Batch batch(long batchNumber, long from, int records) {
        List<BatchRecord> batch = new ArrayList<>(records);
        Instant arrival = START.plusMillis(from / 10);
        for (int i = 0; i < records; i++) {
            batch.add(new BatchRecord(id(from + i), arrival, record(from + i)));
        }
        return new Batch(batchNumber, arrival, batch, (long) records * recordBytes);
    }

    /// As long as Firehose's own ids.
    private static String id(long number) {
        String digits = Long.toString(number);
        return "4".repeat(ID_DIGITS - digits.length() - 1) + "0" + digits;
    }

    /// The batch as Firehose's transformation event.
    public static byte[] event(Batch batch) {
        return new EventWriter(NAME).write(batch, 0);
    }
}
