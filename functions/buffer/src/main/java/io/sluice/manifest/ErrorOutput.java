package io.sluice.manifest;

import io.sluice.codec.Compression;
import io.sluice.layout.PrefixExpression;
import io.sluice.partition.Partition;
import io.sluice.reject.ErrorOutputType;
import java.util.Map;

/// The place for records that cannot be delivered under their own keys after they were buffered.
///
/// @param prefix the stream's `ErrorOutputPrefix`
public record ErrorOutput(PrefixExpression prefix) {
    Partition partition(ErrorOutputType type, Compression compression) {
        return Partition.of(Partition.Kind.ERRORS, compression, prefix.bind(Map.of(), Map.of(), type.wireName()));
    }
}
