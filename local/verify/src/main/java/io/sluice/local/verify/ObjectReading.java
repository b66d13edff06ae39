package io.sluice.local.verify;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// Takes objects apart into units. Not safe for concurrent use.
final class ObjectReading {
    /// Codes of error records that hold records which have keys, as they would have stood in their own object.
    private static final Set<String> DIVERTED = Set.of("Sluice.DeliveryRefused",
            "DynamicPartitioning.ActivePartitionsLimitExceeded");
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Packing packing;
    private final boolean delimited;
    private final Optional<RowFile> rows;
    private final UnitDigest digest = new UnitDigest();

    /// @param delimited whether records have newlines after them
    /// @param rows      reads objects of records, where those are rows
    ObjectReading(Packing packing, boolean delimited, Optional<RowFile> rows) {
        this.packing = packing;
        this.delimited = delimited;
        this.rows = rows;
    }

    /// Takes what an object holds.
    interface Sink {
        /// @param number the unit's place in the object, from 1
        void unit(UnitHash unit, long bytes, long number);

        /// A unit in an error record of records that have keys: refused on their way out.
        void diverted(UnitHash unit, long bytes);

        /// An error record, before it comes as a unit or as several.
        default void error(String code, byte[] raw) {}

        /// A row, before it comes as a unit.
        default void row(JudgedRows.Row row) {}

        /// Bytes of records, as they come.
        default void content(byte[] data, int length) {}

        /// The object can't be read, from somewhere on.
        default void damaged(String cause) {}

        /// It has so many gzip members.
        default void members(int count) {}
    }

    /// Reads an object of a place of that kind. Never throws for what the object holds.
    void read(Path file, Place.Kind kind, Sink sink) {
        if (rows.isPresent() && kind == Place.Kind.DATA) {
            rows(rows.get(), file, sink);
            return;
        }
        try (InputStream in = ObjectContent.open(file, packing)) {
            read(in, kind, sink);
            ObjectContent.requireWhole(file, packing);
            if (in instanceof GzipMemberCount gzip) {
                sink.members(gzip.members());
            }
        } catch (IOException e) {
            sink.damaged("it can't be read to its end: " + e.getMessage());
        }
    }

    /// Reads an object of a repartition's source, whose units go to the sink as diverted ones. Never throws for what
    /// the object holds.
    void readSource(Path file, Sink sink) {
        try (InputStream in = ObjectContent.openByItsHead(file)) {
            Units units = Units.of(delimited, sink::diverted);
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                units.write(buffer, 0, read);
            }
            units.end();
        } catch (IOException e) {
            sink.damaged("it can't be read to its end: " + e.getMessage());
        }
    }

    /// Reads content that is not compressed.
    void read(InputStream in, Place.Kind kind, Sink sink) throws IOException {
        switch (kind) {
            case DATA -> records(in, sink);
            case ERRORS -> errorRecords(in, sink);
        }
    }

    /// Tests whether the object starts with an error record.
    boolean isOfErrors(Path file) {
        try (InputStream in = new BufferedInputStream(ObjectContent.open(file, packing))) {
            return new ErrorLines(in).next().map(ErrorLines.Line.Of.class::isInstance).orElse(false);
        } catch (IOException e) {
            return false;
        }
    }

    private void rows(RowFile format, Path file, Sink sink) {
        long[] number = new long[1];
        try {
            format.forEach(file, row -> {
                sink.row(row);
                byte[] bytes = row.bytes();
                digest.update(bytes, 0, bytes.length);
                digest.finishTo((unit, length) -> sink.unit(unit, length, ++number[0]));
            });
        } catch (IOException e) {
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
        ErrorLines lines = new ErrorLines(new BufferedInputStream(in, BUFFER_BYTES));
        Units diverted = Units.of(delimited, sink::diverted);
        for (Optional<ErrorLines.Line> line = lines.next(); line.isPresent(); line = lines.next()) {
            if (line.get() instanceof ErrorLines.Line.Of(_, String code, byte[] raw)) {
                sink.error(code, raw);
            }
            switch (line.get()) {
                case ErrorLines.Line.Of(_, String code, byte[] raw) when DIVERTED.contains(code) -> {
                    diverted.write(raw, 0, raw.length);
                    diverted.end();
                }
                case ErrorLines.Line.Of(long number, String code, byte[] raw) -> digest.errorTo(code, raw,
                        (unit, bytes) -> sink.unit(unit, bytes, number));
                case ErrorLines.Line.Unreadable(long number, String cause) ->
                    sink.damaged("line " + number + " is no error record: " + cause);
            }
        }
    }
}
