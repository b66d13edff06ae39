package io.sluice.jq.value;

/// An error that a jq program raised, on its way to the `try` that catches it. Carries the error's value, which is
/// what `catch` gets; `break` is such an error too, with a label's value. It has no stack trace: programs raise errors
/// per record.
public final class JqError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient JqValue value;

    public JqError(JqValue value) {
        super(null, null, false, false);
        this.value = value;
    }

    public JqError(String message) {
        this(JqString.of(message));
    }

    public JqValue value() {
        return value;
    }

    /// The text that jq prints for the error when nothing catches it.
    @Override
    public String getMessage() {
        return value instanceof JqString(String text) ? JqString.upToNul(text) : JsonWriter.text(value);
    }

    /// The error of an operation that does not take `bad`: `string ("abc") number required`.
    public static JqError type(JqValue bad, String problem) {
        return new JqError(describe(bad) + " " + problem);
    }

    /// The error of an operation that does not take `a` together with `b`.
    public static JqError types(JqValue a, JqValue b, String problem) {
        return new JqError(describe(a) + " and " + describe(b) + " " + problem);
    }

    private static String describe(JqValue value) {
        return value.typeName() + " (" + JsonWriter.shortened(value, 15) + ")";
    }
}
