package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

final class LayoutTest {
    private static final Instant TIME = Instant.parse("2026-03-29T00:30:00Z");
    private static final String NAME = "quakes-1-2026-03-29-00-30-00-a9fa96af-0000-4000-8000-000000000001.gz";
    private static final Map<String, String> DATES = patterns(Map.of("date", "%Y-%m-%d", "year", "%Y", "month", "%m",
            "day", "%d", "hour", "%H", "compact", "%Y%m%d"));

    private static Map<String, String> patterns(Map<String, String> formats) {
        Map<String, String> patterns = new HashMap<>();
        formats.forEach((key, format) -> patterns.put(key, DateFormats.pattern(format).orElseThrow()));
        return patterns;
    }

    private static Layout layout(String prefix, KeyEncoding encoding, ZoneId zone) {
        return Layout.of("quakes", PrefixExpression.parse(prefix), encoding, DATES, zone);
    }

    private static Layout layout(String prefix) {
        return layout(prefix.replace("{q:", "{partitionKeyFromQuery:").replace("{t:", "{timestamp:"),
                KeyEncoding.VERBATIM, ZoneOffset.UTC);
    }

    private static KeyPath.Found object(String prefix, String path) {
        return layout(prefix).root().object(path.replace("NAME", NAME));
    }

    private static KeyPath at(KeyPath.Found found) {
        return assertInstanceOf(KeyPath.Found.At.class, found).path();
    }

    @ParameterizedTest
    @CsvFileSource(resources = "layout-cases.csv", numLinesToSkip = 1, delimiter = '|', maxCharsPerColumn = 2_000,
            ignoreLeadingAndTrailingWhitespace = true)
    void aPathTellsItsKeyValuesAndItsTime(String prefix, String path, String values, String from, String to) {
        KeyPath found = at(object(prefix, path));
        assertEquals(values == null ? "{}" : values, new TreeMap<>(found.values()).toString());
        switch (found.time()) {
            case PathTime.Between(Instant start, Instant end) -> {
                assertEquals(from, start.toString());
                assertEquals(to, end.toString());
            }
            case PathTime.None() -> assertEquals("none", from);
            case PathTime.Unreadable() -> assertEquals("unreadable", from);
        }
    }

    @ParameterizedTest
    @CsvSource({"net=!{q:net}/,net=ak/other.txt", "net=!{q:net}/,net=ak/deeper/NAME", "net=!{q:net}/,NAME",
            "net=!{q:net}/,net=/NAME", "net=!{q:net}/,network=ak/NAME",
            "net=!{q:net}/,net=ak/quakes-repartition-1-2026-03-29-00-30-00-a9fa96af-0000-4000-8000-000000000001.gz",
            "net=!{q:net}/,net=ak/other-1-2026-03-29-00-30-00-a9fa96af-0000-4000-8000-000000000001.gz",
            "net=!{q:net}/,net=ak/NAME/", "!{t:yyyy/MM}/,2026/march/NAME",
            "a/!{firehose:random-string}/,a/TOO-SHORT/NAME",
            "x-!{q:net}-!{q:net}/,x-a-b/NAME"})
    void whatTheStreamDidNotWriteIsForeign(String prefix, String path) {
        assertInstanceOf(KeyPath.Found.Foreign.class, object(prefix, path));
    }

    @Test
    void aValueThatHasTheTextBetweenTwoKeysIsAmbiguous() {
        String prefix = "!{q:a}-!{q:b}/";
        assertEquals(Map.of("a", "x", "b", "y"), at(object(prefix, "x-y/NAME")).values());
        assertInstanceOf(KeyPath.Found.Ambiguous.class, object(prefix, "x-y-z/NAME"));
        assertInstanceOf(KeyPath.Found.Ambiguous.class, layout(prefix).root().want("a", "x").folder("x-y-z/"));
    }

    @Test
    void aKeyBeforeTheObjectsNameEndsWhereTheNameBegins() {
        assertEquals(Map.of("c", "12"), at(object("data/c=!{q:c}", "data/c=12NAME")).values());
        assertEquals(Map.of("c", "123"), at(object("data/c=!{q:c}", "data/c=123NAME")).values());
    }

    @Test
    void percentEncodedValuesAreDecodedAndOthersAreForeign() {
        Layout layout = layout("c=!{partitionKeyFromQuery:c}/", KeyEncoding.PERCENT, ZoneOffset.UTC);
        assertEquals(Map.of("c", "a/b ü"), at(layout.root().object("c=a%2Fb%20%C3%BC/" + NAME)).values());
        assertInstanceOf(KeyPath.Found.Foreign.class, layout.root().object("c=a%2fb/" + NAME));
        assertEquals("c=a%2Fb", layout.root().want("c", "a/b").listed());
    }

    @Test
    void whatIsBoundAndEvaluatedIsReadBack() {
        for (String zone : new String[]{"UTC", "Europe/Berlin", "America/New_York"}) {
            for (String text : new String[]{"c=!{partitionKeyFromQuery:c}/!{timestamp:yyyy/MM/dd/HH/}",
                    "!{timestamp:'year='yyyy/'month='MM/}x/!{partitionKeyFromQuery:c}/",
                    "!{timestamp:yyyyMMdd}-!{timestamp:HH}/c-!{partitionKeyFromQuery:c}/!{firehose:random-string}/"}) {
                PrefixExpression prefix = PrefixExpression.parse(text);
                ZoneId zoneId = ZoneId.of(zone);
                String path = prefix.bind(Map.of("c", "a b"), Map.of(), "").evaluate(TIME, zoneId, "seed");
                String key = FirehoseObjectName
                        .create("quakes", 7, zoneId, new ObjectFormat.Joined(Compression.GZIP), Optional.empty())
                        .key(path, TIME, UUID.fromString("a9fa96af-0000-4000-8000-000000000001"));
                KeyPath found = at(layout(text, KeyEncoding.VERBATIM, zoneId).root().object(key));
                assertEquals(Map.of("c", "a b"), found.values());
                PathTime.Between time = assertInstanceOf(PathTime.Between.class, found.time(), key);
                assertTrue(!TIME.isBefore(time.from()) && TIME.isBefore(time.to()), key + " " + time);
            }
        }
    }

    /// Whatever a prefix is made of: a layout that takes it knows each of its keys, or says that it may be read in two
    /// ways.
    @Test
    void noKeyOfAReadableLayoutIsForeignOrReadWrongly() {
        Random random = new Random(7);
        List<String> pieces = List.of("a", "=", "-", "/", "/", "/", "x=", "{", "'", "!{t:yyyy}", "!{t:yyyy/MM/dd}",
                "!{t:''MM}",
                "!{t:yyyy''/'day='dd}", "!{t:'['HH/mm}", "!{q:k}", "!{q:l}", "!{q:k}", "!{firehose:random-string}");
        int read = 0;
        for (int run = 0; run < 4_000; run++) {
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(8); i >= 0; i--) {
                text.append(pieces.get(random.nextInt(pieces.size())));
            }
            PrefixExpression prefix = PrefixExpression
                    .parse(text.toString().replace("{q:", "{partitionKeyFromQuery:").replace("{t:", "{timestamp:"));
            Layout layout;
            try {
                layout = Layout.of("quakes", prefix, KeyEncoding.PERCENT, Map.of(), ZoneOffset.UTC);
            } catch (PrefixException _) {
                continue;
            }
            Map<String, String> values = new HashMap<>();
            Map<String, String> encoded = new HashMap<>();
            for (String key : prefix.keys()) {
                String value = List.of("a", "-", "2026", "x=y", "a/b", "0123456789a", "ü'").get(random.nextInt(7));
                values.put(key, value);
                encoded.put(key, KeyEncoding.PERCENT.encode(value));
            }
            String key = prefix.bind(encoded, Map.of(), "").evaluate(TIME, ZoneOffset.UTC, "seed" + run) + NAME;
            switch (layout.root().object(key)) {
                case KeyPath.Found.At(KeyPath path) -> {
                    assertEquals(values, path.values(), text + " of " + key);
                    assertTrue(switch (path.time()) {
                        case PathTime.Between(Instant from, Instant to) -> !TIME.isBefore(from) && TIME.isBefore(to);
                        case PathTime.None() -> !text.toString().contains("yyyy");
                        case PathTime.Unreadable() -> false;
                    }, () -> text + " of " + key + " is " + path.time());
                    read++;
                }
                case KeyPath.Found.Ambiguous() -> assertTrue(values.size() > 0, key);
                case KeyPath.Found.Foreign() -> throw new AssertionError(text + " is not read back from " + key);
            }
        }
        assertTrue(read > 1_000, read + " read");
    }

    @Test
    void anHourThatAClockRepeatsHasBoth() {
        Layout layout = layout("!{timestamp:yyyy-MM-dd-HH}/", KeyEncoding.VERBATIM, ZoneId.of("Europe/Berlin"));
        assertEquals(
                new PathTime.Between(Instant.parse("2026-10-25T00:00:00Z"), Instant.parse("2026-10-25T02:22:30Z")),
                at(layout.root().object("2026-10-25-02/" + NAME)).time());
    }

    /// Found by worlds of folders: it was taken to end as the repeated hour did for the second time.
    @Test
    void theHourBeforeOneThatAClockRepeatsEndsAsThatBegins() {
        Layout hours = layout("!{timestamp:yyyy-MM-dd-HH}/", KeyEncoding.VERBATIM, ZoneId.of("Europe/Berlin"));
        assertEquals(
                new PathTime.Between(Instant.parse("2026-10-24T23:00:00Z"), Instant.parse("2026-10-25T00:22:30Z")),
                at(hours.root().object("2026-10-25-01/" + NAME)).time());
        Layout minutes = layout("!{timestamp:yyyy-MM-dd-HH-mm}/", KeyEncoding.VERBATIM, ZoneId.of("Europe/Berlin"));
        assertEquals(
                new PathTime.Between(Instant.parse("2026-10-25T00:30:00Z"), Instant.parse("2026-10-25T01:53:30Z")),
                at(minutes.root().object("2026-10-25-02-30/" + NAME)).time());
    }

    @Test
    void formatsThatCannotBeReadBackAreNoDates() {
        assertEquals(Optional.of("yyyy'-'MM'-'dd'T'HH"), DateFormats.pattern("%Y-%m-%dT%H"));
        for (String format : List.of("%s", "%Y%", "%A", "it's %Y")) {
            assertEquals(Optional.empty(), DateFormats.pattern(format), format);
        }
    }

    @Test
    void foldersTellMoreLevelByLevel() {
        KeyPath root = layout("in/c=!{q:c}/!{t:yyyy/MM}/").root();
        assertTrue(root.nextIsKnown());
        assertEquals("in", root.listed());
        KeyPath in = at(root.folder("in/"));
        assertEquals("in/c=", in.listed());
        assertTrue(in.nextHas("c") && in.hasDatesBelow());
        KeyPath customer = at(in.folder("in/c=12/"));
        assertEquals(Map.of("c", "12"), customer.values());
        assertInstanceOf(PathTime.None.class, customer.time());
        KeyPath year = at(customer.folder("in/c=12/2026/"));
        assertEquals(new PathTime.Between(Instant.parse("2026-01-01T00:00:00Z"), Instant.parse("2027-01-01T00:22:30Z")),
                year.time());
        assertTrue(at(year.folder("in/c=12/2026/02/")).isAboveObjects());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"!{q:a}!{q:b}/ | nothing between the key a and the key b",
            "!{q:a}!{t:yyyy}/ | nothing between the key a and !{timestamp:yyyy}",
            "!{t:yyyy}!{q:a}/ | nothing between !{timestamp:yyyy} and the key a",
            "!{firehose:random-string}/c=!{q:c}/ | !{firehose:random-string} above the key c",
            "!{t:yyyy}!{t:yyyyMM}/ | nothing between !{timestamp:yyyy} and !{timestamp:yyyyMM}",
            "!{t:yyyy[/MM]}/ | an optional section and slashes"})
    void aPrefixThatCannotBeReadBackIsRefusedWithTheReason(String prefix, String reason) {
        PrefixException e = assertThrows(PrefixException.class, () -> layout(prefix));
        assertTrue(String.valueOf(e.getMessage()).contains(reason), e.getMessage());
    }
}
