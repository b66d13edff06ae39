package io.sluice.tables;

import io.sluice.columns.ColumnType;
import io.sluice.columns.ColumnType.Primitive;
import io.sluice.layout.ColumnValue;
import io.sluice.layout.DateField;
import io.sluice.layout.DateFormats;
import io.sluice.layout.DateUnit;
import io.sluice.layout.TimeRun;
import io.sluice.reject.ErrorOutputType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Decides how one partition column is projected: as configured, or as its place in the path lets it.
final class ColumnProjector {
    private final TableSource source;
    private final List<TableRemark> remarks;

    ColumnProjector(TableSource source, List<TableRemark> remarks) {
        this.source = source;
        this.remarks = remarks;
    }

    /// A refused column is projected as `injected`, so that checks that build on it go on.
    PartitionColumn column(String name, ColumnValue value) {
        Optional<KeyProjection> configured = Optional.ofNullable(source.settings().keys().get(name));
        Optional<TimeRun> run = time(value);
        Projection projection = configured.map(wanted -> configured(name, value, run, wanted))
                .orElseGet(() -> unconfigured(value, run));
        if (value instanceof ColumnValue.Key) {
            remarkOnMissingKeys(name, projection);
        }
        return new PartitionColumn(name, type(projection, run),
                PartitionComments.of(value, projection, source.keyEncoding()), projection);
    }

    /// The fields that the value is made of, when it is a time.
    private Optional<TimeRun> time(ColumnValue value) {
        return switch (value) {
            case ColumnValue.Arrival(TimeRun run) -> Optional.of(run);
            case ColumnValue.Key(String key, boolean fromQuery) -> Optional.ofNullable(source.queryDates().get(key))
                    .filter(format -> fromQuery).flatMap(format -> DateFormats.run(format, source.keyEncoding()));
            case ColumnValue.ErrorType() -> Optional.empty();
        };
    }

    private Projection unconfigured(ColumnValue value, Optional<TimeRun> run) {
        if (value instanceof ColumnValue.ErrorType) {
            return new Projection.Enumerated(
                    Arrays.stream(ErrorOutputType.values()).map(ErrorOutputType::wireName).toList());
        }
        if (run.isEmpty()) {
            return new Projection.Injected();
        }
        Optional<DateField> finest = run.get().finestOfDate();
        if (finest.isPresent()) {
            return new Projection.Dated(run.get().format(), defaultRange(value), 1, finest.get().unit());
        }
        return run.get().onlyField().<Projection>map(field -> number(field, run.get()))
                .orElseGet(Projection.Injected::new);
    }

    private static Projection.WholeNumber number(DateField field, TimeRun run) {
        return new Projection.WholeNumber(field.least(), field.greatest(), 1, digits(field, run));
    }

    private static OptionalInt digits(DateField field, TimeRun run) {
        return run.fixedWidth() ? OptionalInt.of(field.digits()) : OptionalInt.empty();
    }

    /// Athena's NOW is UTC: where the clock in paths is ahead of it, so are paths. Event times may be, too.
    private DateRange defaultRange(ColumnValue value) {
        boolean ahead = value instanceof ColumnValue.Key || isAheadOfUtc();
        return new DateRange(DateRanges.DEFAULT_FROM, ahead ? "NOW+1DAYS" : "NOW");
    }

    private boolean isAheadOfUtc() {
        return List.of("2026-01-01T00:00:00Z", "2026-07-01T00:00:00Z").stream().map(Instant::parse)
                .anyMatch(instant -> source.timeZone().getRules().getOffset(instant).getTotalSeconds() > 0);
    }

    private Projection configured(String name, ColumnValue value, Optional<TimeRun> run, KeyProjection wanted) {
        return switch (wanted) {
            case KeyProjection.Injected() -> new Projection.Injected();
            case KeyProjection.Enumerated(List<String> values) -> new Projection.Enumerated(pathTexts(value, values));
            case KeyProjection.WholeNumber number -> number(name, run, number);
            case KeyProjection.Dated dated -> dated(name, value, run, dated);
        };
    }

    /// Configured values as they stand in paths, and the text of missing keys, which is one of them.
    private List<String> pathTexts(ColumnValue value, List<String> values) {
        if (!(value instanceof ColumnValue.Key)) {
            return values;
        }
        List<String> texts = new ArrayList<>(values.stream().map(source.keyEncoding()::encode).toList());
        source.missingKey().filter(missing -> !texts.contains(missing)).ifPresent(texts::add);
        return texts;
    }

    private Projection number(String name, Optional<TimeRun> run, KeyProjection.WholeNumber wanted) {
        if (run.isEmpty()) {
            return new Projection.WholeNumber(wanted.from(), wanted.to(), wanted.interval(), wanted.digits());
        }
        Optional<DateField> field = run.get().onlyField();
        if (field.isEmpty()) {
            return refused(name, "the path has the time " + run.get().format()
                    + " there, which is no whole number; use Type date or injected");
        }
        OptionalInt digits = digits(field.get(), run.get());
        boolean otherDigits = wanted.digits().isPresent() && !wanted.digits().equals(digits);
        if (wanted.interval() != 1 || otherDigits) {
            return refused(name, "the path has the time " + run.get().format()
                    + " there, each of its numbers with as many digits; leave out Digits and Interval");
        }
        return new Projection.WholeNumber(wanted.from(), wanted.to(), 1, digits);
    }

    private Projection dated(String name, ColumnValue value, Optional<TimeRun> known, KeyProjection.Dated wanted) {
        Optional<String> fault = DatedKeys.fault(wanted, known);
        if (fault.isPresent()) {
            return refused(name, fault.get());
        }
        TimeRun run = known.or(() -> wanted.format().flatMap(TimeRun::ofPattern)).orElseThrow();
        DateUnit finest = run.finestOfDate().orElseThrow().unit();
        return new Projection.Dated(run.format(), wanted.range().orElseGet(() -> defaultRange(value)),
                wanted.interval().orElse(1), wanted.unit().orElse(finest));
    }

    private Projection refused(String name, String message) {
        remarks.add(TableRemark.refusal(TableRemark.key(name), message));
        return new Projection.Injected();
    }

    private void remarkOnMissingKeys(String name, Projection projection) {
        boolean excluded = projection instanceof Projection.WholeNumber || projection instanceof Projection.Dated;
        source.missingKey().filter(missing -> excluded).ifPresent(missing -> remarks.add(TableRemark.warning(
                TableRemark.key(name), "records that lack the key lie under " + missing + " (MissingKey), which is no "
                        + (projection instanceof Projection.Dated ? "date" : "number")
                        + ": no query finds them; use Type injected to reach them")));
    }

    /// A time's numbers keep their zeros, so that texts of several columns make a date that compares.
    private static ColumnType type(Projection projection, Optional<TimeRun> run) {
        return projection instanceof Projection.WholeNumber && run.isEmpty() ? Primitive.BIGINT : Primitive.STRING;
    }
}
