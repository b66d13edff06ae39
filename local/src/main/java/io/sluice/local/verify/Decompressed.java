package io.sluice.local.verify;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.HexFormat;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.tukaani.xz.XZInputStream;

/// Decompresses an input by what it begins with.
final class Decompressed {
    private static final int HEAD_BYTES = 10;
    private static final String BZIP2 = "425a683[1-9](314159265359|177245385090)";

    private Decompressed() {}

    static InputStream of(InputStream in) throws IOException {
        PushbackInputStream start = new PushbackInputStream(in, HEAD_BYTES);
        byte[] head = start.readNBytes(HEAD_BYTES);
        start.unread(head);
        String hex = HexFormat.of().formatHex(head);
        if (hex.startsWith("1f8b")) {
            return new GzipMembers(start);
        }
        if (hex.startsWith("28b52ffd")) {
            return new ZstdInputStream(start);
        }
        if (hex.startsWith("fd377a585a00")) {
            return new SmallReads(start, XZInputStream::new);
        }
        return hex.matches(BZIP2)
                ? new SmallReads(start, compressed -> new BZip2CompressorInputStream(compressed, true))
                : start;
    }
}
