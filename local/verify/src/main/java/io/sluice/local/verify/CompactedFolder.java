package io.sluice.local.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The folder of a compaction, made of delivered objects, as its page describes it: the stream's own folders under
/// another one, names with the round before the extension, and a view that says which objects count.
///
/// Source: `docs/how-to/compaction.md`.
///
/// @param prefix `Sluice.Compaction.Prefix`
/// @param head   the folders that all keys of the stream are in, and those of compacted objects are not
/// @param table  the name of the stream's table
/// @param view   what readers see; empty: nothing was compacted yet
record CompactedFolder(String prefix, String head, String table, Optional<ViewText> view) {
    private static final Pattern NAME = Pattern.compile("[^/]*-C[1-9]\\d*(\\.[^/A-Z]*)?");

    /// Empty where the stream's days are not compacted.
    ///
    /// @param configuration the stream's, as JSON, without errors
    /// @param out           the folder of a run
    /// @throws IOException when the view's text is not a compaction's
    static Optional<CompactedFolder> read(byte[] configuration, Path out) throws IOException {
        JsonNode root = new ObjectMapper().readTree(configuration);
        String prefix = prefix(root);
        if (prefix.isEmpty()) {
            return Optional.empty();
        }
        String bucket = bucket(root);
        String own = root.path("ExtendedS3DestinationConfiguration").path("Prefix").asText("");
        String literal = own.contains("!{") ? own.substring(0, own.indexOf("!{")) : own;
        String table = table(root);
        Path text = out.resolve(bucket).resolve("views").resolve(table + "_all.sql");
        Optional<ViewText> view = Files.isRegularFile(text)
                ? Optional.of(ViewText.parse(Files.readString(text), bucket))
                : Optional.empty();
        return Optional
                .of(new CompactedFolder(prefix, literal.substring(0, literal.lastIndexOf('/') + 1), table, view));
    }

    static String prefix(JsonNode root) {
        return root.path("Sluice").path("Compaction").path("Prefix").asText("");
    }

    static String bucket(JsonNode root) {
        String arn = root.path("ExtendedS3DestinationConfiguration").path("BucketARN").asText("");
        return arn.substring(arn.lastIndexOf(':') + 1);
    }

    static String table(JsonNode root) {
        return tableName(root.path("Sluice").path("Table").path("Name").asText(root.path("DeliveryStreamName")
                .asText()));
    }

    static String tableName(String of) {
        return of.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
    }

    /// Returns why what is there can't be judged; empty when it can.
    ///
    /// @param configuration as above
    /// @param out           as above
    static Optional<String> fault(byte[] configuration, Path out) throws IOException {
        Optional<CompactedFolder> folder = read(configuration, out);
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        if (folder.get().view.filter(ViewText::lists).isPresent()) {
            return Optional.of("joined objects are still there, so many that the view lists those that it reads beside"
                    + " them: what is joined can't be told from what came since; compact again once they may be"
                    + " removed, then verify");
        }
        StreamFacts stream = StreamFacts.read(configuration);
        Path large = out.resolve(stream.bucket()).resolve(folder.get().prefix);
        if (stream.rows().isEmpty() && Files.isDirectory(large)) {
            try (Stream<Path> tree = Files.walk(large)) {
                if (tree.anyMatch(file -> file.getFileName().toString().endsWith(".parquet"))) {
                    return Optional.of("text was compacted into Parquet, and rows are compared with records of streams"
                            + " that convert them alone: verify what was delivered before you compact it; a compaction"
                            + " counts by itself what it joins");
                }
            }
        }
        return Optional.empty();
    }

    /// Tests whether a key is of a compacted object's place.
    boolean holds(String key) {
        return key.startsWith(prefix);
    }

    /// The key that an object of the stream would have in the place of a compacted one; empty for a name that no
    /// compaction gives.
    Optional<String> original(String key) {
        Matcher name = NAME.matcher(key.substring(key.lastIndexOf('/') + 1));
        return name.matches() ? Optional.of(underHead(key)) : Optional.empty();
    }

    /// The key of a compacted object's place as one of the stream's own.
    String underHead(String key) {
        return head + key.substring(prefix.length());
    }

    /// Tests whether who queries the view reads an object.
    boolean isRead(String key) {
        return reads(key) > 0;
    }

    /// The number of times that who queries the view reads an object.
    long reads(String key) {
        return view.map(sql -> sql.reads(holds(key) ? table + "_compacted" : table, key)).orElse(holds(key) ? 0L : 1L);
    }
}
