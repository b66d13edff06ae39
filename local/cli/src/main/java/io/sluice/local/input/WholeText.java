package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.local.records.InputSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;

/// All bytes of an input, decompressed.
public final class WholeText {
    private static final int BUFFER_BYTES = 1 << 16;

    private WholeText() {}

    /// @throws IOException it can't be read, or is nothing that has a text: an image, an archive, Parquet; or it is
    ///         compressed and broken
    public static byte[] of(InputSource source) throws IOException {
        var text = new ByteArrayOutputStream();
        try (HeadedInput in = Contents.bytes(source, InputReader.RECORD_BYTES_MAX)) {
            Optional<String> what = Contents.isParquet(in.head())
                    ? Optional.of("Parquet")
                    : ForeignContent.of(in.head()).map(ForeignContent::title);
            if (what.isPresent()) {
                throw new IOException("it is " + what.get() + ", not text");
            }
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer, 0, buffer.length); read >= 0; read = in.read(buffer, 0, buffer.length)) {
                text.write(buffer, 0, read);
            }
            Optional<ByteInput.Undecodable> broken = in.undecodable(text.size());
            if (broken.isPresent()) {
                throw new IOException(broken.get().cause());
            }
        }
        return text.toByteArray();
    }
}
