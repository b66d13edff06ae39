package io.sluice.flush;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.codec.Compression;
import io.sluice.codec.SimpleReaders;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Sixty thousand records over four hundred partitions in several batches, in each format, each object read by the
/// simplest reader.
final class ForeignReadersTest {
    private static final int BATCHES = 8;
    private static final int RECORDS = 60_000;
    private static final int PARTITIONS = 400;

    @ParameterizedTest
    @EnumSource(Compression.class)
    void everyObjectIsOneMemberEntryOrFrame(Compression compression) throws IOException {
        BufferInMemory buffer = new BufferInMemory();
        TreeSet<String> expected = new TreeSet<>();
        for (int batch = 0; batch < BATCHES; batch++) {
            List<String> records = new ArrayList<>();
            for (int i = batch; i < RECORDS; i += BATCHES) {
                records.add("p" + i * 31 % PARTITIONS + ":" + i + " " + Integer.toHexString(i * 0x9e3779b9));
            }
            expected.addAll(records);
            buffer.ingest(compression).accept(buffer.batch("batch " + batch, records.toArray(String[]::new)),
                    Optional.empty());
        }
        assertEquals(List.of(), buffer.drain("run").problems());
        List<String> read = new ArrayList<>();
        for (Map.Entry<String, byte[]> object : buffer.data.contents().entrySet()) {
            String partition = object.getKey().substring("key=".length(), object.getKey().indexOf('/'));
            List<String> lines = new String(SimpleReaders.read(compression, object.getValue()), UTF_8).lines().toList();
            assertTrue(lines.stream().allMatch(line -> line.startsWith(partition + ":")), object.getKey());
            read.addAll(lines);
        }
        assertEquals(PARTITIONS, buffer.data.contents().size());
        assertEquals(RECORDS, read.size());
        assertEquals(expected, new TreeSet<>(read));
    }
}
