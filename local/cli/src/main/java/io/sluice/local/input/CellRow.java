package io.sluice.local.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The cells of one row, which is filled again and again. Not for use by several threads.
final class CellRow {
    private byte[] text = new byte[1024];
    private int[] ends = new int[16];
    private int length;
    private int cells;

    void clear() {
        length = 0;
        cells = 0;
    }

    void append(int b) {
        if (length == text.length) {
            text = Arrays.copyOf(text, 2 * length);
        }
        text[length++] = (byte) b;
    }

    void endCell() {
        if (cells == ends.length) {
            ends = Arrays.copyOf(ends, 2 * cells);
        }
        ends[cells++] = length;
    }

    int cells() {
        return cells;
    }

    /// @throws CharacterCodingException when the cell's bytes are no UTF-8
    String text(int cell) throws CharacterCodingException {
        int from = cell == 0 ? 0 : ends[cell - 1];
        return StandardCharsets.UTF_8.newDecoder().onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(text, from, ends[cell] - from)).toString();
    }
}
