package io.sluice.segment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.sluice.encoding.Digests;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class BatchIdTest {
    /// What is staged is known by these ids: another way to the same hash must give the same hash.
    @Test
    void itIsTheHashOfEachIdAfterItsLength() {
        Random random = new Random(3);
        for (int batch = 0; batch < 200; batch++) {
            List<String> ids = new ArrayList<>();
            for (int i = random.nextInt(60); i >= 0; i--) {
                int length = switch (random.nextInt(4)) {
                    case 0 -> random.nextInt(3);
                    case 1 -> 8_180 + random.nextInt(20);
                    case 2 -> random.nextInt(30_000);
                    default -> 57;
                };
                ids.add((random.nextBoolean() ? "7" : "é").repeat(length));
            }
            assertEquals(plainly(ids), BatchId.of(ids));
        }
    }

    @Test
    void idsAreKeptApartAndInOrder() {
        assertNotEquals(BatchId.of(List.of("ab", "c")), BatchId.of(List.of("a", "bc")));
        assertNotEquals(BatchId.of(List.of("a", "b")), BatchId.of(List.of("b", "a")));
        assertNotEquals(BatchId.of(List.of()), BatchId.of(List.of("")));
    }

    private static BatchId plainly(List<String> ids) {
        MessageDigest digest = Digests.sha256();
        for (String id : ids) {
            byte[] bytes = id.getBytes(UTF_8);
            digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
            digest.update(bytes);
        }
        ByteBuffer hash = ByteBuffer.wrap(digest.digest());
        return new BatchId(hash.getLong(), hash.getLong());
    }
}
