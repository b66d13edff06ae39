package io.sluice.lambda;

import io.sluice.app.Ports;
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

/// Ports of a function that has to do without.
final class NoPorts implements Ports {
    private static AssertionError refused(String port) {
        return new AssertionError(port + " is asked for, where nothing is kept");
    }

    @Override
    public ObjectStore staging() {
        throw refused("the staging bucket");
    }

    @Override
    public ObjectStore data() {
        throw refused("the data bucket");
    }

    @Override
    public BufferIndex index() {
        throw refused("the index");
    }

    @Override
    public BufferIndex index(String buffer) {
        throw refused("the index of " + buffer);
    }

    @Override
    public RecoveryMark recoveryMark(String buffer) {
        throw refused("the recovery's mark");
    }

    @Override
    public SweepMark sweepMark(String buffer) {
        throw refused("the sweep's mark");
    }

    @Override
    public BufferCountLog bufferCounts() {
        throw refused("the history of lanes");
    }

    @Override
    public LandingCursors landingCursors(LandingCursors.Reader reader) {
        throw refused("the cursors of landings");
    }

    @Override
    public EventSink eventSink(EventTarget target) {
        throw refused("the target of events");
    }

    @Override
    public ObjectTree tree() {
        throw refused("the data bucket");
    }

    @Override
    public RetentionRules rules() {
        throw refused("the table of rules");
    }

    @Override
    public SourceStore sourceObjects() {
        throw refused("the data bucket");
    }

    @Override
    public SourceRecords source() {
        throw refused("the data bucket");
    }

    @Override
    public UploadedObjects uploads() {
        throw refused("what others put into buckets");
    }

    @Override
    public List<String> buckets() {
        throw refused("the buckets' names");
    }

    @Override
    public Optional<Invocations> invocations() {
        throw refused("the Lambda service");
    }

    @Override
    public void close() {}
}
