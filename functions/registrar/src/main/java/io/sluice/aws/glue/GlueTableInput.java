package io.sluice.aws.glue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.aws.JsonCalls;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/// Writes what Glue is told of a table, as Iceberg's own module for AWS does: where its metadata is, which alone counts
/// for whoever reads it as Iceberg, and, for consoles and Lake Formation, its columns, those of former schemas behind
/// those of the current one.
///
/// Source: Iceberg's `IcebergToGlueConverter` and `GlueTableOperations`; AWS Glue Web API reference, `TableInput`.
final class GlueTableInput {
    private static final List<String> FURTHER_LOCATIONS = List.of(TableProperties.WRITE_DATA_LOCATION,
            TableProperties.WRITE_METADATA_LOCATION);

    private GlueTableInput() {}

    /// @param table    as Glue has it; empty: it is to be made. Parameters of others stay
    /// @param previous the location of the metadata before
    static ObjectNode of(String name, TableMetadata metadata, String location, Optional<String> previous,
            Optional<JsonNode> table) {
        ObjectNode input = JsonCalls.object().put("Name", name).put("TableType", "EXTERNAL_TABLE");
        // What an update leaves out is lost.
        for (String kept : List.of("Description", "Owner")) {
            table.map(each -> each.path(kept)).filter(JsonNode::isTextual).ifPresent(text -> input.set(kept, text));
        }
        ObjectNode parameters = input.putObject("Parameters");
        table.map(each -> each.path("Parameters")).ifPresent(
                each -> each.properties().forEach(of -> parameters.set(of.getKey(), of.getValue())));
        parameters.put(BaseMetastoreTableOperations.TABLE_TYPE_PROP,
                BaseMetastoreTableOperations.ICEBERG_TABLE_TYPE_VALUE.toUpperCase(Locale.ROOT));
        parameters.put(BaseMetastoreTableOperations.METADATA_LOCATION_PROP, location);
        previous.ifPresent(
                each -> parameters.put(BaseMetastoreTableOperations.PREVIOUS_METADATA_LOCATION_PROP, each));
        ObjectNode storage = input.putObject("StorageDescriptor").put("Location", metadata.location());
        ArrayNode further = storage.putArray("AdditionalLocations");
        FURTHER_LOCATIONS.stream().map(metadata.properties()::get).filter(each -> each != null).distinct()
                .forEach(further::add);
        columns(metadata, storage.putArray("Columns"));
        return input;
    }

    private static void columns(TableMetadata metadata, ArrayNode to) {
        Set<String> names = new HashSet<>();
        add(metadata.schema(), true, names, to);
        metadata.schemas().stream().filter(schema -> schema.schemaId() != metadata.currentSchemaId())
                .forEach(schema -> add(schema, false, names, to));
    }

    private static void add(Schema schema, boolean isCurrent, Set<String> names, ArrayNode to) {
        schema.columns().stream().filter(field -> names.add(field.name())).forEach(field -> {
            ObjectNode column = to.addObject().put("Name", field.name()).put("Type", text(field.type()));
            Optional.ofNullable(field.doc()).ifPresent(doc -> column.put("Comment", doc));
            column.putObject("Parameters").put("iceberg.field.id", Integer.toString(field.fieldId()))
                    .put("iceberg.field.optional", Boolean.toString(field.isOptional()))
                    .put("iceberg.field.current", Boolean.toString(isCurrent));
        });
    }

    /// A type as Hive calls it.
    private static String text(Type type) {
        return switch (type.typeId()) {
            case INTEGER -> "int";
            case LONG -> "bigint";
            case TIME, STRING, UUID -> "string";
            case FIXED, BINARY -> "binary";
            case TIMESTAMP -> "timestamp";
            case DECIMAL -> {
                var decimal = (Types.DecimalType) type;
                yield "decimal(" + decimal.precision() + "," + decimal.scale() + ")";
            }
            case STRUCT -> type.asStructType().fields().stream().map(each -> each.name() + ":" + text(each.type()))
                    .collect(Collectors.joining(",", "struct<", ">"));
            case LIST -> "array<" + text(type.asListType().elementType()) + ">";
            case MAP -> "map<" + text(type.asMapType().keyType()) + "," + text(type.asMapType().valueType()) + ">";
            default -> type.typeId().name().toLowerCase(Locale.ROOT);
        };
    }
}
