package io.sluice.compaction;

import io.sluice.codec.Compression;
import io.sluice.convert.FormatConversion;
import io.sluice.view.DayMoveException;
import java.util.HashSet;
import java.util.List;

/// The format that objects are joined to.
public sealed interface JoinedFormat {
    /// Their text as it is, one after another.
    record Text(Compression compression) implements JoinedFormat {
        /// @throws DayMoveException when nothing joins objects of that compression
        public Text {
            if (!compression.isCompactable()) {
                throw new DayMoveException("objects are " + compression.wireName()
                        + ", and UNCOMPRESSED, GZIP and ZSTD are what is compacted");
            }
        }
    }

    /// Their records as rows of a Parquet file.
    ///
    /// @param conversion how records become rows, and rows a file
    /// @param sortBy     the names of the columns that rows are sorted by, the first one first; none: rows stay in the
    ///     order of their objects
    record Rows(FormatConversion conversion, List<String> sortBy) implements JoinedFormat {
        /// @throws DayMoveException when there is no such column
        public Rows {
            sortBy = List.copyOf(sortBy);
            var names = new HashSet<String>();
            conversion.columns().forEach(column -> names.add(column.name()));
            sortBy.stream().filter(name -> !names.contains(name)).findFirst().ifPresent(name -> {
                throw new DayMoveException("rows cannot be sorted by " + name + ": there is no such column");
            });
        }
    }
}
