package io.sluice.tables;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType.Primitive;
import java.util.List;
import java.util.Optional;

/// The columns of error records: the fields of Firehose's envelope.
final class ErrorColumns {
    static final List<Column> ALL = List.of(column("rawdata", Primitive.STRING, "The record, base64"),
            column("errorcode", Primitive.STRING, "Why"), column("errormessage", Primitive.STRING, "Why, in words"),
            column("attemptsmade", Primitive.INT, "How often it was tried"),
            column("arrivaltimestamp", Primitive.BIGINT, "When it arrived, epoch milliseconds"),
            column("attemptendingtimestamp", Primitive.BIGINT, "When it was given up, epoch milliseconds"),
            column("lambdaarn", Primitive.STRING, "The function that failed"));

    private ErrorColumns() {}

    private static Column column(String name, Primitive type, String comment) {
        return new Column(name, type, Optional.of(comment));
    }
}
