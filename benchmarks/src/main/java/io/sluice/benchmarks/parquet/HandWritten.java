package io.sluice.benchmarks.parquet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.parquet.PageCodecs;
import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;

/// The same file as one writes it with the libraries alone: a Jackson tree of each record, whose members are taken by
/// their names into the Parquet library's own example objects. It knows the one table, and believes its records.
final class HandWritten {
    private static final long ROW_GROUP_BYTES = 32L << 20;
    private static final int PAGE_BYTES = 1 << 20;
    private static final long MICROS = 1_000_000;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ClickFile clicks;
    private final SimpleGroupFactory groups = new SimpleGroupFactory(ClickTable.SCHEMA);

    HandWritten(ClickFile clicks) {
        this.clicks = clicks;
    }

    /// The file that it makes.
    Path file() {
        return clicks.beside("hand-written.parquet");
    }

    void convert() throws IOException {
        try (Lines lines = Lines.of(clicks.file());
                ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file()))
                        .withConf(new PlainParquetConfiguration()).withType(ClickTable.SCHEMA)
                        .withCodecFactory(new PageCodecs()).withCompressionCodec(CompressionCodecName.SNAPPY)
                        .withRowGroupSize(ROW_GROUP_BYTES).withPageSize(PAGE_BYTES)
                        .withDictionaryEncoding(clicks.dictionary())
                        .withWriteMode(ParquetFileWriter.Mode.OVERWRITE).build()) {
            for (byte[] record = lines.next(); record != null; record = lines.next()) {
                writer.write(group(JSON.readTree(record)));
            }
        }
    }

    private Group group(JsonNode click) {
        Group row = groups.newGroup();
        for (String name : new String[]{"event_id", "customer_id", "region", "page", "user_agent", "trace"}) {
            row.append(name, click.get(name).textValue());
        }
        JsonNode type = click.get("type");
        row.addGroup("type").append("event", type.get("event").textValue())
                .append("device", type.get("device").textValue());
        Group attributes = row.addGroup("attributes");
        for (JsonNode attribute : click.get("attributes")) {
            attributes.addGroup("list").addGroup("element").append("name", attribute.get("name").textValue())
                    .append("weight", attribute.get("weight").doubleValue())
                    .append("seen", attribute.get("seen").booleanValue());
        }
        row.append("event_timestamp", click.get("event_timestamp").longValue() * MICROS);
        return row;
    }
}
