package io.sluice.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.objects.Body;
import io.sluice.objects.ByteRange;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A store that breaks its word and gives fewer bytes than it was asked for: its readers refuse them.
final class ShortReadsTest {
    private static final String LINES = "{\"n\":1}\n{\"n\":2}\n{\"n\":3}\n";

    /// Gives all of the first ranges, and of the others all but their last byte, or nothing.
    private record ShortStore(int whole, List<ByteRange> reads, int less) implements SourceStore {
        @Override
        public Page list(String prefix, String after) {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] read(SourceObject object, ByteRange range) {
            reads.add(range);
            byte[] bytes = Arrays.copyOfRange(LINES.getBytes(UTF_8), (int) range.offset(), (int) range.end());
            return reads.size() <= whole ? bytes : Arrays.copyOf(bytes, Math.max(0, bytes.length - less));
        }

        @Override
        public boolean replace(SourceObject object, Body body) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean remove(SourceObject object) {
            throw new UnsupportedOperationException();
        }
    }

    private static SourceObject object() {
        return new SourceObject(new ObjectKey("raw/a"), "etag", LINES.length(), Instant.EPOCH);
    }

    private static List<String> records(SourceStore store) throws IOException {
        List<String> records = new ArrayList<>();
        try (var input = new SourceRecords(store, "lake", Optional.empty()).open(object())) {
            for (var record = input.next(); record != null; record = input.next()) {
                records.add(new String(record.data(), UTF_8));
            }
        }
        return records;
    }

    @Test
    void noReaderUsesAShortRead() throws IOException {
        assertEquals(3, records(new ShortStore(100, new ArrayList<>(), 1)).size());
        for (int less : new int[]{1, LINES.length()}) {
            for (int whole = 0; whole < 2; whole++) {
                ShortStore store = new ShortStore(whole, new ArrayList<>(), less);
                StoreException e = assertThrows(StoreException.class, () -> records(store));
                assertEquals(StoreException.Kind.UNAVAILABLE, e.kind());
                assertEquals(whole + 1, store.reads().size(), "nothing is read on");
            }
        }
        byte[] all = new RangedInput(new ShortStore(9, new ArrayList<>(), 1), object()).readAllBytes();
        assertArrayEquals(LINES.getBytes(UTF_8), all);
    }
}
