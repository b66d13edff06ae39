package io.sluice.infra;

import io.sluice.config.ResourceText;
import io.sluice.infra.source.SourceText;
import java.util.Optional;

/// The stream of a DynamoDB table, whose changes are a stream's records, and how it is read.
///
/// @param streamArn of a table's stream that is there, in the stack's account and region, or a token of the app's own
///     (`getTableStreamArn`)
/// @param keyArn    of the KMS key of your own that encrypts the table
/// @param reading   how
public record TableChanges(String streamArn, Optional<String> keyArn, ChangesReading reading) {
    public TableChanges {
        SourceText.require(ResourceText.TABLE_STREAM, streamArn);
        keyArn.ifPresent(key -> SourceText.require(ResourceText.KEY, key));
    }

    /// From the oldest change on.
    public static TableChanges of(String streamArn) {
        return new TableChanges(streamArn, Optional.empty(), ChangesReading.PRESET);
    }

    /// The same with a key.
    public TableChanges with(String key) {
        return new TableChanges(streamArn, Optional.of(key), reading);
    }

    /// The same read otherwise.
    public TableChanges read(ChangesReading as) {
        return new TableChanges(streamArn, keyArn, as);
    }
}
