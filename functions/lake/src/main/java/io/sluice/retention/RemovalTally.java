package io.sluice.retention;

import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectTree;
import io.sluice.objects.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Counts what a removal does. Not safe for use by several threads.
final class RemovalTally {
    private static final int FOLDERS_MAX = 100;
    private static final int EXAMPLES_MAX = 20;
    private static final int PROBLEMS_MAX = 100;

    private final Map<String, Long> folders = new TreeMap<>();
    private final List<String> examples = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();
    private long objects;
    private long bytes;
    private long inFlight;
    private long announced;
    private long failed;
    private long foreign;
    private long ambiguous;
    private long unreadable;

    void removed(ObjectInfo object) {
        objects++;
        bytes += object.length();
        String key = object.key().value();
        String folder = key.substring(0, key.lastIndexOf('/') + 1);
        if (folders.size() < FOLDERS_MAX || folders.containsKey(folder)) {
            folders.merge(folder, 1L, Long::sum);
        }
    }

    void inFlight() {
        inFlight++;
    }

    void announced(long count) {
        announced += count;
    }

    /// Deletes objects, and counts them; what cannot be deleted holds up nothing else.
    ///
    /// @return true when all are gone
    boolean delete(ObjectTree tree, List<ObjectInfo> due) {
        try {
            Map<ObjectKey, ObjectTree.Undeleted> left = tree.remove(due.stream().map(ObjectInfo::key).toList()).stream()
                    .collect(Collectors.toMap(ObjectTree.Undeleted::key, Function.identity(), (one, _) -> one));
            due.stream().filter(object -> !left.containsKey(object.key())).forEach(this::removed);
            left.values().forEach(each -> failed(1, "DELETE " + each.key() + ": " + each.cause()));
            return left.isEmpty();
        } catch (StoreException e) {
            failed(due.size(), due.size() + " objects from " + due.getFirst().key() + " on: " + e.getMessage());
            return false;
        }
    }

    void failed(long count, String problem) {
        failed += count;
        problem(problem);
    }

    void problem(String problem) {
        if (problems.size() < PROBLEMS_MAX) {
            problems.add(problem);
        }
    }

    void left(String what, Judge.Verdict why) {
        String reason = switch (why) {
            case FOREIGN -> {
                foreign++;
                yield "not an object of this stream and prefix";
            }
            case AMBIGUOUS -> {
                ambiguous++;
                yield "its key values can be read in two ways";
            }
            case UNREADABLE -> {
                unreadable++;
                yield "its date does not parse";
            }
            case DUE, STAYS, IN_FLIGHT -> throw new IllegalArgumentException(what + " is not left: " + why);
        };
        if (examples.size() < EXAMPLES_MAX) {
            examples.add(what + ": " + reason);
        }
    }

    RemovalReport report(boolean complete, RemovalReport.Requests requests) {
        return new RemovalReport(objects, bytes, folders, inFlight, announced, failed,
                new RemovalReport.Left(foreign, ambiguous, unreadable, examples), problems, complete, requests);
    }
}
