package io.sluice.convert;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.encoding.MalformedEncodingException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Rows as bytes: two rows are equal exactly when their bytes are. A value's kind stands before it, so that no schema
/// is needed to read it again.
public final class RowBytes {
    private RowBytes() {}

    public static byte[] of(Row row) {
        ByteWriter out = new ByteWriter(256);
        write(row, out);
        return out.toBytes();
    }

    /// @throws MalformedEncodingException when these are no row's
    public static Row read(byte[] bytes) {
        ByteReader in = new ByteReader(bytes);
        if (!(value(in) instanceof Row row) || !in.atEnd()) {
            throw new MalformedEncodingException("not the bytes of a row");
        }
        return row;
    }

    private static void write(@Nullable Object value, ByteWriter out) {
        switch (value) {
            case null -> out.octet('-');
            case Boolean truth -> out.octet(truth ? 't' : 'f');
            case Integer number -> out.octet('i').signed(number);
            case Long number -> out.octet('l').fixed64(number);
            case Float number -> out.octet('r').signed(Float.floatToRawIntBits(number));
            case Double number -> out.octet('d').fixed64(Double.doubleToRawLongBits(number));
            case BigDecimal number -> out.octet('n').signed(number.scale()).bytes(number.unscaledValue().toByteArray());
            case String text -> text(text, out);
            case byte[] bytes -> out.octet('b').bytes(bytes);
            case Row row -> {
                out.octet('s').varint(row.size());
                for (int i = 0; i < row.size(); i++) {
                    write(row.value(i), out);
                }
            }
            case List<?> list -> {
                out.octet('a').varint(list.size());
                list.forEach(each -> write(each, out));
            }
            case Map<?, ?> map -> {
                out.octet('m').varint(map.size());
                map.forEach((key, each) -> {
                    write(key, out);
                    write(each, out);
                });
            }
            default -> throw new IllegalArgumentException("no value of a row: " + value.getClass());
        }
    }

    /// A half of a surrogate pair alone has no UTF-8, and is not to look like the `?` that takes its place in a file.
    private static void text(String text, ByteWriter out) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                int codePoint = text.codePointAt(i);
                if (codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT) {
                    units(text, out);
                    return;
                }
                i++;
            }
        }
        out.octet('u').text(text);
    }

    private static void units(String text, ByteWriter out) {
        out.octet('h').varint(text.length());
        text.chars().forEach(unit -> out.octet(unit >> Byte.SIZE).octet(unit));
    }

    private static @Nullable Object value(ByteReader in) {
        int kind = in.octet();
        return switch (kind) {
            case '-' -> null;
            case 't' -> true;
            case 'f' -> false;
            case 'i' -> (int) in.signed();
            case 'l' -> in.fixed64();
            case 'r' -> Float.intBitsToFloat((int) in.signed());
            case 'd' -> Double.longBitsToDouble(in.fixed64());
            case 'n' -> {
                int scale = (int) in.signed();
                yield new BigDecimal(new BigInteger(in.bytes()), scale);
            }
            case 'u' -> in.text();
            case 'h' -> {
                StringBuilder text = new StringBuilder();
                for (int left = in.count(2); left > 0; left--) {
                    text.append((char) (in.octet() << Byte.SIZE | in.octet()));
                }
                yield text.toString();
            }
            case 'b' -> in.bytes();
            case 's' -> Row.of(list(in).toArray());
            case 'a' -> list(in);
            case 'm' -> {
                Map<Object, @Nullable Object> map = new LinkedHashMap<>();
                for (int left = in.count(2); left > 0; left--) {
                    map.put(Objects.requireNonNull(value(in)), value(in));
                }
                yield map;
            }
            default -> throw new MalformedEncodingException("a row has no value of kind " + kind);
        };
    }

    private static List<@Nullable Object> list(ByteReader in) {
        int size = in.count(1);
        List<@Nullable Object> values = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            values.add(value(in));
        }
        return values;
    }
}
