package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import io.sluice.config.ServiceModel.Bounds;
import io.sluice.config.ServiceModel.Shape;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds what the service refuses a request for by its model alone: lengths, patterns, ranges, sets of values, members
/// that must be there. What the readers have found wrong already is not told twice, and types are theirs to judge.
final class ServiceCheck {
    private final ServiceModel model;
    private final Problems problems;

    private ServiceCheck(ServiceModel model, Problems problems) {
        this.model = model;
        this.problems = problems;
    }

    static void check(JsonValue.Structure request, Problems problems) {
        ServiceModel model = ServiceModel.load();
        new ServiceCheck(model, problems).check(request, model.request());
    }

    private void check(JsonValue value, Shape shape) {
        switch (shape) {
            case Shape.Structure(Map<String, String> members, List<String> required) -> {
                if (value instanceof JsonValue.Structure structure) {
                    required.stream().filter(name -> isAbsent(structure, name)).map(structure.place()::member)
                            .forEach(place -> error(place, ApiConstraint.missing(place)));
                    members.forEach((name, of) -> Optional.ofNullable(structure.members().get(name))
                            .ifPresent(member -> check(member, model.shape(of))));
                }
            }
            case Shape.Choice(List<String> values) -> {
                if (value instanceof JsonValue.Text(Place place, String text) && !values.contains(text)) {
                    error(place, ApiConstraint.enumeration(place, values));
                }
            }
            case Shape.Text(Bounds chars, Optional<Pattern> pattern) -> {
                if (value instanceof JsonValue.Text(Place place, String text)) {
                    checkText(place, text, chars, pattern);
                }
            }
            case Shape.Decimal(Bounds bounds) -> {
                if (value instanceof JsonValue.Decimal(Place place, BigDecimal number)) {
                    checkNumber(place, number, bounds);
                }
            }
            case Shape.Series(Bounds size, String element) -> {
                if (value instanceof JsonValue.Array(Place place, List<JsonValue> elements)) {
                    checkLength(place, elements.size(), size);
                    elements.forEach(each -> check(each, model.shape(element)));
                }
            }
            case Shape.Dictionary(Bounds size, String key, String of) -> {
                if (value instanceof JsonValue.Structure(Place place, Map<String, JsonValue> members)) {
                    checkLength(place, members.size(), size);
                    members.forEach((name, member) -> {
                        check(new JsonValue.Text(member.place(), name), model.shape(key));
                        check(member, model.shape(of));
                    });
                }
            }
            case Shape.Free() -> {
            }
        }
    }

    private static boolean isAbsent(JsonValue.Structure structure, String name) {
        return !structure.members().containsKey(name) || structure.members().get(name) instanceof JsonValue.Null;
    }

    private void checkText(Place place, String text, Bounds chars, Optional<Pattern> pattern) {
        checkLength(place, text.length(), chars);
        pattern.filter(each -> !each.matcher(text).matches())
                .ifPresent(each -> error(place, ApiConstraint.pattern(place, each.pattern())));
    }

    private void checkLength(Place place, int length, Bounds bounds) {
        BigDecimal there = BigDecimal.valueOf(length);
        if (bounds.isBelow(there)) {
            error(place, ApiConstraint.shortest(place, bounds.min().orElseThrow().intValueExact()));
        }
        if (bounds.isAbove(there)) {
            error(place, ApiConstraint.longest(place, bounds.max().orElseThrow().intValueExact()));
        }
    }

    private void checkNumber(Place place, BigDecimal number, Bounds bounds) {
        if (bounds.isBelow(number)) {
            error(place, ApiConstraint.atLeast(place, bounds.min().orElseThrow().intValueExact()));
        }
        if (bounds.isAbove(number)) {
            error(place, ApiConstraint.atMost(place, bounds.max().orElseThrow().intValueExact()));
        }
    }

    private void error(Place place, String message) {
        if (!problems.hasErrorAt(place)) {
            problems.error(place, message);
        }
    }
}
