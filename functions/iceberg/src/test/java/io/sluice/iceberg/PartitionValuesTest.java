package io.sluice.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.sluice.columns.Column;
import io.sluice.columns.ColumnType;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Key values as partition values.
final class PartitionValuesTest {
    @ParameterizedTest
    @CsvSource(value = {"string;a/b=c;a/b=c", "string;'';''", "string;__HIVE_DEFAULT_PARTITION__;null",
            "string; 2018 ; 2018 ", "int;007;7", "int;-1;-1", "bigint;9223372036854775807;9223372036854775807",
            "date;2018-02-01;17563", "date;1969-12-31;-1", "smallint;5;5"}, delimiter = ';',
            ignoreLeadingAndTrailingWhitespace = false)
    void areTyped(String type, String text, String value) {
        assertEquals(value, String.valueOf(PartitionValues.of(spec(type), List.of(Optional.of(text))).get(0)));
    }

    @Test
    void halfOfASurrogatePairIsAsTheFileHasIt() {
        assertEquals("a?", PartitionValues.of(spec("string"), List.of(Optional.of("a\uD83D"))).get(0));
    }

    @ParameterizedTest
    @CsvSource({"int,2147483648", "int,''", "date,2018-2-1", "date,20180201", "bigint,1.0", "int,١x"})
    void orRefusedByName(String type, String text) {
        String message = assertThrows(UnreadableObjectException.class,
                () -> PartitionValues.of(spec(type), List.of(Optional.of(text)))).getMessage();
        assertEquals("partition column k is " + (type.equals("bigint") ? "long" : type)
                + ", and its key has the value \"" + text + "\"", message);
    }

    @ParameterizedTest
    @CsvSource({"string", "int", "date"})
    void aMissingOneIsNull(String type) {
        assertEquals(Optional.empty(),
                Optional.ofNullable(PartitionValues.of(spec(type), List.of(Optional.empty())).get(0)));
    }

    private static PartitionSpec spec(String type) {
        TableDefinition definition = new TableDefinition("quakes", "s3://lake/quakes", "s3://lake",
                ParquetBytes.COLUMNS,
                List.of(Column.of("k", ColumnType.parse(type))));
        return definition.spec(definition.schema());
    }
}
