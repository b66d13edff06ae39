package io.sluice.retention;

import io.sluice.layout.KeyPath;
import io.sluice.layout.Layout;
import io.sluice.layout.SuccessObjects;
import io.sluice.objects.FolderPage;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectTree;
import io.sluice.objects.StoreException;
import io.sluice.work.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Removes what a judge finds due, page by page. One that was cut short is repeated from the start: what is removed is
/// not found any more. Serves one run.
final class Removal implements Walk.Visitor {
    private final Counted tree;
    private final List<Layout> layouts;
    private final Judge judge;
    private final RemovalMode mode;
    private final Optional<AnnouncedRemoval> announced;
    private final Optional<SuccessObjects> success;
    private final RemovalTally tally = new RemovalTally();

    /// Of a stream without a landing log, and without `_SUCCESS` objects.
    Removal(ObjectTree tree, List<Layout> layouts, Judge judge, RemovalMode mode, List<String> problems) {
        this(tree, layouts, judge, mode, problems, Optional.empty(), Optional.empty());
    }

    /// @param layouts   where it looks, one after another
    /// @param problems  found before the run
    /// @param announced tells what goes before it does; empty: nobody is told, as in a dry run
    /// @param success   those of the stream's dates, which go with their folders
    Removal(ObjectTree tree, List<Layout> layouts, Judge judge, RemovalMode mode, List<String> problems,
            Optional<AnnouncedRemoval> announced, Optional<SuccessObjects> success) {
        this.announced = announced;
        this.success = success;
        this.tree = new Counted(tree);
        this.layouts = layouts;
        this.judge = judge;
        this.mode = mode;
        problems.forEach(tally::problem);
    }

    /// @throws StoreException when a listing fails; what was removed by then was due
    RemovalReport run(Deadline deadline) {
        announced.ifPresent(each -> each.carryOn(tree, tally, deadline));
        boolean complete = true;
        for (Layout layout : layouts) {
            complete &= new Walk(tree, layout.keys(), judge, this, deadline).from(layout.root());
        }
        announced.ifPresent(AnnouncedRemoval::end);
        return tally.report(complete, new RemovalReport.Requests(tree.lists, tree.deletes));
    }

    @Override
    public void objects(KeyPath folder, List<ObjectInfo> page) {
        List<ObjectInfo> due = new ArrayList<>();
        for (ObjectInfo object : page) {
            String key = object.key().value();
            Judge.Verdict verdict = judge.judge(success.filter(each -> each.contains(key)).isPresent()
                    ? folder.folderOf(key)
                    : folder.object(key), object);
            switch (verdict) {
                case DUE -> due.add(object);
                case IN_FLIGHT -> tally.inFlight();
                case FOREIGN, AMBIGUOUS, UNREADABLE -> tally.left(key, verdict);
                case STAYS -> {
                }
            }
        }
        if (!due.isEmpty() && judge.isOvertaken()) {
            due.forEach(_ -> tally.inFlight());
        } else if (!due.isEmpty()) {
            remove(due);
        }
    }

    /// What is beside the folders of a date is not among what is listed, where those begin with a text of their own.
    @Override
    public void entered(KeyPath folder) {
        String key = folder.path() + SuccessObjects.NAME;
        if (!folder.listed().equals(folder.path()) && success.filter(each -> each.contains(key)).isPresent()
                && isDue(folder.folderOf(key))) {
            objects(folder, tree.list(key, "").objects().stream().filter(object -> object.key().value().equals(key))
                    .toList());
        }
    }

    private boolean isDue(KeyPath.Found folder) {
        return folder instanceof KeyPath.Found.At(KeyPath path) && judge.below(path).all().isPresent();
    }

    @Override
    public void passedOver(String folder, Judge.Verdict why) {
        tally.left(folder, why);
    }

    /// Removes what is due; what cannot be deleted holds up nothing else.
    private void remove(List<ObjectInfo> due) {
        if (mode == RemovalMode.DRY_RUN) {
            due.forEach(tally::removed);
            return;
        }
        if (announced.isEmpty()) {
            tally.delete(tree, due);
            return;
        }
        AnnouncedRemoval first = announced.get();
        try {
            AnnouncedRemoval.Deletable deletable = first.announce(due, tally);
            if (!deletable.objects().isEmpty() && tally.delete(tree, deletable.objects())) {
                first.executed(deletable);
            }
        } catch (StoreException e) {
            tally.failed(due.size(), due.size() + " objects from " + due.getFirst().key()
                    + " on stay, since it cannot be told that they go: " + e.getMessage());
        }
    }

    /// Counts requests.
    private static final class Counted implements ObjectTree {
        private final ObjectTree tree;
        private long lists;
        private long deletes;

        Counted(ObjectTree tree) {
            this.tree = tree;
        }

        @Override
        public FolderPage folders(String prefix, Optional<String> token) {
            lists++;
            return tree.folders(prefix, token);
        }

        @Override
        public ObjectPage list(String prefix, String after) {
            lists++;
            return tree.list(prefix, after);
        }

        @Override
        public List<Undeleted> remove(Collection<ObjectKey> keys) {
            deletes++;
            return tree.remove(keys);
        }
    }
}
