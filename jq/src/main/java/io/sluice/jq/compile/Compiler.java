package io.sluice.jq.compile;

import io.sluice.jq.builtin.NativeFunctions;
import io.sluice.jq.eval.AlternativeNode;
import io.sluice.jq.eval.AsNode;
import io.sluice.jq.eval.Binder;
import io.sluice.jq.eval.BreakNode;
import io.sluice.jq.eval.CallNode;
import io.sluice.jq.eval.CollectNode;
import io.sluice.jq.eval.CommaNode;
import io.sluice.jq.eval.ConstantNode;
import io.sluice.jq.eval.EachNode;
import io.sluice.jq.eval.ForeachNode;
import io.sluice.jq.eval.FunctionBody;
import io.sluice.jq.eval.IdentityNode;
import io.sluice.jq.eval.IfNode;
import io.sluice.jq.eval.IndexNode;
import io.sluice.jq.eval.KeyedNode;
import io.sluice.jq.eval.LabelNode;
import io.sluice.jq.eval.LogicNode;
import io.sluice.jq.eval.Native;
import io.sluice.jq.eval.Node;
import io.sluice.jq.eval.ObjectNode;
import io.sluice.jq.eval.ParameterNode;
import io.sluice.jq.eval.PipeNode;
import io.sluice.jq.eval.ReduceNode;
import io.sluice.jq.eval.ShortcutNode;
import io.sluice.jq.eval.SliceKeyNode;
import io.sluice.jq.eval.SlotNode;
import io.sluice.jq.eval.TryNode;
import io.sluice.jq.eval.UpdateNode;
import io.sluice.jq.eval.VariableNode;
import io.sluice.jq.syntax.JqSyntaxError;
import io.sluice.jq.syntax.Parser;
import io.sluice.jq.syntax.Syntax;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Turns syntax trees into nodes: resolves names, specialises functions by which of their arguments have at most one
/// output, and marks calls in tail position.
public final class Compiler {
    private static final int NODES_MAX = 100_000;
    private static final Node NULL = new ConstantNode(JqNull.NULL);
    private static final Set<String> QUICK = Set.of("_modify/2", "sort_by/1", "group_by/1", "min_by/1", "max_by/1");

    private final String program;
    private final Builtins builtins = new Builtins();
    private int nodes;

    public Compiler(String program) {
        this.program = program;
    }

    public Node compile(Syntax syntax) {
        return compile(syntax, Scope.OUTERMOST, false);
    }

    private Node compile(Syntax syntax, Scope scope) {
        return compile(syntax, scope, false);
    }

    /// @param tail whether the outputs are those of the function around it, so that a call may replace its caller
    private Node compile(Syntax syntax, Scope scope, boolean tail) {
        if (++nodes > NODES_MAX) {
            throw new JqSyntaxError("the jq program is too large once its calls are expanded");
        }
        return switch (syntax) {
            case Syntax.Identity _ -> new IdentityNode();
            case Syntax.Slot(int number) -> new SlotNode(number);
            case Syntax.Constant(JqValue value) -> new ConstantNode(value);
            case Syntax.Variable variable -> variable(variable, scope);
            case Syntax.Call call -> call(call, scope, tail);
            case Syntax.Pipe(Syntax left, Syntax right) -> {
                Node first = compile(left, scope);
                yield new PipeNode(first, compile(right, scope, tail && first.single()));
            }
            case Syntax.Comma(Syntax left, Syntax right) -> new CommaNode(compile(left, scope),
                    compile(right, scope, tail));
            case Syntax.Index(Syntax target, Syntax key, boolean optional) -> new IndexNode(compile(target, scope),
                    compile(key, scope), optional);
            case Syntax.Slice(Syntax target, Syntax from, Syntax to, boolean optional) -> new IndexNode(
                    compile(target, scope), new SliceKeyNode(compile(from, scope), compile(to, scope)), optional);
            case Syntax.Each(Syntax target, boolean optional) -> new EachNode(compile(target, scope), optional);
            case Syntax.Collect(Syntax body) -> new CollectNode(compile(body, scope));
            case Syntax.ObjectOf(List<Syntax.Member> members) -> object(members, scope);
            case Syntax.Try(Syntax body, Syntax handler) -> new TryNode(compile(body, scope),
                    handler == null ? null : compile(handler, scope));
            case Syntax.If(Syntax condition, Syntax then, Syntax otherwise) -> {
                Node test = compile(condition, scope);
                boolean tails = tail && test.single();
                yield new IfNode(test, compile(then, scope, tails), compile(otherwise, scope, tails));
            }
            case Syntax.And(Syntax left, Syntax right) -> new LogicNode(compile(left, scope), compile(right, scope),
                    false);
            case Syntax.Or(Syntax left, Syntax right) -> new LogicNode(compile(left, scope), compile(right, scope),
                    true);
            case Syntax.Alternative(Syntax left, Syntax right) -> new AlternativeNode(compile(left, scope),
                    compile(right, scope, tail));
            case Syntax.As(Syntax source, List<Syntax.Pattern> patterns, Syntax body) -> {
                Patterns bound = new Patterns(patterns, key -> compile(key, scope));
                Node value = compile(source, scope);
                boolean tails = tail && value.single() && bound.binder().single();
                yield new AsNode(value, bound.binder(), compile(body, bound.scope(scope), tails));
            }
            case Syntax.Reduce(Syntax source, List<Syntax.Pattern> patterns, Syntax init, Syntax update) -> {
                Patterns bound = new Patterns(patterns, key -> compile(key, scope));
                yield new ReduceNode(compile(source, scope), bound.binder(), compile(init, scope),
                        compile(update, bound.scope(scope)));
            }
            case Syntax.Foreach(var source, var patterns, var init, var update, var extract) -> {
                Patterns bound = new Patterns(patterns, key -> compile(key, scope));
                Scope inner = bound.scope(scope);
                yield new ForeachNode(compile(source, scope), bound.binder(), compile(init, scope),
                        compile(update, inner), compile(extract, inner));
            }
            case Syntax.Definition(Syntax.Function function, Syntax rest) -> compile(rest,
                    scope.with(new Scope.Binding.Function(function)), tail);
            case Syntax.Label(String name, Syntax body) -> new LabelNode(
                    compile(body, scope.with(new Scope.Binding.Label(name))));
            case Syntax.Break(String name, int position) -> {
                Scope label = scope.label(name);
                if (label == null) {
                    throw undefined("$*label-" + name, position);
                }
                yield new BreakNode(label.levelsFrom(scope));
            }
        };
    }

    private JqSyntaxError undefined(String name, int position) {
        return new JqSyntaxError(
                name + " is not defined " + Parser.where(program, position) + " of the jq program: " + program);
    }

    private Node variable(Syntax.Variable variable, Scope scope) {
        Scope bound = scope.variable(variable.name());
        if (bound != null) {
            return new VariableNode(bound.levelsFrom(scope));
        }
        return switch (variable.name()) {
            case "ENV" -> new ConstantNode(JqObject.EMPTY);
            case "ARGS" -> new ConstantNode(JqObject.builder().put("positional", JqArray.EMPTY)
                    .put("named", JqObject.EMPTY).buildConstant());
            default -> throw undefined("$" + variable.name(), variable.position());
        };
    }

    private Node object(List<Syntax.Member> members, Scope scope) {
        ObjectNode.Member[] nodes = new ObjectNode.Member[members.size()];
        for (int i = 0; i < nodes.length; i++) {
            Syntax value = members.get(i).value();
            nodes[i] = new ObjectNode.Member(compile(members.get(i).key(), scope),
                    value == null ? null : compile(value, scope));
        }
        return new ObjectNode(nodes);
    }

    private Node call(Syntax.Call call, Scope scope, boolean tail) {
        Scope bound = scope.function(call.name(), call.arguments().size());
        Node[] arguments = new Node[call.arguments().size()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = compile(call.arguments().get(i), scope);
        }
        if (bound == null) {
            return builtin(call, scope, arguments, tail);
        }
        return switch (bound.binding()) {
            case Scope.Binding.Parameter(String _, boolean single) ->
                new ParameterNode(bound.levelsFrom(scope), single);
            case Scope.Binding.Function function -> new CallNode(code(function, bound, arguments),
                    bound.levelsFrom(scope), arguments, tail);
            case null, default -> throw new IllegalStateException("no function: " + bound);
        };
    }

    private Node builtin(Syntax.Call call, Scope scope, Node[] arguments, boolean tail) {
        Node direct = builtins.node(call.name(), arguments, NULL);
        if (direct != null) {
            return direct;
        }
        Scope definition = builtins.definition(call.name(), arguments);
        if (definition != null && definition.binding() instanceof Scope.Binding.Function function) {
            String signature = call.name() + "/" + arguments.length;
            Native shortcut = allConstant(arguments) ? Shortcuts.find(signature) : null;
            Node node = new CallNode(code(function, definition, arguments), scope.depth(), arguments,
                    tail && shortcut == null && !QUICK.contains(signature));
            return shortcut == null
                    ? quick(signature, arguments, node).orElse(node)
                    : new ShortcutNode(shortcut, constants(arguments), node);
        }
        throw undefined(call.name() + "/" + arguments.length, call.position());
    }

    /// A node for arguments that have one output at most.
    private static Optional<Node> quick(String signature, Node[] arguments, Node definition) {
        if (!QUICK.contains(signature)) {
            return Optional.empty();
        }
        if (signature.equals("_modify/2")) {
            return UpdateNode.of(arguments[0], arguments[1], definition);
        }
        Native function = NativeFunctions.find("_" + signature.replace("/1", "_impl/1"));
        return function != null && arguments[0].single()
                ? Optional.of(new KeyedNode(function, arguments[0], definition))
                : Optional.empty();
    }

    private static boolean allConstant(Node[] arguments) {
        for (Node argument : arguments) {
            if (!(argument instanceof ConstantNode)) {
                return false;
            }
        }
        return true;
    }

    private static JqValue[] constants(Node[] arguments) {
        JqValue[] values = new JqValue[arguments.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = ((ConstantNode) arguments[i]).value();
        }
        return values;
    }

    /// The body of `function` for these arguments; compiled on first use, twice when the assumption that it has at most
    /// one output does not hold.
    private FunctionBody code(Scope.Binding.Function function, Scope defined, Node[] arguments) {
        long singles = 0;
        for (int i = 0; i < arguments.length; i++) {
            singles |= arguments[i].single() ? 1L << i : 0;
        }
        FunctionBody known = function.codes().get(singles);
        if (known != null) {
            return known;
        }
        FunctionBody code = new FunctionBody();
        function.codes().put(singles, code);
        Node body = body(function.syntax(), defined, singles);
        if (!body.single()) {
            code.assumeMany();
            body = body(function.syntax(), defined, singles);
        }
        code.body(body);
        return code;
    }

    /// A parameter `$name` is a parameter `name` whose outputs are bound to `$name` around the body.
    private Node body(Syntax.Function function, Scope defined, long singles) {
        Scope scope = defined;
        Syntax body = function.body();
        List<String> parameters = function.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            scope = scope.with(new Scope.Binding.Parameter(plain(parameters.get(i)), (singles >> i & 1) != 0));
        }
        for (String parameter : parameters.reversed()) {
            if (parameter.startsWith("$")) {
                String name = plain(parameter);
                body = new Syntax.As(new Syntax.Call(name, List.of(), 0), List.of(new Syntax.Pattern.Name(name)), body);
            }
        }
        return compile(body, scope, true);
    }

    private static String plain(String parameter) {
        return parameter.startsWith("$") ? parameter.substring(1) : parameter;
    }

    /// Patterns with their variables: the binder for them and the scope that they open.
    private static final class Patterns {
        private final List<String> names;
        private final Binder binder;

        Patterns(List<Syntax.Pattern> patterns, java.util.function.Function<Syntax, Node> compile) {
            PatternCompiler compiler = new PatternCompiler(patterns.size() > 1, compile);
            List<Binder.Matcher> matchers = patterns.stream().map(compiler::compile).toList();
            this.names = compiler.names();
            this.binder = new Binder(matchers, names.size());
        }

        Binder binder() {
            return binder;
        }

        Scope scope(Scope outer) {
            Scope scope = outer;
            for (String name : names) {
                scope = scope.with(new Scope.Binding.Variable(name));
            }
            return scope;
        }
    }
}
