package io.sluice.benchmarks.parquet;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ParquetSettings;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/// The clickstream as a table of which every member of a record is a column: as Sluice is told of it, and as a Parquet
/// schema.
final class ClickTable {
    static final List<Column> COLUMNS = List.of(column("event_id", "string"), column("customer_id", "string"),
            column("region", "string"), column("page", "string"),
            column("type", "struct<event:string,device:string>"), column("user_agent", "string"),
            column("attributes", "array<struct<name:string,weight:double,seen:boolean>>"),
            column("event_timestamp", "timestamp"), column("trace", "string"));

    static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message record {
              optional binary event_id (STRING);
              optional binary customer_id (STRING);
              optional binary region (STRING);
              optional binary page (STRING);
              optional group type {
                optional binary event (STRING);
                optional binary device (STRING);
              }
              optional binary user_agent (STRING);
              optional group attributes (LIST) {
                repeated group list {
                  optional group element {
                    optional binary name (STRING);
                    optional double weight;
                    optional boolean seen;
                  }
                }
              }
              optional int64 event_timestamp (TIMESTAMP(MICROS,true));
              optional binary trace (STRING);
            }
            """);

    private ClickTable() {}

    private static Column column(String name, String type) {
        return Column.of(name, ColumnType.parse(type));
    }

    /// Returns the conversion of a stream whose section says nothing but the columns, with dictionaries or without.
    static FormatConversion conversion(boolean dictionary) {
        ParquetSettings usual = ParquetSettings.DEFAULT;
        ParquetSettings settings = new ParquetSettings(usual.compression(), usual.blockBytes(), usual.pageBytes(),
                dictionary, usual.maxPaddingBytes(), usual.writerVersion());
        return new FormatConversion(FormatConversion.RULES, COLUMNS, Deserializer.OpenX.DEFAULT, settings,
                Optional.empty());
    }
}
