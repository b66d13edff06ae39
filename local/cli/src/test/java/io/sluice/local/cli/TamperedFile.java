package io.sluice.local.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/// A Parquet file of a table, uncompressed, written anew with one thing that is wrong: its rows stay.
final class TamperedFile {
    private TamperedFile() {}

    static void write(Path file, String fault) throws IOException {
        if (fault.equals("nothing")) {
            return;
        }
        MessageType before;
        List<Group> rows = new ArrayList<>();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file),
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
            before = reader.getFooter().getFileMetaData().getSchema();
            for (PageReadStore pages = reader.readNextRowGroup(); pages != null; pages = reader.readNextRowGroup()) {
                RecordReader<Group> groups = new ColumnIOFactory().getColumnIO(before).getRecordReader(pages,
                        new GroupRecordConverter(before));
                for (long row = 0; row < pages.getRowCount(); row++) {
                    rows.add(groups.read());
                }
            }
        }
        MessageType schema = schema(before, fault);
        Path other = file.resolveSibling("tampered");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(other))
                .withConf(new PlainParquetConfiguration()).withType(schema).build()) {
            for (Group row : rows) {
                writer.write(row(row, schema, fault));
            }
        }
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static MessageType schema(MessageType before, String fault) {
        List<Type> fields = new ArrayList<>();
        for (Type field : before.getFields()) {
            switch (fault + " of " + field.getName()) {
                case "id of mag" -> fields.add(withoutId(field));
                case "otherId of mag" -> fields.add(field.withId(3));
                case "partitionId of net" -> fields.add(field.withId(7));
                case "innerId of tags" -> {
                    GroupType list = field.asGroupType();
                    GroupType repeated = list.getType(0).asGroupType();
                    fields.add(list.withNewFields(repeated.withNewFields(withoutId(repeated.getType(0)))));
                }
                case "noPartition of net" -> {
                }
                default -> fields.add(field);
            }
        }
        if (fault.equals("more")) {
            fields.add(Types.primitive(PrimitiveTypeName.INT32, Repetition.OPTIONAL).named("more"));
        }
        return new MessageType(before.getName(), fields);
    }

    private static Type withoutId(Type field) {
        return Types.primitive(field.asPrimitiveType().getPrimitiveTypeName(), field.getRepetition())
                .as(field.getLogicalTypeAnnotation()).named(field.getName());
    }

    private static Group row(Group from, MessageType schema, String fault) {
        Group row = new SimpleGroup(schema);
        for (Type field : schema.getFields()) {
            String name = field.getName();
            if (!from.getType().containsField(name) || from.getFieldRepetitionCount(name) == 0
                    || (fault.equals("null") && name.equals("net"))) {
                continue;
            }
            switch (name) {
                case "mag" -> row.add(name, from.getDouble(name, 0));
                case "tags" -> row.add(name, from.getGroup(name, 0));
                case "net" -> row.add(name, fault.equals("value") ? "ci" : from.getString(name, 0));
                case "place" -> row.add(name, fault.equals("undecoded") ? "a%2Fb%20%252F" : from.getString(name, 0));
                default -> row.add(name, from.getString(name, 0));
            }
        }
        return row;
    }
}
