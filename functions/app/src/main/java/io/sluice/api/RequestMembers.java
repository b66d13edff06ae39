package io.sluice.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the members of a request, with the API model's constraints.
public final class RequestMembers {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]+");
    private static final int NAME_CHARS_MAX = 64;

    private RequestMembers() {}

    /// `DeliveryStreamName`.
    public static String stream(JsonNode request) {
        String name = text(request, "DeliveryStreamName")
                .orElseThrow(() -> ApiException.missing("deliveryStreamName"));
        if (name.isEmpty()) {
            throw ApiException.violation("deliveryStreamName", "have length greater than or equal to 1");
        }
        if (name.length() > NAME_CHARS_MAX) {
            throw ApiException.violation("deliveryStreamName", "have length less than or equal to " + NAME_CHARS_MAX);
        }
        if (!NAME.matcher(name).matches()) {
            throw ApiException.violation("deliveryStreamName",
                    "satisfy regular expression pattern: " + NAME.pattern());
        }
        return name;
    }

    /// A text; empty when it is absent or null.
    public static Optional<String> text(JsonNode request, String name) {
        JsonNode value = request.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw ApiException.of("SerializationException", name + " is no string");
        }
        return Optional.of(value.asText());
    }

    public static int integer(JsonNode request, String name, int least, int most, int otherwise) {
        JsonNode value = request.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.isIntegralNumber()) {
            throw ApiException.of("SerializationException", name + " is no whole number");
        }
        String path = Character.toLowerCase(name.charAt(0)) + name.substring(1);
        if (value.asLong() < least) {
            throw ApiException.violation(path, "have value greater than or equal to " + least);
        }
        if (value.asLong() > most) {
            throw ApiException.violation(path, "have value less than or equal to " + most);
        }
        return value.asInt();
    }

    public static Optional<ObjectNode> object(JsonNode request, String name) {
        JsonNode value = request.path(name);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!(value instanceof ObjectNode object)) {
            throw ApiException.of("SerializationException", name + " is no structure");
        }
        return Optional.of(object);
    }
}
