package io.sluice.layout;

/// Takes what there is to say of a prefix as a table's path: each a message with the remedy.
public interface ColumnRemarks {
    /// Of a prefix that is known to have a table.
    ColumnRemarks NONE = new ColumnRemarks() {
        @Override
        public void refusal(String message) {}

        @Override
        public void warning(String message) {}

        @Override
        public void note(String message) {}
    };

    /// It keeps the prefix from having a table.
    void refusal(String message);

    /// The table gives less than one would think.
    void warning(String message);

    /// Takes a note of something that a query has to mind.
    void note(String message);
}
