package io.sluice.testkit.lake;

import io.sluice.encoding.ByteReader;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import io.sluice.segment.BatchId;
import io.sluice.source.SourceObject;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;

/// Tells of which version of a source object all records are staged, by the receipt that a repartition left. It reads
/// the bytes by itself: format, version of the object, verdict.
public final class StagedVersions {
    private static final int STAGED = 0;

    private final String days;
    private final ObjectStore staging;

    public StagedVersions(String stream, ObjectStore staging) {
        this.days = "repartition/" + stream + "/days/";
        this.staging = staging;
    }

    /// Its ETag; empty when the object is left out, or nothing is decided about it.
    public Optional<String> of(LocalDate day, SourceObject object) {
        byte[] receipt;
        try {
            receipt = staging
                    .get(new ObjectKey(days + day + "/objects/" + BatchId.of(List.of(object.key().value()))));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                return Optional.empty();
            }
            throw e;
        }
        ByteReader in = ByteReader.checked(receipt, "receipt");
        in.octet();
        SourceObject version = SourceObject.decode(in);
        return in.octet() == STAGED ? Optional.of(version.etag()) : Optional.empty();
    }
}
