package io.sluice.firehose;

import io.sluice.layout.KeyValues;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The keys of a response's records that have the same names. The last keys, parts of dates mostly, are often the same
/// for all records: those that were since the first are written as one text. Belongs to one thread.
final class KeyTexts {
    private final List<String> names;
    private final KeyText[] keys;
    /// The first of the keys that were the same for all records so far.
    private int stable;
    private boolean isFirst = true;
    /// All keys from that one on.
    private byte @Nullable [] stableText;

    /// @param labels what stands before each value
    KeyTexts(List<String> names, List<byte[]> labels) {
        this.names = names;
        this.keys = labels.stream().map(KeyText::new).toArray(KeyText[]::new);
    }

    /// Tests whether `record` has these names: the same list, as all records of a query have.
    @SuppressWarnings("ReferenceEquality")
    boolean areOf(KeyValues record) {
        return names == record.names();
    }

    /// @param record has these names
    void write(KeyValues record, ResponseBuffer out) throws IOException {
        int same = isFirst ? 0 : keys.length;
        while (same > stable && keys[same - 1].isLast(record.value(same - 1))) {
            same--;
        }
        if (same > stable) {
            stable = same;
            stableText = null;
        }
        int writtenByOne = isFirst ? keys.length : stable;
        for (int i = 0; i < writtenByOne; i++) {
            keys[i].write(record.value(i), out);
        }
        if (writtenByOne < keys.length) {
            out.write(stableText());
        }
        isFirst = false;
    }

    private byte[] stableText() {
        byte[] text = stableText;
        if (text == null) {
            ByteArrayOutputStream joined = new ByteArrayOutputStream();
            for (int i = stable; i < keys.length; i++) {
                joined.writeBytes(keys[i].text());
            }
            text = joined.toByteArray();
            stableText = text;
        }
        return text;
    }
}
