package io.sluice.testkit.promise;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.encoding.Deflated;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/// The zlib of the JDK that recordings were made on. Others deflate the same bytes to other ones, which inflate to the
/// same: there, what is written can't be compared with what was recorded byte by byte.
public final class RecordedZlib {
    private static final long CRC = 2_803_968_626L;

    private RecordedZlib() {}

    /// Tests whether this JDK's is the same, by what it makes of a text.
    public static boolean isThisOne() {
        byte[] text = IntStream.range(0, 1_000).mapToObj(number -> number * number % 977 + " of " + number)
                .collect(Collectors.joining("\n")).getBytes(UTF_8);
        CRC32 crc = new CRC32();
        crc.update(Deflated.deflate(text, 1));
        crc.update(Deflated.deflate(text, 6));
        return crc.getValue() == CRC;
    }
}
