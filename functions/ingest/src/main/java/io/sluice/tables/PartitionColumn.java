package io.sluice.tables;

import io.sluice.columns.ColumnType;

/// A column whose value stands in the objects' path.
///
/// @param name    as [io.sluice.columns.Column#name]
/// @param type    `string`, or a whole number's type
/// @param comment how to ask for it; one line, at most 255 characters
public record PartitionColumn(String name, ColumnType type, String comment, Projection projection) {}
