package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import java.util.Collection;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// The messages of Firehose's `ValidationException`: a value that breaks a constraint of the API's model.
final class ApiConstraint {
    private static final Pattern ELEMENT = Pattern.compile("\\[(\\d+)]");
    private static final Pattern FIRST_LETTER = Pattern.compile("(?<=^|\\.)[A-Z]");

    private ApiConstraint() {}

    static String missing(Place place) {
        return violation(" null", place, "not be null");
    }

    static String enumeration(Place place, Collection<String> values) {
        return violation("", place, "satisfy enum value set: " + values);
    }

    static String pattern(Place place, String pattern) {
        return violation("", place, "satisfy regular expression pattern: " + pattern);
    }

    static String longest(Place place, int chars) {
        return violation("", place, "have length less than or equal to " + chars);
    }

    static String shortest(Place place, int chars) {
        return violation("", place, "have length greater than or equal to " + chars);
    }

    static String atMost(Place place, int value) {
        return violation("", place, "have value less than or equal to " + value);
    }

    static String atLeast(Place place, int value) {
        return violation("", place, "have value greater than or equal to " + value);
    }

    private static String violation(String value, Place place, String rule) {
        return "1 validation error detected: Value" + value + " at '" + apiPath(place)
                + "' failed to satisfy constraint: Member must " + rule;
    }

    /// `$.A.B[0].C` as the service writes it: `a.b.1.member.c`.
    static String apiPath(Place place) {
        String path = place.path().replaceFirst("^\\$\\.?", "");
        String lower = FIRST_LETTER.matcher(path).replaceAll(first -> first.group().toLowerCase(Locale.ROOT));
        return ELEMENT.matcher(lower).replaceAll(ApiConstraint::member);
    }

    private static String member(MatchResult index) {
        return "." + (Integer.parseInt(index.group(1)) + 1) + ".member";
    }
}
