package io.sluice.local.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.ByteInputs;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordSplitter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The judge's reader of inputs against the run's, two codes that share nothing.
final class RecordCutterTest {
    private static final byte[][] PIECES = {{'{'}, {'}'}, {'['}, {']'}, {'"'}, {'\\'}, {','}, {':'}, {'\n'}, {'\n'},
            {'\r', '\n'}, {' '}, {'\t'}, {'\r'}, {'1'}, {'a'}, {0}, {(byte) 0x80}, {(byte) 0xFE},
            {'{', '"', 'a', '"', ':', '1', '}'}, {'{', '}'}, {'[', ']'}, {'{', '\n'}, {'[', '\n'}, {'"', 'x', '"'},
            {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}};

    @Tag("long")
    @Test
    void bothCutAnyBytesAlike() throws IOException {
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 200_000; i++) {
            ByteArrayOutputStream input = new ByteArrayOutputStream();
            for (int n = random.nextInt(14); n > 0; n--) {
                input.writeBytes(PIECES[random.nextInt(PIECES.length)]);
            }
            byte[] bytes = input.toByteArray();
            Optional<List<String>> cut = ofTheRun(bytes);
            refused += cut.isEmpty() ? 1 : 0;
            if (cut.isPresent()) {
                assertEquals(cut.get(), ofTheJudge(bytes), () -> "input " + HexFormat.of().formatHex(bytes));
            }
        }
        assertTrue(refused < 10_000, refused + " were taken for UTF-16 or UTF-32 and not cut");
    }

    private static List<String> ofTheJudge(byte[] input) throws IOException {
        List<String> records = new ArrayList<>();
        try (RecordCutter cutter = new RecordCutter(new ByteArrayInputStream(input))) {
            for (CutRecord cut = cutter.next(); cut != null; cut = cutter.next()) {
                records.add(cut.offset() + " " + HexFormat.of().formatHex(cut.data()));
            }
        }
        return records;
    }

    /// Empty where the run refuses the whole input for its encoding.
    private static Optional<List<String>> ofTheRun(byte[] input) throws IOException {
        List<String> records = new ArrayList<>();
        try (RecordSplitter splitter = new RecordSplitter("", "",
                ByteInputs.open("", new ByteArrayInputStream(input), 1 << 20), 1 << 20)) {
            for (InputRecord record = splitter.next(); record != null; record = splitter.next()) {
                records.add(record.offset() + " " + HexFormat.of().formatHex(record.data()));
            }
        } catch (InputException e) {
            assertTrue(e.getMessage().contains("UTF-"), e.getMessage());
            return Optional.empty();
        }
        return Optional.of(records);
    }
}
