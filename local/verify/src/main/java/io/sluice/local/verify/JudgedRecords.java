package io.sluice.local.verify;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The source records of a run: the records of its inputs, packed where the run packed them. Not safe for concurrent
/// use.
final class JudgedRecords implements Closeable {
    private static final int UNTIMED_MAX = 1_000;
    private static final Duration PACKED_MAX = Duration.ofMillis(500);

    private final Iterator<InputFile> inputs;
    private final InputForm form;
    private final Witness witness;
    private final boolean timed;
    private final OptionalInt recordBytes;
    private final Consumer<Rest> rests;
    private final Deque<Source> ready = new ArrayDeque<>();
    private Optional<Instant> latest = Optional.empty();
    private @Nullable InputFile input;
    private @Nullable Cuts cutter;
    private @Nullable Source packable;
    private boolean begun;

    /// A record and where it starts.
    ///
    /// @param input distinct for each input
    /// @param refused `errorCode`, where what reads the input sees that it is no record
    record Source(String input, RecordOrigin origin, byte[] data, Instant arrival, Optional<String> refused) {
        Source(String input, RecordOrigin origin, byte[] data, Instant arrival) {
            this(input, origin, data, arrival, Optional.empty());
        }
    }

    /// The part of an input that could not be read.
    ///
    /// @param origin where that begins
    record Rest(InputFile input, RecordOrigin origin, String cause) {}

    /// @param timed       whether records say when they arrived
    /// @param recordBytes `--record-bytes`
    /// @param rests       takes what could not be read
    JudgedRecords(List<InputFile> inputs, InputForm form, Witness witness, boolean timed, OptionalInt recordBytes,
            Consumer<Rest> rests) {
        this.form = form;
        this.inputs = List.copyOf(inputs).iterator();
        this.witness = witness;
        this.timed = timed;
        this.recordBytes = recordBytes;
        this.rests = rests;
    }

    /// The next, `null` at the end.
    ///
    /// @throws IOException when an input can't be opened
    @Nullable
    Source next() throws IOException {
        return recordBytes.isEmpty() ? timed() : packed(recordBytes.getAsInt());
    }

    private @Nullable Source packed(int bytesMax) throws IOException {
        if (!begun) {
            begun = true;
            packable = timed();
        }
        Source first = packable;
        if (first == null) {
            return null;
        }
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        packed.writeBytes(first.data);
        packable = timed();
        while (packable != null && packable.input.equals(first.input)
                && packed.size() + 1L + packable.data.length <= bytesMax
                && Duration.between(first.arrival, packable.arrival).abs().compareTo(PACKED_MAX) < 0) {
            packed.write('\n');
            packed.writeBytes(packable.data);
            packable = timed();
        }
        return new Source(first.input, first.origin, packed.toByteArray(), first.arrival);
    }

    /// A record without a time has the one before it, or, at the start, that of the first that has one.
    private @Nullable Source timed() throws IOException {
        if (ready.isEmpty()) {
            List<Source> untimed = new ArrayList<>();
            Source read = read();
            while (read != null) {
                untimed.add(read);
                Optional<Instant> own = timed && recordBytes.isPresent()
                        ? witness.arrival(read.data).flatMap(ArrivalTime::of)
                        : Optional.of(Instant.EPOCH);
                latest = own.isPresent() ? own : latest;
                if (latest.isPresent() || untimed.size() == UNTIMED_MAX) {
                    break;
                }
                read = read();
            }
            latest = Optional.of(latest.orElse(Instant.EPOCH));
            untimed.forEach(each -> ready
                    .add(new Source(each.input, each.origin, each.data, latest.orElseThrow(), each.refused)));
        }
        return ready.poll();
    }

    private @Nullable Source read() throws IOException {
        while (true) {
            if (cutter == null && !open()) {
                return null;
            }
            Cuts open = cutter;
            InputFile from = input;
            if (open == null || from == null) {
                throw new IllegalStateException("no input is open");
            }
            CutRecord cut = open.next();
            if (cut != null) {
                return new Source(from.source(), new RecordOrigin(from.name(), cut.offset()), cut.data(), Instant.EPOCH,
                        cut.refused());
            }
            open.broken().ifPresent(
                    cause -> rests.accept(new Rest(from, new RecordOrigin(from.name(), open.offset()), cause)));
            close();
        }
    }

    private boolean open() throws IOException {
        if (!inputs.hasNext()) {
            return false;
        }
        InputFile opening = inputs.next();
        input = opening;
        cutter = cuts(opening);
        return true;
    }

    private Cuts cuts(InputFile opening) throws IOException {
        if (opening.file().isPresent() && RowCuts.reads(opening.file().get())) {
            return new RowCuts(opening.file().get());
        }
        InputStream content = Decompressed.of(opening.opener());
        return switch (form.kind()) {
            case LINES, DOCUMENTS -> new RecordCutter(content, form.kind());
            case ARRAY -> new ElementCuts(content);
            case ELEMENTS -> new DocumentCuts(content, form.path());
            case CELLS, BARE_CELLS -> new CellCuts(content, form);
        };
    }

    @Override
    public void close() throws IOException {
        Cuts open = cutter;
        cutter = null;
        if (open != null) {
            open.close();
        }
    }
}
