package io.sluice.retention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.PrefixExpression;
import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.PartitionBinder;
import io.sluice.work.Deadline;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever value a record's key has: what is delivered of it is found again by it, and nothing else.
final class ErasedKeyValuesTest {
    private static final List<String> PREFIXES = List.of("key=!{partitionKeyFromQuery:key}/",
            "!{partitionKeyFromQuery:key}/", "x!{partitionKeyFromQuery:key}y/d=!{timestamp:yyyy-MM-dd}/",
            "!{timestamp:yyyy/}k/!{partitionKeyFromQuery:key}/v.");
    private static final List<String> NASTY = List.of(".", "..", "...", "%", "%2F", "%2E", "%00", "\\", "a\\b",
            "C:\\temp\\x", " ", "a b", "+", "?", "#", "&", "=", "key=a", "*", "'", "\"", "<", ">", "|", "~", "!{x:y}",
            "!{!}",
            "!{timestamp:yyyy}", "${a}", "é", "e\u0301", "\uD83D\uDE00", "\u0000", "\t", "\n", "\r", "\u001F", "\u007F",
            "\u0085", "\u009F", "\u00A0", "\u2028", "\uFEFF", "\uFFFD", "\uFFFE", "\uFFFF", "\uD800", "\uDC00", "/",
            "a/", "/a",
            "a/b", "2018", "y/d=2018-02-01", "v.", "quakes-1-2018-02-01-00-00-00");
    private static final Instant AT = Instant.parse("2018-02-01T00:00:00Z");

    private record World(String prefix, KeyEncoding encoding) {
        PartitionBinder binder() {
            return new PartitionBinder(PrefixExpression.parse(prefix),
                    PrefixExpression.parse("errors/!{firehose:error-output-type}/"),
                    new ObjectFormat.Joined(Compression.GZIP), encoding);
        }

        /// The key of an object of the value; empty where records of it are rejected.
        Optional<String> key(String value, long number) {
            FirehoseObjectName name = FirehoseObjectName.create("quakes", 1, ZoneOffset.UTC,
                    new ObjectFormat.Joined(Compression.GZIP), Optional.empty());
            return switch (binder().bind(Map.of("key", value), Map.of())) {
                case PartitionBinder.Bound.To(var partition) ->
                    Optional.of(name.key(partition.prefix().evaluate(AT, ZoneOffset.UTC, ""), AT,
                            new UUID(0x8000L, number | 1L << 63)));
                case PartitionBinder.Bound.Rejected(var reject) -> {
                    assertTrue(reject.message().contains("KeyEncoding percent")
                            || reject.message().contains("512"), reject.message());
                    yield Optional.empty();
                }
            };
        }

        /// What an erasure removes.
        RemovalReport erase(Lake lake, KeyValue of) {
            RetentionSettings settings = lake.settings(Optional.empty());
            settings.requireUsable(of);
            return new Removal(lake.data, settings.layouts(),
                    Judge.ofAnyAge(Cutoffs.all(of), InFlight.of(Set.of(), Instant.MAX)), RemovalMode.REMOVE, List.of())
                    .run(Deadline.NONE);
        }
    }

    @ParameterizedTest
    @EnumSource(KeyEncoding.class)
    void whatIsDeliveredOfAValueIsFoundByItAndNothingElse(KeyEncoding encoding) {
        Random random = new Random(12);
        for (String prefix : PREFIXES) {
            World world = new World(prefix, encoding);
            for (int round = 0; round < 20; round++) {
                check(world, values(random));
            }
        }
    }

    private static void check(World world, Set<String> values) {
        Lake lake = new Lake(world.prefix, world.encoding);
        Map<String, String> keys = new HashMap<>();
        for (String value : values) {
            world.key(value, keys.size()).ifPresent(key -> {
                keys.put(value, key);
                lake.data.put(new ObjectKey(key), Body.of(new byte[]{1}));
            });
        }
        for (String value : values) {
            KeyValue of = new KeyValue("key", value);
            if (world.encoding == KeyEncoding.VERBATIM && (value.indexOf('/') >= 0 || isBroken(value))) {
                assertThrows(RetentionException.class, () -> world.erase(lake, of), value);
                continue;
            }
            Set<String> others = new HashSet<>(lake.data.contents().keySet());
            boolean there = others.remove(keys.getOrDefault(value, ""));
            assertEquals(there ? 1 : 0, world.erase(lake, of).objects(), () -> world + " " + value);
            assertEquals(others, lake.data.contents().keySet(), () -> world + " " + value);
        }
    }

    private static boolean isBroken(String value) {
        return value.codePoints().anyMatch(c -> c >= 0xD800 && c <= 0xDFFF);
    }

    private static Set<String> values(Random random) {
        Set<String> values = new HashSet<>();
        while (values.size() < 25) {
            StringBuilder value = new StringBuilder(NASTY.get(random.nextInt(NASTY.size())));
            while (random.nextInt(3) == 0) {
                value.append(random.nextBoolean()
                        ? NASTY.get(random.nextInt(NASTY.size()))
                        : Character.toString(random.nextInt(0x110000)));
            }
            values.add(value.toString());
        }
        return values;
    }

    /// Every character that a key value can have one of, alone and between others.
    @Tag("long")
    @ParameterizedTest
    @EnumSource(KeyEncoding.class)
    void everyCharacterIsDeliveredAndFoundOrRejectedWithTheRemedy(KeyEncoding encoding) {
        World world = new World(PREFIXES.getFirst(), encoding);
        int delivered = 0;
        for (int c = 0; c <= 0xFFFF; c++) {
            String value = "a" + (char) c;
            Optional<String> key = world.key(value, 0);
            if (key.isPresent() && (encoding == KeyEncoding.PERCENT || c != '/')) {
                delivered++;
                Lake lake = new Lake(world.prefix, encoding);
                lake.data.put(new ObjectKey(key.get()), Body.of(new byte[]{1}));
                assertEquals(1, world.erase(lake, new KeyValue("key", value)).objects(), value);
            }
        }
        int rejected = 0x20 + 0x21 + 0x800 + 2;
        assertEquals(encoding == KeyEncoding.PERCENT ? 0x10000 : 0x10000 - rejected - 1, delivered);
    }

    /// An earlier version delivered them, and Firehose does.
    @ParameterizedTest
    @ValueSource(strings = {".", "..", "a\tb", "\u007F", "\n"})
    void whatIsNotDeliveredAnyMoreIsFoundWhereItIsThere(String value) {
        for (String prefix : List.of("!{partitionKeyFromQuery:key}/", "key=!{partitionKeyFromQuery:key}/")) {
            Lake lake = new Lake(prefix).with(prefix.replace("!{partitionKeyFromQuery:key}", value));
            assertEquals(1, new World(prefix, KeyEncoding.VERBATIM).erase(lake, new KeyValue("key", value)).objects());
        }
    }

    @Test
    void aSlashInAVerbatimValueIsRefusedWithTheReason() {
        Lake lake = new Lake(PREFIXES.getFirst());
        RetentionException refusal = assertThrows(RetentionException.class,
                () -> new World(PREFIXES.getFirst(), KeyEncoding.VERBATIM).erase(lake, new KeyValue("key", "a/b")));
        assertTrue(String.valueOf(refusal.getMessage()).contains("leads to folders of other key values"),
                refusal.getMessage());
    }
}
