package io.sluice.local.serve.power;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A file or a folder: as the processes see it, as the disk has it for certain, and the changes in between. Guarded by
/// its [Disk].
abstract sealed class Node {
    private final long number;

    Node(long number) {
        this.number = number;
    }

    /// Its number in the file system.
    long number() {
        return number;
    }

    /// All that was done to it is on the disk.
    abstract void force();

    /// Takes one of the states that the disk may have.
    abstract void fail(Random random, List<byte[]> blocksOfOthers);

    /// A file.
    static final class OfFile extends Node {
        private static final int SECTOR_BYTES = 512;
        private static final int PAGE_BYTES = 4_096;

        private byte[] seen = new byte[0];
        private byte[] certain = new byte[0];
        private final List<Change> changes = new ArrayList<>();

        OfFile(long number) {
            super(number);
        }

        /// Bytes at a place, after which the file has `size` bytes.
        private record Change(int at, byte[] bytes, int size) {
            byte[] on(byte[] before) {
                byte[] after = Arrays.copyOf(before, size);
                System.arraycopy(bytes, 0, after, at, bytes.length);
                return after;
            }
        }

        byte[] bytes() {
            return seen;
        }

        void write(int at, byte[] bytes) {
            change(new Change(at, bytes, Math.max(seen.length, at + bytes.length)));
        }

        void truncate(int size) {
            if (size < seen.length) {
                change(new Change(0, new byte[0], size));
            }
        }

        private void change(Change change) {
            seen = change.on(seen);
            changes.add(change);
        }

        @Override
        void force() {
            certain = seen;
            changes.clear();
        }

        /// The last of its changes but `count` are on the disk.
        void forceAllBut(int count) {
            List<Change> late = List.copyOf(changes.subList(Math.max(changes.size() - count, 0), changes.size()));
            changes.subList(0, changes.size() - late.size()).forEach(each -> certain = each.on(certain));
            changes.clear();
            changes.addAll(late);
        }

        /// Its bytes were written over those of `old`.
        void writtenOver(OfFile old) {
            certain = old.certain;
            changes.clear();
            changes.add(new Change(0, seen, seen.length));
        }

        @Override
        void fail(Random random, List<byte[]> blocksOfOthers) {
            if (!changes.isEmpty()) {
                seen = switch (random.nextInt(5)) {
                    case 0 -> certain;
                    case 1 -> seen;
                    case 2 -> torn(random);
                    case 3 -> mixed(random, List.of());
                    default -> mixed(random, blocksOfOthers);
                };
            }
            force();
        }

        /// The first of the changes, and of the next one some sectors.
        private byte[] torn(Random random) {
            int whole = random.nextInt(changes.size());
            byte[] kept = certain;
            for (Change each : changes.subList(0, whole)) {
                kept = each.on(kept);
            }
            Change last = changes.get(whole);
            int count = Math.min(last.bytes.length,
                    random.nextInt(last.bytes.length / SECTOR_BYTES + 1) * SECTOR_BYTES);
            byte[] part = Arrays.copyOf(last.bytes, count);
            return new Change(last.at, part, Math.max(Math.min(kept.length, last.size), last.at + count)).on(kept);
        }

        /// Each page as it was after any of the changes, and a length of any of them.
        private byte[] mixed(Random random, List<byte[]> blocksOfOthers) {
            int pageBytes = random.nextBoolean() ? SECTOR_BYTES : PAGE_BYTES;
            List<byte[]> versions = versions(random);
            byte[] length = random.nextInt(3) == 0 ? versions.get(random.nextInt(versions.size())) : seen;
            byte[] kept = new byte[length.length];
            for (int at = 0; at < kept.length; at += pageBytes) {
                byte[] version = versions.get(random.nextInt(versions.size()));
                int end = Math.min(at + pageBytes, kept.length);
                if (at < version.length) {
                    System.arraycopy(version, at, kept, at, Math.min(end, version.length) - at);
                } else if (!blocksOfOthers.isEmpty()) {
                    byte[] other = blocksOfOthers.get(random.nextInt(blocksOfOthers.size()));
                    int count = Math.min(end, other.length) - at;
                    System.arraycopy(other, Math.min(at, other.length), kept, at, Math.max(count, 0));
                }
            }
            return kept;
        }

        private List<byte[]> versions(Random random) {
            List<byte[]> versions = new ArrayList<>(List.of(certain, seen));
            if (changes.size() > 1) {
                byte[] kept = certain;
                for (Change each : changes.subList(0, 1 + random.nextInt(changes.size() - 1))) {
                    kept = each.on(kept);
                }
                versions.add(kept);
            }
            return versions;
        }
    }

    /// A folder.
    static final class OfFolder extends Node {
        private Map<String, Node> seen = new TreeMap<>();
        private Map<String, Node> certain = new TreeMap<>();
        private final List<Map<String, @Nullable Node>> changes = new ArrayList<>();

        OfFolder(long number) {
            super(number);
        }

        Map<String, Node> entries() {
            return seen;
        }

        /// All that it ever led to since it was on the disk.
        List<Node> all() {
            List<Node> all = new ArrayList<>(seen.values());
            all.addAll(certain.values());
            changes.forEach(change -> change.values().stream().filter(Objects::nonNull).forEach(all::add));
            return all;
        }

        /// Gives names what they lead to from now on, all or none; null takes a name away.
        void change(Map<String, @Nullable Node> names) {
            changes.add(names);
            apply(names, seen);
        }

        private static void apply(Map<String, @Nullable Node> names, Map<String, Node> to) {
            names.forEach((name, node) -> {
                if (node == null) {
                    to.remove(name);
                } else {
                    to.put(name, node);
                }
            });
        }

        @Override
        void force() {
            certain = new TreeMap<>(seen);
            changes.clear();
        }

        @Override
        void fail(Random random, List<byte[]> blocksOfOthers) {
            Map<String, Node> kept = new TreeMap<>(certain);
            int mode = random.nextInt(4);
            int first = random.nextInt(changes.size() + 1);
            Map<String, Boolean> lost = new HashMap<>();
            for (int i = 0; i < changes.size(); i++) {
                Map<String, @Nullable Node> change = changes.get(i);
                // What came to a name later is not there without what came to it before.
                boolean isKept = change.keySet().stream().noneMatch(lost::containsKey) && switch (mode) {
                    case 0 -> false;
                    case 1 -> true;
                    case 2 -> i < first;
                    default -> random.nextBoolean();
                };
                if (isKept) {
                    apply(change, kept);
                } else {
                    change.keySet().forEach(name -> lost.put(name, true));
                }
            }
            seen = kept;
            force();
        }
    }
}
