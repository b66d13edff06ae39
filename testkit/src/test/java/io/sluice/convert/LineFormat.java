package io.sluice.convert;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.objects.ObjectKey;
import java.io.IOException;
import java.io.OutputStream;

/// A file format of a line for each row, and one at the end that a file which was given up does not have.
public final class LineFormat implements RowFormat {
    @Override
    public RowWriter begin(FormatConversion conversion, ObjectKey key, OutputStream out) {
        return new RowWriter() {
            @Override
            public void write(Row row) throws IOException {
                out.write((row + "\n").getBytes(UTF_8));
            }

            @Override
            public void finish() throws IOException {
                out.write("end\n".getBytes(UTF_8));
            }

            @Override
            public void close() {}
        };
    }
}
