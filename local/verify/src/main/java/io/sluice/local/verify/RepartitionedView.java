package io.sluice.local.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The view over a repartition as its readers see it: of the days that are moved the stream's own objects, of the
/// others the source, and of a moved day's source what was not moved.
///
/// Source: `docs/how-to/repartition.md`.
///
/// @param view  the text of the view
/// @param table the name of the stream's table
record RepartitionedView(ViewText view, String table) {
    private static final String NAMED = "-repartition-";

    /// Empty where nothing was repartitioned.
    ///
    /// @param configuration the stream's, as JSON, without errors
    /// @param out           the folder of a run
    /// @throws IOException when the view's text is not a repartition's
    static Optional<RepartitionedView> read(byte[] configuration, Path out) throws IOException {
        JsonNode root = new ObjectMapper().readTree(configuration);
        String table = CompactedFolder.table(root);
        String bucket = CompactedFolder.bucket(root);
        Path text = out.resolve(bucket).resolve("views").resolve(table + "_all.sql");
        return CompactedFolder.prefix(root).isEmpty() && Files.isRegularFile(text)
                ? Optional.of(new RepartitionedView(ViewText.parse(Files.readString(text), bucket), table))
                : Optional.empty();
    }

    /// Returns true when an object was made by a repartition whose day is not moved yet.
    boolean isUnmoved(String key) {
        return key.substring(key.lastIndexOf('/') + 1).contains(NAMED) && view.reads(table, key) == 0;
    }

    /// The number of times that a query reads an object.
    long reads(StoredObject object) {
        String key = object.key();
        return view.reads(object.role() == StoredObject.Role.SOURCE
                ? CompactedFolder.tableName(key.substring(0, key.indexOf('/')))
                : table, key);
    }

    /// Returns true when a query reads an object of the source: its table has the name of the first folder there.
    boolean readsSource(String key) {
        int slash = key.indexOf('/');
        return slash > 0 && view.reads(CompactedFolder.tableName(key.substring(0, slash)), key) > 0
                && !CompactedFolder.tableName(key.substring(0, slash)).equals(table);
    }
}
