package io.sluice.columns;

import io.sluice.columns.ColumnType.Primitive;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The names of column types, and what was meant by a name that is none.
final class TypeNames {
    private static final Map<String, Primitive> PRIMITIVES = Stream.of(Primitive.values())
            .collect(Collectors.toUnmodifiableMap(Primitive::hiveText, Function.identity()));
    private static final List<String> KNOWN = Stream.concat(Stream.of(Primitive.values()).map(Primitive::hiveText),
            Stream.of("decimal(p,s)", "varchar(n)", "char(n)", "array<…>", "map<…,…>", "struct<name:type,…>")).toList();
    /// Names that other systems have for Hive's types.
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(Map.entry("long", "bigint"),
            Map.entry("short", "smallint"), Map.entry("byte", "tinyint"), Map.entry("number", "double"),
            Map.entry("numeric", "decimal"), Map.entry("real", "float"), Map.entry("text", "string"),
            Map.entry("json", "string"), Map.entry("uuid", "string"), Map.entry("str", "string"),
            Map.entry("datetime", "timestamp"), Map.entry("time", "string"), Map.entry("bytes", "binary"),
            Map.entry("varbinary", "binary"), Map.entry("blob", "binary"), Map.entry("list", "array"),
            Map.entry("object", "struct"), Map.entry("row", "struct"), Map.entry("record", "struct"));

    private TypeNames() {}

    /// @throws ColumnTypeException naming the nearest known type, or all
    static Primitive primitive(String name) {
        if (name.equals("integer")) {
            return Primitive.INT;
        }
        Primitive type = PRIMITIVES.get(name);
        if (type == null) {
            throw new ColumnTypeException("unknown type \"" + name + "\"; " + nearest(name)
                    .map(known -> "did you mean " + known + "?")
                    .orElseGet(() -> "known are " + String.join(", ", KNOWN)));
        }
        return type;
    }

    private static Optional<String> nearest(String name) {
        String elsewhere = ELSEWHERE.get(name);
        if (elsewhere != null) {
            return KNOWN.stream().filter(known -> bare(known).equals(elsewhere)).findFirst();
        }
        return KNOWN.stream().filter(known -> differences(name, bare(known)) <= bare(known).length() / 3)
                .min(Comparator.comparingInt(known -> differences(name, bare(known))));
    }

    private static String bare(String known) {
        return known.replaceFirst("[(<].*", "");
    }

    /// Letters to drop from both words until the same are left in order.
    private static int differences(String a, String b) {
        int[] kept = new int[b.length() + 1];
        for (int i = 0; i < a.length(); i++) {
            int diagonal = 0;
            for (int j = 1; j <= b.length(); j++) {
                int above = kept[j];
                kept[j] = a.charAt(i) == b.charAt(j - 1) ? diagonal + 1 : Math.max(above, kept[j - 1]);
                diagonal = above;
            }
        }
        return Math.max(a.length(), b.length()) - kept[b.length()];
    }
}
