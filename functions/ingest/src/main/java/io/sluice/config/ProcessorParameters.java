package io.sluice.config;

import io.sluice.config.JsonValue.Place;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The parameters of one processor, by name.
final class ProcessorParameters {
    static final int VALUE_CHARS_MAX = 5120;
    private static final Set<String> NAMES = Arrays.stream(ProcessorType.values())
            .flatMap(type -> type.parameters().stream()).collect(Collectors.toCollection(TreeSet::new));

    private record Parameter(Place place, String value) {}

    private final Fields processor;
    private final Map<String, Parameter> parameters = new LinkedHashMap<>();

    private ProcessorParameters(Fields processor) {
        this.processor = processor;
    }

    static ProcessorParameters read(Fields processor, ProcessorType type) {
        ProcessorParameters read = new ProcessorParameters(processor);
        for (Fields parameter : processor.objects("Parameters").orElse(List.of())) {
            read.add(parameter, type);
        }
        return read;
    }

    private void add(Fields parameter, ProcessorType type) {
        Checks.required(parameter, "ParameterName");
        Checks.required(parameter, "ParameterValue");
        problems().log().oneOf(parameter.place(), "ParameterName", type.parameters());
        Optional<String> name = parameter.text("ParameterName");
        Optional<String> value = value(parameter);
        parameter.rejectOthers();
        name.ifPresent(given -> {
            Place at = parameter.place("ParameterName");
            if (!NAMES.contains(given)) {
                problems().error(at, ApiConstraint.enumeration(at, NAMES)
                        + Nearest.hint(given, NAMES));
            } else if (!type.parameters().contains(given)) {
                problems().error(at, given + " is no parameter of a " + type.apiName() + " processor");
            } else if (parameters.containsKey(given)) {
                problems().error(at, given + " is given twice; keep one");
            }
        });
        if (name.isPresent() && value.isPresent()) {
            parameters.putIfAbsent(name.get(), new Parameter(parameter.place("ParameterValue"), value.get()));
        }
    }

    /// The value as text: the API has texts only, and a number where a text belongs is read as one.
    private Optional<String> value(Fields parameter) {
        Place at = parameter.place("ParameterValue");
        Optional<String> text = parameter.textOrNumber("ParameterValue");
        text.ifPresent(value -> {
            if (value.isBlank()) {
                problems().error(at, ApiConstraint.pattern(at, "^(?!\\s*$).+"));
            } else if (value.length() > VALUE_CHARS_MAX) {
                problems().lifted(at, ApiConstraint.longest(at, VALUE_CHARS_MAX), "of any length");
            }
        });
        return text;
    }

    Optional<String> value(String name) {
        return Optional.ofNullable(parameters.get(name)).map(Parameter::value);
    }

    Place processorPlace() {
        return processor.place();
    }

    /// The place of a parameter's value; the processor's own when it is not given.
    Place place(String name) {
        return Optional.ofNullable(parameters.get(name)).map(Parameter::place)
                .orElseGet(() -> processor.place("Parameters"));
    }

    /// Reports a value that is no number from `min` to `max`.
    void requireNumber(String name, String min, String max, String message) {
        value(name).ifPresent(value -> {
            if (!isNumber(value, new BigDecimal(min), new BigDecimal(max))) {
                problems().error(place(name), message + " Found " + value + ".");
            }
        });
    }

    private static boolean isNumber(String value, BigDecimal min, BigDecimal max) {
        try {
            BigDecimal number = new BigDecimal(value.strip());
            return number.compareTo(min) >= 0 && number.compareTo(max) <= 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    Problems problems() {
        return processor.problems();
    }
}
