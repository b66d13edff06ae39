package io.sluice.jq.syntax;

import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Binary operators: reduced to the functions that jq defines them by, and folded when both sides are constants, as
/// jq's parser does. Folding shows: `1/0` does not compile, and a folded comparison with NaN follows IEEE 754.
final class Operators {
    private static final String BOUND_VALUE = "*value";

    private Operators() {}

    static Syntax apply(Parser parser, Token operator, Syntax left, Syntax right) {
        int position = operator.position();
        return switch (operator.text()) {
            case "|" -> new Syntax.Pipe(left, right);
            case "," -> new Syntax.Comma(left, right);
            case "//" -> new Syntax.Alternative(left, right);
            case "and" -> new Syntax.And(left, right);
            case "or" -> new Syntax.Or(left, right);
            case "=" -> new Syntax.Call("_assign", List.of(left, right), position);
            case "|=" -> new Syntax.Call("_modify", List.of(left, right), position);
            case "//=" -> update(left, right, position,
                    new Syntax.Alternative(new Syntax.Identity(), new Syntax.Variable(BOUND_VALUE, position)));
            case "+=", "-=", "*=", "/=", "%=" -> update(left, right, position, binary(operator.text().substring(0, 1),
                    new Syntax.Identity(), new Syntax.Variable(BOUND_VALUE, position), position));
            default -> {
                Syntax result = binary(operator.text(), left, right, position);
                if (operator.text().equals("/") && result instanceof Syntax.Constant(JqNumber(double quotient))
                        && Double.isInfinite(quotient)) {
                    throw parser.error("Division by zero?", position);
                }
                yield result;
            }
        };
    }

    private static Syntax update(Syntax target, Syntax value, int position, Syntax combined) {
        return new Syntax.As(value, List.of(new Syntax.Pattern.Name(BOUND_VALUE)),
                new Syntax.Call("_modify", List.of(target, combined), position));
    }

    static Syntax binary(String operator, Syntax left, Syntax right, int position) {
        if (left instanceof Syntax.Constant(JqValue a) && right instanceof Syntax.Constant(JqValue b)) {
            JqValue folded = fold(operator, a, b);
            if (folded != null) {
                return new Syntax.Constant(folded);
            }
        }
        return new Syntax.Call(function(operator), List.of(left, right), position);
    }

    private static @Nullable JqValue fold(String operator, JqValue a, JqValue b) {
        if (operator.equals("+") && a == JqNull.NULL) {
            return b;
        }
        if (operator.equals("+") && b == JqNull.NULL) {
            return a;
        }
        if (operator.equals("+") && a instanceof JqString(String x) && b instanceof JqString(String y)) {
            return JqString.of(x + y);
        }
        return a instanceof JqNumber(double x) && b instanceof JqNumber(double y) ? fold(operator, x, y) : null;
    }

    private static @Nullable JqValue fold(String operator, double x, double y) {
        return switch (operator) {
            case "+" -> JqNumber.of(x + y);
            case "-" -> JqNumber.of(x - y);
            case "*" -> JqNumber.of(x * y);
            case "/" -> JqNumber.of(x / y);
            case "==" -> JqBoolean.of(x == y);
            case "!=" -> JqBoolean.of(x != y);
            case "<" -> JqBoolean.of(x < y);
            case ">" -> JqBoolean.of(x > y);
            case "<=" -> JqBoolean.of(x <= y);
            case ">=" -> JqBoolean.of(x >= y);
            default -> null;
        };
    }

    private static String function(String operator) {
        return switch (operator) {
            case "+" -> "_plus";
            case "-" -> "_minus";
            case "*" -> "_multiply";
            case "/" -> "_divide";
            case "%" -> "_mod";
            case "==" -> "_equal";
            case "!=" -> "_notequal";
            case "<" -> "_less";
            case ">" -> "_greater";
            case "<=" -> "_lesseq";
            default -> "_greatereq";
        };
    }
}
