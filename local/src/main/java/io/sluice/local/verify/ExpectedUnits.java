package io.sluice.local.verify;

import io.sluice.convert.RowTexts;
import io.sluice.input.InputRecord;
import io.sluice.partition.Partition;
import io.sluice.prefix.BoundPrefix;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The units that the input asks for, each with its place. Can be gone through any number of times. Not safe for concurrent use.
final class ExpectedUnits {
    private static final byte[] NEWLINE = {'\n'};

    private final ExpectedRecords input;
    private final Places places;
    private final boolean delimited;
    private final Optional<RowTexts> rows;
    private final BoundPrefix unconverted;
    private final Consumer<String> warnings;
    private boolean warned;
    private long records;
    private long units;
    private long dropped;

    /// @param delimited whether records have newlines behind them
    /// @param warnings  takes sentences about inputs that were read, but not as they should be; once
    /// @param rows      what records become, where they are rows
    /// @param unconverted prefix of error records of those that are none
    ExpectedUnits(ExpectedRecords input, Places places, boolean delimited, Optional<RowTexts> rows,
            BoundPrefix unconverted, Consumer<String> warnings) {
        this.input = input;
        this.places = places;
        this.delimited = delimited;
        this.rows = rows;
        this.unconverted = unconverted;
        this.warnings = warnings;
    }

    /// Takes units.
    @FunctionalInterface
    interface Sink {
        void unit(Place place, UnitHash unit, long bytes, InputRecord origin);
    }

    void forEach(Sink sink) throws IOException {
        records = 0;
        units = 0;
        dropped = 0;
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

    /// What a unit is called.
    String unitName() {
        return records == units ? "record" : delimited ? "line" : "document";
    }

    private final class Cutting implements ExpectedRecords.Sink {
        private final UnitDigest errors = new UnitDigest();
        private final Units cut;
        private final Sink sink;
        private Place place = new Place(Partition.Kind.DATA, "");
        private InputRecord origin = new InputRecord("", 0, new byte[0]);

        Cutting(Sink sink) {
            this.sink = sink;
            this.cut = Units.of(delimited, this::hand);
        }

        private void hand(UnitHash unit, long bytes) {
            units++;
            sink.unit(place, unit, bytes, origin);
        }

        @Override
        public void delivered(BoundPrefix prefix, byte[] data, int offset, int length, InputRecord from) {
            if (rows.isPresent()) {
                converted(rows.get(), prefix, Arrays.copyOfRange(data, offset, offset + length), from);
                return;
            }
            records++;
            place = places.of(Partition.Kind.DATA, prefix);
            origin = from;
            cut.write(data, offset, length);
            if (delimited) {
                cut.write(NEWLINE, 0, NEWLINE.length);
            } else if (!warned) {
                place.expectedBytes().add(data, offset, length);
            }
            if (!cut.end()) {
                place.join();
            }
        }

        /// A record's rows, as lines.
        private void converted(RowTexts texts, BoundPrefix prefix, byte[] record, InputRecord from) {
            switch (texts.of(record)) {
                case RowTexts.Converted.Rejected(Reject reject) -> rejected(unconverted, reject.code(), record, from);
                case RowTexts.Converted.Rows(List<byte[]> lines) -> {
                    records++;
                    place = places.of(Partition.Kind.DATA, prefix);
                    origin = from;
                    lines.forEach(line -> {
                        cut.write(line, 0, line.length);
                        cut.write(NEWLINE, 0, NEWLINE.length);
                    });
                }
            }
        }

        @Override
        public void rejected(BoundPrefix prefix, String errorCode, byte[] raw, InputRecord from) {
            records++;
            place = places.of(Partition.Kind.ERRORS, prefix);
            origin = from;
            errors.errorTo(errorCode, raw, this::hand);
        }

        @Override
        public void dropped() {
            dropped++;
        }
    }
}
