package io.sluice.compaction;

import io.sluice.audit.Stored;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.Row;
import io.sluice.convert.RowReader;
import io.sluice.convert.RowWriter;
import io.sluice.convert.TextRows;
import io.sluice.input.ByteInputs;
import io.sluice.input.ForeignFormat;
import io.sluice.input.Format;
import io.sluice.input.InputException;
import io.sluice.input.RangedBytes;
import io.sluice.source.SourceObject;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Joins records to rows of one file, which nothing of them may be lost in. Safe for concurrent use.
///
/// Judged by two counts that share no code with what was written: the records of the sources' text by `audit`, or the
/// rows that their footers say, must be the rows of the new footer; and the sum of the rows that were to be written
/// must be the sum of those that are read again. The library that reads them is the one that wrote them: it is the only
/// one in a function.
final class RowJoining implements Joining {
    private static final int BUFFER_BYTES = 64 << 10;

    private final FormatConversion conversion;
    private final RowOrder order;
    private final RowPorts ports;
    private final Sources sources;
    private final TextRows texts;
    private final int heldBytes;

    /// @param heldBytes as [RowSorter#HELD_BYTES]
    RowJoining(JoinedFormat.Rows format, RowPorts ports, Sources sources, int heldBytes) {
        this.conversion = format.conversion();
        this.order = RowOrder.of(conversion.columns(), format.sortBy());
        this.ports = ports;
        this.sources = sources;
        this.texts = new TextRows(conversion);
        this.heldBytes = heldBytes;
    }

    @Override
    public Tally write(Join join, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER_BYTES);
                RowWriter writer = ports.format().begin(conversion, join.target(), out);
                RowSorter sorter = new RowSorter(order, heldBytes)) {
            RowTally tally = tally(join, order.columns().isEmpty() ? writer::write : sorter::add);
            sorter.drain(writer::write);
            writer.finish();
            return tally;
        }
    }

    @Override
    public Tally count(Join join) throws IOException {
        return tally(join, _ -> {});
    }

    @Override
    public void requireWhole(Stored made) throws IOException {
        rows(new MadeRanges(made), _ -> {});
    }

    @Override
    public String contentEncoding() {
        return "";
    }

    private RowTally tally(Join join, RowSorter.Sink to) throws IOException {
        RowTally tally = new RowTally();
        for (List<SourceObject> group : Sources.groups(join)) {
            for (Fetched fetched : sources.fetch(group)) {
                tally.count(fetched);
                add(fetched, tally.sum, to);
            }
        }
        return tally;
    }

    private void add(Fetched fetched, RowSum sum, RowSorter.Sink to) throws IOException {
        try (RowReader rows = open(fetched)) {
            for (Optional<Row> row = next(rows, fetched); row.isPresent(); row = next(rows, fetched)) {
                sum.add(row.get());
                to.take(row.get());
            }
        }
    }

    private static Optional<Row> next(RowReader rows, Fetched fetched) {
        try {
            return Optional.ofNullable(rows.next());
        } catch (IOException e) {
            throw unreadable(fetched, e);
        } catch (InputException e) {
            throw e.isTemporary()
                    ? e
                    : new InputException(e.getMessage() + "; declare columns that hold it in Sluice.Table.Columns, or"
                            + " move the object out of the stream's prefix, and compact again", e);
        }
    }

    private RowReader open(Fetched fetched) {
        String name = sources.name(fetched);
        try {
            return isRows(fetched)
                    ? ports.readers().open(name, fetched, conversion)
                    : texts.open(name, ByteInputs.stream(name, fetched.stream()),
                            CompactedPaths.named(fetched.object().key().value()));
        } catch (IOException e) {
            throw unreadable(fetched, e);
        }
    }

    private boolean isRows(Fetched fetched) {
        Format format = Format.of(fetched.head());
        Optional<String> other = switch (format) {
            case TEXT -> ForeignFormat.of(fetched.head()).map(ForeignFormat::title);
            case GZIP, ZSTD, PARQUET -> Optional.empty();
            case ORC, AVRO, ZIP, SNAPPY, BZIP2 -> Optional.of(format.title());
        };
        other.ifPresent(title -> {
            throw new InputException(sources.name(fetched) + " is " + title + ", and text, gzip, zstd and Parquet are"
                    + " what is joined to Parquet; move it out of the stream's prefix, and compact again");
        });
        return format == Format.PARQUET;
    }

    private static InputException unreadable(Fetched fetched, IOException e) {
        return new InputException(fetched.object().key() + " cannot be read: " + e.getMessage() + "; restore it, or"
                + " move it out of the stream's prefix, and compact again");
    }

    private void rows(RangedBytes made, RowSorter.Sink to) throws IOException {
        try (RowReader rows = ports.readers().open("what was made", made, conversion)) {
            for (Row row = rows.next(); row != null; row = rows.next()) {
                to.take(row);
            }
        }
    }

    /// The made file as ranges, read from anywhere in it.
    private record MadeRanges(Stored made) implements RangedBytes {
        @Override
        public long length() {
            return made.length();
        }

        @Override
        public byte[] read(long offset, int length) throws IOException {
            return made.ranges().read(offset, length);
        }
    }

    private final class RowTally implements Tally {
        private final RowCount counted = new RowCount();
        private final RowSum sum = new RowSum();

        void count(Fetched fetched) {
            try {
                if (isRows(fetched)) {
                    counted.addRows(ports.files().count(sources.name(fetched), fetched));
                } else {
                    counted.addText(new Stored(fetched.length(), fetched::read));
                }
            } catch (IOException e) {
                throw unreadable(fetched, e);
            }
        }

        @Override
        public Optional<String> difference(Stored made) throws IOException {
            MadeRanges bytes = new MadeRanges(made);
            long rows = ports.files().count("what was made", bytes);
            if (!counted.mayBe(rows) || rows != sum.rows()) {
                return Optional.of(counted + " records were to be joined, and " + rows + " rows are there");
            }
            RowSum there = new RowSum();
            RowJoining.this.rows(bytes, there::add);
            return there.isOf(sum)
                    ? Optional.empty()
                    : Optional.of(sum.rows() + " rows were to be joined, and those that are there are not all of them");
        }
    }
}
