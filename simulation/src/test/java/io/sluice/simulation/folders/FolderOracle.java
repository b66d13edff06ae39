package io.sluice.simulation.folders;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.simulation.Violation;
import io.sluice.simulation.own.OwnEncoding;
import io.sluice.simulation.own.OwnPrefix;
import io.sluice.simulation.own.OwnRetention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// Judges where records lie and when they go, each by itself. Knows the configuration as an operator wrote it, and no
/// class of the product. Not safe for concurrent use.
final class FolderOracle {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "quakes-1-\\d{4}-\\d\\d-\\d\\d-\\d\\d-\\d\\d-\\d\\d-[0-9a-f-]{36}";
    private static final String REJECTED = "partitioning-failed";
    /// So much later than its path's end may a record have arrived, of whatever stream.
    private static final Duration FILED_BEFORE = Duration.ofSeconds(1_350);
    /// An object that is younger may be written again.
    private static final Duration SETTLED = Duration.ofMinutes(45);

    private final FolderStream stream;
    private final OwnPrefix prefix;
    private final OwnPrefix errors;
    private final OwnRetention rules;
    private final Map<String, FolderRecord> records = new HashMap<>();
    private final Map<String, List<FolderRecord>> objects = new TreeMap<>();
    private final Map<String, Optional<Instant>> ends = new HashMap<>();
    private final Set<String> landed = new HashSet<>();

    FolderOracle(FolderStream stream) {
        this.stream = stream;
        this.prefix = OwnPrefix.ofObjects(stream.prefix());
        this.errors = OwnPrefix.ofErrors(stream.prefix(), stream.errorPrefix());
        this.rules = new OwnRetention(stream.days());
    }

    OwnRetention rules() {
        return rules;
    }

    /// A record that the stream's source has answered for.
    void accepted(FolderRecord record) {
        records.put(record.id(), record);
    }

    /// Somebody finds an object that was not there.
    ///
    /// @throws Violation when one of its records belongs elsewhere
    void found(String key, byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        boolean rejects = text.startsWith("{");
        List<FolderRecord> in = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String id = rejects ? rejected(line) : line;
            FolderRecord record = records.get(id);
            if (record == null || !landed.add(id)) {
                throw new Violation(key + " has " + id + ", which nobody sent, or is elsewhere too");
            }
            in.add(record);
        }
        Instant oldest = in.stream().map(FolderRecord::arrival).min(Comparator.naturalOrder()).orElseThrow();
        in.forEach(record -> judge(key, record, oldest, rejects));
        objects.put(key, rejects ? List.of() : in);
    }

    private static String rejected(String line) {
        try {
            JsonNode error = JSON.readTree(line);
            return new String(error.required("rawData").binaryValue(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException("no error record: " + line, e);
        }
    }

    private void judge(String key, FolderRecord record, Instant oldest, boolean rejects) {
        OwnPrefix.Keys keys = keys(record);
        boolean taken = prefix.takes(keys, record.arrival(), stream.zone());
        OwnPrefix of = taken ? prefix : errors;
        String text = of.text(taken ? keys : OwnPrefix.Keys.NONE, REJECTED, oldest, stream.zone());
        if (taken == rejects || !OwnPrefix.begins(text, key, NAME)) {
            throw new Violation(record + " is in " + key + ", and belongs under " + text);
        }
        long waits = stream.interval().toMillis() * 3 / 2;
        if (!of.isBeside(oldest, record.arrival(), Math.min(waits, FILED_BEFORE.toMillis()), stream.zone())) {
            throw new Violation(record + " is in " + key + ", whose oldest record arrived at " + oldest);
        }
    }

    private OwnPrefix.Keys keys(FolderRecord record) {
        return stream.percent()
                ? new OwnPrefix.Keys(encoded(record.query()), encoded(record.lambda()))
                : new OwnPrefix.Keys(record.query(), record.lambda());
    }

    private static Map<String, String> encoded(Map<String, String> values) {
        Map<String, String> encoded = new HashMap<>();
        values.forEach((name, value) -> encoded.put(name, OwnEncoding.percent(value)));
        return encoded;
    }

    /// An object went with a retention run.
    ///
    /// @param written when it was written
    /// @throws Violation when one of its records is to stay, or nobody knows of it
    void gone(String key, Instant written, Instant now) {
        List<FolderRecord> in = objects.getOrDefault(key, List.of());
        if (in.isEmpty()) {
            throw new Violation("retention removes " + key + ", which is not of the stream's data");
        }
        objects.remove(key);
        for (FolderRecord record : in) {
            Optional<List<Instant>> times = times(record, written, record.arrival());
            if (times.isEmpty() || !rules.isPast(record.values(), times.get(), now)) {
                throw new Violation("at " + now + " retention removes " + key + " with " + record + ", which is to stay"
                        + " by " + rules);
            }
        }
    }

    /// An object is there after a retention run.
    ///
    /// @throws Violation when one of its records had to go
    void left(String key, Instant written, Instant now) {
        if (stream.undecidable() || written.plus(SETTLED).isAfter(now)) {
            return;
        }
        for (FolderRecord record : objects.getOrDefault(key, List.of())) {
            Optional<List<Instant>> times = times(record, written, end(record).orElse(written));
            boolean untold = !stream.percent()
                    && record.values().values().stream().anyMatch(each -> each.contains("/"));
            if (times.isPresent() && !untold && rules.isPast(record.values(), times.get(), now)) {
                throw new Violation(
                        "at " + now + " retention leaves " + key + " with " + record + ", which is to go by "
                                + rules);
            }
        }
    }

    private Optional<Instant> end(FolderRecord record) {
        return ends.computeIfAbsent(record.id(), _ -> prefix.end(record.arrival(), stream.zone()))
                .map(end -> end.plus(FILED_BEFORE));
    }

    /// The moments at which a record that is there is just young enough to stay, or just old enough to have to go.
    ///
    /// @param written when they count as written
    List<Instant> turns(Instant written) {
        List<Instant> turns = new ArrayList<>();
        objects.values().stream().flatMap(List::stream)
                .forEach(record -> rules.days(record.values()).ifPresent(days -> {
                    times(record, written, record.arrival())
                            .ifPresent(times -> turns
                                    .add(Collections.max(times).plus(Duration.ofDays(days)).minusMillis(1)));
                    times(record, written, end(record).orElse(written))
                            .ifPresent(times -> turns.add(Collections.max(times).plus(Duration.ofDays(days))));
                }));
        return turns;
    }

    /// The times by which a record's age counts; empty where its path has a date that is none.
    ///
    /// @param arrived what counts of its arrival
    private Optional<List<Instant>> times(FolderRecord record, Instant written, Instant arrived) {
        List<Instant> times = new ArrayList<>();
        if (prefix.hasYear()) {
            times.add(arrived);
        }
        if (stream.query().contains(FolderStream.DATE)) {
            String date = record.query().getOrDefault(FolderStream.DATE, "");
            try {
                times.add(LocalDate.of(number(date, 0, 4), number(date, 5, 7), number(date, 8, 10)).plusDays(1)
                        .atStartOfDay().toInstant(ZoneOffset.UTC));
            } catch (DateTimeException | IndexOutOfBoundsException | NumberFormatException _) {
                return Optional.empty();
            }
        }
        return Optional.of(times.isEmpty() ? List.of(written) : times);
    }

    private static int number(String date, int from, int to) {
        return Integer.parseInt(date.substring(from, to));
    }

    /// @throws Violation when a record is nowhere
    void judgeAllLanded() {
        records.keySet().stream().filter(id -> !landed.contains(id)).findFirst().ifPresent(id -> {
            throw new Violation(records.get(id) + " landed nowhere");
        });
    }
}
