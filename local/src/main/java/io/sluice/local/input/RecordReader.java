package io.sluice.local.input;

import io.sluice.input.ByteInputs;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordSplitter;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// Reads the records of all inputs, one input after the other, gzip and zstd where an input starts with their marks.
///
/// A broken gzip input is no failure: the records before the break come out, then the compressed bytes from there to its
/// end as one record, and a warning names the input and the offset. Not for use by several threads.
public final class RecordReader implements Closeable {
    /// The longest record that is read: far more than Firehose takes, so that too long a record reaches the pipeline and
    /// is rejected there with its bytes.
    public static final int RECORD_BYTES_MAX = 32 * 1024 * 1024;

    private static final String UNDECODABLE = "#compressed";

    private final Iterator<InputSource> sources;
    private final Consumer<String> warnings;
    private @Nullable InputSource source;
    private @Nullable RecordSplitter splitter;

    /// @param warnings takes sentences about inputs that were read, but not as they should be
    public RecordReader(List<InputSource> sources, Consumer<String> warnings) {
        this.sources = List.copyOf(sources).iterator();
        this.warnings = warnings;
    }

    /// The next record, or `null` when all inputs are read.
    ///
    /// @throws InputException when an input can't be read on
    public @Nullable InputRecord next() {
        while (true) {
            RecordSplitter open = splitter;
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

    private void open(InputSource opening) {
        source = opening;
        try {
            InputStream in = opening.opener().open();
            splitter = new RecordSplitter(opening.id(), opening.displayName(),
                    ByteInputs.open(opening.displayName(), in, RECORD_BYTES_MAX), RECORD_BYTES_MAX);
        } catch (IOException e) {
            throw unreadable(opening, e);
        }
    }

    private static boolean isGzip(PushbackInputStream in) throws IOException {
        byte[] magic = in.readNBytes(2);
        in.unread(magic);
        return magic.length == 2 && magic[0] == 0x1F && magic[1] == (byte) 0x8B;
    }

    /// `in`, decompressed where it starts with gzip's magic number; reading it fails where it is broken.
    static InputStream decompressed(InputStream in) throws IOException {
        var start = new PushbackInputStream(in, 2);
        return isGzip(start) ? new GZIPInputStream(start) : start;
    }

    private @Nullable InputRecord read(RecordSplitter open) {
        InputSource current = Objects.requireNonNull(source);
        try {
            InputRecord record = open.next();
            if (record != null) {
                return record;
            }
            InputRecord rest = open.undecodable().filter(u -> u.data().length > 0).map(u -> {
                warnings.accept(current.displayName() + ": " + u.cause() + "; the " + u.data().length
                        + " compressed bytes from byte " + u.offset() + " on are one record");
                return new InputRecord(current.id() + UNDECODABLE, u.offset(), u.data());
            }).orElse(null);
            close();
            return rest;
        } catch (IOException e) {
            throw unreadable(current, e);
        }
    }

    private static InputException unreadable(InputSource source, IOException e) {
        return new InputException(source.displayName() + " can't be read: " + e.getMessage(), e);
    }

    /// Closes the input that is open.
    @Override
    public void close() throws IOException {
        RecordSplitter open = splitter;
        splitter = null;
        if (open != null) {
            open.close();
        }
    }
}
