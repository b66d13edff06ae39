package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.UUID;
import java.util.zip.GZIPInputStream;

/// Objects as the stream `orders` delivers them.
public final class CompactedDay {
    private CompactedDay() {}

    public static String key(String shop, String day, int number) {
        return "orders/shop=%s/day=%s/orders-1-%s-00-00-%02d-%s.gz".formatted(shop, day, day, number,
                new UUID(0x8000L | number, 0x8000_0000_0000_0000L));
    }

    public static String text(byte[] gzipped) {
        try (var gzip = new GZIPInputStream(new ByteArrayInputStream(gzipped))) {
            return new String(gzip.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
