package io.sluice.lambda;

import io.sluice.aws.RequestCounts;
import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.retention.RetentionRules;

/// Where a stream's functions keep its data.
interface Ports extends AutoCloseable {
    /// Segments and manifests.
    ObjectStore staging();

    /// What users read.
    ObjectStore data();

    BufferIndex index();

    /// The data bucket, as retention goes through it.
    ObjectTree tree();

    RetentionRules rules();

    /// What was asked of AWS so far.
    RequestCounts.Snapshot requests();

    @Override
    void close();
}
