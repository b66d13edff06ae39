package io.sluice.retention;

import io.sluice.layout.KeyPath;
import io.sluice.objects.FolderPage;
import io.sluice.objects.ObjectInfo;
import io.sluice.objects.ObjectPage;
import io.sluice.objects.ObjectTree;
import io.sluice.work.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Goes down the folders of a stream to those whose objects can be due, and lists these. A folder whose name says
/// already that nothing in it can be due is not looked into; key values that are known are not looked for. Holds one
/// page a level.
final class Walk {
    /// Time that a page and what is made of it may take.
    static final Duration STEP_TIME = Duration.ofSeconds(20);

    private final ObjectTree tree;
    private final Set<String> keys;
    private final Judge judge;
    private final Visitor visitor;
    private final Deadline deadline;
    private boolean complete = true;

    /// Takes what the walk comes to.
    interface Visitor {
        /// A page of objects, all below `folder`.
        void objects(KeyPath folder, List<ObjectInfo> page);

        /// A folder in which all can be due, before it is looked into.
        void entered(KeyPath folder);

        /// A folder that is not of the stream's layout, or not certainly.
        void passedOver(String folder, Judge.Verdict why);
    }

    /// @param keys those of the prefix
    Walk(ObjectTree tree, Set<String> keys, Judge judge, Visitor visitor, Deadline deadline) {
        this.tree = tree;
        this.keys = keys;
        this.judge = judge;
        this.visitor = visitor;
        this.deadline = deadline;
    }

    /// @return false when time ran out before everything was seen
    boolean from(KeyPath root) {
        visit(root);
        return complete;
    }

    private void visit(KeyPath folder) {
        Cutoffs.Below below = judge.below(folder);
        if (below.isNothing() || isOutOfTime()) {
            return;
        }
        if (below.all().isPresent()) {
            visitor.entered(folder);
        }
        Optional<String> wanted = keys.stream().filter(key -> folder.nextHas(key) && isWanted(folder, below, key))
                .findFirst();
        if (wanted.isPresent()) {
            String key = wanted.get();
            below.only(key).orElse(Set.of()).forEach(value -> visit(folder.want(key, value)));
        } else if (folder.nextIsKnown()) {
            descend(folder, folder.listed() + "/");
        } else if (folder.isAboveObjects() || folder.nextIsRandom() || judge.isNarrow(folder)) {
            list(folder);
        } else {
            look(folder);
        }
    }

    private static boolean isWanted(KeyPath folder, Cutoffs.Below below, String key) {
        return !folder.values().containsKey(key) && below.only(key).isPresent();
    }

    private void look(KeyPath folder) {
        Optional<String> token = Optional.empty();
        do {
            if (isOutOfTime()) {
                return;
            }
            FolderPage page = tree.folders(folder.listed(), token);
            if (!page.objects().isEmpty()) {
                visitor.objects(folder, page.objects());
            }
            page.folders().forEach(each -> descend(folder, each));
            token = page.next();
        } while (token.isPresent());
    }

    private void descend(KeyPath folder, String to) {
        switch (folder.folder(to)) {
            case KeyPath.Found.At(KeyPath path) -> {
                if (judge.cannotTell(path)) {
                    visitor.passedOver(to, Judge.Verdict.UNREADABLE);
                } else {
                    visit(path);
                }
            }
            case KeyPath.Found.Foreign() -> visitor.passedOver(to, Judge.Verdict.FOREIGN);
            case KeyPath.Found.Ambiguous() -> visitor.passedOver(to, Judge.Verdict.AMBIGUOUS);
        }
    }

    private void list(KeyPath folder) {
        String after = "";
        boolean more = true;
        while (more && !isOutOfTime()) {
            ObjectPage page = tree.list(folder.listed(), after);
            if (!page.objects().isEmpty()) {
                after = page.objects().getLast().key().value();
                visitor.objects(folder, page.objects());
            }
            more = page.more() && !page.objects().isEmpty();
        }
    }

    private boolean isOutOfTime() {
        if (deadline.leavesLessThan(STEP_TIME)) {
            complete = false;
        }
        return !complete;
    }
}
