package io.sluice.jq.value;

/// JSON `false` and `true`.
public enum JqBoolean implements JqValue {
    FALSE, TRUE;

    public static JqBoolean of(boolean value) {
        return value ? TRUE : FALSE;
    }

    @Override
    public int rank() {
        return this == TRUE ? 3 : 2;
    }

    @Override
    public String typeName() {
        return "boolean";
    }

    @Override
    public boolean isTrue() {
        return this == TRUE;
    }
}
