package io.sluice.local.input;

import io.sluice.input.ByteInput;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import io.sluice.input.WholeInput;
import io.sluice.local.records.InputSource;
import io.sluice.reject.Reject;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reads the records of all inputs, one input after the other, gzip and zstd where an input starts with their marks.
///
/// Of a broken compressed input the records before the break come out, then the compressed bytes from there to its end
/// as one record, and a warning names the input, the offset and the reason. Of an [InputSource#proven()] one the break
/// is where the first block, member, frame or stream begins that does not hold. An input whose size is known has ended
/// only when all of its bytes were read. Not for use by several threads.
public final class InputReader implements Closeable {
    /// The longest record that is read: far more than Firehose takes, so that too long a record reaches the pipeline
    /// and is rejected there with its bytes.
    public static final int RECORD_BYTES_MAX = 32 * 1024 * 1024;

    private static final String UNDECODABLE = "#compressed";

    private final Iterator<InputSource> sources;
    private final Reading reading;
    private final Consumer<String> warnings;
    private @Nullable InputSource source;
    private @Nullable RecordInput records;
    private @Nullable JudgedInput judged;
    private Optional<Reject> refusal = Optional.empty();
    private final List<String> remarks = new ArrayList<>();

    /// Reads lines and documents, whatever they are.
    ///
    /// @param warnings takes a sentence for each input that is broken
    public InputReader(List<InputSource> sources, Consumer<String> warnings) {
        this(sources, Reading.LINES, warnings);
    }

    /// @param warnings takes a sentence for each input that is broken
    public InputReader(List<InputSource> sources, Reading reading, Consumer<String> warnings) {
        this.reading = reading;
        this.sources = List.copyOf(sources).iterator();
        this.warnings = warnings;
    }

    /// The next record, or `null` when all inputs are read.
    ///
    /// @throws InputException when an input can't be read on
    public @Nullable InputRecord next() {
        while (true) {
            RecordInput open = records;
            if (open == null) {
                if (!sources.hasNext()) {
                    return null;
                }
                open(sources.next());
                continue;
            }
            InputRecord record = read(open);
            if (record != null) {
                return record;
            }
        }
    }

    /// Returns why the record that was given last can't be taken; empty when it can.
    public Optional<Reject> refusal() {
        return refusal;
    }

    /// Returns sentences about inputs that were read to their end, and have something to know about them.
    public List<String> remarks() {
        return List.copyOf(remarks);
    }

    private void open(InputSource opening) {
        source = opening;
        try {
            RecordInput all = Contents.open(opening, reading, RECORD_BYTES_MAX);
            judged = all instanceof JudgedInput judging ? judging : null;
            records = opening.isLive() ? all : new WholeInput(opening.displayName(), all, opening.bytes());
        } catch (IOException e) {
            throw unreadable(opening, e);
        }
    }

    private @Nullable InputRecord read(RecordInput open) {
        InputSource current = Objects.requireNonNull(source);
        try {
            InputRecord record = open.next();
            JudgedInput judge = judged;
            refusal = judge == null ? Optional.empty() : judge.refusal();
            if (record != null) {
                return record;
            }
            if (judge != null) {
                judge.remark().ifPresent(remark -> remarks.add(current.displayName() + ": " + remark));
                judge.damage().ifPresent(damage -> warnings.accept(current.displayName() + ": " + damage));
            }
            InputRecord rest = open.undecodable().map(broken -> rest(current, broken)).orElse(null);
            close();
            return rest;
        } catch (IOException e) {
            throw unreadable(current, e);
        }
    }

    /// Says what is broken about an input; the compressed bytes that no record came out of, as one record.
    private @Nullable InputRecord rest(InputSource current, ByteInput.Undecodable broken) {
        int bytes = broken.data().length;
        warnings.accept(current.displayName() + ": " + broken.cause() + "; "
                + (bytes == 0
                        ? "every compressed byte before was read, up to byte " + broken.offset()
                        : "the " + bytes + " compressed bytes from byte " + broken.offset() + " on are one record")
                + (broken.unproven() == 0
                        ? ""
                        : "; the last " + broken.unproven() + " decompressed bytes before were delivered and may be"
                                + " altered: their checksum comes after them, and a pipe can't be read twice; feed it"
                                + " from a file, and nothing goes out that is not proven"));
        return bytes == 0 ? null : new InputRecord(current.id() + UNDECODABLE, broken.offset(), broken.data());
    }

    private static InputException unreadable(InputSource source, IOException e) {
        return new InputException(source.displayName() + " can't be read: " + e.getMessage(), e);
    }

    /// Closes the input that is open.
    @Override
    public void close() throws IOException {
        RecordInput open = records;
        records = null;
        judged = null;
        if (open != null) {
            open.close();
        }
    }
}
