package io.sluice.local.serve.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class GroupCommitTest {
    private final ReentrantLock lock = new ReentrantLock();

    /// As one that finds no room even for a message about it.
    private static final class UntellableError extends Error {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new OutOfMemoryError("no room for a message");
        }
    }

    @BeforeEach
    void hold() {
        lock.lock();
    }

    @Test
    void afterAnErrorThatNothingCanBeToldOfTheNextGroupIsWritten() throws IOException {
        List<Integer> groups = new ArrayList<>();
        var commits = new GroupCommit(lock, group -> {
            groups.add(group.size());
            if (groups.size() == 1) {
                throw new UntellableError();
            }
        });
        var first = GroupCommit.Pending.of(new Entry.Staged(), 1, 0);
        var other = GroupCommit.Pending.of(new Entry.Staged(), 2, 0);
        commits.add(first);
        commits.add(other);
        assertThrows(OutOfMemoryError.class, () -> commits.await(first));
        assertThrows(IOException.class, () -> commits.await(other), "it was in the same group");
        assertEquals(0, commits.queuedBytes());
        var next = GroupCommit.Pending.of(new Entry.Staged(), 3, 0);
        commits.add(next);
        commits.await(next);
        assertEquals(List.of(2, 1), groups);
    }
}
