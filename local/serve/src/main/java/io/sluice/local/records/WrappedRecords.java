package io.sluice.local.records;

import io.sluice.input.ByteInputs;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordSplitter;
import io.sluice.input.TextForm;
import io.sluice.manifest.Wrapping;
import io.sluice.reject.ErrorLine;
import io.sluice.segment.SegmentBuilder.Delimiting;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The records of an error record that has those of a chunk, as they would have been in their object: S3 refused it, or
/// its partition was beyond the limit of active ones. They are cut before each JSON value, and before each line that
/// holds none; every byte between them stays with the record before, but for the line end that the stream itself puts
/// behind each.
final class WrappedRecords {
    private static final Set<String> CODES = Stream.of(Wrapping.values())
            .flatMap(wrapping -> wrapping.reject().stream()).map(reject -> reject.code()).collect(Collectors.toSet());

    private WrappedRecords() {}

    /// The records in the line's order: one, where it has no more.
    static List<byte[]> of(ErrorLine line, Delimiting delimiting) {
        byte[] text = line.rawData();
        if (!CODES.contains(line.errorCode())) {
            return List.of(text);
        }
        List<Integer> starts = starts(text);
        List<byte[]> records = new ArrayList<>(starts.size());
        for (int i = 0; i < starts.size(); i++) {
            int from = i == 0 ? 0 : starts.get(i);
            int to = i + 1 < starts.size() ? starts.get(i + 1) : text.length;
            boolean isDelimited = delimiting == Delimiting.NEWLINE && to - from > 1 && text[to - 1] == '\n';
            records.add(Arrays.copyOfRange(text, from, isDelimited ? to - 1 : to));
        }
        return records;
    }

    /// Where records begin: at the text's start at least. What is no text of records is one.
    private static List<Integer> starts(byte[] text) {
        List<Integer> starts = new ArrayList<>();
        try (var splitter = new RecordSplitter("", "", ByteInputs.plain(new ByteArrayInputStream(text)),
                TextForm.DOCUMENTS, Math.max(text.length, 1))) {
            for (InputRecord next = splitter.next(); next != null; next = splitter.next()) {
                starts.add(Math.toIntExact(next.offset()));
            }
        } catch (InputException | IOException e) {
            return List.of(0);
        }
        return starts.isEmpty() ? List.of(0) : starts;
    }
}
