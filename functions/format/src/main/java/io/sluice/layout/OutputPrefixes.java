package io.sluice.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The two prefixes of a destination as they take effect, Firehose's implicit suffixes included:
///
/// | `Prefix` | `ErrorOutputPrefix` | objects | error objects |
/// |---|---|---|---|
/// | unset | unset | `yyyy/MM/dd/HH/` | `<type>/yyyy/MM/dd/HH/` |
/// | `p`, no expression | unset | `pyyyy/MM/dd/HH/` | `p<type>/yyyy/MM/dd/HH/` |
/// | any | `e`, no expression | | `e<type>/yyyy/MM/dd/HH/` |
/// | any | has expressions | | as it is |
/// | has expressions | unset | refused | |
///
/// An empty text is as good as unset. No slash is put between the prefix and what follows it. The developer guide says
/// that the date is appended to any prefix without a `timestamp`; the service appends it only to a prefix without any
/// expression, and so does Sluice.
///
/// @param prefix            of objects
/// @param errorOutputPrefix of error objects
public record OutputPrefixes(PrefixExpression prefix, PrefixExpression errorOutputPrefix) {
    private static final PrefixExpression DATE = PrefixExpression.parse("!{timestamp:yyyy/MM/dd/HH/}");
    private static final PrefixExpression TYPE_AND_DATE = PrefixExpression
            .parse("!{firehose:error-output-type}/!{timestamp:yyyy/MM/dd/HH/}");

    /// Something that Firehose refuses about the prefixes.
    ///
    /// @param field   the one to change
    /// @param message starts with Firehose's own
    public record Fault(PrefixField field, String message) {}

    /// The result of resolving a pair of prefixes.
    ///
    /// @param prefixes present exactly when there is no fault
    /// @param faults   all of them, `Prefix` first
    public record Resolution(Optional<OutputPrefixes> prefixes, List<Fault> faults) {
        public Resolution {
            faults = List.copyOf(faults);
        }
    }

    /// Resolves the pair as configured; null when a field is not set.
    public static Resolution resolve(@Nullable String prefix, @Nullable String errorOutputPrefix) {
        List<Fault> faults = new ArrayList<>();
        String text = prefix == null ? "" : prefix;
        String errorText = errorOutputPrefix == null ? "" : errorOutputPrefix;
        Optional<PrefixExpression> data = parse(PrefixField.PREFIX, text, faults);
        Optional<PrefixExpression> error = parse(PrefixField.ERROR_OUTPUT_PREFIX, errorText, faults);
        data.ifPresent(expression -> checkPrefix(expression, faults));
        if (errorText.isEmpty()) {
            if (text.contains(PrefixScanner.OPEN)) {
                faults.add(new Fault(PrefixField.ERROR_OUTPUT_PREFIX, PrefixMessages.ERROR_PREFIX_MISSING));
            }
            error = data;
        } else {
            error.ifPresent(expression -> checkErrorPrefix(expression, faults));
        }
        if (!faults.isEmpty() || data.isEmpty() || error.isEmpty()) {
            return new Resolution(Optional.empty(), faults);
        }
        return new Resolution(
                Optional.of(new OutputPrefixes(effective(data.get(), DATE), effective(error.get(), TYPE_AND_DATE))),
                faults);
    }

    private static Optional<PrefixExpression> parse(PrefixField field, String text, List<Fault> faults) {
        PrefixScanner.Scan scan = PrefixScanner.scan(text);
        scan.faults().forEach(message -> faults.add(new Fault(field, message)));
        if (!scan.faults().isEmpty()) {
            return Optional.empty();
        }
        PrefixExpression expression = PrefixExpression.of(scan);
        checkText(field, expression, faults);
        return Optional.of(expression);
    }

    /// Finds faults that no key value can mend: a prefix that is unusable with one-letter values.
    private static void checkText(PrefixField field, PrefixExpression expression, List<Fault> faults) {
        if (expression.fixedCharsMax() > PrefixExpression.CHARS_MAX) {
            faults.add(new Fault(field, PrefixMessages.tooLong(field)));
            return;
        }
        try {
            expression.bind(oneLetter(expression.queryKeys()), oneLetter(expression.lambdaKeys()), "x");
        } catch (UnusablePrefixException e) {
            faults.add(new Fault(field, String.valueOf(e.getMessage())));
        }
    }

    private static Map<String, String> oneLetter(Set<String> names) {
        return names.stream().collect(Collectors.toMap(Function.identity(), name -> "x"));
    }

    private static void checkPrefix(PrefixExpression prefix, List<Fault> faults) {
        if (prefix.usesErrorOutputType()) {
            faults.add(new Fault(PrefixField.PREFIX, PrefixMessages.ERROR_TYPE_IN_PREFIX));
        }
    }

    private static void checkErrorPrefix(PrefixExpression prefix, List<Fault> faults) {
        if (prefix.usesPartitionKeys()) {
            String keys = String.join(", ", prefix.keys());
            faults.add(new Fault(PrefixField.ERROR_OUTPUT_PREFIX,
                    PrefixMessages.PARTITION_KEY_IN_ERROR_PREFIX + "; take out " + keys));
        }
        if (prefix.hasExpressions() && !prefix.usesErrorOutputType()) {
            faults.add(new Fault(PrefixField.ERROR_OUTPUT_PREFIX, PrefixMessages.ERROR_TYPE_MISSING));
        }
    }

    private static PrefixExpression effective(PrefixExpression expression, PrefixExpression implicit) {
        return expression.hasExpressions() ? expression : expression.withImplicit(implicit);
    }
}
