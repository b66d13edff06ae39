package io.sluice.parquet;

/// Takes values as JSON has them.
interface ScalarSink {
    void text(String value);

    /// @param value a JSON number
    void number(String value);

    void bool(boolean value);

    /// Takes every value as a text.
    @FunctionalInterface
    interface Texts extends ScalarSink {
        @Override
        default void number(String value) {
            text(value);
        }

        @Override
        default void bool(boolean value) {
            text(Boolean.toString(value));
        }
    }
}
