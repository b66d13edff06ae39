package io.sluice.parquet;

import io.sluice.input.InputException;
import io.sluice.input.RangedBytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;

/// Counts a Parquet file's rows by its footer alone, read as the Thrift structure that it is: no page, no schema, and
/// none of the library's file readers.
final class FooterRows {
    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final int TAIL_BYTES = Integer.BYTES + MAGIC.length;

    private FooterRows() {}

    /// @throws InputException naming the file when it has no footer, or one that contradicts itself
    static long count(String name, RangedBytes file) throws IOException {
        long end = file.length() - TAIL_BYTES;
        if (end < MAGIC.length) {
            throw new InputException(name + " is too short for a Parquet file");
        }
        byte[] tail = file.read(end, TAIL_BYTES);
        int length = ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (!Arrays.equals(tail, Integer.BYTES, TAIL_BYTES, MAGIC, 0, MAGIC.length) || length < 0
                || length > end - MAGIC.length) {
            throw new InputException(name + " has no Parquet footer that can be read");
        }
        FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(file.read(end - length, length)));
        List<RowGroup> groups = footer.getRow_groups();
        if (groups == null) {
            throw new InputException(name + " has a Parquet footer without row groups");
        }
        long inGroups = groups.stream().mapToLong(RowGroup::getNum_rows).sum();
        if (inGroups != footer.getNum_rows()) {
            throw new InputException(name + " has " + inGroups + " rows in its row groups, and its footer says "
                    + footer.getNum_rows());
        }
        return inGroups;
    }
}
