package io.sluice.lambda;

import io.sluice.aws.RequestCounts;
import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;

/// Where a stream's functions keep its data.
interface Ports extends AutoCloseable {
    /// Segments and manifests.
    ObjectStore staging();

    /// What users read.
    ObjectStore data();

    BufferIndex index();

    /// What was asked of AWS so far.
    RequestCounts.Snapshot requests();

    @Override
    void close();
}
