package io.sluice.local.verify;

import io.sluice.local.verify.Finding.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Compares input and objects in two passes, one over each: a sum over the hashes of what belongs into each prefix, and
/// the same over what lies there. Memory is a few hundred bytes a prefix, whatever the number of records. Prefixes
/// whose sums differ are then looked at record by record ([Differences]). Not safe for concurrent use.
public final class Verification {
    /// All values of `!{firehose:error-output-type}` that a stream to S3 has.
    private static final String[] ERROR_TYPES = {"processing-failed", "metadata-extraction-failed",
            "partitioning-failed", "activePartitionExceeded", "format-conversion-failed", "decompression-failed"};

    private final boolean delimited;
    private final Places places;
    private final ObjectReading reading;
    private final StoredObjects objects;
    private final Optional<TableFile> table;
    private final ExpectedUnits input;
    private final StagedUnits staged;
    private final Findings findings;
    private final ErrorRaws errors = new ErrorRaws();
    private final ColumnCounts columns;
    private final Consumer<String> warnings;
    private final HashSum stray = new HashSum();
    private final HashSum diverted = new HashSum();
    private long divertedPending;
    private long inSources;
    private long objectsRead;
    private long errorObjects;
    private long manyMembers;

    /// A request to compare.
    ///
    /// @param configuration the stream's, as JSON, without errors
    /// @param witness       asked for what only the stream's own code knows
    /// @param out           the folder of a run
    /// @param inputs        its input, which can be read more than once
    /// @param form          what texts among them are
    /// @param timed         whether it had `--arrival`
    /// @param recordBytes   its `--record-bytes`
    /// @param shown         how many findings of each kind are named
    public record Request(byte[] configuration, Witness witness, Path out, List<InputFile> inputs, InputForm form,
            boolean timed, OptionalInt recordBytes, int shown) {
        public Request {
            inputs = List.copyOf(inputs);
        }
    }

    private Verification(Request request, Optional<UndeliveredRecords> staged, Consumer<String> warnings)
            throws IOException {
        StreamFacts stream = StreamFacts.read(request.configuration());
        this.warnings = warnings;
        this.delimited = stream.delimited();
        this.places = new Places(stream);
        this.reading = new ObjectReading(stream.packing(), delimited, stream.rows().map(RowFile::new));
        this.table = stream.table();
        this.objects = new StoredObjects(request.out(), stream, places, reading,
                CompactedFolder.read(request.configuration(), request.out()),
                RepartitionedView.read(request.configuration(), request.out()).filter(_ -> stream.rows().isEmpty()));
        this.input = new ExpectedUnits(new ExpectedRecords(stream, request.witness(), request.inputs(), request.form(),
                request.timed(), request.recordBytes(), errors), places, delimited, stream.rows(), errors, warnings);
        this.staged = new StagedUnits(staged, objects, places, reading, delimited);
        this.findings = new Findings(request.shown());
        this.columns = new ColumnCounts(stream.rows().map(JudgedRows::columns).orElse(List.of()));
        Arrays.stream(ERROR_TYPES).forEach(places::ofErrors);
    }

    /// Tests whether the stream's objects say enough to be verified: not with a prefix that tells fractions of a
    /// second.
    ///
    /// @param configuration as JSON, without errors
    public static boolean canTell(byte[] configuration) throws IOException {
        StreamFacts stream = StreamFacts.read(configuration);
        return !stream.prefix().needsFractions() && !stream.errorPrefix().needsFractions();
    }

    /// Returns why what days were compacted to can't be verified; empty when it can, or there is none.
    ///
    /// @param configuration as JSON, without errors
    /// @param out           the folder of a run
    /// @throws IOException when the folder can't be read, or its view is not a compaction's
    public static Optional<String> compactedFault(byte[] configuration, Path out) throws IOException {
        RepartitionedView.read(configuration, out);
        return CompactedFolder.fault(configuration, out);
    }

    /// Compares.
    ///
    /// @param staged   by a run that was cut short
    /// @param warnings takes sentences about the input and the objects
    /// @throws IOException when an input or the folder can't be read
    public static Verdict of(Request request, Optional<UndeliveredRecords> staged, Consumer<String> warnings)
            throws IOException {
        return new Verification(request, staged, warnings).run();
    }

    private Verdict run() throws IOException {
        objects.forEach(this::collectErrors);
        input.forEach(new ExpectedUnits.Sink() {
            @Override
            public void unit(Place place, UnitHash unit, long bytes, RecordOrigin origin) {
                place.expected().add(unit, bytes);
            }

            @Override
            public void row(JudgedRows.Row row) {
                columns.expect(row);
            }
        });
        String unit = input.unitName();
        objects.forEach(this::find);
        long otherFiles = objects.others();
        objects.foreign().forEach(key -> findings.add(Kind.FOREIGN,
                key + ": lies among the stream's objects, and readers of the folder read it as one of them"));
        columns.compare(findings, warnings);
        if (manyMembers > 0) {
            warnings.accept(manyMembers + " objects have more than one gzip member; a reader that stops after the first"
                    + " loses the rest");
        }
        staged.forEach(new FindingStaged());
        Set<Place> differing = places.all().stream().filter(place -> !place.agrees()).collect(Collectors.toSet());
        long notFed = stray.units() == 0 && areDiverted(differing)
                ? 0
                : new Differences(input, objects, reading, staged, findings).find(differing);
        return verdict(unit, notFed, otherFiles);
    }

    /// Reads error objects before the input is read; whether they can be read is told when they are compared.
    private void collectErrors(StoredObject object) {
        if (object.place().filter(place -> place.kind() == Place.Kind.ERRORS).isPresent()) {
            reading.read(object.file(), Place.Kind.ERRORS, new ObjectReading.Sink() {
                @Override
                public void error(String code, byte[] raw) {
                    errors.add(code, raw);
                }

                @Override
                public void unit(UnitHash unit, long bytes, long number) {}

                @Override
                public void diverted(UnitHash unit, long bytes) {}
            });
        }
    }

    /// Tests whether those places lack just what is in error records of their records, and nothing else is wrong with
    /// them.
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
        long delivered = stray.units() + inSources;
        long rejected = diverted.units() - divertedPending - inSources;
        long pending = divertedPending;
        for (Place place : places.all()) {
            expected += place.expected().units();
            pending += place.pending().units();
            if (place.kind() == Place.Kind.DATA) {
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
        if (object.role() == StoredObject.Role.SOURCE) {
            long before = diverted.units();
            reading.readSource(object.file(), new Adding(stray, Optional.empty(),
                    cause -> findings.add(Kind.UNREADABLE, object.key() + ": " + cause)));
            inSources += diverted.units() - before;
            return;
        }
        Place.Kind kind = object.place().map(Place::kind).orElse(Place.Kind.DATA);
        errorObjects += kind == Place.Kind.ERRORS ? 1 : 0;
        if (isOfOtherBytes(object)) {
            findings.add(Kind.ALTERED, object.key() + ": its bytes are not those that were stored under this name");
        }
        if (kind == Place.Kind.DATA) {
            table.ifPresent(file -> file.faults(object.file(), objects.ownKey(object.key()))
                    .forEach(fault -> findings.add(Kind.ALTERED, object.key() + ": " + fault)));
        }
        HashSum sum = object.place().map(Place::found).orElse(stray);
        reading.read(object.file(), kind, new Adding(sum, object.place(), cause -> findings.add(Kind.UNREADABLE,
                object.key() + ": " + cause)));
    }

    private static boolean isOfOtherBytes(StoredObject object) {
        try {
            return StoredChecksum.isOfOtherBytes(object.file());
        } catch (IOException e) {
            // Whoever reads its records says why it can't be read.
            return false;
        }
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
        public void row(JudgedRows.Row row) {
            columns.find(row);
        }

        @Override
        public void members(int count) {
            manyMembers += count > 1 ? 1 : 0;
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
