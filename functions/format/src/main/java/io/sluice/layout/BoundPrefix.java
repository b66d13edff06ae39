package io.sluice.layout;

import java.time.Instant;
import java.time.ZoneId;

/// A prefix expression with its key values bound; `timestamp` and `random-string` parts are still open.
///
/// @param text the canonical form, equal for equal bound prefixes and reversible: literal text as is, open parts as
///        `!{namespace:value}`, a literal `!{` as `!{!}`, so that no key value can be read as an expression
public record BoundPrefix(String text) implements Comparable<BoundPrefix> {
    private static final String TIMESTAMP = "!{timestamp:";
    private static final String RANDOM_STRING = "!{firehose:random-string}";

    /// Evaluates the open parts.
    ///
    /// @param oldestArrival arrival time of the oldest record in the object
    /// @param zone          the stream's `CustomTimeZone`
    /// @param seed          decides the `random-string` parts: the same seed gives the same text, each instance its own
    /// @throws IllegalStateException when the text was not made by binding an expression
    public String evaluate(Instant oldestArrival, ZoneId zone, String seed) {
        int open = text.indexOf(PrefixScanner.OPEN);
        if (open < 0) {
            return text;
        }
        StringBuilder evaluated = new StringBuilder(text.length() + 32);
        RandomStrings random = new RandomStrings(seed);
        int at = 0;
        while (open >= 0) {
            evaluated.append(text, at, open);
            int close = PrefixScanner.closingBrace(text, open + PrefixScanner.OPEN.length());
            if (text.startsWith(BoundText.ESCAPED_OPEN, open)) {
                evaluated.append(PrefixScanner.OPEN);
            } else if (close > 0 && text.startsWith(TIMESTAMP, open)) {
                String pattern = text.substring(open + TIMESTAMP.length(), close);
                evaluated.append(TimestampPattern.of(pattern).format(oldestArrival, zone));
            } else if (text.startsWith(RANDOM_STRING, open)) {
                evaluated.append(random.next());
            } else {
                throw new IllegalStateException("not the text of a bound prefix at character " + open + ": " + text);
            }
            at = close + 1;
            open = text.indexOf(PrefixScanner.OPEN, at);
        }
        return evaluated.append(text, at, text.length()).toString();
    }

    /// Orders by UTF-16 code units of the canonical text.
    @Override
    public int compareTo(BoundPrefix other) {
        return text.compareTo(other.text);
    }

    @Override
    public String toString() {
        return text;
    }
}
