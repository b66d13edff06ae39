package io.sluice.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FirehoseObjectNameTest {
    private static final Instant TIME = Instant.parse("2019-08-09T23:55:09.999Z");
    private static final UUID ID = UUID.fromString("a9fa96af-0000-4000-8000-000000000001");

    @Test
    void aNameHasStreamVersionTimeAndId() {
        FirehoseObjectName names = FirehoseObjectName.create("my-delivery-stream", 3, ZoneOffset.UTC,
                new ObjectFormat.Joined(Compression.UNCOMPRESSED), Optional.empty());
        assertEquals("hour=20/my-delivery-stream-3-2019-08-09-23-55-09-a9fa96af-0000-4000-8000-000000000001",
                names.key("hour=20/", TIME, ID));
    }

    @Test
    void theTimeIsInTheStreamsZone() {
        FirehoseObjectName names = FirehoseObjectName.create("s", 1, ZoneId.of("Asia/Tokyo"),
                new ObjectFormat.Joined(Compression.GZIP),
                Optional.empty());
        assertEquals("s-1-2019-08-10-08-55-09-" + ID + ".gz", names.key("", TIME, ID));
    }

    @Test
    void aFileExtensionReplacesTheFormatsOwn() {
        FirehoseObjectName names = FirehoseObjectName.create("s", 1, ZoneOffset.UTC,
                new ObjectFormat.Joined(Compression.GZIP),
                Optional.of(".json.gzip"));
        assertEquals("s-1-2019-08-09-23-55-09-" + ID + ".json.gzip", names.key("", TIME, ID));
    }

    @Test
    void anEmptyFileExtensionIsNone() {
        FirehoseObjectName names = FirehoseObjectName.create("s", 1, ZoneOffset.UTC,
                new ObjectFormat.Joined(Compression.ZIP), Optional.of(""));
        assertEquals("s-1-2019-08-09-23-55-09-" + ID + ".zip", names.key("", TIME, ID));
    }

    @ParameterizedTest
    @CsvSource({"UNCOMPRESSED,''", "GZIP,.gz", "ZIP,.zip", "SNAPPY,.snappy", "HADOOP_SNAPPY,.snappy", "ZSTD,.zst"})
    void aNameEndsInTheFormatsExtension(Compression format, String extension) {
        FirehoseObjectName names = FirehoseObjectName.create("s", 1, ZoneOffset.UTC, new ObjectFormat.Joined(format),
                Optional.empty());
        assertEquals("p/s-1-2019-08-09-23-55-09-" + ID + extension, names.key("p/", TIME, ID));
    }
}
