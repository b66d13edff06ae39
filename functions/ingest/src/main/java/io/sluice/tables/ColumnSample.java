package io.sluice.tables;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnNames;
import io.sluice.input.OneLine;
import io.sluice.layout.ColumnValue;
import io.sluice.tables.JsonShape.Members;
import io.sluice.tables.JsonShape.Scalar;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Columns out of a sample of a stream's records. Takes records one by one; memory is bounded by the names that they
/// have, not by their number. For one thread.
public final class ColumnSample {
    /// More columns than any table should have; the names are data.
    private static final int COLUMNS_MAX = 1_000;
    private static final String COLUMNS = TableRemark.TABLE + ".Columns";

    private final JsonShapeReader reader = new JsonShapeReader();
    /// Dates are written so that the least text is the earliest, in the usual formats.
    private final Map<String, String> leastValues = new HashMap<>();
    private JsonShape shape = Scalar.NULL;
    private long records;
    private long others;
    private long ofSeveralLines;

    /// The columns that were inferred from a sample.
    ///
    /// @param columns  by name
    /// @param jsonKeys the JSON object's key of each column that has another name
    /// @param remarks  what is doubtful
    record Inferred(List<Column> columns, Map<String, String> jsonKeys, List<TableRemark> remarks) {}

    /// Takes in a record's bytes as they are delivered, without a delimiter.
    public void add(byte[] record) {
        records++;
        ofSeveralLines += OneLine.isNeeded(record) ? 1 : 0;
        Optional<JsonShape> read = reader.read(record).filter(value -> value instanceof Members);
        others += read.isEmpty() ? 1 : 0;
        read.ifPresent(value -> shape = JsonShape.merge(shape, value));
    }

    /// Takes in the keys that the query found in a record, as values of `!{partitionKeyFromQuery:…}`.
    public void addKeys(Map<String, String> queryValues) {
        queryValues.forEach((key, value) -> leastValues.merge(key, value, (a, b) -> a.compareTo(b) <= 0 ? a : b));
    }

    /// Warnings of the dates that the columns of `plan` do not show, since their ranges begin later.
    List<TableRemark> datesBefore(PartitionPlan plan, Instant now) {
        List<TableRemark> remarks = new ArrayList<>();
        for (PartitionColumn column : plan.partitions()) {
            if (column.projection() instanceof Projection.Dated dated
                    && plan.path().columns()
                            .get(column.name()) instanceof ColumnValue.Key(String key, boolean fromQuery)
                    && fromQuery && leastValues.containsKey(key)) {
                String least = leastValues.get(key);
                if (DateRanges.beginsAfter(dated.range(), dated.format(), least, now)) {
                    remarks.add(TableRemark.warning(TableRemark.key(column.name()), "the sample has records of " + least
                            + ", and the column begins at " + dated.range().from()
                            + ": no query finds them; set the key's"
                            + " Range, as {\"Type\": \"date\", \"Range\": [\"" + least + "\", \"NOW\"]}"));
                }
            }
        }
        return remarks;
    }

    /// The columns of all records, but for those that the path has.
    ///
    /// @param dates those of them that are dates, and may not be what the records have
    Inferred infer(Set<String> inPath, Set<String> dates) {
        List<TableRemark> remarks = new ArrayList<>();
        remarkOnRecords(remarks);
        Map<String, Column> columns = new LinkedHashMap<>();
        Map<String, String> jsonKeys = new LinkedHashMap<>();
        Map<String, JsonShape> members = shape instanceof Members(Map<String, JsonShape> known) ? known : Map.of();
        members.forEach((key, value) -> {
            String name = ColumnNames.isUsable(key) ? key : ColumnNames.nearest(key);
            if (dates.contains(name)) {
                remarks.add(TableRemark.note(COLUMNS, key + " of the records is left out: the path has a date " + name
                        + ", and Athena refuses a name that is there twice"));
            } else if (inPath.contains(name)) {
                // The path has the records' own value.
                return;
            } else if (columns.putIfAbsent(name, Column.of(name, ShapeTypes.of(value))) != null) {
                remarks.add(TableRemark.warning(COLUMNS, key + " of the records is left out: another key is the column "
                        + name + " already; declare the columns to have both"));
            } else if (!name.equals(key)) {
                jsonKeys.put(name, key);
            }
        });
        if (columns.size() > COLUMNS_MAX) {
            remarks.add(
                    TableRemark.refusal(COLUMNS, "the records have " + columns.size() + " different keys; a table has"
                            + " at most " + COLUMNS_MAX + " columns here; declare those that you want"));
        }
        return new Inferred(List.copyOf(columns.values()), jsonKeys, remarks);
    }

    private void remarkOnRecords(List<TableRemark> remarks) {
        if (others > 0) {
            remarks.add(
                    TableRemark.warning(COLUMNS, others + " of the sample's " + records + " records are no JSON object;"
                            + " Athena cannot read them, and a query that meets one fails"));
        }
        if (ofSeveralLines > 0) {
            remarks.add(TableRemark.warning(COLUMNS, ofSeveralLines + " of the sample's " + records + " records go over"
                    + " several lines, and Athena reads a record a line; set Sluice.Transformer to json-lines"));
        }
        reader.clashes().stream().limit(10)
                .forEach(pair -> remarks.add(TableRemark.warning(COLUMNS, "records have both "
                        + pair
                        + ", which Athena, knowing lower case only, takes for one: a query that meets such a record "
                        + "fails;"
                        + " rename one of them in a Transformer")));
        reader.variants().stream().limit(10).forEach(pair -> remarks.add(TableRemark.note(COLUMNS, pair
                + " of different records share one column: names are in lower case to Athena")));
    }
}
