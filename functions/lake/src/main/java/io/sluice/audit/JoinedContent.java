package io.sluice.audit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The bytes that objects of text hold one after another, each of which begins on a line of its own. What was joined of
/// them must hold the same, byte by byte: then whoever cuts lines finds the same records. Not safe for use by several
/// threads.
public final class JoinedContent {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final CRC32C checksum = new CRC32C();
    private long bytes;

    /// Adds the next object, without a byte order mark, and a line end where it has none at its end.
    ///
    /// @throws IOException when it cannot be read to its end
    public void add(Stored stored) throws IOException {
        try (InputStream in = Content.open(stored)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            int length = in.readNBytes(buffer, 0, Audit.MARK_BYTES);
            int from = Audit.markBytes(buffer, length);
            byte last = '\n';
            for (int to = length; to >= 0; to = in.read(buffer)) {
                if (to > from) {
                    checksum.update(buffer, from, to - from);
                    bytes += to - from;
                    last = buffer[to - 1];
                }
                from = 0;
            }
            if (last != '\n') {
                checksum.update('\n');
                bytes++;
            }
        }
    }

    /// Says how `joined` differs from all of these; empty when it is all of them in their order, and nothing else.
    ///
    /// @throws IOException when it cannot be read to its end
    public Optional<String> difference(Stored joined) throws IOException {
        JoinedContent there = new JoinedContent();
        there.add(joined);
        return there.bytes == bytes && there.checksum.getValue() == checksum.getValue()
                ? Optional.empty()
                : Optional.of(bytes + " bytes of lines were to be joined, and " + there.bytes
                        + " are there, or others");
    }
}
