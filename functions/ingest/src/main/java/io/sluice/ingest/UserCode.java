package io.sluice.ingest;

import io.sluice.plugin.KeyExtractor;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import io.sluice.reject.Reject;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/// Calls users' own code, which may throw anything and return null: it costs the record that was handed to it, and no
/// other. An error of the virtual machine passes through, except a recursion that a record made too deep.
final class UserCode {
    private UserCode() {}

    static Transformed transform(RecordTransformer transformer, byte[] record) {
        try {
            Transformed transformed = transformer.transform(record);
            return Objects.requireNonNullElseGet(transformed,
                    () -> new Transformed.Failed("transformer '" + transformer.name() + "' returned null"));
        } catch (Throwable e) {
            passOn(e);
            return new Transformed.Failed(e.toString());
        }
    }

    /// The extractor's values over those of the transformer; a null stands for a missing key.
    static Extracted keys(KeyExtractor extractor, byte[] record, Map<String, String> transformerKeys) {
        try {
            Map<String, String> keys = new HashMap<>(transformerKeys);
            keys.putAll(extractor.keys(record));
            keys.values().removeIf(Objects::isNull);
            return new Extracted.Keys(keys);
        } catch (Throwable e) {
            passOn(e);
            return new Extracted.Failed(Reject.partitioning(e.toString()));
        }
    }

    /// A class that the plug-in lacks, or an assertion of its own, is no more than an exception.
    private static void passOn(Throwable thrown) {
        if (thrown instanceof VirtualMachineError machine && !(thrown instanceof StackOverflowError)) {
            throw machine;
        }
    }
}
