package io.sluice.local.verify;

import io.sluice.config.StreamConfiguration;
import io.sluice.convert.RowTexts;
import io.sluice.local.input.InputSource;
import io.sluice.local.server.EmbeddedServices;
import io.sluice.local.verify.Finding.Kind;
import io.sluice.parquet.ParquetRows;
import io.sluice.partition.Partition;
import io.sluice.reject.ErrorOutputType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Compares input and objects in two passes, one over each: a sum over the hashes of what belongs into each prefix, and the same over
/// what lies there. Memory is a few hundred bytes a prefix, whatever the number of records. Prefixes whose sums differ are then
/// looked at record by record ([Differences]). Not safe for concurrent use.
public final class Verification {
    private final Request request;
    private final boolean delimited;
    private final Places places;
    private final ObjectReading reading;
    private final StoredObjects objects;
    private final ExpectedUnits input;
    private final StagedUnits staged;
    private final Findings findings;
    private final HashSum stray = new HashSum();
    private final HashSum diverted = new HashSum();
    private long divertedPending;
    private long objectsRead;
    private long errorObjects;

    /// What to compare.
    ///
    /// @param out         the folder of a run
    /// @param inputs      its input, which can be read more than once
    /// @param arrival     its `--arrival`
    /// @param recordBytes its `--record-bytes`
    /// @param shown       how many findings of each kind are named
    public record Request(StreamConfiguration stream, Path out, List<InputSource> inputs, Optional<String> arrival,
            OptionalInt recordBytes, int shown) {
        public Request {
            inputs = List.copyOf(inputs);
        }
    }

    private Verification(Request request, Optional<StagedRecords> staged, Consumer<String> warnings) {
        this.request = request;
        StreamConfiguration stream = request.stream();
        this.delimited = stream.processing().appendDelimiter() || stream.conversion().isPresent();
        this.places = new Places(stream);
        this.reading = new ObjectReading(stream.compression(), delimited,
                stream.conversion().map(_ -> new ParquetRows()));
        this.objects = new StoredObjects(request.out(), stream, places, reading);
        this.input = new ExpectedUnits(
                new ExpectedRecords(stream, request.inputs(), request.arrival(), request.recordBytes()), places,
                delimited, stream.conversion().map(RowTexts::new),
                stream.errorOutputPrefix().bind(Map.of(), Map.of(),
                        ErrorOutputType.FORMAT_CONVERSION_FAILED.wireName()),
                warnings);
        this.staged = new StagedUnits(staged, objects, places, reading, delimited);
        this.findings = new Findings(request.shown());
    }

    /// Whether the stream's objects say enough to be verified: not with a prefix that tells fractions of a second.
    public static boolean canTell(StreamConfiguration stream) {
        return !new Places(stream).needFractions();
    }

    /// Compares.
    ///
    /// @param unfinished servers on what a run that was cut short has staged
    /// @param warnings   takes sentences about the input
    /// @throws io.sluice.input.InputException when an input can't be read
    /// @throws IOException when the folder can't be read
    public static Verdict of(Request request, Optional<EmbeddedServices> unfinished, Consumer<String> warnings)
            throws IOException {
        if (unfinished.isEmpty()) {
            return new Verification(request, Optional.empty(), warnings).run();
        }
        try (var staged = new StagedRecords(request.stream().stream(), unfinished.get())) {
            return new Verification(request, Optional.of(staged), warnings).run();
        }
    }

    private Verdict run() throws IOException {
        for (ErrorOutputType type : ErrorOutputType.values()) {
            places.of(Partition.Kind.ERRORS,
                    request.stream().errorOutputPrefix().bind(Map.of(), Map.of(), type.wireName()));
        }
        input.forEach((place, unit, bytes, _) -> place.expected().add(unit, bytes));
        String unit = input.unitName();
        objects.forEach(this::find);
        long otherFiles = objects.others();
        staged.forEach(new FindingStaged());
        Set<Place> differing = places.all().stream().filter(place -> !place.agrees()).collect(Collectors.toSet());
        long notFed = stray.units() == 0 && areDiverted(differing)
                ? 0
                : new Differences(input, objects, reading, staged, findings).find(differing);
        return verdict(unit, notFed, otherFiles);
    }

    /// Whether those places lack just what is in error records of their records, and nothing else is wrong with them.
    private boolean areDiverted(Set<Place> differing) {
        HashSum missing = new HashSum();
        for (Place place : differing) {
            HashSum here = place.missing();
            if (here.units() <= 0) {
                return false;
            }
            missing.add(here);
        }
        return missing.isSameAs(diverted);
    }

    private Verdict verdict(String unit, long notFed, long otherFiles) {
        long expected = input.dropped();
        long delivered = stray.units();
        long rejected = diverted.units() - divertedPending;
        long pending = divertedPending;
        for (Place place : places.all()) {
            expected += place.expected().units();
            pending += place.pending().units();
            if (place.kind() == Partition.Kind.DATA) {
                delivered += place.found().units();
            } else {
                rejected += place.found().units();
            }
        }
        return new Verdict(unit, expected - notFed, delivered, rejected, input.dropped(), pending, notFed, objectsRead,
                errorObjects, otherFiles, staged.unfinished(), findings.counts(), findings.all());
    }

    private void find(StoredObject object) {
        objectsRead++;
        Partition.Kind kind = object.place().map(Place::kind).orElse(Partition.Kind.DATA);
        errorObjects += kind == Partition.Kind.ERRORS ? 1 : 0;
        HashSum sum = object.place().map(Place::found).orElse(stray);
        reading.read(object.file(), kind, new Adding(sum, object.place(), cause -> findings.add(Kind.UNREADABLE,
                object.key() + ": " + cause)));
    }

    private final class FindingStaged implements StagedUnits.Sink {
        @Override
        public void unit(Place place, UnitHash unit, long bytes) {
            place.pending().add(unit, bytes);
        }

        @Override
        public void diverted(UnitHash unit, long bytes) {
            diverted.add(unit, bytes);
            divertedPending++;
        }

        @Override
        public void content(Place place, byte[] data, int length) {
            if (!delimited) {
                place.foundBytes().add(data, 0, length);
            }
        }
    }

    /// Adds up what an object holds.
    private final class Adding implements ObjectReading.Sink {
        private final HashSum sum;
        private final Optional<Place> place;
        private final Consumer<String> damage;

        Adding(HashSum sum, Optional<Place> place, Consumer<String> damage) {
            this.sum = sum;
            this.place = place;
            this.damage = damage;
        }

        @Override
        public void unit(UnitHash unit, long bytes, long number) {
            sum.add(unit, bytes);
        }

        @Override
        public void diverted(UnitHash unit, long bytes) {
            diverted.add(unit, bytes);
        }

        @Override
        public void content(byte[] data, int length) {
            if (!delimited) {
                place.ifPresent(home -> home.foundBytes().add(data, 0, length));
            }
        }

        @Override
        public void damaged(String cause) {
            damage.accept(cause);
        }
    }
}
