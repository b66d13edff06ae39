package io.sluice.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// An execution of a state machine as a template defines it: what of Amazon States Language Sluice's machines use, and
/// a failure at anything else. Nothing is retried.
///
/// See <https://states-language.net/spec.html>.
public final class StateMachineRun {
    private static final Pattern FORMAT = Pattern.compile("States\\.Format\\('([^']*)', (\\$[^)]*)\\)");
    private static final Pattern STEP = Pattern.compile("\\.?([^.\\[]+)|\\[(\\d+)]");

    private final Function<JsonNode, JsonNode> function;
    private final Function<JsonNode, JsonNode> statement;
    private final Consumer<Duration> waiting;
    private final List<String> entered = new ArrayList<>();

    /// @param function  takes a step's event and gives its answer, or throws
    /// @param statement takes the parameters of a statement of Athena
    /// @param waiting   is told what a state waits for
    public StateMachineRun(Function<JsonNode, JsonNode> function, Function<JsonNode, JsonNode> statement,
            Consumer<Duration> waiting) {
        this.function = function;
        this.statement = statement;
        this.waiting = waiting;
    }

    /// The execution failed.
    public static final class ExecutionFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ExecutionFailed(String state, RuntimeException cause) {
            super(state + " failed: " + cause.getMessage(), cause);
        }
    }

    /// Runs a machine to its end.
    ///
    /// @return its output
    /// @throws ExecutionFailed where a state fails and nothing catches that
    public JsonNode execute(JsonNode machine, JsonNode input) {
        return states(machine, new Input(input, MissingNode.getInstance()), input);
    }

    /// The names of the states that were entered, in order.
    public List<String> entered() {
        return List.copyOf(entered);
    }

    /// What an execution was begun with, and the item of a map that it is about.
    private record Input(JsonNode execution, JsonNode item) {
        JsonNode of(String expression) {
            String ofItem = "$$.Map.Item.Value";
            String ofExecution = "$$.Execution.Input";
            return expression.startsWith(ofItem)
                    ? required(item, "$" + expression.substring(ofItem.length()))
                    : required(execution, "$" + expression.substring(ofExecution.length()));
        }

        /// In a distributed map each item has an execution of its own.
        Input of(JsonNode map, JsonNode item, JsonNode selected) {
            boolean distributed = map.at("/ItemProcessor/ProcessorConfig/Mode").asText().equals("DISTRIBUTED");
            return new Input(distributed ? selected : execution, item);
        }
    }

    private JsonNode states(JsonNode machine, Input begun, JsonNode input) {
        String name = machine.path("StartAt").asText();
        JsonNode data = input;
        while (true) {
            JsonNode state = machine.path("States").path(name);
            entered.add(name);
            String next = state.path("Next").asText("");
            try {
                switch (state.path("Type").asText()) {
                    case "Choice" -> next = choice(state, data);
                    case "Task", "Map", "Pass", "Wait" -> data = with(data, state, result(state, data, begun));
                    case "Succeed" -> {
                        return data;
                    }
                    default -> throw new AssertionError("state " + name + " is of a type that nothing runs: " + state);
                }
            } catch (RuntimeException e) {
                JsonNode caught = state.path("Catch").path(0);
                if (!caught.at("/ErrorEquals/0").asText().equals("States.ALL")) {
                    throw e instanceof ExecutionFailed ? e : new ExecutionFailed(name, e);
                }
                next = caught.path("Next").asText();
                data = with(data, caught, Synthesis.JSON.createObjectNode().put("Error", origin(e).getClass()
                        .getName()).put("Cause", e.getMessage()));
            }
            if (next.isEmpty()) {
                return data;
            }
            name = next;
        }
    }

    /// What a map's own state failed of is what the map fails of.
    private static Throwable origin(RuntimeException failure) {
        Throwable origin = failure;
        while (origin instanceof ExecutionFailed && origin.getCause() != null) {
            origin = origin.getCause();
        }
        return origin;
    }

    private JsonNode result(JsonNode state, JsonNode data, Input begun) {
        JsonNode input = state.has("Parameters") ? filled(state.path("Parameters"), data, begun) : data;
        return switch (state.path("Type").asText()) {
            case "Task" -> state.path("Resource").asText().contains(":states:::athena:")
                    ? statement.apply(input)
                    : function.apply(input);
            case "Map" -> map(state, data, begun);
            case "Pass" -> state.has("Result") ? state.path("Result") : input;
            case "Wait" -> {
                waiting.accept(Duration.ofSeconds(state.path("Seconds").asLong()));
                yield data;
            }
            default -> throw new AssertionError(state);
        };
    }

    private JsonNode map(JsonNode state, JsonNode data, Input begun) {
        ArrayNode results = Synthesis.JSON.createArrayNode();
        for (JsonNode item : required(data, state.path("ItemsPath").asText())) {
            JsonNode selected = filled(state.path("ItemSelector"), data, new Input(begun.execution(), item));
            results.add(states(state.path("ItemProcessor"), begun.of(state, item, selected), selected));
        }
        return results;
    }

    private static JsonNode with(JsonNode data, JsonNode state, JsonNode result) {
        if (!state.has("ResultPath")) {
            return result;
        }
        if (state.path("ResultPath").isNull()) {
            return data;
        }
        String[] path = state.path("ResultPath").asText().substring(2).split("\\.", -1);
        ObjectNode all = data.deepCopy();
        ObjectNode at = all;
        for (int i = 0; i < path.length - 1; i++) {
            at = at.withObject("/" + path[i]);
        }
        at.set(path[path.length - 1], result);
        return all;
    }

    private static String choice(JsonNode state, JsonNode data) {
        for (JsonNode each : state.path("Choices")) {
            if (holds(each, at(data, each.path("Variable").asText()))) {
                return each.path("Next").asText();
            }
        }
        return state.path("Default").asText();
    }

    private static boolean holds(JsonNode rule, JsonNode value) {
        if (rule.has("IsPresent")) {
            return value.isMissingNode() != rule.path("IsPresent").asBoolean();
        }
        if (value.isMissingNode()) {
            throw new IllegalStateException("a choice is by what is not there: " + rule);
        }
        if (rule.has("StringEquals")) {
            return value.equals(rule.path("StringEquals"));
        }
        if (rule.has("NumericGreaterThan")) {
            return value.asDouble() > rule.path("NumericGreaterThan").asDouble();
        }
        throw new AssertionError("no rule that anything knows: " + rule);
    }

    /// A template of parameters with the values that it names.
    private static JsonNode filled(JsonNode template, JsonNode data, Input begun) {
        ObjectNode filled = Synthesis.JSON.createObjectNode();
        template.properties().forEach(each -> {
            if (each.getKey().endsWith(".$")) {
                filled.set(each.getKey().substring(0, each.getKey().length() - 2), value(each.getValue().asText(),
                        data, begun));
            } else {
                filled.set(each.getKey(), each.getValue().isObject()
                        ? filled(each.getValue(), data, begun)
                        : each.getValue());
            }
        });
        return filled;
    }

    private static JsonNode value(String expression, JsonNode data, Input begun) {
        Matcher format = FORMAT.matcher(expression);
        if (format.matches()) {
            return Synthesis.JSON.getNodeFactory()
                    .textNode(format.group(1).replace("{}", required(data, format.group(2)).asText()));
        }
        return expression.startsWith("$$") ? begun.of(expression) : required(data, expression);
    }

    private static JsonNode required(JsonNode data, String path) {
        JsonNode found = at(data, path);
        if (found.isMissingNode()) {
            throw new IllegalStateException("States.Runtime: nothing is at " + path + " of " + data);
        }
        return found;
    }

    private static JsonNode at(JsonNode data, String path) {
        JsonNode found = data;
        Matcher step = STEP.matcher(path.substring(1));
        while (step.find()) {
            found = step.group(1) == null
                    ? found.path(Integer.parseInt(step.group(2)))
                    : found.path(step.group(1));
        }
        return found;
    }
}
