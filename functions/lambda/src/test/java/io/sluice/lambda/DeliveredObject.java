package io.sluice.lambda;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdInputStream;
import io.airlift.compress.v3.snappy.SnappyHadoopStreams;
import io.sluice.codec.Compression;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.xerial.snappy.SnappyInputStream;

/// An object as its user reads it, by other readers than Sluice's own.
///
/// @param prefix the key up to the object's name
/// @param name   the rest of the key
/// @param text   the content, decompressed
record DeliveredObject(String prefix, String name, String text) {
    static DeliveredObject of(String key, byte[] bytes, String stream, Compression compression) throws IOException {
        int name = key.lastIndexOf(stream + "-");
        return new DeliveredObject(key.substring(0, name), key.substring(name), text(bytes, compression));
    }

    private static String text(byte[] bytes, Compression compression) throws IOException {
        try (InputStream content = reader(new ByteArrayInputStream(bytes), compression)) {
            return new String(content.readAllBytes(), UTF_8);
        }
    }

    private static InputStream reader(InputStream in, Compression compression) throws IOException {
        return switch (compression) {
            case UNCOMPRESSED -> in;
            case GZIP -> new GZIPInputStream(in);
            case ZIP -> {
                ZipInputStream zip = new ZipInputStream(in);
                zip.getNextEntry();
                yield zip;
            }
            case SNAPPY -> new SnappyInputStream(in);
            case HADOOP_SNAPPY -> new SnappyHadoopStreams().createInputStream(in);
            case ZSTD -> new ZstdInputStream(in);
        };
    }
}
