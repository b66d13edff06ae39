package io.sluice.tables;

import io.sluice.layout.ColumnValue;
import io.sluice.layout.KeyEncoding;

/// The comments of partition columns, for whoever writes a query. At most 255 characters, Glue's bound.
final class PartitionComments {
    private PartitionComments() {}

    static String of(ColumnValue value, Projection projection, KeyEncoding encoding) {
        String text = switch (projection) {
            case Projection.Injected() -> "Every query has to name one value of it, by =";
            case Projection.Enumerated enumerated -> "One of the values of its projection";
            case Projection.WholeNumber number -> "From " + number.from() + " to " + number.to();
            case Projection.Dated dated -> "As " + dated.format() + ", from " + dated.range().from() + " to "
                    + dated.range().to();
        };
        boolean encoded = value instanceof ColumnValue.Key && encoding == KeyEncoding.PERCENT;
        return shortened(encoded ? text + "; percent-encoded, as in the path" : text);
    }

    private static String shortened(String text) {
        return text.length() <= 255 ? text : text.substring(0, 254) + "…";
    }
}
