package io.sluice.local.batch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.input.InputRecord;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// A run that is taken up by another version must give each record the id that it had.
final class RecordIdsTest {
    /// The first half of the SHA-256 of source, zero byte, offset and bytes.
    private static String id(InputRecord record) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        digest.update(record.source().getBytes(UTF_8));
        digest.update(ByteBuffer.allocate(9).put((byte) 0).putLong(record.offset()).flip());
        digest.update(record.data());
        return HexFormat.of().formatHex(digest.digest(), 0, 16);
    }

    @Test
    void anIdIsTheRecordsOwnWhateverRecordsCameBefore() throws Exception {
        List<InputRecord> records = Stream.of("", "0:a", "0:ä/b", "", "1:a", "0:a").flatMap(source -> Stream.of(0L, 1L,
                255L, 256L, Long.MAX_VALUE)
                .flatMap(offset -> Stream.of("", "{}", "x".repeat(1_000))
                        .map(data -> new InputRecord(source, offset, data.getBytes(UTF_8)))))
                .toList();
        RecordIds ids = new RecordIds();
        for (InputRecord record : records) {
            assertEquals(id(record), ids.named(record, Instant.EPOCH, Optional.empty()).recordId(),
                    record.source() + " " + record.offset() + " " + record.data().length);
        }
    }

    @Test
    void anIdStaysWhatItIs() {
        assertEquals("4fe88eb06a4ab56d875c961eab3b25ec",
                new RecordIds().named(new InputRecord("0:a", 5, "{}".getBytes(UTF_8)), Instant.EPOCH,
                        Optional.empty()).recordId());
    }
}
