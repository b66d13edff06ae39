package io.sluice.jq.compile;

import io.sluice.jq.builtin.NativeFunctions;
import io.sluice.jq.builtin.RegexCache;
import io.sluice.jq.builtin.TimeFormatNode;
import io.sluice.jq.eval.ConstantNode;
import io.sluice.jq.eval.GetPathNode;
import io.sluice.jq.eval.Halt;
import io.sluice.jq.eval.Native;
import io.sluice.jq.eval.NativeNode;
import io.sluice.jq.eval.Node;
import io.sluice.jq.eval.PathNode;
import io.sluice.jq.eval.RangeNode;
import io.sluice.jq.syntax.JqSyntaxError;
import io.sluice.jq.syntax.Syntax;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqString;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.joni.Option;
import org.jspecify.annotations.Nullable;

/// jq's builtin functions for one program: control structures, functions written in Java, and those defined in jq,
/// which are parsed when a program uses them.
final class Builtins {
    private static final String NO_END = "a key expression has no exit status; use error";
    private static final String NO_MODULES = "there are no modules";
    private static final String LAST_DIGIT = "Java does not give the C library's result to the last digit";
    private static final Map<String, List<String>> REFUSED = Map.of(NO_END,
            List.of("halt_error/0", "halt_error/1"), NO_MODULES,
            List.of("modulemeta/0", "get_search_list/0", "get_prog_origin/0", "get_jq_origin/0"), LAST_DIGIT,
            List.of("sin/0", "cos/0", "tan/0", "asin/0", "acos/0", "atan/0", "atan2/2", "sinh/0", "cosh/0", "asinh/0",
                    "acosh/0", "atanh/0", "cbrt/0", "hypot/2", "log1p/0", "erf/0", "erfc/0", "gamma/0", "lgamma/0",
                    "lgamma_r/0", "tgamma/0", "j0/0", "j1/0", "jn/2", "y0/0", "y1/0", "yn/2"));

    private static final Set<String> MATCHERS = Set.of("match", "test", "capture", "scan", "split", "splits", "sub",
            "gsub");

    private final Map<String, Scope> definitions = new HashMap<>();

    /// The node of a builtin that is not defined in jq, or null.
    ///
    /// @throws JqSyntaxError the function is not supported
    @Nullable
    Node node(String name, Node[] arguments, Node nothing) {
        String signature = name + "/" + arguments.length;
        refuse(signature);
        return switch (signature) {
            case "empty/0" -> new NativeNode((machine, in, values) -> null, arguments);
            case "halt/0" -> new NativeNode((machine, in, values) -> {
                throw new Halt();
            }, arguments);
            case "not/0" -> new NativeNode((machine, in, values) -> JqBoolean.of(!in.isTrue()), arguments);
            case "path/1" -> new PathNode(arguments[0]);
            case "range/2" -> new RangeNode(arguments[0], arguments[1]);
            case "builtins/0" -> new ConstantNode(JqDefinitions.names());
            case "getpath/1" -> new GetPathNode(arguments);
            case "strftime/1", "strflocaltime/1" -> timeFormat(signature, arguments);
            default -> nativeNode(signature, arguments);
        };
    }

    private static @Nullable Node timeFormat(String signature, Node[] arguments) {
        return arguments[0] instanceof ConstantNode constant && constant.value() instanceof JqString format
                ? new TimeFormatNode(format, signature)
                : nativeNode(signature, arguments);
    }

    private static @Nullable Node nativeNode(String signature, Node[] arguments) {
        Native function = NativeFunctions.find(signature);
        return function == null ? null : new NativeNode(function, arguments);
    }

    private static void refuse(String signature) {
        REFUSED.forEach((reason, signatures) -> {
            if (signatures.contains(signature)) {
                throw new JqSyntaxError(signature + " is not supported: " + reason);
            }
        });
    }

    /// A regular expression that is a constant and not supported is refused before it meets a record. What is wrong in
    /// other ways is an error of the run, as in jq.
    private static void refuseExpression(String name, Node[] arguments) {
        boolean plainSplit = name.equals("split") && arguments.length == 1;
        if (MATCHERS.contains(name) && !plainSplit && arguments.length > 0
                && arguments[0] instanceof ConstantNode constant
                && constant.value() instanceof JqString(String expression)) {
            try {
                RegexCache.regex(expression, Option.CAPTURE_GROUP);
            } catch (JqStop e) {
                throw new JqSyntaxError(e.getMessage());
            } catch (JqError e) {
                // an expression that jq takes for malformed too is an error of the run
            }
        }
    }

    /// The scope that defines a builtin written in jq, or null.
    @Nullable
    Scope definition(String name, Node[] arguments) {
        String signature = name + "/" + arguments.length;
        refuseExpression(name, arguments);
        Scope known = definitions.get(signature);
        if (known != null) {
            return known;
        }
        Syntax.Function function = JqDefinitions.find(signature);
        if (function == null) {
            return null;
        }
        Scope scope = Scope.OUTERMOST.with(new Scope.Binding.Function(function));
        definitions.put(signature, scope);
        return scope;
    }
}
