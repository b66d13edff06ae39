package io.sluice.jq.value;

/// JSON `null`.
public enum JqNull implements JqValue {
    NULL;

    @Override
    public int rank() {
        return 1;
    }

    @Override
    public String typeName() {
        return "null";
    }

    @Override
    public boolean isTrue() {
        return false;
    }
}
