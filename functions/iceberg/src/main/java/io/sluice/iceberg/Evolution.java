package io.sluice.iceberg;

import io.sluice.columns.FieldIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/// The difference between a table's columns and those that it is to have. Columns may be added behind the others, and
/// a type may become a wider one; Iceberg reads the files of before by ids, and nothing else leaves these readable.
public sealed interface Evolution {
    /// There is none.
    record Unchanged() implements Evolution {}

    /// One that the files of before allow.
    ///
    /// @param schema  of all columns afterwards, those that others added included
    /// @param changes in words, one a column
    record Allowed(Schema schema, List<String> changes) implements Evolution {
        public Allowed {
            changes = List.copyOf(changes);
        }
    }

    /// One that would make files of before unreadable, or read as something else.
    ///
    /// @param reasons in sentences, with the remedy; at least one
    record Refused(List<String> reasons) implements Evolution {
        public Refused {
            reasons = List.copyOf(reasons);
        }
    }

    /// Of two configurations of one stream.
    static Evolution of(TableDefinition before, TableDefinition after) {
        Schema schema = before.schema();
        return of(schema, before.spec(schema), after);
    }

    /// Of a table and a configuration.
    ///
    /// @param spec unpartitioned, of a table that is not complete yet and has no columns
    static Evolution of(Schema before, PartitionSpec spec, TableDefinition after) {
        Schema schema = after.schema();
        List<String> reasons = new ArrayList<>();
        List<String> changes = new ArrayList<>();
        Map<Integer, Integer> parents = TypeUtil.indexParents(before.asStruct());
        Map<Integer, Integer> newParents = TypeUtil.indexParents(schema.asStruct());
        List<Types.NestedField> foreign = before.columns().stream()
                .filter(field -> FieldIds.isForeign(field.fieldId(), after.partitionColumns().size())).toList();
        List<Types.NestedField> foreignFields = foreign.stream()
                .flatMap(field -> TypeUtil.indexById(Types.StructType.of(field)).values().stream()).toList();
        TypeUtil.indexById(before.asStruct()).forEach((id, field) -> {
            if (foreignFields.contains(field)) {
                return;
            }
            String name = before.findColumnName(id);
            Types.NestedField now = schema.findField(id);
            if (now == null || !now.name().equals(field.name())
                    || !Objects.equals(parents.get(id), newParents.get(id))) {
                reasons.add(EvolutionRules.moved(name, now == null ? "" : schema.findColumnName(id)));
            } else if (!EvolutionRules.reads(field.type(), now.type())) {
                reasons.add(EvolutionRules.retyped(name, field.type(), now.type()));
            } else if (field.type().isPrimitiveType() && !field.type().equals(now.type())) {
                changes.add(name + " is " + now.type() + " in place of " + field.type());
            }
        });
        TypeUtil.indexById(schema.asStruct()).keySet().stream().filter(id -> before.findField(id) == null).sorted()
                .forEach(id -> changes.add(schema.findColumnName(id) + " is added"));
        foreign.stream().filter(field -> schema.findField(field.name()) != null).forEach(field -> reasons
                .add("column " + field.name() + " was added to the table by somebody else; drop it there, or give"
                        + " yours another name"));
        if (!before.columns().isEmpty() && !sources(spec).equals(sources(after.spec(schema)))) {
            reasons.add("the table is partitioned by " + names(spec, before) + " and the prefix by "
                    + names(after.spec(schema), schema) + "; name another table for the new prefix");
        }
        if (!reasons.isEmpty()) {
            return new Refused(reasons.stream().distinct().toList());
        }
        if (changes.isEmpty()) {
            return new Unchanged();
        }
        List<Types.NestedField> all = new ArrayList<>(schema.columns());
        all.addAll(foreign);
        return new Allowed(new Schema(all), changes);
    }

    private static List<Integer> sources(PartitionSpec spec) {
        return spec.fields().stream().map(PartitionField::sourceId).toList();
    }

    private static String names(PartitionSpec spec, Schema schema) {
        return spec.isUnpartitioned()
                ? "nothing"
                : String.join(", ", spec.fields().stream().map(field -> schema.findColumnName(field.sourceId()))
                        .toList());
    }
}
