package io.sluice.local.verify;

import io.sluice.codec.Compression;
import io.sluice.input.InputException;
import io.sluice.input.InputRecord;
import io.sluice.input.RecordInput;
import io.sluice.input.RowFiles;
import io.sluice.manifest.Wrapping;
import io.sluice.partition.Partition;
import io.sluice.reject.ErrorLineReader;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Takes objects apart into units. Not safe for concurrent use.
final class ObjectReading {
    /// Codes of error records that hold records which have keys, as they would have stood in their own object.
    private static final Set<String> DIVERTED = Arrays.stream(Wrapping.values()).map(Wrapping::reject)
            .flatMap(Optional::stream).map(Reject::code).collect(Collectors.toSet());
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int ROW_BYTES_MAX = 64 << 20;

    private final Compression compression;
    private final boolean delimited;
    private final Optional<RowFiles> rows;
    private final UnitDigest errors = new UnitDigest();

    /// @param delimited whether records have newlines behind them
    /// @param rows      reads objects of records, where those are rows
    ObjectReading(Compression compression, boolean delimited, Optional<RowFiles> rows) {
        this.compression = compression;
        this.delimited = delimited;
        this.rows = rows;
    }

    /// Takes what an object holds.
    interface Sink {
        /// @param number the unit's place in the object, from 1
        void unit(UnitHash unit, long bytes, long number);

        /// A unit in an error record of records that have keys: refused on their way out.
        void diverted(UnitHash unit, long bytes);

        /// Bytes of records, as they come.
        default void content(byte[] data, int length) {}

        /// The object can't be read, from somewhere on.
        default void damaged(String cause) {}
    }

    /// Reads an object of a place of that kind. Never throws for what the object holds.
    void read(Path file, Partition.Kind kind, Sink sink) {
        if (rows.isPresent() && kind == Partition.Kind.DATA) {
            rows(rows.get(), file, sink);
            return;
        }
        try (InputStream in = ObjectContent.open(file, compression)) {
            read(in, kind, sink);
        } catch (IOException e) {
            sink.damaged("it can't be read to its end: " + e.getMessage());
        }
    }

    /// Reads content that is not compressed.
    void read(InputStream in, Partition.Kind kind, Sink sink) throws IOException {
        switch (kind) {
            case DATA -> records(in, sink);
            case ERRORS -> errorRecords(in, sink);
        }
    }

    /// Whether the object starts with an error record.
    boolean isOfErrors(Path file) {
        try (InputStream in = ObjectContent.open(file, compression)) {
            return new ErrorLineReader("", in).next().map(ErrorLineReader.Entry.Found.class::isInstance).orElse(false);
        } catch (IOException e) {
            return false;
        }
    }

    /// Rows as lines: the JSON that they are, and a line feed.
    private static void rows(RowFiles format, Path file, Sink sink) {
        long[] number = new long[1];
        Units units = Units.of(true, (unit, bytes) -> sink.unit(unit, bytes, ++number[0]));
        try (FileChannel channel = FileChannel.open(file);
                RecordInput rows = format.open("", "it", FileRanges.of(channel), ROW_BYTES_MAX)) {
            for (InputRecord row = rows.next(); row != null; row = rows.next()) {
                units.write(row.data(), 0, row.data().length);
                units.write('\n');
            }
        } catch (IOException | InputException e) {
            sink.damaged("it can't be read to its end: " + e.getMessage());
        }
    }

    private void records(InputStream in, Sink sink) throws IOException {
        long[] number = new long[1];
        Units units = Units.of(delimited, (unit, bytes) -> sink.unit(unit, bytes, ++number[0]));
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                sink.content(buffer, read);
                units.write(buffer, 0, read);
            }
        } finally {
            units.end();
        }
    }

    private void errorRecords(InputStream in, Sink sink) throws IOException {
        ErrorLineReader lines = new ErrorLineReader("", in);
        Units diverted = Units.of(delimited, sink::diverted);
        long number = 0;
        for (Optional<ErrorLineReader.Entry> entry = lines.next(); entry.isPresent(); entry = lines.next()) {
            number++;
            long line = number;
            switch (entry.get()) {
                case ErrorLineReader.Entry.Found(var error) when DIVERTED.contains(error.errorCode()) -> {
                    diverted.write(error.rawData(), 0, error.rawData().length);
                    diverted.end();
                }
                case ErrorLineReader.Entry.Found(var error) -> errors.errorTo(error.errorCode(), error.rawData(),
                        (unit, bytes) -> sink.unit(unit, bytes, line));
                case ErrorLineReader.Entry.Unreadable(long at, String cause) ->
                    sink.damaged("line " + at + " is no error record: " + cause);
            }
        }
    }
}
