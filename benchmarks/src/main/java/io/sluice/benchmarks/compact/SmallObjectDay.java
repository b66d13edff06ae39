package io.sluice.benchmarks.compact;

import com.github.luben.zstd.Zstd;
import io.sluice.benchmarks.data.Clickstream;
import io.sluice.codec.Compression;
import io.sluice.codec.ObjectFormat;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.objects.ObjectKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/// A day of a stream with a short interval: small objects, as many in each partition.
///
/// @param stream      the stream's name
/// @param compression of the objects
/// @param clicks      their records
/// @param objects     how many there are
/// @param records     how many are in each
record SmallObjectDay(String stream, Compression compression, Clickstream clicks, int objects, int records) {
    /// Records of all objects.
    long count() {
        return (long) objects * records;
    }

    /// The key of an object.
    ObjectKey key(int number) {
        return new ObjectKey(FirehoseObjectName
                .create(stream, 1, ZoneOffset.UTC, new ObjectFormat.Joined(compression), Optional.empty())
                .key(folder(number), Clickstream.START, new UUID(0x8000L | (long) number << 16, 1L << 63)));
    }

    /// The folder of an object: all of its records have the keys of the partition that has this number.
    private String folder(int number) {
        return "customer=" + clicks.customer(number) + "/device=" + clicks.device(number) + "/2026/08/09/20/";
    }

    /// The bytes of an object: each record is of the object's partition.
    byte[] bytes(int number) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int i = 0; i < records; i++) {
            text.writeBytes(clicks.record(record(number, i)));
            text.write('\n');
        }
        return compressed(text.toByteArray());
    }

    /// The records of a partition lie as far apart as there are partitions.
    private long record(int number, int of) {
        int partitions = clicks.partitions();
        long round = (long) (number / partitions) * records + of;
        return round * partitions + number % partitions;
    }

    private byte[] compressed(byte[] text) {
        return switch (compression) {
            case UNCOMPRESSED -> text;
            case GZIP -> {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
                    gzip.write(text);
                } catch (IOException e) {
                    throw new UncheckedIOException("memory is always written to", e);
                }
                yield bytes.toByteArray();
            }
            case ZSTD -> Zstd.compress(text);
            default -> throw new IllegalArgumentException("not compacted: " + compression);
        };
    }
}
