package io.sluice.jq.builtin;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jcodings.CodeRange;
import org.jcodings.IntHolder;
import org.jcodings.constants.CharacterType;
import org.jcodings.exception.CharacterPropertyException;
import org.jcodings.exception.EncodingError;
import org.jcodings.specific.UTF8Encoding;
import org.jcodings.unicode.UnicodeEncoding;
import org.jspecify.annotations.Nullable;

/// UTF-8 with the classes of characters that the Oniguruma of jq 1.6 knows, which are those of Unicode 14. joni brings
/// Unicode 15, in which some characters are letters, digits or signs that jq takes for nothing. Both agree on all else;
/// how they fold cases has not changed between the two.
///
/// Compared with Oniguruma 6.9.8, property by property and character by character.
final class OnigurumaUtf8 extends UnicodeEncoding {
    private static final UTF8Encoding UTF8 = UTF8Encoding.INSTANCE;
    /// Assigned by Unicode 15: first and last of each range.
    private static final int[] ASSIGNED_SINCE = {0xCF3, 0xCF3, 0xECE, 0xECE, 0x10EFD, 0x10EFF, 0x1123F, 0x11241,
            0x11B00,
            0x11B09, 0x11F00, 0x11F10, 0x11F12, 0x11F3A, 0x11F3E, 0x11F59, 0x1342F, 0x1342F, 0x13439, 0x13455, 0x1B132,
            0x1B132, 0x1B155, 0x1B155, 0x1D2C0, 0x1D2D3, 0x1DF25, 0x1DF2A, 0x1E030, 0x1E06D, 0x1E08F, 0x1E08F, 0x1E4D0,
            0x1E4F9, 0x1F6DC, 0x1F6DC, 0x1F774, 0x1F776, 0x1F77B, 0x1F77F, 0x1F7D9, 0x1F7D9, 0x1FA75, 0x1FA77, 0x1FA87,
            0x1FA88, 0x1FAAD, 0x1FAAF, 0x1FABB, 0x1FABD, 0x1FABF, 0x1FABF, 0x1FACE, 0x1FACF, 0x1FADA, 0x1FADB, 0x1FAE8,
            0x1FAE8, 0x1FAF7, 0x1FAF8, 0x2B739, 0x2B739, 0x31350, 0x323AF};
    /// Older characters that are letters only since Unicode 15.
    private static final int[] ALPHABETIC_SINCE = {0xC04, 0xC04, 0xF82, 0xF83, 0x11080, 0x11081};
    /// Older characters that are of lower case only since Unicode 15.
    private static final int[] LOWER_SINCE = {0x10FC, 0x10FC, 0xA7F2, 0xA7F4, 0xAB69, 0xAB69};
    /// Assigned by no version: what holds for it holds for what was not yet assigned.
    private static final int UNASSIGNED = 0x378;
    private static final int TYPES_MAX = 1 << 10;
    /// Names that only joni knows.
    private static final Set<String> UNKNOWN = Set.of("kawi", "nagmundari", "nagm", "xposixpunct", "inkawi",
            "innagmundari", "inarabicextendedc", "indevanagariextendeda", "inkaktoviknumerals", "incyrillicextendedd",
            "incjkunifiedideographsextensionh");
    /// Blocks whose bounds are others.
    private static final Set<String> MOVED = Set.of("innoblock", "inegyptianhieroglyphformatcontrols");
    private static final Set<Integer> ALPHABETIC = types("alpha", "alnum", "alphabetic", "otheralphabetic", "oalpha");
    private static final Set<Integer> LOWER = types("lower", "lowercase", "cased", "otherlowercase", "olower");

    static final OnigurumaUtf8 INSTANCE = new OnigurumaUtf8();

    private final AtomicReferenceArray<int @Nullable []> ranges = new AtomicReferenceArray<>(TYPES_MAX);

    private OnigurumaUtf8() {
        super("UTF-8", 1, 4, lengths());
        isUTF8 = true;
    }

    private static int[] lengths() {
        int[] lengths = new int[0x100];
        Arrays.fill(lengths, 1);
        Arrays.fill(lengths, 0xC2, 0xE0, 2);
        Arrays.fill(lengths, 0xE0, 0xF0, 3);
        Arrays.fill(lengths, 0xF0, 0xF5, 4);
        return lengths;
    }

    private static Set<Integer> types(String... names) {
        return Arrays.stream(names).map(OnigurumaUtf8::type).collect(Collectors.toUnmodifiableSet());
    }

    private static int type(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
        return UTF8.propertyNameToCType(bytes, 0, bytes.length);
    }

    @Override
    public int propertyNameToCType(byte[] name, int from, int to) {
        String text = new String(name, from, to - from, StandardCharsets.UTF_8);
        String plain = text.replaceAll("[ _-]", "").toLowerCase(Locale.ROOT);
        if (UNKNOWN.contains(plain) || plain.contains("=")) {
            throw new CharacterPropertyException(EncodingError.ERR_INVALID_CHAR_PROPERTY_NAME, name, from, to);
        }
        if (MOVED.contains(plain)) {
            throw RegexDifferences.notSupported("the property " + text);
        }
        return UTF8.propertyNameToCType(name, from, to);
    }

    @Override
    public boolean isCodeCType(int code, int type) {
        return (code >= 0 && code < 0x100 && type <= CharacterType.MAX_STD_CTYPE)
                ? UTF8.isCodeCType(code, type)
                : CodeRange.isInCodeRange(ranges(type), code);
    }

    @Override
    public int[] ctypeCodeRange(int type, IntHolder singleByteEnd) {
        singleByteEnd.value = 0x80;
        return ranges(type);
    }

    /// The characters of a type: how many ranges there are, then first and last of each.
    private int[] ranges(int type) {
        int[] known = ranges.get(type);
        if (known == null) {
            known = ofUnicode14(type);
            ranges.set(type, known);
        }
        return known;
    }

    private static int[] ofUnicode14(int type) {
        // [:punct:] means \p{Punct} there, and \p{XPosixPunct} to joni, which is more: $+<=>^`|~
        int[] later = UTF8.ctypeCodeRange(type == CharacterType.PUNCT ? type("punct") : type, new IntHolder());
        BitSet codes = new BitSet(Character.MAX_CODE_POINT + 1);
        set(codes, Arrays.copyOfRange(later, 1, 1 + 2 * later[0]), true);
        set(codes, ASSIGNED_SINCE, codes.get(UNASSIGNED));
        if (ALPHABETIC.contains(type)) {
            set(codes, ALPHABETIC_SINCE, false);
        }
        if (LOWER.contains(type)) {
            set(codes, LOWER_SINCE, false);
        }
        IntStream.Builder bounds = IntStream.builder();
        int count = 0;
        for (int first = codes.nextSetBit(0); first >= 0; count++) {
            int end = codes.nextClearBit(first);
            bounds.add(first).add(end - 1);
            first = codes.nextSetBit(end);
        }
        return IntStream.concat(IntStream.of(count), bounds.build()).toArray();
    }

    private static void set(BitSet codes, int[] bounds, boolean value) {
        for (int i = 0; i < bounds.length; i += 2) {
            codes.set(bounds[i], bounds[i + 1] + 1, value);
        }
    }

    @Override
    public int length(byte[] bytes, int at, int end) {
        return EncLen[bytes[at] & 0xFF];
    }

    @Override
    public int mbcToCode(byte[] bytes, int at, int end) {
        return UTF8.mbcToCode(bytes, at, end);
    }

    @Override
    public int codeToMbcLength(int code) {
        return UTF8.codeToMbcLength(code);
    }

    @Override
    public int codeToMbc(int code, byte[] bytes, int at) {
        return UTF8.codeToMbc(code, bytes, at);
    }

    @Override
    public int mbcCaseFold(int flag, byte[] bytes, IntHolder at, int end, byte[] folded) {
        return isMbcAscii(bytes[at.value])
                ? UTF8.mbcCaseFold(flag, bytes, at, end, folded)
                : super.mbcCaseFold(flag, bytes, at, end, folded);
    }

    @Override
    public int leftAdjustCharHead(byte[] bytes, int start, int at, int end) {
        return UTF8.leftAdjustCharHead(bytes, start, at, end);
    }

    @Override
    public boolean isReverseMatchAllowed(byte[] bytes, int at, int end) {
        return UTF8.isReverseMatchAllowed(bytes, at, end);
    }

    @Override
    public boolean isNewLine(byte[] bytes, int at, int end) {
        return UTF8.isNewLine(bytes, at, end);
    }
}
