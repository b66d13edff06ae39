package io.sluice.local.serve.streams;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.api.ApiException;
import io.sluice.api.RequestMembers;
import java.util.Set;

/// The destination as streams had it before the extended one, which Firehose still takes: an extended one with fewer
/// members.
final class PlainDestination {
    private static final String PLAIN = "S3Destination";
    private static final Set<String> MEMBERS = Set.of("RoleARN", "BucketARN", "Prefix", "ErrorOutputPrefix",
            "BufferingHints", "CompressionFormat", "EncryptionConfiguration", "CloudWatchLoggingOptions");

    private PlainDestination() {}

    /// Makes an extended destination of a plain one in a request, if there is one.
    ///
    /// @param kind `Configuration` or `Update`
    /// @throws ApiException when it has what a plain one can't have, or there is an extended one, too
    static void extend(ObjectNode request, String kind) {
        if (!request.hasNonNull(PLAIN + kind)) {
            return;
        }
        ObjectNode plain = RequestMembers.object(request, PLAIN + kind).orElseThrow();
        if (request.hasNonNull("Extended" + PLAIN + kind)) {
            throw ApiException.invalid("Exactly one destination configuration is supported for a Firehose");
        }
        plain.fieldNames().forEachRemaining(name -> {
            if (!MEMBERS.contains(name)) {
                throw ApiException.invalid(PLAIN + kind + " has no " + name + "; use Extended" + PLAIN + kind + ".");
            }
        });
        request.remove(PLAIN + kind);
        request.set("Extended" + PLAIN + kind, plain);
    }
}
