package io.sluice.infra;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// A metric math expression of an alarm, over the values of one period: numbers, names of metrics, `+ * /`,
/// comparisons, `AND`, `FILL` with a value or `REPEAT`, and `IF`. Fails at anything else.
///
/// See <https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html>.
final class AlarmExpression {
    private static final Pattern TOKENS = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*|[0-9.]+|>=|[-+*/()<>,]");

    private final List<String> tokens;
    private final Map<String, OptionalDouble> values;
    private final Map<String, OptionalDouble> before;
    private int next;

    private AlarmExpression(String text, Map<String, OptionalDouble> values, Map<String, OptionalDouble> before) {
        this.before = before;
        this.tokens = TOKENS.matcher(text).results().map(found -> found.group()).toList();
        this.values = values;
    }

    /// The expression's value; none where a value that it needs is missing, or where it divides by 0.
    ///
    /// @param values of metrics by their ids
    /// @param before the latest of each in the periods before, as far as they are looked at
    static OptionalDouble evaluate(String text, Map<String, OptionalDouble> values,
            Map<String, OptionalDouble> before) {
        var expression = new AlarmExpression(text, values, before);
        var value = expression.and();
        if (expression.next < expression.tokens.size()) {
            throw new AssertionError("not understood from " + expression.peek() + " on: " + text);
        }
        return value;
    }

    private OptionalDouble and() {
        var value = comparison();
        while (peek().equals("AND")) {
            take("AND");
            value = both(value, comparison(), (a, b) -> a != 0 && b != 0 ? 1 : 0);
        }
        return value;
    }

    private OptionalDouble comparison() {
        var value = sum();
        return switch (peek()) {
            case ">" -> compared(value, (a, b) -> a > b ? 1 : 0);
            case "<" -> compared(value, (a, b) -> a < b ? 1 : 0);
            case ">=" -> compared(value, (a, b) -> a >= b ? 1 : 0);
            default -> value;
        };
    }

    private OptionalDouble compared(OptionalDouble value, Of two) {
        next++;
        return both(value, sum(), two);
    }

    private OptionalDouble sum() {
        var value = product();
        while (peek().equals("+")) {
            take("+");
            value = both(value, product(), Double::sum);
        }
        return value;
    }

    private OptionalDouble product() {
        var value = atom();
        while (peek().equals("*") || peek().equals("/")) {
            boolean times = peek().equals("*");
            next++;
            value = both(value, atom(), (a, b) -> times ? a * b : a / b);
        }
        return value;
    }

    private OptionalDouble atom() {
        String token = peek();
        next++;
        if (token.equals("(")) {
            var value = and();
            take(")");
            return value;
        }
        if (token.equals("FILL")) {
            return fill();
        }
        if (token.equals("IF")) {
            return choice();
        }
        if (Character.isDigit(token.charAt(0))) {
            return OptionalDouble.of(Double.parseDouble(token));
        }
        if (!values.containsKey(token)) {
            throw new AssertionError("no metric " + token + " but " + values.keySet());
        }
        return values.get(token);
    }

    private OptionalDouble fill() {
        take("(");
        String metric = peek();
        var value = and();
        take(",");
        var otherwise = peek().equals("REPEAT") ? repeat(metric) : and();
        take(")");
        return value.isPresent() ? value : otherwise;
    }

    private OptionalDouble repeat(String metric) {
        take("REPEAT");
        return before.getOrDefault(metric, OptionalDouble.empty());
    }

    private OptionalDouble choice() {
        take("(");
        var condition = and();
        take(",");
        var one = and();
        take(",");
        var other = and();
        take(")");
        return condition.isEmpty() ? condition : condition.getAsDouble() != 0 ? one : other;
    }

    /// Makes one value of two.
    private interface Of {
        double two(double first, double second);
    }

    private static OptionalDouble both(OptionalDouble first, OptionalDouble second, Of of) {
        if (first.isEmpty() || second.isEmpty()) {
            return OptionalDouble.empty();
        }
        double made = of.two(first.getAsDouble(), second.getAsDouble());
        return Double.isFinite(made) ? OptionalDouble.of(made) : OptionalDouble.empty();
    }

    private String peek() {
        return next < tokens.size() ? tokens.get(next) : "";
    }

    private void take(String token) {
        if (!peek().equals(token)) {
            throw new AssertionError(token + " expected, and not " + peek());
        }
        next++;
    }
}
