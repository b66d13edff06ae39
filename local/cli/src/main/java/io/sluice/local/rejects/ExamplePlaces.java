package io.sluice.local.rejects;

import io.sluice.input.ByteInputs;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.local.input.InputReader;
import io.sluice.local.input.Reading;
import io.sluice.local.records.ErrorObjectRecords;
import io.sluice.local.records.InputSource;
import io.sluice.local.records.TimedRecord;
import io.sluice.segment.SegmentBuilder.Delimiting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds where examples stand in the input, by reading it once more up to the last of them. What can't be read twice,
/// such as standard input, is left out. Two records of the same bytes are rejected for the same reason, so the first
/// that has an example's bytes will do.
public final class ExamplePlaces {
    private static final char PART = '#';
    private static final byte[] PARQUET = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private final List<InputSource> inputs;
    private final Map<RecordHash, InputPlace> found = new HashMap<>();

    private ExamplePlaces(List<InputSource> inputs) {
        this.inputs = inputs.stream().filter(source -> !source.isLive()).toList();
    }

    /// The reasons with the places of their examples, where `inputs` hold records.
    ///
    /// @param reading how the run read them
    public static List<RejectReason> ofRecords(List<RejectReason> reasons, List<InputSource> inputs, Reading reading)
            throws IOException {
        var places = new ExamplePlaces(inputs);
        try (var reader = new InputReader(places.inputs, reading, _ -> {})) {
            places.look(reasons, reader::next, places::place);
        }
        return places.placed(reasons);
    }

    /// The same, where `inputs` are error objects.
    public static List<RejectReason> ofErrorObjects(List<RejectReason> reasons, List<InputSource> inputs,
            Delimiting delimiting) throws IOException {
        var places = new ExamplePlaces(inputs);
        try (var reader = new ErrorObjectRecords(places.inputs, delimiting, _ -> {})) {
            places.look(reasons, () -> {
                TimedRecord next = reader.next();
                return next == null ? null : next.record();
            }, (source, record) -> new InputPlace(source.displayName(),
                    OptionalLong.of(ErrorObjectRecords.line(record)),
                    OptionalLong.empty()));
        }
        return places.placed(reasons);
    }

    private interface Placing {
        InputPlace of(InputSource source, InputRecord record);
    }

    private void look(List<RejectReason> reasons, Supplier<@Nullable InputRecord> records, Placing placing) {
        Map<RecordHash, Integer> sought = reasons.stream().map(RejectReason::example)
                .collect(Collectors.toMap(RejectExample::hash, RejectExample::bytes, (first, _) -> first));
        Set<Integer> lengths = Set.copyOf(sought.values());
        try {
            InputRecord record = inputs.isEmpty() ? null : records.get();
            while (record != null && found.size() < sought.size()) {
                if (lengths.contains(record.data().length)) {
                    RecordHash hash = RecordHash.of(record.data());
                    if (sought.containsKey(hash) && !found.containsKey(hash)) {
                        found.put(hash, placing.of(source(record), record));
                    }
                }
                record = found.size() < sought.size() ? records.get() : null;
            }
        } catch (InputException e) {
            // The input changed since it was read; what was found of it is told.
            return;
        }
    }

    private InputSource source(InputRecord record) {
        return inputs.stream().filter(each -> record.source().equals(each.id())).findFirst()
                .or(() -> inputs.stream().filter(each -> record.source().startsWith(each.id() + PART)).findFirst())
                .orElseThrow(() -> new IllegalStateException("No input is called " + record.source()));
    }

    private InputPlace place(InputSource source, InputRecord record) {
        boolean compressedRest = !record.source().equals(source.id());
        OptionalLong line = compressedRest ? OptionalLong.empty() : line(source, record);
        boolean isRow = line.isEmpty() && isParquet(source);
        return new InputPlace(source.displayName(), line,
                isRow ? OptionalLong.empty() : OptionalLong.of(record.offset()));
    }

    /// Tests whether it is Parquet, whose records have numbers instead of bytes that they stand at.
    private static boolean isParquet(InputSource source) {
        try (InputStream in = source.opener().open()) {
            return Arrays.equals(in.readNBytes(PARQUET.length), PARQUET);
        } catch (IOException e) {
            return false;
        }
    }

    /// The line that `record` starts in; empty when what stands at its offset is not the record, or can't be read.
    private static OptionalLong line(InputSource source, InputRecord record) {
        try (InputStream in = ByteInputs.stream(source.displayName(), source.opener().open())) {
            long line = 1;
            byte[] buffer = new byte[64 * 1024];
            long left = record.offset();
            while (left > 0) {
                int read = in.read(buffer, 0, (int) Math.min(left, buffer.length));
                if (read < 0) {
                    return OptionalLong.empty();
                }
                for (int i = 0; i < read; i++) {
                    line += buffer[i] == '\n' ? 1 : 0;
                }
                left -= read;
            }
            byte[] data = in.readNBytes(record.data().length);
            return Arrays.equals(data, record.data()) ? OptionalLong.of(line) : OptionalLong.empty();
        } catch (IOException e) {
            // Of a broken input, or one that is gone, the offset is told.
            return OptionalLong.empty();
        }
    }

    private List<RejectReason> placed(List<RejectReason> reasons) {
        return reasons.stream().map(reason -> {
            InputPlace place = found.get(reason.example().hash());
            return place == null ? reason : reason.with(reason.example().at(place));
        }).toList();
    }
}
