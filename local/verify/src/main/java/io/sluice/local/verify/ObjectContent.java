package io.sluice.local.verify;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.xerial.snappy.SnappyInputStream;

/// Opens delivered objects with everybody's libraries.
final class ObjectContent {
    private static final int BUFFER_BYTES = 64 * 1024;

    private ObjectContent() {}

    /// Opens the object's content, decompressed; the caller closes it.
    ///
    /// @throws IOException when it is not in that format, here or while it is read
    static InputStream open(Path file, Packing packing) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        try {
            return Files.size(file) == 0 ? in : decompressed(in, packing);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /// The same of an object whose format nobody tells: gzip and zstd are known by their first bytes.
    static InputStream openByItsHead(Path file) throws IOException {
        byte[] head = new byte[4];
        try (InputStream in = Files.newInputStream(file)) {
            in.readNBytes(head, 0, head.length);
        }
        boolean gzip = head[0] == 0x1F && head[1] == (byte) 0x8B;
        boolean zstd = head[0] == 0x28 && head[1] == (byte) 0xB5 && head[2] == 0x2F && head[3] == (byte) 0xFD;
        return open(file, gzip ? Packing.GZIP : zstd ? Packing.ZSTD : Packing.UNCOMPRESSED);
    }

    private static InputStream decompressed(InputStream in, Packing packing) throws IOException {
        return switch (packing) {
            case UNCOMPRESSED -> in;
            case GZIP -> new GzipMemberCount(in);
            case ZSTD -> new ZstdInputStream(in);
            case SNAPPY -> new SnappyInputStream(in);
            case HADOOP_SNAPPY -> new HadoopSnappyInput(in);
            case ZIP -> onlyEntry(new ZipInputStream(in));
        };
    }

    /// Reads the directory at an archive's end, by which most readers go.
    ///
    /// @throws IOException when it is not there, or tells of other entries than one
    static void requireWhole(Path file, Packing packing) throws IOException {
        if (packing == Packing.ZIP && Files.size(file) > 0) {
            try (ZipFile archive = new ZipFile(file.toFile())) {
                if (archive.size() != 1) {
                    throw new IOException("the archive has " + archive.size() + " entries");
                }
            }
        }
    }

    private static InputStream onlyEntry(ZipInputStream archive) throws IOException {
        if (archive.getNextEntry() == null) {
            throw new EOFException("the archive has no entry");
        }
        return archive;
    }
}
