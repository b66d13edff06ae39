package io.sluice.local.expect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.sluice.local.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Reads a test file. The first thing in it that is unknown, doubtful or missing is refused: a test that is not
/// understood must not pass.
public final class TestFileReader {
    private static final JsonMapper JSON = JsonMapper.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES).build();
    private static final int COUNT_MAX = 1_000_000;

    private final TestSource source;
    private Optional<Instant> arrival = Optional.empty();

    private TestFileReader(TestSource source) {
        this.source = source;
    }

    /// @throws UsageException when the file can't be read, or holds no case
    public static TestFile read(TestSource source) {
        return new TestFileReader(source).read();
    }

    private TestFile read() {
        Members file = new Members(tree(), "$", source);
        String configuration = file.required("configuration", "the stream's file, relative to this one");
        arrival = arrival(file);
        List<JsonNode> entries = file.elements("cases");
        if (entries.isEmpty()) {
            throw file.refused("", "there are no cases, and nothing tested is nothing shown");
        }
        if (!file.isArray("cases")) {
            throw file.refused("cases", "expected an array of cases");
        }
        file.rejectOthers();
        List<TestCase> cases = new ArrayList<>();
        Map<String, Integer> names = new HashMap<>();
        for (int i = 0; i < entries.size(); i++) {
            Members entry = file.element("cases", i, entries.get(i));
            TestCase read = read(entry);
            Integer before = names.putIfAbsent(read.name(), i);
            if (before != null) {
                throw entry.refused("name", "case " + (before + 1) + " has the name \"" + read.name()
                        + "\", too; give each its own");
            }
            cases.add(read);
        }
        return new TestFile(source.name(), configuration, cases);
    }

    private JsonNode tree() {
        try {
            JsonNode tree = JSON.readTree(source.json());
            if (tree.isMissingNode()) {
                throw new UsageException(source.name() + " is empty; it needs configuration and cases");
            }
            return tree;
        } catch (JsonProcessingException e) {
            throw new UsageException(source.name() + (e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr())
                    + " is no JSON: " + e.getOriginalMessage().lines().findFirst().orElse(""));
        } catch (IOException e) {
            throw new UsageException(source.name() + " is no JSON: " + e.getMessage());
        }
    }

    private TestCase read(Members entry) {
        String name = entry.required("name", "by which a failure is told");
        byte[] data = record(entry);
        Optional<Instant> own = arrival(entry).or(() -> arrival);
        OptionalInt count = count(entry);
        List<JsonNode> elements = entry.elements("expect");
        boolean listed = entry.isArray("expect");
        entry.rejectOthers();
        if (elements.isEmpty() && (listed || count.isEmpty())) {
            throw entry.refused("", "the case expects nothing; give it expect, or count alone");
        }
        if (listed && count.isPresent() && count.getAsInt() != elements.size()) {
            throw entry.refused("count", "expect lists " + elements.size() + " records; leave count out");
        }
        if (!elements.isEmpty() && count.isPresent() && count.getAsInt() == 0) {
            throw entry.refused("count", "nothing is to come out, so that expect says nothing; leave one of them out");
        }
        List<Expected> expected = new ArrayList<>();
        for (int i = 0; i < elements.size(); i++) {
            expected.add(expected(entry.element("expect", listed ? i : -1, elements.get(i))));
        }
        return new TestCase(name, entry.line(), data, own, count, expected);
    }

    private static byte[] record(Members entry) {
        Optional<JsonNode> json = entry.value("record");
        Optional<byte[]> bytes = bytes(entry);
        if (json.isPresent() == bytes.isPresent()) {
            throw entry.refused("", json.isPresent()
                    ? "the record is there twice; keep one of record, text and base64"
                    : "there is no record; give it as record (a JSON value), text or base64");
        }
        return bytes.orElseGet(() -> json.orElseThrow().toString().getBytes(StandardCharsets.UTF_8));
    }

    /// `text` or `base64`.
    private static Optional<byte[]> bytes(Members of) {
        Optional<String> text = of.text("text");
        Optional<String> base64 = of.text("base64");
        if (text.isPresent() && base64.isPresent()) {
            throw of.refused("", "text and base64 exclude each other; keep one");
        }
        try {
            return text.map(given -> given.getBytes(StandardCharsets.UTF_8))
                    .or(() -> base64.map(given -> Base64.getDecoder().decode(given)));
        } catch (IllegalArgumentException e) {
            throw of.refused("base64", "this is no base64: " + e.getMessage());
        }
    }

    private static Optional<Instant> arrival(Members of) {
        return of.text("arrival").map(text -> {
            try {
                return OffsetDateTime.parse(text).toInstant();
            } catch (DateTimeException e) {
                throw of.refused("arrival", "expected a time with its zone, as 2026-11-22T08:00:00Z, found " + text);
            }
        });
    }

    private static OptionalInt count(Members entry) {
        return entry.any("count").map(value -> {
            if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0
                    || value.intValue() > COUNT_MAX) {
                throw entry.refused("count", "expected a whole number from 0, found " + value);
            }
            return OptionalInt.of(value.intValue());
        }).orElse(OptionalInt.empty());
    }

    private static Expected expected(Members of) {
        Optional<Members> keys = of.object("keys");
        Optional<String> prefix = of.text("prefix");
        Optional<byte[]> data = bytes(of);
        Optional<Members> error = of.object("error");
        Optional<JsonNode> dropped = of.any("dropped");
        of.rejectOthers();
        boolean delivered = keys.isPresent() || prefix.isPresent() || data.isPresent();
        int kinds = (delivered ? 1 : 0) + (error.isPresent() ? 1 : 0) + (dropped.isPresent() ? 1 : 0);
        if (kinds != 1) {
            throw of.refused("", kinds == 0
                    ? "this expects nothing; give keys, prefix, text or base64, or error, or dropped"
                    : "a record is delivered, rejected or dropped; keep keys, prefix, text and base64, or error, or"
                            + " dropped");
        }
        if (dropped.isPresent()) {
            if (!dropped.get().isBoolean() || !dropped.get().booleanValue()) {
                throw of.refused("dropped", "expected true; of a record that is not dropped say what becomes of it");
            }
            return new Expected.Dropped();
        }
        return error.<Expected>map(TestFileReader::rejected).orElseGet(() -> delivered(of, keys, prefix, data));
    }

    private static Expected delivered(Members of, Optional<Members> keys, Optional<String> prefix,
            Optional<byte[]> data) {
        Map<String, String> values = keys.map(Members::texts).orElse(Map.of());
        if (keys.isPresent() && values.isEmpty()) {
            throw of.refused("keys", "this expects nothing; name a key, or leave it out");
        }
        return new Expected.Delivered(values, prefix, data);
    }

    private static Expected rejected(Members error) {
        var rejected = new Expected.Rejected(error.text("code"), error.text("message"), error.text("prefix"));
        error.rejectOthers();
        if (rejected.code().isEmpty() && rejected.message().isEmpty() && rejected.prefix().isEmpty()) {
            throw error.refused("", "this expects nothing; give code, message or prefix");
        }
        return rejected;
    }
}
