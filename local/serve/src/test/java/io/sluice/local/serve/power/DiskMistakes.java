package io.sluice.local.serve.power;

import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;

/// Mistakes as a server could make them with its files, planted beneath it.
final class DiskMistakes {
    private static final String SEGMENTS = "journal-";
    private static final String POINT = "journal.point";

    private DiskMistakes() {}

    private static String name(List<String> path) {
        return path.isEmpty() ? "/" : path.getLast();
    }

    private static Mistake waitOnlyFor(BiPredicate<Node, String> what) {
        return new Mistake() {
            @Override
            void force(List<String> path, Node node) {
                if (what.test(node, name(path))) {
                    node.force();
                }
            }
        };
    }

    static Mistake waitForNoFile() {
        return waitOnlyFor((node, _) -> node instanceof Node.OfFolder);
    }

    static Mistake waitForNoName() {
        return waitOnlyFor((node, _) -> node instanceof Node.OfFile);
    }

    /// The point is not on the disk before the files go that it tells of.
    static Mistake waitForNoPoint() {
        return waitOnlyFor((_, name) -> !name.startsWith(POINT));
    }

    /// A state file has its name before its bytes.
    static Mistake renameFirst() {
        return waitOnlyFor((_, name) -> !name.endsWith(".json.new"));
    }

    /// The wait is for the group before.
    static Mistake acknowledgeFirst() {
        return new Mistake() {
            @Override
            void force(List<String> path, Node node) {
                if (node instanceof Node.OfFile file && name(path).startsWith(SEGMENTS)) {
                    file.forceAllBut(1);
                } else {
                    node.force();
                }
            }
        };
    }

    /// State files are written over.
    static Mistake writeInPlace() {
        return new Mistake() {
            @Override
            void renamed(Node node, Optional<Node> before) {
                if (node instanceof Node.OfFile file && before.orElse(null) instanceof Node.OfFile old) {
                    file.writtenOver(old);
                }
            }
        };
    }

    /// What a write left that did not come to its end stays where it is.
    static Mistake keepTornTails() {
        return new Mistake() {
            @Override
            void truncate(Node.OfFile file, int size) {
                if (size == 0) {
                    file.truncate(size);
                }
            }
        };
    }

    private static Mistake atRest(SegmentEdit edit) {
        return new Mistake() {
            @Override
            void atRest(Disk disk) {
                disk.files(SEGMENTS).forEach(each -> edit.of(each.file(), Long.parseLong(
                        each.name().substring(SEGMENTS.length()), 16)));
            }
        };
    }

    /// A torn tail counts as an entry.
    static Mistake checkNothing() {
        return atRest(SegmentEdit.entries(_ -> {
            // Its checksums are made anew, and that is all.
        }));
    }

    /// The calls that a client tries again are not known after a restart.
    static Mistake forgetCalls() {
        return atRest(SegmentEdit.entries(entry -> {
            if (entry.kind() == SegmentEdit.PUT) {
                entry.forgetCall();
            }
        }));
    }

    /// The ends of batches are not known after a restart.
    static Mistake forgetCuts() {
        return atRest(SegmentEdit.entries(entry -> {
            if (entry.kind() == SegmentEdit.CUT) {
                entry.number(1);
            }
        }));
    }

    /// What is cut counts as staged.
    static Mistake countCutsAsStaged() {
        return atRest(SegmentEdit.entries(entry -> {
            if (entry.kind() == SegmentEdit.CUT) {
                entry.kind(SegmentEdit.STAGED);
            }
        }));
    }

    /// The last entry goes with the torn tail.
    static Mistake cutOffTooMuch() {
        return new Mistake() {
            @Override
            void atRest(Disk disk) {
                disk.files(SEGMENTS).forEach(each -> SegmentEdit.cutOffLast(each.file()));
            }
        };
    }

    /// The same, and nothing beside the journal knows better.
    static Mistake cutOffTooMuchWithoutAPoint() {
        return new Mistake() {
            @Override
            void atRest(Disk disk) {
                disk.files(POINT).forEach(disk::remove);
                disk.files(SEGMENTS).reversed().stream().limit(1)
                        .forEach(each -> SegmentEdit.cutOffLast(each.file()));
            }
        };
    }

    /// A file goes before what it holds is staged.
    static Mistake removeEarly() {
        return new Mistake() {
            @Override
            void atRest(Disk disk) {
                List<Disk.Found> segments = disk.files(SEGMENTS);
                if (segments.size() > 1) {
                    disk.remove(segments.getFirst());
                }
            }
        };
    }
}
