package io.sluice.testkit;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// Sets and removes values of a JSON document by path: `$.name[index].name`, and `@` for the S3 destination.
public final class JsonEdit {
    private static final Pattern STEP = Pattern.compile("\\.([^.\\[]+)|\\[(\\d+)]");

    private JsonEdit() {}

    public static String full(String path) {
        return path.startsWith("@") ? "$.ExtendedS3DestinationConfiguration" + path.substring(1) : path;
    }

    public static void set(JsonNode document, String path, JsonNode value) {
        List<String> steps = steps(path);
        JsonNode parent = parent(document, steps);
        if (parent instanceof ArrayNode array) {
            int index = Integer.parseInt(steps.getLast());
            if (index == array.size()) {
                array.add(value);
            } else {
                array.set(index, value);
            }
        } else {
            ((ObjectNode) parent).set(steps.getLast(), value);
        }
    }

    public static void remove(JsonNode document, String path) {
        List<String> steps = steps(path);
        JsonNode parent = parent(document, steps);
        if (parent instanceof ArrayNode array) {
            array.remove(Integer.parseInt(steps.getLast()));
        } else {
            ((ObjectNode) parent).remove(steps.getLast());
        }
    }

    private static List<String> steps(String path) {
        List<String> steps = new ArrayList<>();
        for (MatchResult step : STEP.matcher(full(path).substring(1)).results().toList()) {
            steps.add(step.group(1) != null ? step.group(1) : step.group(2));
        }
        return steps;
    }

    private static JsonNode parent(JsonNode document, List<String> steps) {
        JsonNode node = document;
        for (String step : steps.subList(0, steps.size() - 1)) {
            node = node instanceof ArrayNode ? node.get(Integer.parseInt(step)) : node.get(step);
        }
        return node;
    }
}
