package io.sluice.compaction;

import io.sluice.codec.ObjectFormat;
import io.sluice.config.CompactionSection;
import io.sluice.config.KeyDates;
import io.sluice.config.StreamConfiguration;
import io.sluice.config.TablePaths;
import io.sluice.convert.Deserializer;
import io.sluice.convert.FormatConversion;
import io.sluice.convert.ParquetSettings;
import io.sluice.convert.PathValues;
import io.sluice.layout.CompactedPrefix;
import io.sluice.layout.FirehoseObjectName;
import io.sluice.layout.PrefixException;
import io.sluice.tables.TableSettings;
import io.sluice.view.DayMoveException;
import io.sluice.view.ViewTables;
import java.time.Duration;
import java.util.Optional;

/// Makes a compaction of a stream's configuration.
public final class CompactionPlan {
    private CompactionPlan() {}

    /// @param grace how long joined objects stay; empty: as the configuration says
    /// @throws DayMoveException when the configuration asks for no compaction, or for one that cannot be carried out
    public static CompactionSettings settings(StreamConfiguration stream, String bucket, Optional<Duration> grace) {
        CompactionSection section = stream.sluice().compaction().orElseThrow(() -> new DayMoveException(
                "the configuration of stream " + stream.stream() + " has no Sluice.Compaction; add one, with the Prefix"
                        + " of compacted objects"));
        try {
            CompactedPaths paths = new CompactedPaths(KeyDates.layout(stream),
                    new CompactedPrefix(stream.prefix().literalHead(), section.prefix()), ViewTables.pathDay(stream));
            JoinedFormat format = format(stream, section);
            return new CompactionSettings(stream.stream(), bucket, paths, stream.timeZone(), section.after(),
                    grace.orElse(section.keepSource()), section.objectBytes(), format, names(stream, format));
        } catch (PrefixException e) {
            throw new DayMoveException(String.valueOf(e.getMessage()));
        }
    }

    private static JoinedFormat format(StreamConfiguration stream, CompactionSection section) {
        if (stream.conversion().isPresent()) {
            return new JoinedFormat.Rows(compacted(stream.conversion().get(), path(stream)), section.sortBy());
        }
        return switch (section.format()) {
            case AS_DELIVERED -> new JoinedFormat.Text(stream.compression());
            case PARQUET -> new JoinedFormat.Rows(ofText(stream), section.sortBy());
        };
    }

    private static Optional<PathValues> path(StreamConfiguration stream) {
        return TablePaths.of(stream).flatMap(TablePaths::compacted);
    }

    /// With dictionaries, whatever is delivered: large objects have many rows of few values.
    private static FormatConversion compacted(FormatConversion of, Optional<PathValues> path) {
        ParquetSettings parquet = of.parquet();
        return new FormatConversion(of.rules(), of.columns(), of.deserializer(),
                new ParquetSettings(parquet.compression(), parquet.blockBytes(), parquet.pageBytes(), true,
                        parquet.maxPaddingBytes(), parquet.writerVersion()),
                of.table(), path);
    }

    /// Text is read as its table reads it.
    private static FormatConversion ofText(StreamConfiguration stream) {
        TableSettings table = stream.sluice().table().orElse(TableSettings.NONE);
        if (table.columns().isEmpty()) {
            throw new DayMoveException("the configuration of stream " + stream.stream() + " declares no columns, and"
                    + " Parquet needs them; give them in Sluice.Table.Columns");
        }
        return compacted(new FormatConversion(FormatConversion.RULES, table.columns(),
                new Deserializer.OpenX(true, table.jsonKeys(), false), ParquetSettings.DEFAULT, Optional.empty()),
                path(stream));
    }

    private static FirehoseObjectName names(StreamConfiguration stream, JoinedFormat format) {
        return switch (format) {
            case JoinedFormat.Text _ -> FirehoseObjectName.create(stream.stream(), stream.sluice().streamVersion(),
                    stream.timeZone(), stream.format(), stream.fileExtension());
            case JoinedFormat.Rows(var conversion, var _) -> FirehoseObjectName.create(stream.stream(),
                    stream.sluice().streamVersion(), stream.timeZone(), new ObjectFormat.Parquet(conversion.id()),
                    stream.fileExtension().filter(_ -> stream.conversion().isPresent()));
        };
    }
}
