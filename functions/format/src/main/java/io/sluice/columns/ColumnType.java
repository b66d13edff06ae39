package io.sluice.columns;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The type of a column, as the AWS Glue Data Catalog writes it: Hive's types, as far as Athena reads them. Immutable.
///
/// Source: Athena user guide, "Data types in Amazon Athena".
public sealed interface ColumnType {

    /// The type's text, as `array<struct<a:int,b:string>>`: lower case, no blanks; [#parse] reads it again.
    String hiveText();

    /// Reads a type's text. Letter case and blanks between words do not matter; `integer` is `int`.
    ///
    /// @throws ColumnTypeException naming the text at fault, where it is and what may stand there
    static ColumnType parse(String text) {
        return new ColumnTypeParser(text).parse();
    }

    /// A type without parts.
    enum Primitive implements ColumnType {
        BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, FLOAT, DOUBLE, STRING, BINARY, DATE, TIMESTAMP;

        private final String hiveText = name().toLowerCase(Locale.ROOT);

        @Override
        public String hiveText() {
            return hiveText;
        }
    }

    /// `decimal(precision,scale)`.
    ///
    /// @param precision digits in all, 1 to 38
    /// @param scale     digits after the point, 0 to `precision`
    record Decimal(int precision, int scale) implements ColumnType {
        static final int PRECISION_MAX = 38;

        public Decimal {
            ColumnTypeException.require(precision >= 1 && precision <= PRECISION_MAX,
                    "a decimal has 1 to " + PRECISION_MAX + " digits, not " + precision);
            ColumnTypeException.require(scale >= 0 && scale <= precision,
                    "of a decimal's " + precision + " digits, 0 to " + precision + " stand after the point, not "
                            + scale);
        }

        @Override
        public String hiveText() {
            return "decimal(" + precision + "," + scale + ")";
        }
    }

    /// `varchar(length)`: text of at most `length` characters, 1 to 65,535.
    record Varchar(int length) implements ColumnType {
        static final int LENGTH_MAX = 65_535;

        public Varchar {
            ColumnTypeException.require(length >= 1 && length <= LENGTH_MAX,
                    "a varchar has 1 to " + LENGTH_MAX + " characters, not " + length);
        }

        @Override
        public String hiveText() {
            return "varchar(" + length + ")";
        }
    }

    /// `char(length)`: text of `length` characters, 1 to 255.
    record Char(int length) implements ColumnType {
        static final int LENGTH_MAX = 255;

        public Char {
            ColumnTypeException.require(length >= 1 && length <= LENGTH_MAX,
                    "a char has 1 to " + LENGTH_MAX + " characters, not " + length);
        }

        @Override
        public String hiveText() {
            return "char(" + length + ")";
        }
    }

    /// `array<element>`.
    record Array(ColumnType element) implements ColumnType {
        @Override
        public String hiveText() {
            return "array<" + element.hiveText() + ">";
        }
    }

    /// `map<key,value>`.
    ///
    /// @param key a type without parts
    record Mapping(ColumnType key, ColumnType value) implements ColumnType {
        public Mapping {
            boolean plain = switch (key) {
                case Primitive primitive -> true;
                case Decimal decimal -> true;
                case Varchar varchar -> true;
                case Char fixed -> true;
                case Array array -> false;
                case Mapping mapping -> false;
                case Struct struct -> false;
            };
            ColumnTypeException.require(plain, "a map's key is a plain type such as string, not " + key.hiveText());
        }

        @Override
        public String hiveText() {
            return "map<" + key.hiveText() + "," + value.hiveText() + ">";
        }
    }

    /// `struct<name:type,…>`.
    ///
    /// @param fields at least one, no two of one name
    record Struct(List<Field> fields) implements ColumnType {
        /// One field.
        ///
        /// @param name as [Column#name]
        public record Field(String name, ColumnType type) {
            public Field {
                name = ColumnNames.folded(name);
            }
        }

        public Struct {
            fields = List.copyOf(fields);
            ColumnTypeException.require(!fields.isEmpty(), "a struct has at least one field");
            ColumnNames.firstRepeated(fields.stream().map(Field::name).toList()).ifPresent(name -> {
                throw new ColumnTypeException("a struct has two fields " + name
                        + "; names that differ in letter case only are one to Athena");
            });
        }

        @Override
        public String hiveText() {
            return fields.stream().map(field -> field.name() + ":" + field.type().hiveText())
                    .collect(Collectors.joining(",", "struct<", ">"));
        }
    }
}
