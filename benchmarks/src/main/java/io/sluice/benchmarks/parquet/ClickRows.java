package io.sluice.benchmarks.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.benchmarks.WrongOutputException;
import io.sluice.parquet.PageCodecs;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;

/// Holds a Parquet file against the clicks that it was made of: the library's reader gives values, of which a tree is
/// made that has to be the record's.
final class ClickRows {
    private static final long MICROS = 1_000_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private ClickRows() {}

    /// @throws WrongOutputException when the file has other rows than there are clicks, in another order or under
    ///         another schema
    static void check(String what, Path file, ClickFile clicks) throws IOException {
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new PageCodecs()).build();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
            WrongOutputException.unlessEqual(what + ": the schema", ClickTable.SCHEMA,
                    reader.getFooter().getFileMetaData().getSchema());
            WrongOutputException.unlessEqual(what + ": the number of rows", (long) clicks.records(),
                    reader.getRecordCount());
            MessageColumnIO columns = new ColumnIOFactory().getColumnIO(ClickTable.SCHEMA);
            long number = 0;
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> rows = columns.getRecordReader(pages,
                        new GroupRecordConverter(ClickTable.SCHEMA));
                for (long left = pages.getRowCount(); left > 0; left--) {
                    JsonNode click = JSON.readTree(clicks.stream().record(number));
                    WrongOutputException.unlessEqual(what + ": row " + number, click, tree(rows.read()));
                    number++;
                }
            }
        }
    }

    private static JsonNode tree(Group row) {
        ObjectNode click = JSON.createObjectNode();
        for (String name : new String[]{"event_id", "customer_id", "region", "page", "user_agent", "trace"}) {
            click.put(name, row.getString(name, 0));
        }
        Group type = row.getGroup("type", 0);
        click.putObject("type").put("event", type.getString("event", 0)).put("device", type.getString("device", 0));
        Group list = row.getGroup("attributes", 0);
        ArrayNode attributes = click.putArray("attributes");
        for (int i = 0; i < list.getFieldRepetitionCount("list"); i++) {
            Group attribute = list.getGroup("list", i).getGroup("element", 0);
            attributes.addObject().put("name", attribute.getString("name", 0))
                    .put("weight", attribute.getDouble("weight", 0)).put("seen", attribute.getBoolean("seen", 0));
        }
        click.put("event_timestamp", Math.toIntExact(Math.divideExact(row.getLong("event_timestamp", 0), MICROS)));
        return click;
    }
}
