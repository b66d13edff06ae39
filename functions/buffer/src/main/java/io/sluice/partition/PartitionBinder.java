package io.sluice.partition;

import io.sluice.codec.ObjectFormat;
import io.sluice.layout.KeyEncoding;
import io.sluice.layout.KeyValues;
import io.sluice.layout.PrefixExpression;
import io.sluice.layout.UnusablePrefixException;
import io.sluice.reject.ErrorOutputType;
import io.sluice.reject.Reject;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Binds records' key values to the stream's prefixes: which partition a record belongs to. Distinct key values are
/// bound once; an instance serves one batch and is not safe for concurrent use.
public final class PartitionBinder {
    private final PrefixExpression prefix;
    private final PrefixExpression errorPrefix;
    private final ObjectFormat format;
    private final KeyEncoding encoding;
    private final Map<Keys, Bound> bound = new HashMap<>();
    private final Map<ErrorOutputType, Partition> errors = new HashMap<>();

    /// @param format of data objects
    public PartitionBinder(PrefixExpression prefix, PrefixExpression errorPrefix, ObjectFormat format,
            KeyEncoding encoding) {
        this.prefix = prefix;
        this.errorPrefix = errorPrefix;
        this.format = format;
        this.encoding = encoding;
    }

    /// Two methods that are a record's own, and quicker: every record of a batch is looked for by them.
    private record Keys(Map<String, String> query, Map<String, String> lambda) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Keys keys && query.equals(keys.query) && lambda.equals(keys.lambda);
        }

        @Override
        public int hashCode() {
            return 31 * query.hashCode() + lambda.hashCode();
        }
    }

    /// A record's partition, or why it has none.
    public sealed interface Bound {
        record To(Partition partition) implements Bound {}

        record Rejected(Reject reject) implements Bound {}
    }

    public Bound bind(Map<String, String> queryValues, Map<String, String> lambdaValues) {
        Keys keys = new Keys(queryValues, lambdaValues);
        Bound known = bound.get(keys);
        return known == null ? bound.computeIfAbsent(keys, this::bindNew) : known;
    }

    /// The partition of error records of a kind.
    public Partition errors(ErrorOutputType type) {
        return errors.computeIfAbsent(type, _ -> Partition.of(Partition.Kind.ERRORS, format.errors(),
                errorPrefix.bind(Map.of(), Map.of(), type.wireName())));
    }

    private Bound bindNew(Keys keys) {
        for (String name : prefix.lambdaKeys()) {
            if (keys.lambda.getOrDefault(name, "").isEmpty()) {
                return new Bound.Rejected(Reject
                        .partitioning(
                                "no value for partition key '" + name + "', which the prefix takes from the function"));
            }
        }
        Keys encoded = new Keys(encoded(keys.query), encoded(keys.lambda));
        try {
            return new Bound.To(Partition.of(Partition.Kind.DATA, format,
                    prefix.bind(encoded.query, encoded.lambda, "")));
        } catch (UnusablePrefixException e) {
            return new Bound.Rejected(Reject.partitioning(e.getMessage() + culprit(encoded)));
        }
    }

    /// The key whose value alone makes a prefix unusable; empty when it takes several.
    private String culprit(Keys unusable) {
        return prefix.keys().stream().filter(name -> isUsable(without(name, unusable))).findFirst()
                .map(name -> "; it is the value of key '" + name + "'").orElse("");
    }

    private boolean isUsable(Keys keys) {
        try {
            prefix.bind(keys.query, keys.lambda, "");
            return true;
        } catch (UnusablePrefixException e) {
            return false;
        }
    }

    /// The same with one letter as the value of `name`.
    private static Keys without(String name, Keys keys) {
        Map<String, String> query = new HashMap<>(keys.query);
        Map<String, String> lambda = new HashMap<>(keys.lambda);
        query.computeIfPresent(name, (_, _) -> "x");
        lambda.computeIfPresent(name, (_, _) -> "x");
        return new Keys(query, lambda);
    }

    private Map<String, String> encoded(Map<String, String> values) {
        return KeyValues.copyOf(values).map(encoding::encode);
    }
}
