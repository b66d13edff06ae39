package io.sluice.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import io.sluice.convert.ParquetSettings.PageCompression;
import io.sluice.convert.ParquetSettings.WriterVersion;
import io.sluice.encoding.Digests;
import io.sluice.layout.KeyEncoding;
import io.sluice.reject.CatalogTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A conversion as JSON text: what its name is a hash of, and what is kept beside the staged records. Equal conversions
/// have the same text.
final class ConversionText {
    private static final int ID_BYTES = 16;
    private static final ObjectMapper JSON = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private ConversionText() {}

    static String id(byte[] text) {
        return HexFormat.of().formatHex(Digests.sha256().digest(text), 0, ID_BYTES);
    }

    static byte[] write(FormatConversion conversion) {
        ObjectNode root = JSON.createObjectNode();
        root.put("rules", conversion.rules());
        write(conversion.columns(), root);
        switch (conversion.deserializer()) {
            case Deserializer.OpenX(boolean caseInsensitive, Map<String, String> mappings, boolean dots) -> {
                ObjectNode openX = root.putObject("openX").put("caseInsensitive", caseInsensitive)
                        .put("convertDots", dots);
                ObjectNode keys = openX.putObject("keys");
                new TreeMap<>(mappings).forEach(keys::put);
            }
            case Deserializer.Hive(List<String> formats) ->
                formats.forEach(root.putObject("hive").putArray("timestampFormats")::add);
        }
        ParquetSettings parquet = conversion.parquet();
        root.putObject("parquet").put("compression", parquet.compression().name())
                .put("blockBytes", parquet.blockBytes()).put("pageBytes", parquet.pageBytes())
                .put("dictionary", parquet.dictionary()).put("maxPaddingBytes", parquet.maxPaddingBytes())
                .put("writerVersion", parquet.writerVersion().name());
        conversion.table().ifPresent(table -> write(table, root.putObject("table")));
        conversion.path().ifPresent(path -> {
            ObjectNode to = root.putObject("path").put("prefix", path.prefix()).put("encoding", path.encoding().name());
            write(path.columns(), to);
        });
        try {
            return JSON.writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers is JSON", e);
        }
    }

    private static void write(List<Column> columns, ObjectNode to) {
        var array = to.putArray("columns");
        columns.forEach(column -> array.addObject().put("name", column.name()).put("type", column.type().hiveText()));
    }

    private static void write(CatalogTable table, ObjectNode to) {
        table.catalogId().ifPresent(value -> to.put("catalogId", value));
        table.databaseName().ifPresent(value -> to.put("databaseName", value));
        table.tableName().ifPresent(value -> to.put("tableName", value));
        table.region().ifPresent(value -> to.put("region", value));
        table.versionId().ifPresent(value -> to.put("versionId", value));
    }

    /// @throws UnusableConversionException when the text is none of this version's
    static FormatConversion read(byte[] text) {
        try {
            JsonNode root = JSON.readTree(text);
            JsonNode parquet = root.required("parquet");
            ParquetSettings settings = new ParquetSettings(
                    PageCompression.valueOf(parquet.required("compression").asText()),
                    parquet.required("blockBytes").asInt(), parquet.required("pageBytes").asInt(),
                    parquet.required("dictionary").asBoolean(), parquet.required("maxPaddingBytes").asInt(),
                    WriterVersion.valueOf(parquet.required("writerVersion").asText()));
            Optional<CatalogTable> table = Optional.of(root.path("table")).filter(JsonNode::isObject)
                    .map(ConversionText::table);
            return new FormatConversion(root.required("rules").asInt(), columns(root), deserializer(root), settings,
                    table, Optional.of(root.path("path")).filter(JsonNode::isObject).map(ConversionText::path));
        } catch (IOException | IllegalArgumentException e) {
            throw new UnusableConversionException("the specification of its conversion is not one that this version of"
                    + " Sluice reads: " + e.getMessage(), e);
        }
    }

    private static Deserializer deserializer(JsonNode root) {
        if (root.has("hive")) {
            List<String> formats = new ArrayList<>();
            root.required("hive").required("timestampFormats").forEach(format -> formats.add(format.asText()));
            return new Deserializer.Hive(formats);
        }
        JsonNode openX = root.required("openX");
        Map<String, String> keys = new TreeMap<>();
        openX.required("keys").properties().forEach(key -> keys.put(key.getKey(), key.getValue().asText()));
        return new Deserializer.OpenX(openX.required("caseInsensitive").asBoolean(), keys,
                openX.required("convertDots").asBoolean());
    }

    private static List<Column> columns(JsonNode of) {
        List<Column> columns = new ArrayList<>();
        for (JsonNode column : of.required("columns")) {
            columns.add(
                    Column.of(column.required("name").asText(), ColumnType.parse(column.required("type").asText())));
        }
        return columns;
    }

    private static PathValues path(JsonNode path) {
        return new PathValues(path.required("prefix").asText(),
                KeyEncoding.valueOf(path.required("encoding").asText()), columns(path));
    }

    private static CatalogTable table(JsonNode table) {
        return new CatalogTable(text(table, "catalogId"), text(table, "databaseName"), text(table, "tableName"),
                text(table, "region"), text(table, "versionId"));
    }

    private static Optional<String> text(JsonNode table, String name) {
        return Optional.of(table.path(name)).filter(JsonNode::isTextual).map(JsonNode::asText);
    }
}
