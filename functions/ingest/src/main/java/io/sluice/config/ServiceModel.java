package io.sluice.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// Firehose's own model of `create-delivery-stream`: the shapes that the service judges a request by before anything
/// else, as `firehose-model.txt` has them, which names their version.
final class ServiceModel {
    private static final String FILE = "firehose-model.txt";
    private static final String ROOT = "CreateDeliveryStreamInput";
    private static final String NONE = "-";

    private final Map<String, Shape> shapes;

    private ServiceModel(Map<String, Shape> shapes) {
        this.shapes = Map.copyOf(shapes);
    }

    /// A constraint on a value.
    sealed interface Shape {
        /// Members and their shapes' names.
        record Structure(Map<String, String> members, List<String> required) implements Shape {}

        /// One of several texts.
        record Choice(List<String> values) implements Shape {}

        /// A text of so many characters that matches as a whole.
        record Text(Bounds chars, Optional<Pattern> pattern) implements Shape {}

        /// A number.
        record Decimal(Bounds value) implements Shape {}

        /// Values of one shape.
        record Series(Bounds size, String element) implements Shape {}

        /// Texts of one shape, and values of another.
        record Dictionary(Bounds size, String key, String value) implements Shape {}

        /// Anything that has the right type.
        record Free() implements Shape {}
    }

    /// The least and the most, where there is one.
    record Bounds(Optional<BigDecimal> min, Optional<BigDecimal> max) {
        boolean isBelow(BigDecimal value) {
            return min.filter(least -> value.compareTo(least) < 0).isPresent();
        }

        boolean isAbove(BigDecimal value) {
            return max.filter(most -> value.compareTo(most) > 0).isPresent();
        }
    }

    static ServiceModel load() {
        Map<String, Shape> shapes = new HashMap<>();
        try (var lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ServiceModel.class.getResourceAsStream(FILE), FILE), UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    List<String> fields = List.of(line.split("\t", -1));
                    shapes.put(fields.get(1), shape(fields.getFirst(), fields.subList(2, fields.size())));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the model of Firehose's API cannot be read", e);
        }
        return new ServiceModel(shapes);
    }

    /// The request's.
    Shape request() {
        return shape(ROOT);
    }

    Shape shape(String name) {
        return Objects.requireNonNull(shapes.get(name), name);
    }

    private static Shape shape(String kind, List<String> of) {
        return switch (kind) {
            case "structure" -> structure(of);
            case "enum" -> new Shape.Choice(of);
            case "string" -> new Shape.Text(bounds(of), of.stream().skip(2).findFirst().map(Pattern::compile));
            case "number" -> new Shape.Decimal(bounds(of));
            case "list" -> new Shape.Series(bounds(of), of.get(2));
            case "map" -> new Shape.Dictionary(bounds(of), of.get(2), of.get(3));
            case "other" -> new Shape.Free();
            default -> throw new IllegalArgumentException("the model of Firehose's API has a kind " + kind);
        };
    }

    private static Shape structure(List<String> of) {
        Map<String, String> members = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (String each : of) {
            int colon = each.indexOf(':');
            String name = each.substring(0, colon).replace("!", "");
            members.put(name, each.substring(colon + 1));
            if (each.charAt(colon - 1) == '!') {
                required.add(name);
            }
        }
        return new Shape.Structure(members, required);
    }

    private static Bounds bounds(List<String> of) {
        return new Bounds(bound(of.getFirst()), bound(of.get(1)));
    }

    private static Optional<BigDecimal> bound(String text) {
        return text.equals(NONE) ? Optional.empty() : Optional.of(new BigDecimal(text));
    }
}
