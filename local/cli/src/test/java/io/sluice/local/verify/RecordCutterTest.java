package io.sluice.local.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.input.ByteInputs;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordSplitter;
import io.sluice.input.TextForm;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The judge's reader of inputs against the run's, two codes that share nothing.
final class RecordCutterTest {
    private static final byte[][] PIECES = {{'{'}, {'}'}, {'['}, {']'}, {'"'}, {'\\'}, {','}, {':'}, {'\n'}, {'\n'},
            {'\r', '\n'}, {' '}, {'\t'}, {'\r'}, {'1'}, {'a'}, {0}, {(byte) 0x80}, {(byte) 0xFE},
            {'{', '"', 'a', '"', ':', '1', '}'}, {'{', '}'}, {'[', ']'}, {'{', '\n'}, {'[', '\n'}, {'"', 'x', '"'},
            {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF}, {',', '\n'}, {'"', 'a', '"', ':', '\n'}};

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void bothCutAnyBytesAlike(TextForm form) throws IOException {
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 200_000; i++) {
            ByteArrayOutputStream input = new ByteArrayOutputStream();
            for (int n = random.nextInt(14); n > 0; n--) {
                input.writeBytes(PIECES[random.nextInt(PIECES.length)]);
            }
            byte[] bytes = input.toByteArray();
            Optional<List<String>> cut = ofTheRun(bytes, form);
            refused += cut.isEmpty() ? 1 : 0;
            if (cut.isPresent()) {
                assertEquals(cut.get(), ofTheJudge(bytes, form), () -> "input " + HexFormat.of().formatHex(bytes));
            }
        }
        assertTrue(refused < 10_000, refused + " were taken for UTF-16 or UTF-32 and not cut");
    }

    /// A document on several lines is one, wherever the lines end, and damage to it or beside it takes in no other.
    @ParameterizedTest
    @ValueSource(strings = {
            "{\"R\": [\n {\"k\":1},\n {\"k\":2}\n]}|{\"R\":[]}",
            "{\"t\":\"x\",\"R\":[{\"k\":1},\r\n\r\n{\"k\":2}]}|{\"R\":[\n]}",
            "{\"R\":[{\"k\":1}]|{\"R\":[{\"k\":\n2}]}|no JSON|{\"R\":[]}",
            "{\"R\":[{\"k\":1},|{\"R\":[{\"k\":2}]}|{\"R\":[{\"k\":3}]}",
            "{\"R\":[{\"k\":\"open|{\"R\":[{\"k\":2}]}|{\"R\": [\n1,\n2\n]}",
            "{\"R\":[1],\n\"S\":2,\n\"T\":3}}|{\"R\":[]}",
            "{\"R\":[1]}|{\"R\":[\n{\"k\":1},\n{\"k\":"})
    void documentsGoOverLines(String text) throws IOException {
        byte[] input = text.replace('|', '\n').getBytes(StandardCharsets.UTF_8);
        List<String> records = Arrays.stream(text.split("\\|")).toList();
        List<String> cut = new ArrayList<>();
        try (RecordSplitter splitter = new RecordSplitter("", "",
                ByteInputs.open("", new ByteArrayInputStream(input), 1 << 20), TextForm.DOCUMENTS, 1 << 20)) {
            for (InputRecord record = splitter.next(); record != null; record = splitter.next()) {
                cut.add(new String(record.data(), StandardCharsets.UTF_8));
            }
        }
        assertEquals(records, cut);
        assertEquals(ofTheRun(input, TextForm.DOCUMENTS).orElseThrow(), ofTheJudge(input, TextForm.DOCUMENTS));
    }

    private static List<String> ofTheJudge(byte[] input, TextForm form) throws IOException {
        List<String> records = new ArrayList<>();
        try (RecordCutter cutter = new RecordCutter(new ByteArrayInputStream(input),
                InputForm.Kind.valueOf(form.name()))) {
            for (CutRecord cut = cutter.next(); cut != null; cut = cutter.next()) {
                records.add(cut.offset() + " " + HexFormat.of().formatHex(cut.data()));
            }
        }
        return records;
    }

    /// Empty where the run refuses the whole input for its encoding.
    private static Optional<List<String>> ofTheRun(byte[] input, TextForm form) throws IOException {
        List<String> records = new ArrayList<>();
        try (RecordSplitter splitter = new RecordSplitter("", "",
                ByteInputs.open("", new ByteArrayInputStream(input), 1 << 20), form, 1 << 20)) {
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
