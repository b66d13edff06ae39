package io.sluice.tables;

import io.sluice.layout.ColumnText;
import io.sluice.layout.PathColumns;
import io.sluice.layout.PrefixExpression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// A prefix as a table's partitions.
///
/// @param path       where values stand in the path
/// @param partitions the columns, in the path's order
record PartitionPlan(PathColumns path, List<PartitionColumn> partitions) {
    PartitionPlan {
        partitions = List.copyOf(partitions);
    }

    /// Plans `prefix`; what keeps it from being a table's goes to `remarks`, at `place` where it is about the prefix.
    static PartitionPlan of(TableSource source, PrefixExpression prefix, String place, List<TableRemark> remarks) {
        PathColumns path = PathColumns.of(prefix, TableRemark.at(place, remarks));
        ColumnProjector projector = new ColumnProjector(source, remarks);
        List<PartitionColumn> partitions = new ArrayList<>();
        Map<String, ColumnText> texts = new LinkedHashMap<>();
        path.columns().forEach((name, value) -> {
            PartitionColumn column = projector.column(name, value);
            partitions.add(column);
            texts.put(name, ColumnTexts.of(value, column.projection(), source.keyEncoding(), source.missingKey()));
        });
        Set<String> undecided = path.undecided(texts);
        if (!undecided.isEmpty()) {
            remarks.add(TableRemark.refusal(place, "the values of " + String.join(" and ", undecided)
                    + " cannot be told"
                    + " apart: different ones may give the same folder; put a / between them, or, with KeyEncoding "
                    + "percent,"
                    + " a character that it encodes, such as = or ,"));
        }
        return new PartitionPlan(path, partitions);
    }

    /// Names of the columns that are dates.
    Set<String> dates() {
        return partitions.stream().filter(column -> column.projection() instanceof Projection.Dated)
                .map(PartitionColumn::name).collect(Collectors.toSet());
    }

    /// Names of the columns.
    Set<String> names() {
        return partitions.stream().map(PartitionColumn::name).collect(Collectors.toSet());
    }
}
