package io.sluice.config;

import java.util.Optional;
import java.util.regex.Pattern;

/// Values that the API's model constrains: a value outside of its constraint is reported and, where there is one, given
/// nevertheless, so that checks that build on it go on.
final class Checks {
    private Checks() {}

    /// A text of `min` to `max` characters that matches `pattern` as a whole.
    static Optional<String> text(Fields fields, String name, int min, int max, Pattern pattern) {
        fields.problems().log().chars(fields.place(), name, min, max, pattern);
        Optional<String> text = fields.text(name);
        text.ifPresent(value -> {
            if (value.length() < min) {
                fields.problems().error(fields.place(name), ApiConstraint.shortest(fields.place(name), min));
            } else if (value.length() > max) {
                fields.problems().error(fields.place(name), ApiConstraint.longest(fields.place(name), max));
            } else if (!pattern.matcher(value).matches()) {
                fields.problems().error(fields.place(name),
                        ApiConstraint.pattern(fields.place(name), pattern.pattern()) + "; found " + value);
            }
        });
        return text;
    }

    /// A whole number from `min` to `max`.
    static Optional<Integer> integer(Fields fields, String name, int min, int max) {
        fields.problems().log().range(fields.place(), name, min, max);
        Optional<Integer> number = fields.integer(name);
        number.ifPresent(value -> {
            if (value < min) {
                fields.problems().error(fields.place(name), ApiConstraint.atLeast(fields.place(name), min));
            } else if (value > max) {
                fields.problems().error(fields.place(name), ApiConstraint.atMost(fields.place(name), max));
            }
        });
        return number;
    }

    /// Reports the absence of a field that the API requires.
    static void required(Fields fields, String name) {
        fields.problems().log().required(fields.place(), name);
        if (fields.any(name).isEmpty()) {
            fields.problems().error(fields.place(name), ApiConstraint.missing(fields.place(name)));
        }
    }
}
