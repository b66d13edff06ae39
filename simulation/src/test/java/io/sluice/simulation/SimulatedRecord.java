package io.sluice.simulation;

import io.sluice.firehose.SourceRecord;
import io.sluice.ingest.SourceDecoder;
import io.sluice.plugin.KeyExtractor;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One source record. Its text says everything about it: who it is, its keys, and what the transformation makes of it.
///
/// @param id        tells it apart from all others
/// @param key       empty: the record has none and is rejected
/// @param secondKey empty: none
/// @param copies    how many records the transformation makes of it; 0: it is dropped
/// @param arrival   epoch milliseconds; [Long#MAX_VALUE] when it never did
public record SimulatedRecord(String id, String key, String secondKey, int copies, long arrival) {
    /// The second key of what is left of an object that cannot be decompressed.
    static final String UNDECODED = "?";

    /// The key of a record that a batch fails at as a whole, as at a defect of the code.
    static final String FAILING = "!";

    public SourceRecord source() {
        return new SourceRecord(id, Instant.ofEpochMilli(arrival), text().getBytes(StandardCharsets.UTF_8));
    }

    /// False of a row that an operator put into an object: no source handed it over.
    public boolean hasArrived() {
        return arrival != Long.MAX_VALUE;
    }

    /// The rest of an object that cannot be decompressed.
    static SimulatedRecord undecoded(String id, long arrival) {
        return new SimulatedRecord(id, "", UNDECODED, 1, arrival);
    }

    /// What the source sends.
    public String text() {
        return id + "," + key + "," + secondKey + "," + copies;
    }

    /// What must be delivered of it, or, where its keys are missing, be in error records: the source record, once for
    /// each output.
    public List<String> outputs(boolean taken) {
        List<String> outputs = new ArrayList<>(copies);
        for (int copy = 0; copy < copies; copy++) {
            outputs.add(taken ? text() + "," + copy : text());
        }
        return outputs;
    }

    /// Numbers the copies.
    public static final class Transformer implements RecordTransformer {
        @Override
        public String name() {
            return "copies";
        }

        @Override
        public Transformed transform(byte[] record) {
            String text = new String(record, StandardCharsets.UTF_8);
            int copies = Integer.parseInt(text.substring(text.lastIndexOf(',') + 1));
            if (copies == 0) {
                return new Transformed.Dropped();
            }
            List<Transformed.Output> outputs = new ArrayList<>();
            for (int copy = 0; copy < copies; copy++) {
                outputs.add(new Transformed.Output((text + "," + copy).getBytes(StandardCharsets.UTF_8), Map.of()));
            }
            return new Transformed.Kept(outputs);
        }
    }

    /// Takes the two keys out of the text.
    public static final class Keys implements KeyExtractor {
        @Override
        public String name() {
            return "text";
        }

        @Override
        public Map<String, String> keys(byte[] record) {
            String[] parts = new String(record, StandardCharsets.UTF_8).split(",", -1);
            Map<String, String> keys = new HashMap<>();
            keys.put("k", parts[1]);
            keys.put("z", parts[2]);
            return keys;
        }
    }

    /// The record is the payload, where it is not one to fail at.
    static SourceDecoder.Decoded decode(byte[] record) {
        String text = new String(record, StandardCharsets.UTF_8);
        if (text.contains("," + FAILING + ",")) {
            throw new FailingRecordException(text);
        }
        return SourceDecoder.PLAIN.decode(record);
    }

    /// The end of a batch with a record to fail at.
    static final class FailingRecordException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        FailingRecordException(String text) {
            super("nobody can stage " + text);
        }
    }
}
