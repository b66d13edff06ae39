package io.sluice.deaggregate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Splits at a delimiter, which belongs to no piece. Nothing else is stripped: `a\n####b` split at `####` keeps its
/// line feed.
///
/// A piece without bytes is left out, so that a delimiter at the start, at the end or twice in a row makes no empty
/// user record: producers put the delimiter after each record as often as between them.
final class DelimitedDeaggregator implements Deaggregator {
    private final byte[] delimiter;

    DelimitedDeaggregator(byte[] delimiter) {
        if (delimiter.length == 0) {
            throw new IllegalArgumentException("A delimiter has at least one byte");
        }
        this.delimiter = delimiter.clone();
    }

    @Override
    public List<Piece> split(byte[] data, int offset, int length) {
        List<Piece> pieces = new ArrayList<>();
        int end = offset + length;
        int start = offset;
        while (start < end) {
            int stop = nextDelimiter(data, start, end);
            if (stop > start) {
                pieces.add(new Piece.Whole(data, start, stop - start));
            }
            start = stop + delimiter.length;
        }
        return pieces;
    }

    /// Returns the index at which the next delimiter starts; `end` when there is none.
    private int nextDelimiter(byte[] data, int from, int end) {
        int last = end - delimiter.length;
        for (int at = from; at <= last; at++) {
            if (data[at] == delimiter[0]
                    && Arrays.equals(data, at, at + delimiter.length, delimiter, 0, delimiter.length)) {
                return at;
            }
        }
        return end;
    }
}
