package io.sluice.app;

import io.sluice.buffers.BufferCountLog;
import io.sluice.config.EventTarget;
import io.sluice.flush.SweepMark;
import io.sluice.index.BufferIndex;
import io.sluice.landing.EventSink;
import io.sluice.landing.LandingCursors;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.recover.RecoveryMark;
import io.sluice.retention.RetentionRules;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import io.sluice.upload.UploadedObjects;
import java.util.List;
import java.util.Optional;

/// The stores of a stream's data, as its functions use them.
public interface Ports extends AutoCloseable {
    /// Segments and manifests.
    ObjectStore staging();

    /// The objects that users read.
    ObjectStore data();

    /// The stream's index.
    BufferIndex index();

    /// The index of another of the stream's buffers in the same table, as a lane or a repartitioned day has one;
    /// receipts are the stream's in each.
    BufferIndex index(String buffer);

    /// The progress of a buffer's recovery.
    RecoveryMark recoveryMark(String buffer);

    /// The progress of a buffer's sweep.
    SweepMark sweepMark(String buffer);

    /// The history of the stream's buffers.
    BufferCountLog bufferCounts();

    /// The cursors of a reader of the stream's landings.
    LandingCursors landingCursors(LandingCursors.Reader reader);

    /// The service that takes the stream's events.
    EventSink eventSink(EventTarget target);

    /// The data bucket, as retention goes through it.
    ObjectTree tree();

    RetentionRules rules();

    /// The data bucket, as sources of repartitions lie in it.
    SourceStore sourceObjects();

    /// The records of these.
    SourceRecords source();

    /// Any bucket, as others put objects into it.
    UploadedObjects uploads();

    /// Names of the data bucket and of the staging bucket.
    List<String> buckets();

    /// Starts a function and does not wait for it; empty where the flusher does not run in Lambda.
    Optional<Invocations> invocations();

    /// Starts functions.
    @FunctionalInterface
    interface Invocations {
        /// @param functionArn with its alias
        /// @throws io.sluice.objects.StoreException when it may not have been accepted
        void start(String functionArn, byte[] event);
    }

    @Override
    void close();
}
