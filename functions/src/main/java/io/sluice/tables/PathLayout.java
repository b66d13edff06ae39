package io.sluice.tables;

import io.sluice.layout.PrefixExpression;
import io.sluice.tables.LayoutPart.Text;
import io.sluice.tables.LayoutPart.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// A prefix's folders as a table sees them: text and partition columns.
///
/// @param parts the path from the bucket's root to the objects' folder, adjacent texts joined; ends in a slash unless empty
record PathLayout(List<LayoutPart> parts) {
    PathLayout {
        parts = List.copyOf(parts);
    }

    /// Reads the folders of `prefix`; what keeps them from being a table's goes to `remarks`, each at `place`.
    static PathLayout of(PrefixExpression prefix, String place, List<TableRemark> remarks) {
        return PathSegments.of(prefix).map(segments -> new PathLayoutReader(place, remarks).read(segments))
                .orElseGet(() -> {
                    remarks.add(TableRemark.refusal(place, "a timestamp pattern has optional sections, padding or"
                            + " reserved characters, which no table can express; use plain fields, as yyyy/MM/dd"));
                    return new PathLayout(List.of());
                });
    }

    /// The partition columns, in order of first use.
    Map<String, PathValue> columns() {
        Map<String, PathValue> columns = new LinkedHashMap<>();
        for (LayoutPart part : parts) {
            if (part instanceof Value(String name, PathValue value)) {
                columns.putIfAbsent(name, value);
            }
        }
        return columns;
    }

    /// The folder, below the bucket, that all objects lie in; empty or ending in a slash.
    String head() {
        String first = !parts.isEmpty() && parts.getFirst() instanceof Text(String text) ? text : "";
        return first.substring(0, first.lastIndexOf('/') + 1);
    }

    /// The path with `${column}` for each value.
    String template() {
        return parts.stream().map(part -> switch (part) {
            case Text(String text) -> text;
            case Value(String name, PathValue value) -> "${" + name + "}";
        }).collect(Collectors.joining());
    }
}
