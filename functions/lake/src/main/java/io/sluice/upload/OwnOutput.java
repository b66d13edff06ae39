package io.sluice.upload;

import io.sluice.event.UploadEvent;
import java.util.List;

/// The places that a stream writes to itself: an object of these would be read, written again under the stream's
/// prefix, and so on without an end.
///
/// @param data     the data bucket
/// @param staging  the staging bucket
/// @param prefixes under which the stream writes to the data bucket, each as far as it is the same for all objects
public record OwnOutput(String data, String staging, List<String> prefixes) {
    public OwnOutput {
        prefixes = List.copyOf(prefixes);
    }

    /// @throws OwnOutputException naming the object and the prefix
    void refuse(UploadEvent notice) {
        if (notice.bucket().equals(staging)) {
            throw new OwnOutputException(notice.name() + " is in the staging bucket of the stream itself: take it out"
                    + " of the notifications");
        }
        if (notice.bucket().equals(data)) {
            prefixes.stream().filter(notice.key().value()::startsWith).findFirst().ifPresent(prefix -> {
                throw new OwnOutputException(("%s is where the stream itself writes (%s), and each object would make"
                        + " the next: restrict the notifications to a prefix outside it, or write to another bucket")
                        .formatted(notice.name(), prefix.isEmpty() ? "any key of the bucket" : prefix));
            });
        }
    }
}
