package io.sluice.layout;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A parsed `Prefix` or `ErrorOutputPrefix`. Immutable.
///
/// Grammar (Firehose developer guide, "Understand custom prefixes for Amazon S3 objects"): literal text and
/// `!{namespace:value}` with the namespaces `timestamp`, `firehose`, `partitionKeyFromQuery` and
/// `partitionKeyFromLambda`; `!{` stands nowhere else.
public final class PrefixExpression {
    /// The longest evaluated prefix that Firehose accepts, in UTF-16 code units.
    public static final int CHARS_MAX = 512;

    private static final int ERROR_TYPE_CHARS_MAX = 64;

    private final List<PrefixPart> parts;
    private final Set<String> queryKeys;
    private final Set<String> lambdaKeys;
    /// The longest that literals and open parts can become together, so that only key values are left to be measured.
    private final int fixedCharsMax;
    private final int charsMax;

    private PrefixExpression(List<PrefixPart> parts, int charsMax) {
        this.parts = parts;
        this.charsMax = charsMax;
        Set<String> query = new LinkedHashSet<>();
        Set<String> lambda = new LinkedHashSet<>();
        int fixed = 0;
        for (PrefixPart part : parts) {
            switch (part) {
                case PrefixPart.QueryKey(String name) -> query.add(name);
                case PrefixPart.LambdaKey(String name) -> lambda.add(name);
                case PrefixPart.Literal(String text) -> fixed += text.length();
                case PrefixPart.Timestamp(TimestampPattern pattern) -> fixed += pattern.charsMax();
                case PrefixPart.RandomString() -> fixed += RandomStrings.CHARS;
                case PrefixPart.ErrorOutputType() -> {
                }
            }
        }
        this.queryKeys = Collections.unmodifiableSet(query);
        this.lambdaKeys = Collections.unmodifiableSet(lambda);
        this.fixedCharsMax = fixed;
    }

    /// Parses `text`.
    ///
    /// @throws PrefixException with Firehose's own message for the first fault
    public static PrefixExpression parse(String text) {
        PrefixScanner.Scan scan = PrefixScanner.scan(text);
        if (!scan.faults().isEmpty()) {
            throw new PrefixException(scan.faults().getFirst());
        }
        return of(scan);
    }

    /// An expression without Firehose's implicit suffix.
    static PrefixExpression of(PrefixScanner.Scan scan) {
        return new PrefixExpression(scan.parts(), CHARS_MAX);
    }

    /// This expression and the suffix that Firehose appends by itself, which does not count towards its limit.
    PrefixExpression withImplicit(PrefixExpression suffix) {
        List<PrefixPart> joined = new ArrayList<>(parts);
        joined.addAll(suffix.parts);
        return new PrefixExpression(List.copyOf(joined), charsMax + suffix.fixedCharsMax + ERROR_TYPE_CHARS_MAX);
    }

    /// This expression under another folder, which does not count towards Firehose's limit.
    ///
    /// @param without characters of the literal head that the folder takes the place of
    PrefixExpression under(String folder, int without) {
        List<PrefixPart> under = new ArrayList<>();
        under.add(new PrefixPart.Literal(folder + literalHead().substring(without)));
        under.addAll(parts.stream().dropWhile(PrefixPart.Literal.class::isInstance).toList());
        return new PrefixExpression(List.copyOf(under), charsMax + folder.length());
    }

    /// The expression as it is written, implicit suffix and folder included: [#parse] makes the same of it, but for its
    /// limit.
    public String text() {
        return parts.stream().map(part -> switch (part) {
            case PrefixPart.Literal(String text) -> text;
            case PrefixPart.Timestamp(TimestampPattern pattern) -> "!{timestamp:" + pattern.text() + "}";
            case PrefixPart.RandomString() -> "!{firehose:random-string}";
            case PrefixPart.ErrorOutputType() -> "!{firehose:error-output-type}";
            case PrefixPart.QueryKey(String name) -> "!{partitionKeyFromQuery:" + name + "}";
            case PrefixPart.LambdaKey(String name) -> "!{partitionKeyFromLambda:" + name + "}";
        }).collect(Collectors.joining());
    }

    /// The pieces, in order.
    public List<PrefixPart> parts() {
        return parts;
    }

    /// Names used as `!{partitionKeyFromQuery:name}`, in order of first use.
    public Set<String> queryKeys() {
        return queryKeys;
    }

    /// Names used as `!{partitionKeyFromLambda:name}`, in order of first use.
    public Set<String> lambdaKeys() {
        return lambdaKeys;
    }

    /// All names of keys, whichever namespace they come from, the query's first.
    public Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>(queryKeys);
        keys.addAll(lambdaKeys);
        return keys;
    }

    /// The literal text that every evaluated prefix begins with; may be empty.
    public String literalHead() {
        StringBuilder head = new StringBuilder();
        for (PrefixPart part : parts) {
            if (!(part instanceof PrefixPart.Literal(String text))) {
                break;
            }
            head.append(text);
        }
        return head.toString();
    }

    /// Tests whether objects are grouped by keys of their records.
    public boolean usesPartitionKeys() {
        return !queryKeys.isEmpty() || !lambdaKeys.isEmpty();
    }

    /// Binds the key values (and, in an error prefix, the error output type); `timestamp` and `random-string` stay
    /// open. Values are taken as they are: encode them first ([KeyEncoding#encode]).
    ///
    /// What is bound can be delivered: whatever the instant, the evaluated prefix keeps to Firehose's 512 characters
    /// and makes a key that S3 accepts.
    ///
    /// @throws IllegalArgumentException when a key that the expression uses has no value
    /// @throws UnusablePrefixException  when the values make a prefix that no object can have, or that S3 clients
    ///     mishandle
    public BoundPrefix bind(Map<String, String> queryValues, Map<String, String> lambdaValues, String errorOutputType) {
        BoundText bound = new BoundText();
        StringBuilder sample = new StringBuilder(128);
        int valueChars = 0;
        for (PrefixPart part : parts) {
            switch (part) {
                case PrefixPart.Literal(String text) -> {
                    bound.literal(text);
                    sample.append(text);
                }
                case PrefixPart.Timestamp(TimestampPattern pattern) -> {
                    bound.timestamp(pattern);
                    sample.append(pattern.sample());
                }
                case PrefixPart.RandomString() -> {
                    bound.randomString();
                    sample.append(RandomStrings.SAMPLE);
                }
                case PrefixPart.ErrorOutputType() -> valueChars += append(errorOutputType, bound, sample);
                case PrefixPart.QueryKey(String name) ->
                    valueChars += append(value(queryValues, "partitionKeyFromQuery", name), bound, sample);
                case PrefixPart.LambdaKey(String name) ->
                    valueChars += append(value(lambdaValues, "partitionKeyFromLambda", name), bound, sample);
            }
        }
        requireShort(fixedCharsMax + valueChars);
        ObjectKeyRules.requireUsable(sample);
        return bound.toPrefix();
    }

    private static int append(String value, BoundText bound, StringBuilder sample) {
        bound.literal(value);
        sample.append(value);
        return value.length();
    }

    private static String value(Map<String, String> values, String namespace, String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("no value for !{" + namespace + ":" + name + "}");
        }
        return value;
    }

    private void requireShort(int chars) {
        if (chars > charsMax) {
            PrefixField field = usesErrorOutputType() ? PrefixField.ERROR_OUTPUT_PREFIX : PrefixField.PREFIX;
            throw new UnusablePrefixException(PrefixMessages.tooLong(field) + "; the key values make it " + chars);
        }
    }

    /// Tests whether there is anything but literal text.
    boolean hasExpressions() {
        return parts.stream().anyMatch(part -> !(part instanceof PrefixPart.Literal));
    }

    boolean usesErrorOutputType() {
        return parts.contains(new PrefixPart.ErrorOutputType());
    }

    /// Characters that are in every evaluated prefix, before any key value.
    int fixedCharsMax() {
        return fixedCharsMax;
    }
}
