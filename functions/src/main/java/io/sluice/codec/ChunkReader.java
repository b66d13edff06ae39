package io.sluice.codec;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import org.xerial.snappy.Snappy;

/// Gives the raw bytes of a staged chunk back: what was appended to its [ChunkCompressor]. Without state, for any thread.
public final class ChunkReader {
    private ChunkReader() {}

    /// @param objects the format of the objects that the chunk was staged for
    /// @param chunk   one whole chunk; read to its end, not closed
    /// @throws IOException when reading failed, or the chunk is damaged
    public static byte[] read(Compression objects, InputStream chunk) throws IOException {
        byte[] staged = chunk.readAllBytes();
        if (staged.length == 0) {
            return staged;
        }
        return switch (objects.staged()) {
            case UNCOMPRESSED -> staged;
            case GZIP -> drain(new GZIPInputStream(new ByteArrayInputStream(staged)));
            case ZSTD, ZIP -> drain(new ZstdInputStream(new ByteArrayInputStream(staged)));
            case SNAPPY -> snappyBlocks(staged, SnappyFraming.XERIAL);
            case HADOOP_SNAPPY -> snappyBlocks(staged, SnappyFraming.HADOOP);
        };
    }

    private static byte[] drain(InputStream in) throws IOException {
        try (in) {
            return in.readAllBytes();
        }
    }

    private static byte[] snappyBlocks(byte[] staged, SnappyFraming framing) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(staged));
        ByteArrayOutputStream raw = new ByteArrayOutputStream(2 * staged.length);
        while (in.available() > 0) {
            if (framing == SnappyFraming.HADOOP) {
                in.readInt();
            }
            byte[] block = new byte[in.readInt()];
            in.readFully(block);
            raw.writeBytes(Snappy.uncompress(block));
        }
        return raw.toByteArray();
    }
}
