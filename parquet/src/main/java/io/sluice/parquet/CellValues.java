package io.sluice.parquet;

import io.sluice.columns.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;

/// Single values of the classes that [io.sluice.convert.Row] names, whichever narrower type the file has.
final class CellValues {
    private CellValues() {}

    static PrimitiveConverter of(ColumnType.Primitive type, Consumer<Object> to) {
        return switch (type) {
            case BOOLEAN, TINYINT, SMALLINT, INT, DATE, TIMESTAMP, FLOAT -> plain(to);
            case BIGINT -> plain(value -> to.accept(((Number) value).longValue()));
            case DOUBLE -> plain(value -> to.accept(((Number) value).doubleValue()));
            case STRING -> text(to);
            case BINARY -> binary(value -> to.accept(value.getBytes()));
        };
    }

    static PrimitiveConverter text(Consumer<Object> to) {
        return binary(value -> to.accept(value.toStringUsingUTF8()));
    }

    static PrimitiveConverter decimal(ColumnType.Decimal type, Consumer<Object> to) {
        return binary(value -> to.accept(new BigDecimal(new BigInteger(value.getBytes()), type.scale())));
    }

    private static PrimitiveConverter binary(Consumer<Binary> to) {
        return new PrimitiveConverter() {
            @Override
            public void addBinary(Binary value) {
                to.accept(value);
            }
        };
    }

    private static PrimitiveConverter plain(Consumer<Object> to) {
        return new PrimitiveConverter() {
            @Override
            public void addBoolean(boolean value) {
                to.accept(value);
            }

            @Override
            public void addInt(int value) {
                to.accept(value);
            }

            @Override
            public void addLong(long value) {
                to.accept(value);
            }

            @Override
            public void addFloat(float value) {
                to.accept(value);
            }

            @Override
            public void addDouble(double value) {
                to.accept(value);
            }
        };
    }
}
