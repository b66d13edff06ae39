package io.sluice.columns;

/// The ids of a column's fields, as Iceberg tells them apart by, and as Parquet files hold them. They are a function of
/// the column's place and type alone, so that a file's writer needs no catalog; a column that is added behind the
/// others, or a field behind all others of its column, changes no other's id. For one thread.
///
/// Fields that a column is made of are numbered in pre-order: an array's element; a map's key, then its value; each
/// field of a struct, followed by those that it is made of.
public final class FieldIds {
    /// Fields that a column may be made of, and columns that a table may have.
    public static final int FIELDS_MAX = 9_998;
    private static final int BLOCK = 10_000;
    /// Behind those of the last column; Iceberg's own begin just below 2^31.
    private static final int PARTITION_FIRST = 1_000_000_000;

    private final int column;
    private final int fieldFirst;
    private int fields;

    private FieldIds(int column, int fieldFirst) {
        this.column = column;
        this.fieldFirst = fieldFirst;
    }

    /// Of a column that files hold.
    ///
    /// @param index from 0, in the order of the configuration
    /// @throws ColumnTypeException when a table has no such column
    public static FieldIds ofColumn(int index) {
        ColumnTypeException.require(index < FIELDS_MAX, "a table has at most " + FIELDS_MAX + " columns");
        return new FieldIds(index + 1, BLOCK * (index + 1));
    }

    /// The id of a partition column.
    ///
    /// @param index from 0, in the order of the layout
    public static int ofPartitionColumn(int index) {
        return PARTITION_FIRST + index;
    }

    /// Tests whether an id is one that somebody else gave to a column: catalogs go on behind the last.
    ///
    /// @param partitionColumns how many the table has
    public static boolean isForeign(int id, int partitionColumns) {
        return id >= ofPartitionColumn(partitionColumns);
    }

    /// The column's own.
    public int column() {
        return column;
    }

    /// The id of the next field that the column is made of.
    ///
    /// @throws ColumnTypeException when there are too many
    public int next() {
        ColumnTypeException.require(fields < FIELDS_MAX, "a column is made of at most " + FIELDS_MAX + " fields");
        return fieldFirst + fields++;
    }
}
