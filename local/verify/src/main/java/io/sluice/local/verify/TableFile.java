package io.sluice.local.verify;

import io.sluice.local.verify.JudgedRows.Column;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/// What a Parquet file of an Iceberg table has besides its records: an id in each field, and columns of its path, which
/// have one text in all rows.
///
/// Source: `docs/reference/parquet.md`, "Files of an Iceberg table".
///
/// @param columns those of the records
/// @param path    those of the folders
record TableFile(List<Column> columns, FolderColumns path) {
    private static final int BLOCK = 10_000;
    private static final int PARTITION_FIRST = 1_000_000_000;
    private static final String NULL = "__HIVE_DEFAULT_PARTITION__";

    TableFile {
        columns = List.copyOf(columns);
    }

    /// Names what is wrong with a file, at most one fault a field; none when nothing is, or when it cannot be read,
    /// which is told elsewhere.
    ///
    /// @param key of its object, as one of the stream's own
    List<String> faults(Path file, String key) {
        List<String> faults = new ArrayList<>();
        ParquetReadOptions options = ParquetReadOptions.builder().withCodecFactory(new PageDecompressors()).build();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
            MessageType schema = reader.getFooter().getFileMetaData().getSchema();
            checkIds(schema, faults);
            List<String> there = path.names().stream().filter(schema::containsField).toList();
            if (!there.isEmpty()) {
                MessageType ofPath = new MessageType(schema.getName(), there.stream().map(schema::getType).toList());
                Optional<List<String>> texts = path.texts(key);
                if (texts.isEmpty()) {
                    faults.add("its key is none of the prefix");
                } else {
                    reader.setRequestedSchema(ofPath);
                    checkValues(reader, ofPath, texts.get(), faults);
                }
            }
        } catch (IOException | RuntimeException e) {
            // Whoever reads its records says why it can't be read.
            return faults;
        }
        return faults;
    }

    private void checkIds(MessageType schema, List<String> faults) {
        Set<String> known = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            known.add(column.name());
            if (schema.containsField(column.name())) {
                Type field = schema.getType(column.name());
                checkId(column.name(), field, i + 1, faults);
                new Inner(BLOCK * (i + 1), faults).check(column.name(), RowType.parse(column.type()), field);
            }
        }
        for (int i = 0; i < path.names().size(); i++) {
            String name = path.names().get(i);
            known.add(name);
            if (schema.containsField(name)) {
                checkId(name, schema.getType(name), PARTITION_FIRST + i, faults);
            } else {
                faults.add("it has no column " + name + ", which its path has");
            }
        }
        schema.getFields().stream().map(Type::getName).filter(name -> !known.contains(name))
                .forEach(name -> faults.add("it has a column " + name + ", and the table has none"));
    }

    private static void checkId(String name, Type field, int wanted, List<String> faults) {
        if (field.getId() == null || field.getId().intValue() != wanted) {
            faults.add("the field " + name + " has " + (field.getId() == null
                    ? "no id"
                    : "the id " + field.getId().intValue()) + ", and " + wanted + " in the table");
        }
    }

    /// Fields that a column is made of, numbered one after another, each before those that it is made of.
    private static final class Inner {
        private final List<String> faults;
        private int next;

        Inner(int first, List<String> faults) {
            this.next = first;
            this.faults = faults;
        }

        void check(String name, RowType type, Type field) {
            switch (type) {
                case RowType.Scalar _ -> {
                }
                case RowType.Elements(RowType element) -> member(name + ".element", element, held(field, 0));
                case RowType.Entries(RowType key, RowType value) -> {
                    member(name + ".key", key, held(field, 0));
                    member(name + ".value", value, held(field, 1));
                }
                case RowType.Fields(List<RowType.Field> fields) -> fields.forEach(each -> member(
                        name + "." + each.name(), each.type(), Stream.of(field).filter(of -> !of.isPrimitive())
                                .map(Type::asGroupType).filter(of -> of.containsField(each.name()))
                                .map(of -> of.getType(each.name())).findFirst()));
            }
        }

        private void member(String name, RowType type, Optional<Type> field) {
            int id = next++;
            field.ifPresentOrElse(there -> {
                checkId(name, there, id, faults);
                check(name, type, there);
            }, () -> skip(type));
        }

        private void skip(RowType type) {
            switch (type) {
                case RowType.Scalar _ -> {
                }
                case RowType.Elements(RowType element) -> member("", element, Optional.empty());
                case RowType.Entries(RowType key, RowType value) -> {
                    member("", key, Optional.empty());
                    member("", value, Optional.empty());
                }
                case RowType.Fields(List<RowType.Field> fields) ->
                    fields.forEach(each -> member("", each.type(), Optional.empty()));
            }
        }

        private static Optional<Type> held(Type field, int index) {
            GroupType repeated = field.asGroupType().getType(0).asGroupType();
            return index < repeated.getFieldCount() ? Optional.of(repeated.getType(index)) : Optional.empty();
        }
    }

    private void checkValues(ParquetFileReader reader, MessageType schema, List<String> texts, List<String> faults)
            throws IOException {
        Set<String> told = new HashSet<>();
        for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
            RecordReader<Group> rows = new ColumnIOFactory().getColumnIO(schema).getRecordReader(pages,
                    new GroupRecordConverter(schema));
            for (long row = 0; row < pages.getRowCount(); row++) {
                Group group = rows.read();
                for (Type field : schema.getFields()) {
                    String name = field.getName();
                    String inPath = texts.get(path.names().indexOf(name));
                    if (!isSame(group, name, inPath) && told.add(name)) {
                        faults.add("a row has another value in the column " + name + " than its path, which says "
                                + inPath);
                    }
                }
            }
        }
    }

    /// By the text of the path, where keys are encoded by percent.
    private boolean isSame(Group row, String name, String inPath) {
        if (row.getFieldRepetitionCount(name) == 0) {
            return inPath.equals(NULL);
        }
        String value = row.getString(name, 0);
        return !inPath.equals(NULL) && inPath.equals(path.isOfKey(name) ? PercentText.of(value) : value);
    }
}
