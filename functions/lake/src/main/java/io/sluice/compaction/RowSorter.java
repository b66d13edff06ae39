package io.sluice.compaction;

import io.sluice.convert.Row;
import io.sluice.convert.RowBytes;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/// Sorts rows in bounded memory: as many as fit are sorted and written to a temporary file, and these are merged. Rows
/// that compare as equal keep their order, so that the same rows are always sorted to the same. Not safe for use by
/// several threads.
final class RowSorter implements AutoCloseable {
    /// Estimated bytes of rows that are held at once.
    static final int HELD_BYTES = 32 << 20;
    /// The bytes that an object and its places in lists take, besides its content.
    private static final int ROW_BYTES = 160;
    private static final int BUFFER_BYTES = 64 << 10;

    /// Takes rows in their order.
    @FunctionalInterface
    interface Sink {
        void take(Row row) throws IOException;
    }

    /// A row, and what it is sorted by.
    private record Keyed(Row key, byte[] row) {}

    private final RowOrder order;
    private final int heldBytes;
    private final List<Keyed> held = new ArrayList<>();
    private final List<Path> runs = new ArrayList<>();
    private long bytes;

    RowSorter(RowOrder order, int heldBytes) {
        this.order = order;
        this.heldBytes = heldBytes;
    }

    void add(Row row) throws IOException {
        Keyed keyed = new Keyed(order.key(row), RowBytes.of(row));
        held.add(keyed);
        bytes += ROW_BYTES + 2L * keyed.row.length;
        if (bytes > heldBytes) {
            spill();
        }
    }

    private void spill() throws IOException {
        held.sort(Comparator.comparing(Keyed::key, order));
        Path run = Files.createTempFile("sluice-sort-", ".tmp");
        runs.add(run);
        try (DataOutputStream out = new DataOutputStream(
                new BufferedOutputStream(Files.newOutputStream(run), BUFFER_BYTES))) {
            for (Keyed keyed : held) {
                out.writeInt(keyed.row.length);
                out.write(keyed.row);
            }
        }
        held.clear();
        bytes = 0;
    }

    /// Gives all rows in their order.
    void drain(Sink sink) throws IOException {
        if (runs.isEmpty()) {
            held.sort(Comparator.comparing(Keyed::key, order));
            for (Keyed keyed : held) {
                sink.take(RowBytes.read(keyed.row));
            }
            return;
        }
        spill();
        List<Run> open = new ArrayList<>();
        try {
            for (Path run : runs) {
                open.add(new Run(open.size(), run));
            }
            merge(open, sink);
        } finally {
            for (Run run : open) {
                run.close();
            }
        }
    }

    private void merge(List<Run> open, Sink sink) throws IOException {
        PriorityQueue<Run> next = new PriorityQueue<>(
                Comparator.comparing((Run run) -> run.key, order).thenComparing(run -> run.number));
        for (Run run : open) {
            if (run.advance(order)) {
                next.add(run);
            }
        }
        for (Run run = next.poll(); run != null; run = next.poll()) {
            sink.take(run.row);
            if (run.advance(order)) {
                next.add(run);
            }
        }
    }

    /// Deletes what was written for the time being.
    @Override
    public void close() throws IOException {
        for (Path run : runs) {
            Files.deleteIfExists(run);
        }
    }

    /// Sorted rows in a file.
    private static final class Run implements AutoCloseable {
        private final int number;
        private final DataInputStream in;
        private long left;
        private Row row = Row.of(new Object[0]);
        private Row key = row;

        Run(int number, Path file) throws IOException {
            this.number = number;
            this.left = Files.size(file);
            this.in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES));
        }

        boolean advance(RowOrder order) throws IOException {
            if (left == 0) {
                return false;
            }
            int length = in.readInt();
            byte[] bytes = new byte[length];
            in.readFully(bytes);
            left -= Integer.BYTES + (long) length;
            row = RowBytes.read(bytes);
            key = order.key(row);
            return true;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
