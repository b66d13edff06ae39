package io.sluice.testkit.lake;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.input.ByteInputs;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordSplitter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A query engine for one query: evaluates the view's text over the objects of a bucket, as Athena does, without
/// knowing anything of watermarks.
public final class ViewReader {
    private static final Pattern BRANCH = Pattern.compile("FROM \"[^\"]+\"\\.\"([^\"]+)\"(?: WHERE (.*))?",
            Pattern.DOTALL);
    private static final Pattern UNION = Pattern.compile("UNION ALL");
    private static final Pattern TEXT = Pattern.compile("'([^']*)'");
    private static final Pattern DAYS = Pattern
            .compile("\"[^\"]+\" (?:= '([^']*)'|BETWEEN '([^']*)' AND '([^']*)')");
    private static final Pattern ROUNDS = Pattern.compile(" AND regexp_like\\(\"\\$path\", '([^']*)'\\)$");
    private static final Pattern DAY = Pattern.compile("=(\\d{4}-\\d{2}-\\d{2})/");

    private final String bucket;
    private final Map<String, Predicate<String>> tables;

    /// @param tables which keys belong to a table
    public ViewReader(String bucket, Map<String, Predicate<String>> tables) {
        this.bucket = bucket;
        this.tables = tables;
    }

    /// The view's rows, sorted.
    public List<String> rows(String sql, Map<String, byte[]> objects) {
        List<String> rows = new ArrayList<>();
        objects.forEach((key, bytes) -> {
            for (int reads = reads(sql, key); reads > 0; reads--) {
                rows.addAll(lines(bytes));
            }
        });
        rows.sort(null);
        return rows;
    }

    /// Returns the number of the view's branches that read an object.
    public int reads(String sql, String key) {
        int reads = 0;
        for (String branch : UNION.splitAsStream(sql).toList()) {
            Matcher from = BRANCH.matcher(branch.strip());
            if (!from.find()) {
                throw new IllegalArgumentException("no branch of a view: " + branch);
            }
            Predicate<String> table = tables.getOrDefault(from.group(1), _ -> false);
            String where = from.group(2) == null ? "true" : from.group(2);
            if (table.test(key) && matches(where, key)) {
                reads++;
            }
        }
        return reads;
    }

    private boolean matches(String where, String key) {
        String path = "s3://" + bucket + "/" + key;
        Matcher day = DAY.matcher(key);
        if (!day.find()) {
            throw new IllegalArgumentException(key + " is in a table and has no day");
        }
        if (where.equals("true") || where.equals("false")) {
            return where.equals("true");
        }
        String[] either = where.split("(?<=\\$'\\)) OR ");
        if (either.length > 1) {
            return List.of(either).stream().anyMatch(part -> matches(part, key));
        }
        Matcher rounds = ROUNDS.matcher(where);
        if (rounds.find()) {
            return isAmong(where.substring(0, rounds.start()), day.group(1))
                    && Pattern.compile(rounds.group(1)).matcher(path).find();
        }
        int paths = where.indexOf(") AND \"$path\"");
        if (paths >= 0) {
            boolean listed = TEXT.matcher(where.substring(paths)).results().map(each -> each.group(1))
                    .anyMatch(path::equals);
            boolean wanted = !where.substring(paths).contains("NOT IN");
            return isAmong(where.substring(0, paths), day.group(1)) && listed == wanted;
        }
        return where.startsWith("NOT (") != isAmong(where, day.group(1));
    }

    private static boolean isAmong(String days, String day) {
        List<MatchResult> ranges = DAYS.matcher(days).results().toList();
        if (ranges.isEmpty()) {
            throw new IllegalArgumentException("no days: " + days);
        }
        return ranges.stream().anyMatch(range -> range.group(1) != null
                ? range.group(1).equals(day)
                : range.group(2).compareTo(day) <= 0 && day.compareTo(range.group(3)) <= 0);
    }

    /// An object's rows.
    public static List<String> lines(byte[] bytes) {
        List<String> lines = new ArrayList<>();
        try (var records = new RecordSplitter("", "", ByteInputs.open("", new ByteArrayInputStream(bytes), 1 << 20),
                1 << 20)) {
            for (InputRecord record = records.next(); record != null; record = records.next()) {
                lines.add(new String(record.data(), UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }
}
