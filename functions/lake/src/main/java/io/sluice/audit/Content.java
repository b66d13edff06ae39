package io.sluice.audit;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Arrays;

/// Opens the content of stored objects: what gzip members or zstd frames hold, or the bytes themselves. Reading fails
/// where one of them is damaged or cut short, or where something follows the last.
final class Content {
    private static final byte[] GZIP = {0x1F, (byte) 0x8B};
    private static final byte[] ZSTD = {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD};

    private Content() {}

    static InputStream open(Stored stored) throws IOException {
        var in = new PushbackInputStream(stored.stream(), ZSTD.length);
        byte[] head = in.readNBytes(ZSTD.length);
        in.unread(head);
        if (Arrays.equals(head, ZSTD) || isSkippable(head)) {
            return new ZstdInputStreamNoFinalizer(in);
        }
        return head.length >= GZIP.length && Arrays.equals(head, 0, GZIP.length, GZIP, 0, GZIP.length)
                ? new GzipMembers(in)
                : in;
    }

    /// Of a frame that decoders of zstd pass over: one of sixteen numbers, and three bytes.
    private static boolean isSkippable(byte[] head) {
        return head.length == ZSTD.length && (head[0] & 0xF0) == 0x50 && head[1] == 0x2A && head[2] == 0x4D
                && head[3] == 0x18;
    }

    /// Whether a byte may stand between records: it counts for nothing, inside of records neither.
    static boolean isWhiteSpace(int b) {
        return b == ' ' || b == '\t' || b == '\r' || b == '\n';
    }
}
