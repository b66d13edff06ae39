package io.sluice.tables;

/// The format of a stream's objects, and what Hive reads them with.
///
/// JSON is read by the OpenX SerDe: a `string` column takes a nested value as its JSON text, which Hive's own SerDe
/// refuses; see `docs/decisions/0005-tables.md`.
public enum DataFormat {
    JSON("json", "org.openx.data.jsonserde.JsonSerDe", "org.apache.hadoop.mapred.TextInputFormat",
            "org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat"), PARQUET("parquet",
                    "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe",
                    "org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat",
                    "org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat"), ORC("orc",
                            "org.apache.hadoop.hive.ql.io.orc.OrcSerde",
                            "org.apache.hadoop.hive.ql.io.orc.OrcInputFormat",
                            "org.apache.hadoop.hive.ql.io.orc.OrcOutputFormat");

    private final String classification;
    private final String serde;
    private final String inputFormat;
    private final String outputFormat;

    DataFormat(String classification, String serde, String inputFormat, String outputFormat) {
        this.classification = classification;
        this.serde = serde;
        this.inputFormat = inputFormat;
        this.outputFormat = outputFormat;
    }

    /// Glue's name for it.
    public String classification() {
        return classification;
    }

    /// Class name of the SerDe.
    public String serde() {
        return serde;
    }

    /// Class name of the input format.
    public String inputFormat() {
        return inputFormat;
    }

    /// Class name of the output format.
    public String outputFormat() {
        return outputFormat;
    }
}
