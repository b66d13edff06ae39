package io.sluice.local.serve.streams;

import com.github.luben.zstd.ZstdInputStream;
import io.sluice.input.ByteInputs;
import io.sluice.input.Format;
import io.sluice.local.verify.HadoopSnappyInput;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.zip.ZipInputStream;
import org.xerial.snappy.SnappyInputStream;

/// Undoes the compression of delivered objects, which their first bytes tell; Hadoop's Snappy has no mark, and is told
/// by the object's `Content-Encoding`.
public final class ObjectContents {
    private static final String HADOOP_SNAPPY = "hadoop-snappy";

    private ObjectContents() {}

    /// An object's content without its compression.
    ///
    /// @param format what it was packed in, `PARQUET` when it is to be read as rows
    public record Content(Format format, InputStream in) {}

    /// @param in       the object's bytes; closed with the result
    /// @param encoding its `Content-Encoding`
    /// @throws IOException when it can't be read, here or while the content is read
    public static Content of(InputStream in, String encoding) throws IOException {
        var start = new PushbackInputStream(in, Format.HEAD_BYTES);
        byte[] head = start.readNBytes(Format.HEAD_BYTES);
        start.unread(head);
        if (encoding.equals(HADOOP_SNAPPY)) {
            return new Content(Format.SNAPPY, new HadoopSnappyInput(start));
        }
        Format format = Format.of(head);
        return new Content(format, switch (format) {
            case GZIP -> ByteInputs.stream("it", start);
            case ZSTD -> new ZstdInputStream(start);
            case SNAPPY -> new SnappyInputStream(start);
            case ZIP -> onlyEntry(new ZipInputStream(start));
            case TEXT, PARQUET, ORC, AVRO, BZIP2 -> start;
        });
    }

    private static InputStream onlyEntry(ZipInputStream archive) throws IOException {
        if (archive.getNextEntry() == null) {
            throw new EOFException("the archive has no entry");
        }
        return archive;
    }
}
