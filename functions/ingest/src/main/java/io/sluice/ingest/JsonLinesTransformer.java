package io.sluice.ingest;

import io.sluice.input.OneLine;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import java.util.Arrays;

/// `json-lines`: makes one line of a JSON record that goes over several, for tables that are read line by line. Nothing
/// else of it changes, and the blanks after it stay.
public final class JsonLinesTransformer implements RecordTransformer {
    @Override
    public String name() {
        return "json-lines";
    }

    @Override
    public Transformed transform(byte[] record) {
        if (!OneLine.isNeeded(record)) {
            return Transformed.kept(record);
        }
        byte[] line = OneLine.of(record);
        int after = record.length - OneLine.length(record);
        byte[] whole = Arrays.copyOf(line, line.length + after);
        System.arraycopy(record, record.length - after, whole, line.length, after);
        return Transformed.kept(whole);
    }
}
