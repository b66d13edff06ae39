package io.sluice.tables;

import io.sluice.layout.ColumnRemarks;
import java.util.List;

/// Something to know about a stream's table.
///
/// @param kind    what it means for the table
/// @param path    JSON path of what it is about in the stream's configuration
/// @param message what it is and the remedy
public record TableRemark(Kind kind, String path, String message) {
    static final String DESTINATION = "$.ExtendedS3DestinationConfiguration";
    static final String TABLE = "$.Sluice.Table";

    /// The kind of a remark.
    public enum Kind {
        /// There is no table that would give the stream's records, and none else.
        REFUSAL,
        /// The table gives less than one would think.
        WARNING,
        /// A fact that a query has to mind.
        NOTE
    }

    static TableRemark refusal(String path, String message) {
        return new TableRemark(Kind.REFUSAL, path, message);
    }

    static TableRemark warning(String path, String message) {
        return new TableRemark(Kind.WARNING, path, message);
    }

    static TableRemark note(String path, String message) {
        return new TableRemark(Kind.NOTE, path, message);
    }

    /// Takes what is to be said of the prefix at `path`.
    static ColumnRemarks at(String path, List<TableRemark> remarks) {
        return new ColumnRemarks() {
            @Override
            public void refusal(String message) {
                remarks.add(TableRemark.refusal(path, message));
            }

            @Override
            public void warning(String message) {
                remarks.add(TableRemark.warning(path, message));
            }

            @Override
            public void note(String message) {
                remarks.add(TableRemark.note(path, message));
            }
        };
    }

    static String key(String column) {
        return TABLE + ".Keys." + column;
    }
}
