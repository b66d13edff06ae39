package io.sluice.parquet;

/// A column whose values have no JSON; the message names it and its type.
final class UnreadableColumnException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnreadableColumnException(String column, String type) {
        super("column " + column + " is of type " + type + ", whose values have no JSON; leave it out with SQL"
                + " (--athena-sql)");
    }
}
