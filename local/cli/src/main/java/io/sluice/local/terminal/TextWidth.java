package io.sluice.local.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The number of columns of a terminal that texts take. Texts are plain: control characters are not among them.
public final class TextWidth {
    private static final String CUT = "…";
    /// First and last code points of what is two columns wide: Unicode's East Asian widths W and F, emoji among them.
    private static final int[] WIDE = {0x1100, 0x115F, 0x231A, 0x231B, 0x2329, 0x232A, 0x23E9, 0x23EC, 0x23F0, 0x23F0,
            0x23F3, 0x23F3, 0x25FD, 0x25FE, 0x2614, 0x2615, 0x2648, 0x2653, 0x267F, 0x267F, 0x2693, 0x2693, 0x26A1,
            0x26A1, 0x26AA, 0x26AB, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26CE, 0x26CE, 0x26D4, 0x26D4, 0x26EA, 0x26EA,
            0x26F2, 0x26F3, 0x26F5, 0x26F5, 0x26FA, 0x26FA, 0x26FD, 0x26FD, 0x2705, 0x2705, 0x270A, 0x270B, 0x2728,
            0x2728, 0x274C, 0x274C, 0x274E, 0x274E, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27B0, 0x27B0,
            0x27BF, 0x27BF, 0x2B1B, 0x2B1C, 0x2B50, 0x2B50, 0x2B55, 0x2B55, 0x2E80, 0x303E, 0x3041, 0x3247, 0x3250,
            0x4DBF, 0x4E00, 0xA4CF, 0xA960, 0xA97F, 0xAC00, 0xD7A3, 0xF900, 0xFAFF, 0xFE10, 0xFE19, 0xFE30, 0xFE6F,
            0xFF01, 0xFF60, 0xFFE0, 0xFFE6, 0x16FE0, 0x1B2FF, 0x1F004, 0x1F004, 0x1F0CF, 0x1F0CF, 0x1F18E, 0x1F18E,
            0x1F191, 0x1F19A, 0x1F200, 0x1F320, 0x1F32D, 0x1F335, 0x1F337, 0x1F37C, 0x1F37E, 0x1F393, 0x1F3A0, 0x1F3CA,
            0x1F3CF, 0x1F3D3, 0x1F3E0, 0x1F3F0, 0x1F3F4, 0x1F3F4, 0x1F3F8, 0x1F43E, 0x1F440, 0x1F440, 0x1F442, 0x1F4FC,
            0x1F4FF, 0x1F53D, 0x1F54B, 0x1F54E, 0x1F550, 0x1F567, 0x1F57A, 0x1F57A, 0x1F595, 0x1F596, 0x1F5A4, 0x1F5A4,
            0x1F5FB, 0x1F64F, 0x1F680, 0x1F6C5, 0x1F6CC, 0x1F6CC, 0x1F6D0, 0x1F6D2, 0x1F6D5, 0x1F6D7, 0x1F6DC, 0x1F6DF,
            0x1F6EB, 0x1F6EC, 0x1F6F4, 0x1F6FC, 0x1F7E0, 0x1F7EB, 0x1F7F0, 0x1F7F0, 0x1F90C, 0x1F93A, 0x1F93C, 0x1F945,
            0x1F947, 0x1F9FF, 0x1FA70, 0x1FAFF, 0x20000, 0x2FFFD, 0x30000, 0x3FFFD};

    private TextWidth() {}

    /// The columns that `text` takes.
    public static int of(String text) {
        return text.codePoints().map(TextWidth::of).sum();
    }

    private static int of(int c) {
        if (c < 0x300) {
            return c == 0xAD ? 0 : 1;
        }
        return switch (Character.getType(c)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.FORMAT -> 0;
            default -> (c >= 0x1160 && c <= 0x11FF) ? 0 : isWide(c) ? 2 : 1;
        };
    }

    private static boolean isWide(int c) {
        int at = Arrays.binarySearch(WIDE, c);
        return at >= 0 || (-at - 1) % 2 == 1;
    }

    /// `text` in at most `columns` columns, with an ellipsis for the end that is left out.
    public static String cut(String text, int columns) {
        return of(text) <= columns ? text : start(text, columns - 1) + (columns < 1 ? "" : CUT);
    }

    /// `text` in at most `columns` columns, with an ellipsis for what is left out of its middle.
    public static String cutMiddle(String text, int columns) {
        int width = of(text);
        if (width <= columns || columns < 3) {
            return cut(text, columns);
        }
        int head = (columns - 1) / 2;
        String tail = text;
        while (of(tail) > columns - 1 - head) {
            tail = tail.substring(tail.offsetByCodePoints(0, 1));
        }
        return start(text, head) + CUT + tail;
    }

    /// The longest beginning that takes at most `columns` columns.
    private static String start(String text, int columns) {
        int taken = 0;
        int end = 0;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            taken += of(c);
            if (taken > columns) {
                break;
            }
            end += Character.charCount(c);
        }
        return text.substring(0, end);
    }

    /// `line` broken between words into lines of at most `columns` columns, all but the first one indented by `indent`;
    /// a word that is longer by itself is broken too.
    public static List<String> wrapped(String line, int columns, int indent) {
        int used = Math.min(indent, columns / 2);
        List<String> lines = new ArrayList<>();
        String rest = line;
        while (of(rest) > columns) {
            String most = start(rest, columns);
            int space = rest.startsWith(" ", most.length()) ? most.length() : most.lastIndexOf(' ');
            boolean atSpace = space > 0 && !rest.substring(0, space).isBlank()
                    && (space > columns / 2 || of(rest.substring(space).strip().split(" ", 2)[0]) <= columns - used);
            int end = atSpace ? space : Math.max(most.length(), Character.charCount(rest.codePointAt(0)));
            lines.add(rest.substring(0, end).stripTrailing());
            String more = rest.substring(end);
            rest = more.isBlank() ? "" : " ".repeat(used) + more.strip();
            if (rest.isEmpty()) {
                return lines;
            }
        }
        lines.add(rest);
        return lines;
    }
}
