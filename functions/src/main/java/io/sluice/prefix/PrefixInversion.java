package io.sluice.prefix;

import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The way back from an evaluated prefix to the bound ones that it may come from. Immutable.
///
/// Mostly there is one. There are more where a key's value holds the text of a date: `2026/2026/` is
/// `!{partitionKeyFromQuery:k}/!{timestamp:yyyy}/` and, to another key, the same the other way round.
public final class PrefixInversion {
    private static final int TRIALS_MAX = 10_000;
    /// Stands between values; in none of them.
    private static final String BETWEEN = "\0";

    private final List<PrefixPart> open = new ArrayList<>();
    /// What stands before, between and behind the open parts: one more than there are of these.
    private final List<Pattern> closed = new ArrayList<>();
    private final BoundPrefix openOnly;

    public PrefixInversion(PrefixExpression expression) {
        StringBuilder run = new StringBuilder();
        BoundText all = new BoundText();
        for (PrefixPart part : expression.parts()) {
            switch (part) {
                case PrefixPart.Literal(String text) -> run.append(Pattern.quote(text));
                case PrefixPart.ErrorOutputType(),PrefixPart.QueryKey(_),PrefixPart.LambdaKey(_) -> run.append(".+");
                case PrefixPart.Timestamp(_),PrefixPart.RandomString() -> {
                    closed.add(Pattern.compile(run.toString(), Pattern.DOTALL));
                    run.setLength(0);
                    append(all, part);
                    all.literal(BETWEEN);
                    open.add(part);
                }
            }
        }
        closed.add(Pattern.compile(run.toString(), Pattern.DOTALL));
        openOnly = all.toPrefix();
    }

    /// True when two instants within a second make two prefixes: then a time in whole seconds is not enough to go back.
    ///
    /// @throws java.time.DateTimeException when a pattern has no form for these instants
    public boolean needsFractions() {
        Instant whole = Instant.EPOCH;
        return !openOnly.evaluate(whole, ZoneId.of("UTC"), "").equals(openOnly.evaluate(whole.plusMillis(987),
                ZoneId.of("UTC"), ""));
    }

    /// The bound prefixes that may have been evaluated to `prefix`, given how.
    ///
    /// @param oldestArrival as given to [BoundPrefix#evaluate]
    /// @param zone          likewise
    /// @param seed          likewise
    public Set<BoundPrefix> candidates(String prefix, Instant oldestArrival, ZoneId zone, String seed) {
        String[] values = openOnly.evaluate(oldestArrival, zone, seed).split(BETWEEN, -1);
        Search search = new Search(prefix, values);
        search.from(0, 0, new ArrayList<>());
        return search.found;
    }

    private static void append(BoundText text, PrefixPart part) {
        switch (part) {
            case PrefixPart.Timestamp(TimestampPattern pattern) -> text.timestamp(pattern);
            case PrefixPart.RandomString() -> text.randomString();
            case PrefixPart.Literal(_),PrefixPart.ErrorOutputType(),PrefixPart.QueryKey(_),PrefixPart.LambdaKey(_) ->
                throw new IllegalArgumentException("not an open part: " + part);
        }
    }

    /// Tries every place where the open parts' values may stand.
    private final class Search {
        private final String prefix;
        private final String[] values;
        private final Set<BoundPrefix> found = new LinkedHashSet<>();
        private int trials;

        Search(String prefix, String[] values) {
            this.prefix = prefix;
            this.values = values;
        }

        private void from(int part, int start, List<String> between) {
            if (part == open.size()) {
                String rest = prefix.substring(start);
                if (closed.get(part).matcher(rest).matches()) {
                    found.add(bound(between, rest));
                }
                return;
            }
            String value = values[part];
            for (int at = prefix.indexOf(value, start); at >= 0 && trials < TRIALS_MAX; at = prefix.indexOf(value,
                    at + 1)) {
                trials++;
                String before = prefix.substring(start, at);
                if (closed.get(part).matcher(before).matches()) {
                    between.add(before);
                    from(part + 1, at + value.length(), between);
                    between.removeLast();
                }
            }
        }

        private BoundPrefix bound(List<String> between, String rest) {
            BoundText text = new BoundText();
            for (int i = 0; i < between.size(); i++) {
                text.literal(between.get(i));
                append(text, open.get(i));
            }
            return text.literal(rest).toPrefix();
        }
    }
}
