package io.sluice.source;

import io.sluice.objects.Body;
import io.sluice.objects.FileBody;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;

/// One version of a source object without some of its records, in its own format, in a temporary file. Not safe for
/// concurrent use.
public final class SourceRewrite implements AutoCloseable {
    private final FileBody body;

    private SourceRewrite(FileBody body) {
        this.body = body;
    }

    /// @param without numbers of the records that are left out, from 0
    /// @throws SourceChangedException             when the object is another one by now, or gone
    /// @throws io.sluice.input.InputException     when it cannot be read, or not be written in its format
    public static SourceRewrite of(SourceRecords records, SourceObject object, BitSet without) throws IOException {
        Path file = Files.createTempFile("sluice-source-", ".tmp");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                records.copy(object, without, out);
            }
            return new SourceRewrite(FileBody.of(file));
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(file);
            throw e;
        }
    }

    /// The content that is to be put in the object's place.
    public Body body() {
        return body;
    }

    Path file() {
        return body.file();
    }

    /// Deletes the file.
    @Override
    public void close() throws IOException {
        Files.deleteIfExists(body.file());
    }
}
