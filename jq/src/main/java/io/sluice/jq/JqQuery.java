package io.sluice.jq;

import io.sluice.jq.eval.Halt;
import io.sluice.jq.eval.Machine;
import io.sluice.jq.eval.Node;
import io.sluice.jq.eval.ObjectNode;
import io.sluice.jq.json.JqInputs;
import io.sluice.jq.json.JsonText;
import io.sluice.jq.record.RecordQuery;
import io.sluice.jq.value.JqArray;
import io.sluice.jq.value.JqBoolean;
import io.sluice.jq.value.JqError;
import io.sluice.jq.value.JqNull;
import io.sluice.jq.value.JqNumber;
import io.sluice.jq.value.JqObject;
import io.sluice.jq.value.JqStop;
import io.sluice.jq.value.JqString;
import io.sluice.jq.value.JqValue;
import io.sluice.jq.value.JsonWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One jq object constructor with constant names, `{customer: .customer_id, year: (.time | strftime("%Y"))}`, and the
/// texts of its members. It reads nothing of a JSON text but the members that the query needs, and checks the rest.
/// Immutable; one instance may run on many threads at once. `now` is the time of the clock.
public final class JqQuery {
    private static final JqMembers NOT_JSON = new JqMembers.Failed(JqMembers.Reason.NOT_JSON,
            "the text is not exactly one JSON value");
    private static final JqMembers NOT_ONE_OBJECT = new JqMembers.Failed(JqMembers.Reason.NOT_ONE_OBJECT,
            "the query gives no object, or more than one output");

    private static final JqMembers TOO_MANY_VALUES = new JqMembers.Failed(JqMembers.Reason.BOUND,
            JqStop.limit("more values than there is memory for").getMessage());
    /// Of the values of a text that is parsed as a whole: a function has some 1,769 MiB.
    private static final long VALUES_BYTES_MAX = 512L << 20;
    /// The values of a text that is no longer are not too many, whatever it has.
    private static final int UNCOUNTED_BYTES = 2 << 20;

    private final JqProgram program;
    private final List<String> names;
    /// True if the output's object need not be made.
    private final boolean plain;
    private final @Nullable RecordQuery onRecord;
    private final JqLimits limits;
    private final InstantSource clock;

    private JqQuery(JqProgram program, @Nullable RecordQuery onRecord, List<String> names, JqLimits limits,
            InstantSource clock) {
        this.program = program;
        this.names = names;
        this.plain = isPlain(program.root(), names) && (onRecord == null || isPlain(onRecord.root(), names));
        this.onRecord = onRecord;
        this.limits = limits;
        this.clock = clock;
    }

    private static boolean isPlain(Node root, List<String> names) {
        return root instanceof ObjectNode object && object.hasKeys(names);
    }

    /// Compiles a query.
    ///
    /// @throws JqException stage `COMPILE`: it is no jq 1.6 program, or not one object constructor with constant names
    public static JqQuery parse(String query) {
        return of(JqProgram.compile(query));
    }

    /// The query that a compiled program is.
    ///
    /// @throws JqException stage `COMPILE`: it is not one object constructor with constant names
    public static JqQuery of(JqProgram program) {
        List<String> names = program.objectKeys().orElseThrow(() -> new JqException(JqException.Stage.COMPILE,
                "a query must be one object with constant keys, like {customer: .customer_id}, not: "
                        + program.text()));
        RecordQuery onRecord = RecordQuery.of(program.text(), program.syntax()).orElse(null);
        return new JqQuery(program, onRecord, List.copyOf(new LinkedHashSet<>(names)), JqLimits.defaults(),
                InstantSource.system());
    }

    /// This query with other limits and another clock.
    public JqQuery with(JqLimits newLimits, InstantSource newClock) {
        return new JqQuery(program, onRecord, names, newLimits, newClock);
    }

    /// The names of the members, in the query's order.
    public List<String> names() {
        return names;
    }

    /// Like `evaluate` of a part of an array.
    public JqMembers evaluate(byte[] json) {
        return evaluate(json, 0, json.length);
    }

    /// The members for the JSON text in `data[offset, offset + length)`. Never throws for what the text holds: what an
    /// evaluation throws, a defect of the evaluator included, is a failure of this text alone.
    public JqMembers evaluate(byte[] data, int offset, int length) {
        try {
            if (onRecord != null) {
                JqArray needed = onRecord.read(data, offset, offset + length);
                if (needed != null) {
                    return members(onRecord.root(), needed);
                }
            }
            if (length > UNCOUNTED_BYTES && JsonText.bytesOfValues(data, offset, offset + length) > VALUES_BYTES_MAX) {
                return TOO_MANY_VALUES;
            }
            JqValue in = JsonText.parseRecord(data, offset, offset + length);
            return in == null ? NOT_JSON : members(program.root(), in);
        } catch (Halt e) {
            return NOT_ONE_OBJECT;
        } catch (JqError e) {
            return new JqMembers.Failed(JqMembers.Reason.ERROR, e.getMessage());
        } catch (JqStop e) {
            return new JqMembers.Failed(JqMembers.Reason.BOUND, e.getMessage());
        } catch (StackOverflowError e) {
            return new JqMembers.Failed(JqMembers.Reason.BOUND, JqException.tooDeep().getMessage());
        } catch (RuntimeException | LinkageError | AssertionError e) {
            return new JqMembers.Failed(JqMembers.Reason.DEFECT, JqException.defect(program.text(), e).getMessage());
        }
    }

    private JqMembers members(Node root, JqValue in) {
        @Nullable
        JqValue @Nullable [] values = values(root, in);
        if (values == null) {
            return NOT_ONE_OBJECT;
        }
        List<@Nullable String> texts = new ArrayList<>(values.length);
        for (JqValue value : values) {
            texts.add(value == null ? null : text(value));
        }
        return new JqMembers.Found(Collections.unmodifiableList(texts));
    }

    /// The values of the members, in their order; null for those that the output has not, or as a whole when there is
    /// no object or a second output.
    private @Nullable JqValue @Nullable [] values(Node root, JqValue in) {
        Machine machine = limits.machine(clock, JqInputs.NONE);
        if (plain && root instanceof ObjectNode object) {
            return object.values(machine, in);
        }
        if (!(onlyOutput(root, machine, in) instanceof JqObject object)) {
            return null;
        }
        @Nullable
        JqValue[] values = new JqValue[names.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = object.find(names.get(i));
        }
        return values;
    }

    /// The query's output, or null when there is none or a second one.
    private static @Nullable JqValue onlyOutput(Node root, Machine machine, JqValue in) {
        if (root.single()) {
            return root.one(machine, null, in);
        }
        JqValue[] output = new JqValue[1];
        try {
            root.run(machine, null, in, value -> {
                if (output[0] != null) {
                    throw new SecondOutput();
                }
                output[0] = value;
            });
        } catch (SecondOutput e) {
            return null;
        }
        return output[0];
    }

    /// The text of a scalar, empty for null; null for an array or object.
    private static @Nullable String text(JqValue value) {
        return switch (value) {
            case JqNull _ -> "";
            case JqString(String text) -> wellFormed(text);
            case JqNumber(double number) when Double.isNaN(number) -> "";
            case JqNumber _,JqBoolean _ -> JsonWriter.text(value);
            case JqArray _,JqObject _ -> null;
        };
    }

    /// `text`, which `implode` may have filled with what has no UTF-8.
    private static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                int codePoint = text.codePointAt(i);
                if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
                    throw JsonWriter.loneSurrogate();
                }
                i++;
            }
        }
        return text;
    }

    /// Ends the evaluation of a query that has more than one output.
    private static final class SecondOutput extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private SecondOutput() {
            super(null, null, false, false);
        }
    }
}
