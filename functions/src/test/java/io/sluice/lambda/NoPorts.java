package io.sluice.lambda;

import io.sluice.aws.RequestCounts;
import io.sluice.index.BufferIndex;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.ObjectTree;
import io.sluice.recover.RecoveryMark;

import io.sluice.retention.RetentionRules;
import io.sluice.source.SourceRecords;
import io.sluice.source.SourceStore;
import java.util.Optional;

/// Ports of a function that has to do without.
final class NoPorts implements Ports {
    private static <T> T refused(String port) {
        throw new AssertionError(port + " is asked for, where nothing is kept");
    }

    @Override
    public ObjectStore staging() {
        return refused("the staging bucket");
    }

    @Override
    public ObjectStore data() {
        return refused("the data bucket");
    }

    @Override
    public BufferIndex index() {
        return refused("the index");
    }

    @Override
    public BufferIndex index(String buffer) {
        return refused("the index of " + buffer);
    }

    @Override
    public RecoveryMark recoveryMark() {
        return refused("the recovery's mark");
    }

    @Override
    public ObjectTree tree() {
        return refused("the data bucket");
    }

    @Override
    public RetentionRules rules() {
        return refused("the table of rules");
    }

    @Override
    public SourceStore sourceObjects() {
        return refused("the data bucket");
    }

    @Override
    public SourceRecords source() {
        return refused("the data bucket");
    }

    @Override
    public Optional<Invocations> invocations() {
        return refused("the Lambda service");
    }

    @Override
    public RequestCounts.Snapshot requests() {
        return new RequestCounts().snapshot();
    }

    @Override
    public void close() {}
}
