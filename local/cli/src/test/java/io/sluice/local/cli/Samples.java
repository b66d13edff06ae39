package io.sluice.local.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/// Texts of records by chance, in a form that data come in, and with a little damage.
final class Samples {
    /// What damage is made of: what JSON and tables are made of, and what they are not.
    private static final String ALPHABET = "{}[]\",:\\ \t\r\n0123456789-+.eEtruefalsnNa\u00e4/\u0000;";
    private static final List<String> ENDS = List.of("\n", "\r\n", ",\n", "\n\n", " ");

    private Samples() {}

    /// A sample of some `records` records.
    static byte[] of(Random random, int records) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            rows.add(List.of(String.valueOf("abc".charAt(random.nextInt(3))), "2026-01-0" + (1 + i % 3) + "T00:00:00Z",
                    String.valueOf(random.nextInt(1_000)), random.nextInt(20) == 0 ? "" : "{\"y\":[1]}"));
        }
        StringBuilder text = new StringBuilder(form(random, rows));
        if (random.nextInt(4) == 0) {
            text.replace(0, text.length(), text.toString().replace("\n", "\r\n"));
        }
        for (int damage = random.nextInt(records / 4); damage > 0; damage--) {
            damage(random, text);
        }
        if (random.nextInt(8) == 0) {
            text.insert(0, '\uFEFF');
        }
        return text.toString().getBytes(UTF_8);
    }

    private static String form(Random random, List<List<String>> rows) {
        return switch (random.nextInt(8)) {
            case 0 -> "[" + join(rows, ",\n") + "]\n";
            case 1 -> join(rows, "\n").replace("{\"kind", "{\n  \"kind").replace(",\"", ",\n  \"").replace("}\n",
                    "\n}\n") + "\n";
            case 2 -> "{\"Records\":[" + join(rows, random.nextBoolean() ? "," : ",\n") + "],\"more\":1}\n";
            case 3 -> "kind,at,n\n" + table(rows, ",");
            case 4 -> table(rows, random.nextBoolean() ? "\t" : ",");
            default -> join(rows, ENDS.get(random.nextInt(ENDS.size()))) + "\n";
        };
    }

    private static String join(List<List<String>> rows, String end) {
        return rows.stream().map(row -> "{\"kind\":\"" + row.get(0) + "\",\"at\":\"" + row.get(1) + "\",\"n\":"
                + row.get(2) + (row.get(3).isEmpty() ? "" : ",\"x\":" + row.get(3)) + "}")
                .collect(Collectors.joining(end));
    }

    private static String table(List<List<String>> rows, String by) {
        return rows.stream().map(row -> String.join(by, row.subList(0, 3)) + "\n").collect(Collectors.joining());
    }

    private static void damage(Random random, StringBuilder text) {
        int at = random.nextInt(text.length());
        String with = String.valueOf(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        switch (random.nextInt(3)) {
            case 0 -> text.insert(at, with);
            case 1 -> text.deleteCharAt(at);
            default -> text.replace(at, at + 1, with);
        }
    }
}
