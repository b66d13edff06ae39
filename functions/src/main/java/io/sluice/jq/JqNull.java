package io.sluice.jq;

/// JSON `null`.
enum JqNull implements JqValue {
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
