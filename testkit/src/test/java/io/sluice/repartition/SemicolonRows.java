package io.sluice.repartition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RangedBytes;
import io.sluice.input.RecordInput;
import io.sluice.input.RowFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// Files of rows in place of Parquet's: `PAR1`, and rows that end with semicolons.
public class SemicolonRows implements RowFiles {
    private static final int HEAD = 4;

    @Override
    public Format format() {
        return Format.PARQUET;
    }

    @Override
    public RecordInput open(String id, String name, RangedBytes file, int recordBytesMax) throws IOException {
        String[] rows = new String(file.read(HEAD, (int) file.length() - HEAD), UTF_8).split(";", -1);
        return new RecordInput() {
            private int next;

            @Override
            public @Nullable InputRecord next() {
                if (next < rows.length - 1) {
                    return new InputRecord(id, next, rows[next++].getBytes(UTF_8));
                }
                if (!rows[next].isEmpty()) {
                    throw new InputException(name + " has no end");
                }
                return null;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public long count(String name, RangedBytes file) throws IOException {
        byte[] bytes = file.read(0, (int) file.length());
        long count = 0;
        for (byte b : bytes) {
            count += b == ';' ? 1 : 0;
        }
        return count;
    }

    @Override
    public void copy(String name, RangedBytes file, BitSet without, OutputStream out) throws IOException {
        String[] rows = new String(file.read(HEAD, (int) file.length() - HEAD), UTF_8).split(";", -1);
        out.write("PAR1".getBytes(UTF_8));
        for (int row = 0; row < rows.length - 1; row++) {
            if (!without.get(row)) {
                out.write((rows[row] + ";").getBytes(UTF_8));
            }
        }
    }
}
