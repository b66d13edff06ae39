package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows under a header, each as a JSON object; one that does not fit is refused as it is, and so is what follows a
/// place where a quote makes rows unsure.
final class CellCuts implements Cuts {
    private final Bytes in;
    private final InputForm form;
    private final List<String> header = new ArrayList<>();
    private boolean over;

    /// The state of a cell.
    private enum At {
        START, BARE, QUOTED, QUOTE_IN_QUOTED, CLOSED
    }

    /// @param in decompressed
    CellCuts(InputStream in, InputForm form) {
        this.in = new Bytes(in);
        this.form = form;
    }

    @Override
    public @Nullable CutRecord next() throws IOException {
        while (!over) {
            int b = in.next();
            if (b == '\r' || b == '\n') {
                continue;
            }
            in.back(b);
            in.forget();
            long offset = in.offset();
            List<String> cells = new ArrayList<>();
            boolean row = b >= 0 && row(cells);
            byte[] raw = in.kept();
            over = b < 0 || !row;
            if (!over && header.isEmpty()) {
                name(cells);
                if (form.kind() == InputForm.Kind.BARE_CELLS) {
                    return cut(offset, raw, cells);
                }
            } else if (!over) {
                return cut(offset, raw, cells);
            } else if (b >= 0 && in.broken() == null) {
                byte[] rest = in.keptToEnd();
                return in.broken() == null ? new CutRecord(offset, rest, Optional.of(REST_CODE)) : null;
            }
        }
        return null;
    }

    private void name(List<String> cells) throws CharacterCodingException {
        if (form.kind() == InputForm.Kind.BARE_CELLS) {
            String format = "column%0" + Integer.toString(cells.size() - 1).length() + "d";
            for (int i = 0; i < cells.size(); i++) {
                header.add(format.formatted(i));
            }
            return;
        }
        boolean rowNames = cells.size() > 1 && cells.getFirst().isEmpty();
        for (String name : cells) {
            header.add(rowNames && header.isEmpty() ? "column_1" : text(name));
        }
    }

    /// Reads to before a line end; false when a quote is left open, or the input can't be read on.
    private boolean row(List<String> cells) throws IOException {
        StringBuilder cell = new StringBuilder();
        At at = At.START;
        while (true) {
            int b = in.next();
            boolean ends = b < 0 || b == '\n' || b == '\r' || b == form.delimiter();
            switch (at) {
                case START, BARE -> {
                    if (at == At.START && b == '"') {
                        at = At.QUOTED;
                        continue;
                    }
                    at = At.BARE;
                }
                case QUOTED -> {
                    if (b < 0) {
                        return false;
                    }
                    at = b == '"' ? At.QUOTE_IN_QUOTED : At.QUOTED;
                    if (b != '"') {
                        cell.append((char) b);
                    }
                    continue;
                }
                case QUOTE_IN_QUOTED, CLOSED -> {
                    if (at == At.QUOTE_IN_QUOTED && b == '"') {
                        cell.append('"');
                        at = At.QUOTED;
                        continue;
                    }
                    at = At.CLOSED;
                    if (!ends) {
                        if (!Character.isWhitespace(b) || b > ' ') {
                            return false;
                        }
                        continue;
                    }
                }
            }
            if (!ends) {
                cell.append((char) b);
                continue;
            }
            cells.add(cell.toString());
            cell.setLength(0);
            at = At.START;
            if (b != form.delimiter()) {
                in.back(b);
                return in.broken() == null;
            }
        }
    }

    private CutRecord cut(long offset, byte[] raw, List<String> cells) {
        try {
            if (cells.size() == header.size()) {
                return new CutRecord(offset, json(cells));
            }
        } catch (CharacterCodingException | IllegalArgumentException e) {
            return new CutRecord(offset, raw, Optional.of(ROW_CODE));
        }
        return new CutRecord(offset, raw, Optional.of(ROW_CODE));
    }

    private byte[] json(List<String> cells) throws CharacterCodingException {
        StringBuilder json = new StringBuilder("{");
        for (int i = 0; i < cells.size(); i++) {
            json.append(i == 0 ? "" : ",");
            JsonTexts.append(json, header.get(i));
            json.append(':');
            String value = text(cells.get(i));
            switch (form.types().getOrDefault(header.get(i), "text")) {
                case "number" -> json.append(value.isEmpty() ? "null" : number(value));
                case "boolean" -> json.append(value.isEmpty() ? "null" : bool(value.toLowerCase(Locale.ROOT)));
                default -> JsonTexts.append(json, value);
            }
        }
        return json.append('}').toString().getBytes(StandardCharsets.UTF_8);
    }

    /// The value itself, where a JSON parser takes it for one number.
    private static String number(String value) {
        char first = value.charAt(0);
        if ((first != '-' && !Character.isDigit(first)) || !JsonTexts.isNumber(value)) {
            throw new IllegalArgumentException("no number");
        }
        return value;
    }

    private static String bool(String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("neither");
        }
        return value;
    }

    /// @param cell a character for each byte
    private static String text(String cell) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(cell.getBytes(StandardCharsets.ISO_8859_1)))
                .toString();
    }

    @Override
    public Optional<String> broken() {
        return Optional.ofNullable(in.broken());
    }

    @Override
    public long offset() {
        return in.offset();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
