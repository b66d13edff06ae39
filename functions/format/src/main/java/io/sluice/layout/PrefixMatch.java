package io.sluice.layout;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Tells bound prefixes in which some keys have certain values. Immutable.
///
/// A bound prefix matches when it can be read so: where values are taken verbatim and may hold what separates keys, the
/// same text may have come of other values. What depends on the answer must be harmless either way.
public final class PrefixMatch {
    /// Stands around an open part; no bound prefix has one, since no object can.
    private static final char MARK = '\0';

    private final Pattern pattern;
    private final List<String> heads;

    private PrefixMatch(Pattern pattern, List<String> heads) {
        this.pattern = pattern;
        this.heads = List.copyOf(heads);
    }

    /// @param values of a key, of which a bound prefix has one; keys that are not named have any value
    /// @throws IllegalArgumentException when the prefix has no such key
    public static PrefixMatch of(PrefixExpression prefix, KeyEncoding encoding,
            Map<String, ? extends Collection<String>> values) {
        values.keySet().stream().filter(key -> !prefix.keys().contains(key)).findAny().ifPresent(key -> {
            throw new IllegalArgumentException("the prefix has no key " + key);
        });
        StringBuilder pattern = new StringBuilder();
        List<String> heads = new ArrayList<>(List.of(""));
        boolean known = true;
        for (PrefixPart part : prefix.parts()) {
            List<String> texts = switch (part) {
                case PrefixPart.Literal(String text) -> List.of(text);
                case PrefixPart.Timestamp(TimestampPattern of) -> List.of(MARK + "timestamp:" + of.text() + MARK);
                case PrefixPart.RandomString() -> List.of(MARK + "firehose:random-string" + MARK);
                case PrefixPart.QueryKey(String name) -> encoded(values.get(name), encoding);
                case PrefixPart.LambdaKey(String name) -> encoded(values.get(name), encoding);
                case PrefixPart.ErrorOutputType() -> List.of();
            };
            pattern.append(texts.isEmpty()
                    ? ".*"
                    : texts.stream().map(Pattern::quote).collect(Collectors.joining("|", "(?:", ")")));
            boolean open = part instanceof PrefixPart.Timestamp || part instanceof PrefixPart.RandomString;
            known &= !texts.isEmpty() && !open;
            if (known) {
                heads = heads.stream().flatMap(head -> texts.stream().map(text -> head + text)).toList();
            }
        }
        return new PrefixMatch(Pattern.compile(pattern.toString(), Pattern.DOTALL), heads);
    }

    private static List<String> encoded(@Nullable Collection<String> values,
            KeyEncoding encoding) {
        return values == null ? List.of() : values.stream().map(encoding::encode).distinct().toList();
    }

    public boolean matches(BoundPrefix prefix) {
        return pattern.matcher(plain(prefix.text())).matches();
    }

    /// False only when no prefix from `first` to `last`, in their order, matches.
    public boolean mayBeBetween(BoundPrefix first, BoundPrefix last) {
        // The canonical text differs from the plain one where braces stand, which no comparison of heads is worth.
        return heads.stream().anyMatch(head -> head.contains(PrefixScanner.OPEN) || (last.text().compareTo(head) >= 0
                && (first.text().compareTo(head) <= 0 || first.text().startsWith(head))));
    }

    /// The canonical text with its escapes undone and its open parts marked.
    private static String plain(String text) {
        int open = text.indexOf(PrefixScanner.OPEN);
        if (open < 0) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        int at = 0;
        while (open >= 0) {
            plain.append(text, at, open);
            int inside = open + PrefixScanner.OPEN.length();
            int close = PrefixScanner.closingBrace(text, inside);
            if (text.startsWith(BoundText.ESCAPED_OPEN, open)) {
                plain.append(PrefixScanner.OPEN);
            } else {
                plain.append(MARK).append(text, inside, close).append(MARK);
            }
            at = close + 1;
            open = text.indexOf(PrefixScanner.OPEN, at);
        }
        return plain.append(text, at, text.length()).toString();
    }
}
