package io.sluice.retention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectTree;
import io.sluice.objects.StoreException;
import io.sluice.testkit.requests.CountingObjectTree;
import io.sluice.testkit.requests.PassingObjectTree;
import io.sluice.work.Deadline;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// A retention run that dies at any request, before it is applied or before its answer is there, has removed nothing
/// that was not due; the next run removes the rest.
final class RetentionCrashTest {
    private static final Set<String> STAYS = new TreeSet<>(List.of("net=ak/date=2018-02-06/",
            "net=ci/date=2018-02-01/", "net=ci/date=2018-02-02/", "net=ci/date=2018-02-06/",
            "net=us/date=2018-02-01/", "net=us/date=2018-02-02/", "net=us/date=2018-02-06/"));

    private static Lake lake() {
        Lake lake = new Lake(Lake.QUAKES);
        for (String net : List.of("ak", "ci", "us")) {
            lake.with("net=" + net + "/date=2018-02-01/", "net=" + net + "/date=2018-02-02/",
                    "net=" + net + "/date=2018-02-06/");
        }
        lake.rule("net=ak", 2);
        lake.rule("net=us", 5);
        return lake;
    }

    @Test
    void aRunThatDiesAtAnyRequestIsFinishedByTheNext() {
        Lake whole = lake();
        whole.run();
        assertEquals(STAYS, whole.folders());
        int requests = whole.tree.requests.size();
        assertTrue(requests >= 6, whole.tree.requests.toString());
        for (int at = 0; at < requests; at++) {
            for (boolean applied : new boolean[]{false, true}) {
                Lake lake = lake();
                Consumer<String> dies = dyingAt(at);
                CountingObjectTree tree = new CountingObjectTree(lake.data, applied ? _ -> {} : dies,
                        applied ? dies : _ -> {});
                assertThrows(Crash.class, () -> lake.retention(Optional.empty(), tree).run(RemovalMode.REMOVE, Lake.NOW,
                        Deadline.NONE));
                assertTrue(lake.folders().containsAll(STAYS), "request " + at);
                assertTrue(lake.run().complete());
                assertEquals(STAYS, lake.folders(), "request " + at);
            }
        }
    }

    @Test
    void aDeleteThatFailsHoldsUpNothingElseAndIsReported() {
        Lake lake = lake();
        int[] deletes = {0};
        CountingObjectTree tree = new CountingObjectTree(lake.data, request -> {
            if (request.startsWith("REMOVE") && deletes[0]++ == 0) {
                throw new StoreException(StoreException.Kind.UNKNOWN, "DELETE: timed out");
            }
        }, _ -> {});
        RemovalReport report = lake.retention(Optional.empty(), tree).run(RemovalMode.REMOVE, Lake.NOW, Deadline.NONE);
        assertEquals(1, report.objects());
        assertEquals(1, report.failed());
        assertTrue(report.problems().getFirst().endsWith("on: DELETE: timed out"), report.problems().toString());
        assertEquals(1, lake.run().objects());
        assertEquals(STAYS, lake.folders());
    }

    @Test
    void whatS3DoesNotDeleteOfAPageIsReportedByItsKey() {
        Lake lake = new Lake(Lake.QUAKES).with("net=ak/date=2018-02-01/", "net=ak/date=2018-02-01/");
        lake.rule("net=ak", 2);
        RemovalReport report = lake.retention(Optional.empty(), new Locked(lake.data)).run(RemovalMode.REMOVE, Lake.NOW,
                Deadline.NONE);
        assertEquals(1, report.objects());
        assertEquals(1, report.failed());
        assertTrue(report.problems().getFirst().endsWith(": AccessDenied"), report.problems().toString());
    }

    private static Consumer<String> dyingAt(int request) {
        int[] seen = {0};
        return _ -> {
            if (seen[0]++ == request) {
                throw new Crash();
            }
        };
    }

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /// Deletes all of a page but its first object.
    private static final class Locked extends PassingObjectTree {
        Locked(ObjectTree tree) {
            super(tree);
        }

        @Override
        public List<Undeleted> remove(Collection<ObjectKey> keys) {
            List<ObjectKey> all = List.copyOf(keys);
            super.remove(all.subList(1, all.size()));
            return List.of(new Undeleted(all.getFirst(), "AccessDenied"));
        }
    }
}
