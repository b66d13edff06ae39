package io.sluice.local.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Splits source records as `RecordDeAggregation` does.
///
/// Source: Firehose developer guide, "Aggregating data".
final class Pieces {
    private static final JsonFactory JSON = new JsonFactory();

    private Pieces() {}

    /// The records in a source record; empty where it is damaged: only the stream's own steps know how they go on after
    /// damage.
    static Optional<List<byte[]>> of(StreamFacts.Splitting splitting, byte[] record) {
        return switch (splitting) {
            case StreamFacts.Splitting.None() -> Optional.of(List.of(record));
            case StreamFacts.Splitting.At(byte[] delimiter) -> Optional.of(at(delimiter, record));
            case StreamFacts.Splitting.Objects() -> objects(record);
        };
    }

    /// Returns the parts before, between and after delimiters, where there are any.
    private static List<byte[]> at(byte[] delimiter, byte[] record) {
        List<byte[]> pieces = new ArrayList<>();
        int start = 0;
        for (int i = 0; i + delimiter.length <= record.length;) {
            if (Arrays.equals(record, i, i + delimiter.length, delimiter, 0, delimiter.length)) {
                add(record, start, i, pieces);
                i += delimiter.length;
                start = i;
            } else {
                i++;
            }
        }
        add(record, start, record.length, pieces);
        return pieces;
    }

    private static void add(byte[] record, int start, int end, List<byte[]> pieces) {
        if (end > start) {
            pieces.add(Arrays.copyOfRange(record, start, end));
        }
    }

    private static Optional<List<byte[]>> objects(byte[] record) {
        List<byte[]> pieces = new ArrayList<>();
        try (JsonParser json = JSON.createParser(record)) {
            for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
                if (token != JsonToken.START_OBJECT) {
                    return Optional.empty();
                }
                int start = Math.toIntExact(json.currentTokenLocation().getByteOffset());
                json.skipChildren();
                pieces.add(Arrays.copyOfRange(record, start,
                        Math.toIntExact(json.currentLocation().getByteOffset())));
            }
            return Optional.of(pieces);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
