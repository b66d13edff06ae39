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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A Firehose `MetadataExtractionQuery`: one jq object constructor whose members are a record's partitioning keys.
/// Immutable; one instance may run on many threads at once.
///
/// A string is a key as it is, a number or a boolean as jq's `tostring` prints it. `now` is the time of the clock.
public final class JqQuery {
    private static final JqKeys NOT_JSON = new JqKeys.Failed(JqKeys.Reason.NOT_JSON, "Non JSON record provided");
    private static final JqKeys NO_KEY = new JqKeys.Failed(JqKeys.Reason.NO_KEY,
            "partitionKeys values must not be null or empty");

    private final JqProgram program;
    private final List<String> keys;
    /// Whether the output's object need not be made.
    private final boolean plain;
    private final @Nullable RecordQuery onRecord;
    private final Optional<String> missing;
    private final JqLimits limits;
    private final InstantSource clock;

    private JqQuery(JqProgram program, @Nullable RecordQuery onRecord, List<String> keys, Optional<String> missing,
            JqLimits limits, InstantSource clock) {
        this.program = program;
        this.keys = keys;
        this.plain = isPlain(program.root(), keys) && (onRecord == null || isPlain(onRecord.root(), keys));
        this.onRecord = onRecord;
        this.missing = missing;
        this.limits = limits;
        this.clock = clock;
    }

    private static boolean isPlain(Node root, List<String> keys) {
        return root instanceof ObjectNode object && object.hasKeys(keys);
    }

    /// Compiles a query.
    ///
    /// @throws JqException stage `COMPILE`: it is no jq 1.6 program, or not one object constructor with constant keys
    public static JqQuery parse(String metadataQuery) {
        return of(JqProgram.compile(metadataQuery));
    }

    /// The query that a compiled program is.
    ///
    /// @throws JqException stage `COMPILE`: it is not one object constructor with constant keys
    public static JqQuery of(JqProgram program) {
        List<String> keys = program.objectKeys().orElseThrow(() -> new JqException(JqException.Stage.COMPILE,
                "a metadata extraction query must be one object with constant keys, like {customer: .customer_id},"
                        + " not: " + program.text()));
        RecordQuery onRecord = RecordQuery.of(program.text(), program.syntax()).orElse(null);
        return new JqQuery(program, onRecord, List.copyOf(new LinkedHashSet<>(keys)), Optional.empty(),
                JqLimits.defaults(), InstantSource.system());
    }

    /// This query with `value` in place of a key that is null or empty.
    public JqQuery withMissing(String value) {
        return new JqQuery(program, onRecord, keys, Optional.of(value), limits, clock);
    }

    /// This query with other limits and another clock.
    public JqQuery with(JqLimits newLimits, InstantSource newClock) {
        return new JqQuery(program, onRecord, keys, missing, newLimits, newClock);
    }

    /// The names of the keys, in the query's order.
    public List<String> keys() {
        return keys;
    }

    public JqKeys evaluate(byte[] record) {
        return evaluate(record, 0, record.length);
    }

    /// The keys of the record in `data[offset, offset + length)`. Never throws for what the record holds: what an
    /// evaluation throws, a defect of the evaluator included, is a failure of this record alone.
    public JqKeys evaluate(byte[] data, int offset, int length) {
        try {
            if (onRecord != null) {
                JqArray needed = onRecord.read(data, offset, offset + length);
                if (needed != null) {
                    return keys(onRecord.root(), needed);
                }
            }
            JqValue record = JsonText.parseRecord(data, offset, offset + length);
            return record == null ? NOT_JSON : keys(program.root(), record);
        } catch (Halt e) {
            return NO_KEY;
        } catch (JqError e) {
            return new JqKeys.Failed(JqKeys.Reason.ERROR, e.getMessage());
        } catch (JqStop e) {
            return new JqKeys.Failed(JqKeys.Reason.BOUND, e.getMessage());
        } catch (StackOverflowError e) {
            return new JqKeys.Failed(JqKeys.Reason.BOUND, JqException.tooDeep().getMessage());
        } catch (RuntimeException | LinkageError | AssertionError e) {
            return new JqKeys.Failed(JqKeys.Reason.DEFECT, JqException.defect(program.text(), e).getMessage());
        }
    }

    private JqKeys keys(Node root, JqValue in) {
        JqValue[] values = values(root, in);
        return values == null ? NO_KEY : texts(values);
    }

    /// The values of the keys, in their order; null for those that the output has not, or as a whole when there is no
    /// object or a second output.
    private @Nullable JqValue @Nullable [] values(Node root, JqValue in) {
        Machine machine = limits.machine(clock, JqInputs.NONE);
        if (plain && root instanceof ObjectNode object) {
            return object.values(machine, in);
        }
        if (!(onlyOutput(root, machine, in) instanceof JqObject object)) {
            return null;
        }
        @Nullable
        JqValue[] values = new JqValue[keys.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = object.find(keys.get(i));
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

    private JqKeys texts(@Nullable JqValue[] values) {
        String[] texts = new String[values.length];
        for (int i = 0; i < values.length; i++) {
            JqValue value = values[i];
            String text = value == null ? null : text(value);
            if (text == null || (text.isEmpty() && missing.isEmpty())) {
                return NO_KEY;
            }
            texts[i] = text.isEmpty() ? missing.get() : text;
        }
        return new JqKeys.Found(List.of(texts));
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
