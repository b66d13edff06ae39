package io.sluice.deaggregate;

import java.util.ArrayList;
import java.util.List;

/// One run of the [JsonDeaggregator] over one source record.
final class JsonSplit {
    /// Incomplete objects after a `}` that are looked at before only starts of lines count: it keeps the time linear.
    private static final int INCOMPLETE_CANDIDATES_MAX = 64;

    private final byte[] data;
    private final int begin;
    private final int end;
    private final JsonStructure structure;
    private final List<Piece> pieces = new ArrayList<>();

    JsonSplit(byte[] data, int begin, int end) {
        this.data = data;
        this.begin = begin;
        this.end = end;
        this.structure = new JsonStructure(data, end);
    }

    List<Piece> run() {
        int at = skipWhiteSpace(skipByteOrderMark());
        while (at < end) {
            at = skipWhiteSpace(data[at] == '{' ? object(at) : stray(at));
        }
        return pieces;
    }

    /// Takes in the object at `start` and gives the offset after it.
    private int object(int start) {
        int behind = structure.endOf(start);
        if (behind < 0) {
            int broken = structure.brokenAt();
            return broken(start, nextPlausibleStart(start + 1),
                    broken == end
                            ? "The JSON object is not closed"
                            : "The JSON object breaks off at byte "
                                    + (broken - start));
        }
        pieces.add(new Piece.Whole(data, start, behind - start));
        return behind;
    }

    /// Takes in what is no object.
    private int stray(int start) {
        if (data[start] == '[') {
            int behind = structure.endOf(start);
            if (behind >= 0) {
                return broken(start, behind, "A JSON array is not a record");
            }
        }
        return broken(start, nextPlausibleStart(start), "There is no JSON object at the top level");
    }

    private int broken(int start, int behind, String cause) {
        int last = behind;
        while (last > start && isWhiteSpace(data[last - 1])) {
            last--;
        }
        pieces.add(new Piece.Broken(data, start, last - start, cause));
        return behind;
    }

    /// The next plausible start at or after `from`, as [JsonDeaggregator] defines it; the end when there is none.
    private int nextPlausibleStart(int from) {
        int incomplete = 0;
        for (int at = from; at < end; at++) {
            if (data[at] != '{') {
                continue;
            }
            boolean startsLine = data[at - 1] == '\n';
            if (!startsLine && (incomplete == INCOMPLETE_CANDIDATES_MAX || !followsClose(at))) {
                continue;
            }
            int behind = structure.endOf(at);
            if (behind < 0 ? startsLine : endsAtTopLevel(behind)) {
                return at;
            }
            if (behind < 0) {
                incomplete++;
            } else {
                at = behind - 1;
            }
        }
        return end;
    }

    private boolean followsClose(int at) {
        int before = at - 1;
        while (before >= begin && isWhiteSpace(data[before])) {
            before--;
        }
        return before >= begin && data[before] == '}';
    }

    private boolean endsAtTopLevel(int behind) {
        int next = skipWhiteSpace(behind);
        return next == end || ",]}:".indexOf(data[next]) < 0;
    }

    private int skipByteOrderMark() {
        boolean marked = end - begin >= 3 && data[begin] == (byte) 0xEF && data[begin + 1] == (byte) 0xBB
                && data[begin + 2] == (byte) 0xBF;
        return marked ? begin + 3 : begin;
    }

    private int skipWhiteSpace(int from) {
        int at = from;
        while (at < end && isWhiteSpace(data[at])) {
            at++;
        }
        return at;
    }

    private static boolean isWhiteSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }
}
