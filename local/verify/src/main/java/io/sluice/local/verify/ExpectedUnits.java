package io.sluice.local.verify;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The units that the input asks for, each with its place. Can be gone through any number of times. Not safe for
/// concurrent use.
final class ExpectedUnits {
    private static final byte[] NEWLINE = {'\n'};

    private final ExpectedRecords input;
    private final Places places;
    private final boolean delimited;
    private final Optional<JudgedRows> rows;
    private final ErrorRaws errors;
    private final Consumer<String> warnings;
    private boolean warned;
    private long records;
    private long units;
    private long dropped;

    /// @param delimited whether records have newlines after them
    /// @param rows      what records become, where they are rows
    /// @param errors    of the run
    /// @param warnings  takes sentences about inputs that were read, but not as they should be; once
    ExpectedUnits(ExpectedRecords input, Places places, boolean delimited, Optional<JudgedRows> rows, ErrorRaws errors,
            Consumer<String> warnings) {
        this.input = input;
        this.places = places;
        this.delimited = delimited;
        this.rows = rows;
        this.errors = errors;
        this.warnings = warnings;
    }

    /// Takes units.
    interface Sink {
        void unit(Place place, UnitHash unit, long bytes, RecordOrigin origin);

        /// A row, before it comes as a unit.
        default void row(JudgedRows.Row row) {}
    }

    void forEach(Sink sink) throws IOException {
        records = 0;
        units = 0;
        dropped = 0;
        errors.rewind();
        input.forEach(new Cutting(sink), sentence -> {
            if (!warned) {
                warnings.accept(sentence);
            }
        });
        warned = true;
    }

    /// Records that the transformation dropped the last time.
    long dropped() {
        return dropped;
    }

    /// The name of a unit.
    String unitName() {
        return records == units ? "record" : delimited ? "line" : "document";
    }

    private final class Cutting implements ExpectedRecords.Sink {
        private final UnitDigest digest = new UnitDigest();
        private final Units cut;
        private final Sink sink;
        private Place place = new Place(Place.Kind.DATA, "");
        private RecordOrigin origin = new RecordOrigin("", 0);

        Cutting(Sink sink) {
            this.sink = sink;
            this.cut = Units.of(delimited, this::hand);
        }

        private void hand(UnitHash unit, long bytes) {
            units++;
            sink.unit(place, unit, bytes, origin);
        }

        @Override
        public void delivered(String prefix, byte[] data, RecordOrigin from) {
            if (rows.isPresent()) {
                converted(rows.get(), prefix, data, from);
                return;
            }
            records++;
            place = places.of(Place.Kind.DATA, prefix);
            origin = from;
            cut.write(data, 0, data.length);
            if (delimited) {
                cut.write(NEWLINE, 0, NEWLINE.length);
            } else if (!warned) {
                place.expectedBytes().add(data, 0, data.length);
            }
            if (!cut.end()) {
                place.join();
            }
        }

        /// A record's rows. One that fits no row is expected in an error record, as one is that is in an error record
        /// already: whether it fits is the conversion's to say.
        private void converted(JudgedRows texts, String prefix, byte[] record, RecordOrigin from) {
            Optional<List<JudgedRows.Row>> read = errors.takeUnconverted(record) ? Optional.empty() : texts.of(record);
            if (read.isEmpty()) {
                rejected("format-conversion-failed", UnitDigest.UNCONVERTED, record, from);
                return;
            }
            records++;
            place = places.of(Place.Kind.DATA, prefix);
            origin = from;
            for (JudgedRows.Row row : read.get()) {
                sink.row(row);
                byte[] bytes = row.bytes();
                digest.update(bytes, 0, bytes.length);
                digest.finishTo(this::hand);
            }
        }

        @Override
        public void rejected(String type, String errorCode, byte[] raw, RecordOrigin from) {
            records++;
            place = places.ofErrors(type);
            origin = from;
            digest.errorTo(errorCode, raw, this::hand);
        }

        @Override
        public void dropped() {
            dropped++;
        }
    }
}
