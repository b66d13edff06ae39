package io.sluice.upload;

import io.sluice.event.UploadEvent;
import io.sluice.source.SourceObject;
import io.sluice.source.SourceRecords;
import java.util.Optional;

/// The buckets that objects are put into. Safe for concurrent use.
public interface UploadedObjects {
    /// Finds the object that is there now: of this version where the notice has one, else of the newest. One request.
    ///
    /// @return empty when it is gone
    /// @throws io.sluice.objects.StoreException when that cannot be told
    Optional<SourceObject> find(UploadEvent notice);

    /// Reads what [#find] found.
    SourceRecords records(UploadEvent notice);
}
