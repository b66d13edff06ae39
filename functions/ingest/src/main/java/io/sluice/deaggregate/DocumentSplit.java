package io.sluice.deaggregate;

import io.sluice.deaggregate.RecordsPlace.Part;
import io.sluice.input.OneLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One run over one source record that holds JSON documents. Each document must be whole; what is no document, or is
/// not closed, is refused up to the end of the record.
final class DocumentSplit {
    private static final int NONE = -1;
    private static final int SECOND = -2;

    private final RecordsPlace at;
    private final byte[] data;
    private final int begin;
    private final int end;
    private final JsonStructure structure;
    private final JsonTokens tokens;
    private final byte[] before;
    private final byte[] after;
    private final List<Part> parts = new ArrayList<>();
    /// The chosen members of the open document, as they are written.
    private final Map<String, byte[]> members = new LinkedHashMap<>();

    DocumentSplit(RecordsPlace at, byte[] data, int begin, int end) {
        this.at = at;
        this.data = data;
        this.begin = begin;
        this.end = end;
        this.structure = new JsonStructure(data, end);
        this.tokens = new JsonTokens(data, end);
        this.before = at.path().before();
        this.after = at.path().after();
    }

    List<Part> run() {
        int next = tokens.skipBlanks(tokens.afterMark(begin));
        if (next == end) {
            refuse(begin, end, "The record is empty");
        }
        while (next < end) {
            next = tokens.skipBlanks(document(next));
        }
        return parts;
    }

    /// Takes in the document at `start` and gives the offset after it.
    private int document(int start) {
        byte opening = (byte) (at.path().names().isEmpty() ? '[' : '{');
        int behind = data[start] == opening ? structure.endOf(start) : NONE;
        if (behind < 0) {
            refuse(start, end, data[start] != opening
                    ? "There is no JSON document with an array at " + at.path().text()
                    : structure.brokenAt() == end
                            ? "The JSON document is not closed"
                            : "The JSON document breaks off at byte " + (structure.brokenAt() - start));
            return end;
        }
        members.clear();
        int array = at.path().names().isEmpty() ? start : array(start);
        if (array < 0) {
            refuse(start, behind, "The document has " + (array == NONE ? "no array" : "two arrays") + " at "
                    + at.path().text());
        } else {
            elements(array);
        }
        return behind;
    }

    private void refuse(int start, int behind, String cause) {
        parts.add(new Part.Refused(new Piece.Broken(data, start, behind - start, cause)));
    }

    /// The offset of the array in the document at `start`, which is whole; [#NONE] or [#SECOND] where there is not one.
    private int array(int start) {
        List<String> names = at.path().names();
        int array = NONE;
        int open = 1;
        int next = start + 1;
        while (open > 0) {
            next = tokens.skipBlanks(next);
            if (data[next] != '"') {
                open -= data[next] == '}' ? 1 : 0;
                next++;
                continue;
            }
            String name = tokens.text(next);
            int value = tokens.skipBlanks(tokens.skipBlanks(tokens.textEnd(next)) + 1);
            boolean leads = name.equals(names.get(open - 1));
            if (leads && open < names.size() && data[value] == '{') {
                next = value + 1;
                open++;
                continue;
            }
            next = valueEnd(value);
            if (leads && open == names.size() && data[value] == '[') {
                if (array != NONE) {
                    return SECOND;
                }
                array = value;
            } else if (open == 1 && at.parent().contains(name)) {
                members.put(name, Arrays.copyOfRange(data, value, next));
            }
        }
        return array;
    }

    private int valueEnd(int value) {
        return switch (data[value]) {
            case '{', '[' -> structure.endOf(value);
            case '"' -> tokens.textEnd(value);
            default -> tokens.scalarEnd(value);
        };
    }

    private void elements(int array) {
        int number = 0;
        int next = tokens.skipBlanks(array + 1);
        while (data[next] != ']') {
            if (data[next] == ',') {
                next = tokens.skipBlanks(next + 1);
                continue;
            }
            int behind = valueEnd(next);
            parts.add(new Part.Element(element(next, behind, number++)));
            next = tokens.skipBlanks(behind);
        }
        if (number == 0) {
            parts.add(new Part.Empty());
        }
    }

    /// The element in `[start, behind)` on one line, with the document's members.
    private Piece.Element element(int start, int behind, int number) {
        String place = "element " + number + " of " + at.path().text();
        boolean lines = false;
        for (int i = start; i < behind && !lines; i++) {
            lines = data[i] == '\n' || data[i] == '\r';
        }
        boolean joined = data[start] == '{' && !members.isEmpty();
        if (!lines && !joined) {
            return new Piece.Element(data, start, behind - start, before, after, place);
        }
        byte[] element = OneLine.of(Arrays.copyOfRange(data, start, behind));
        byte[] whole = joined ? new JoinedMembers(element).with(members) : element;
        return new Piece.Element(whole, 0, whole.length, before, after, place);
    }
}
