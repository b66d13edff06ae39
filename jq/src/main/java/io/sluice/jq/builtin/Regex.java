package io.sluice.jq.builtin;

import io.sluice.jq.eval.Machine;
import io.sluice.jq.json.JsonBytes;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.joni.Matcher;
import org.joni.NameEntry;
import org.joni.Option;
import org.joni.Region;
import org.joni.exception.InternalException;
import org.jspecify.annotations.Nullable;

/// Regular expressions as jq 1.6 applies them with Oniguruma: its options, and the matches that it finds, which repeat
/// when a match of no characters lies ahead of where the search began.
public final class Regex {
    private static final int FAILED = -1;

    private final Machine machine;
    private final org.joni.Regex regex;
    private final byte[] text;
    private final boolean ascii;
    private final List<JqValue> matches = new ArrayList<>();

    private Regex(Machine machine, org.joni.Regex regex, byte[] text) {
        this.machine = machine;
        this.regex = regex;
        this.text = text;
        this.ascii = JsonBytes.isAscii(text, 0, text.length);
    }

    /// `_match_impl(regex; flags; test)`: whether there is a match, or the array of all matches.
    public static JqValue match(Machine machine, JqValue in, JqValue[] arguments) {
        JqValue pattern = arguments[0];
        JqValue flags = arguments[1];
        if (!(in instanceof JqString(String input))) {
            throw JqError.type(in, "cannot be matched, as it is not a string");
        }
        if (!(pattern instanceof JqString(String expression))) {
            throw JqError.type(pattern, "is not a string");
        }
        String letters = letters(flags);
        byte[] text = input.getBytes(StandardCharsets.UTF_8);
        machine.steps(text.length);
        Regex search = of(machine, expression, letters, text);
        if (arguments[2] == JqBoolean.TRUE) {
            return JqBoolean.of(search.find(0) != null);
        }
        search.collect(letters.indexOf('g') >= 0);
        return JqArray.of(search.matches);
    }

    /// Replaces the first match, or with the flag `g` one after another: as jq's `sub` does it, the text after a match
    /// is a text of its own, at whose start `^` matches again.
    public static JqString replace(Machine machine, String input, String expression, String by, String letters) {
        byte[] rest = input.getBytes(StandardCharsets.UTF_8);
        StringBuilder replaced = new StringBuilder();
        boolean more = true;
        while (more) {
            // What is behind a match is copied, eight bytes at a time, and searched when its turn comes.
            machine.steps(rest.length / Long.BYTES);
            Regex search = of(machine, expression, letters, rest);
            Region region = search.find(0);
            machine.steps(region == null ? rest.length : region.getEnd(0));
            if (region == null) {
                break;
            }
            search.codePoints(0, region.getBeg(0));
            machine.allocate(2L * (rest.length + replaced.length() + by.length()));
            replaced.append(Utf8.text(rest, 0, region.getBeg(0))).append(by);
            rest = Arrays.copyOfRange(rest, region.getEnd(0), rest.length);
            more = letters.indexOf('g') >= 0 && rest.length > 0;
        }
        return JqString.of(replaced.append(Utf8.text(rest, 0, rest.length)).toString());
    }

    private static Regex of(Machine machine, String expression, String letters, byte[] text) {
        int options = options(letters);
        Regex search = new Regex(machine, RegexCache.regex(expression, options), text);
        if (!search.ascii && RegexDifferences.refersBackWithoutCase(expression, Option.isIgnoreCase(options))) {
            throw RegexDifferences.notSupported("a back reference without regard to case, in text beyond ASCII");
        }
        return search;
    }

    private static String letters(JqValue flags) {
        return switch (flags) {
            case JqNull _ -> "";
            case JqString(String letters) -> letters;
            default -> throw JqError.type(flags, "is not a string");
        };
    }

    private static int options(String letters) {
        int options = Option.CAPTURE_GROUP;
        for (int i = 0; i < letters.length(); i++) {
            options |= switch (letters.charAt(i)) {
                case 'g' -> 0;
                case 'i' -> Option.IGNORECASE;
                case 'x' -> Option.EXTEND;
                case 'm' -> Option.MULTILINE;
                case 's' -> Option.SINGLELINE;
                case 'p' -> Option.MULTILINE | Option.SINGLELINE;
                case 'l' -> throw RegexDifferences.notSupported("the flag l for the longest match");
                case 'n' -> Option.FIND_NOT_EMPTY;
                default -> throw new JqError(letters + " is not a valid modifier string");
            };
        }
        return options;
    }

    /// The next match from byte `start` on, or null.
    private @Nullable Region find(int start) {
        if (start > text.length) {
            return null;
        }
        Matcher matcher = regex.matcher(text, 0, text.length, RegexCache.TIMEOUT_NANOS);
        machine.step();
        long begun = System.nanoTime();
        try {
            boolean found = ascii
                    ? matcher.searchInterruptible(start, text.length, Option.NONE) != FAILED
                    : foundByBytes(matcher, start);
            machine.searched(System.nanoTime() - begun);
            return found ? matcher.getEagerRegion() : null;
        } catch (InternalException | NullPointerException | IndexOutOfBoundsException e) {
            // joni's own failure, seen with the flags `l`, `n` and `i`: the record is rejected, as nothing is known of
            // the match
            throw RegexDifferences.notSupported("this expression with these flags (" + e.getMessage() + ")");
        } catch (InterruptedException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw JqStop.limit("longer than the thread may run");
            }
            throw JqStop.limit("too long to match a regular expression");
        }
    }

    /// jq goes on in the middle of a character after a match of nothing. joni's search then skips places where there is
    /// a match, so each place is tried, as Oniguruma does. joni's time runs from a search, hence the one behind the
    /// end.
    private boolean foundByBytes(Matcher matcher, int start) throws InterruptedException {
        matcher.search(text.length + 1, text.length, Option.NONE);
        for (int at = start; at <= text.length; at += at < text.length ? Utf8.length(text[at]) : 1) {
            machine.step();
            if (matcher.matchInterruptible(at, text.length, Option.NONE) != FAILED) {
                return true;
            }
        }
        return false;
    }

    private void collect(boolean all) {
        int start = 0;
        do {
            Region region = find(start);
            if (region == null) {
                return;
            }
            int from = region.getBeg(0);
            int to = region.getEnd(0);
            machine.allocateSlots(8L + 8L * region.getNumRegs());
            matches.add(object(region, from, to));
            start = from == to ? start + 1 : to;
        } while (all && start != text.length);
    }

    private JqObject object(Region region, int from, int to) {
        JqObject.Builder match = JqObject.builder().put("offset", JqNumber.of(codePoints(0, from)))
                .put("length", JqNumber.of(codePoints(from, to))).put("string", string(from, to));
        return match.put("captures", from == to ? JqArray.EMPTY : captures(region)).build();
    }

    private JqArray captures(Region region) {
        JqObject[] captures = new JqObject[region.getNumRegs() - 1];
        for (int i = 0; i < captures.length; i++) {
            captures[i] = capture(region.getBeg(i + 1), region.getEnd(i + 1));
        }
        if (regex.numberOfNames() > 0) {
            Iterator<NameEntry> names = regex.namedBackrefIterator();
            while (names.hasNext()) {
                NameEntry entry = names.next();
                JqString name = JqString.of(Utf8.text(entry.name, entry.nameP, entry.nameEnd));
                for (int group : entry.getBackRefs()) {
                    captures[group - 1] = captures[group - 1].with("name", name);
                }
            }
        }
        return JqArray.of(captures);
    }

    /// One group. jq writes the members of an empty one in another order.
    private JqObject capture(int from, int to) {
        if (from == to) {
            return JqObject.builder().put("offset", JqNumber.of(from < 0 ? -1 : codePoints(0, from)))
                    .put("string", from < 0 ? JqNull.NULL : JqString.of("")).put("length", JqNumber.ZERO)
                    .put("name", JqNull.NULL).build();
        }
        return JqObject.builder().put("offset", JqNumber.of(codePoints(0, from)))
                .put("length", JqNumber.of(codePoints(from, to))).put("string", string(from, to))
                .put("name", JqNull.NULL).build();
    }

    private JqString string(int from, int to) {
        return JqString.of(Utf8.text(text, from, to));
    }

    private int codePoints(int from, int to) {
        if (isInsideCharacter(from) || isInsideCharacter(to)) {
            throw JqStop.unsupported(
                    "a match inside of a character; jq 1.6 crashes here, or answers with broken characters");
        }
        int count = 0;
        for (int i = from; i < to; i++) {
            count += (text[i] & 0xC0) == 0x80 ? 0 : 1;
        }
        return count;
    }

    private boolean isInsideCharacter(int at) {
        return at < text.length && (text[at] & 0xC0) == 0x80;
    }
}
