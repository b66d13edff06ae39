package io.sluice.local.verify;

import io.sluice.local.verify.Finding.Kind;
import io.sluice.local.verify.Tallies.Tally;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Looks record by record at the prefixes whose sums differ, and names what is lost, doubled, misplaced or altered.
/// Holds the hashes of at most so many records: where more are in question, the other prefixes are told as a whole. Not
/// safe for concurrent use.
final class Differences {
    private static final long UNITS_MAX = 1_000_000;
    private static final int ALIENS_MAX = 100_000;

    private final ExpectedUnits input;
    private final StoredObjects objects;
    private final ObjectReading reading;
    private final StagedUnits staged;
    private final Findings findings;
    private final Tallies tallies = new Tallies();
    private final Map<UnitHash, Diverted> diverted = new HashMap<>();
    private final List<Alien> aliens = new ArrayList<>();
    private long notFed;

    /// A unit in error records of records that have keys.
    ///
    /// @param where the last of them
    private record Diverted(long times, String where) {
        Diverted and(Diverted more) {
            return new Diverted(times + more.times, more.where);
        }
    }

    /// A unit that is not expected where it is.
    private record Alien(String key, long number, UnitHash unit) {}

    Differences(ExpectedUnits input, StoredObjects objects, ObjectReading reading, StagedUnits staged,
            Findings findings) {
        this.input = input;
        this.objects = objects;
        this.reading = reading;
        this.staged = staged;
        this.findings = findings;
    }

    /// Adds to the findings.
    ///
    /// @return units that an unfinished run has not taken in yet
    long find(Set<Place> differing) throws IOException {
        long units = 0;
        for (Place place : differing) {
            units += place.expected().units();
            if (place.isJoined() || units > UNITS_MAX) {
                findAsAWhole(place);
            } else {
                tallies.cover(place);
            }
        }
        input.forEach((place, unit, _, _) -> tallies.expect(place, unit));
        objects.forEach(this::count);
        staged.forEach(new CountingStaged());
        settleDiverted();
        settleAliens();
        settleDoubled();
        settleLost();
        return notFed;
    }

    private void findAsAWhole(Place place) {
        HashSum missing = place.missing();
        if (staged.unfinished() && missing.bytes() > 0) {
            notFed += Math.max(0, missing.units());
            return;
        }
        Kind kind = missing.bytes() == 0 ? Kind.ALTERED : missing.bytes() > 0 ? Kind.LOST : Kind.DOUBLED;
        findings.count(kind, Math.max(1, Math.abs(missing.units())));
        findings.name(kind, "under " + place.prefix() + ": " + place.expected().bytes() + " bytes are expected, "
                + (place.expected().bytes() - missing.bytes()) + " are there");
    }

    private void count(StoredObject object) {
        if (object.role() == StoredObject.Role.SOURCE) {
            reading.readSource(object.file(), new ObjectReading.Sink() {
                @Override
                public void unit(UnitHash unit, long bytes, long number) {}

                @Override
                public void diverted(UnitHash unit, long bytes) {
                    Differences.this.diverted.merge(unit, new Diverted(1, object.key()), Diverted::and);
                }
            });
            return;
        }
        boolean covered = object.place().isEmpty() || tallies.covers(object.place().get());
        if (covered || kind(object) == Place.Kind.ERRORS) {
            reading.read(object.file(), kind(object), new ObjectReading.Sink() {
                @Override
                public void unit(UnitHash unit, long bytes, long number) {
                    if (covered) {
                        count(object, unit, number);
                    }
                }

                @Override
                public void diverted(UnitHash unit, long bytes) {
                    diverted.merge(unit, new Diverted(1, object.key()), Diverted::and);
                }
            });
        }
    }

    private static Place.Kind kind(StoredObject object) {
        return object.place().map(Place::kind).orElse(Place.Kind.DATA);
    }

    private void count(StoredObject object, UnitHash unit, long number) {
        Optional<Tally> tally = object.place().flatMap(place -> tallies.of(place, unit));
        if (tally.isPresent()) {
            tally.get().find();
        } else if (aliens.size() < ALIENS_MAX) {
            aliens.add(new Alien(object.key(), number, unit));
        } else {
            findings.count(Kind.ALTERED, 1);
        }
    }

    private final class CountingStaged implements StagedUnits.Sink {
        @Override
        public void unit(Place place, UnitHash unit, long bytes) {
            if (tallies.covers(place)) {
                tallies.of(place, unit).ifPresentOrElse(Tally::find,
                        () -> findings.add(Kind.ALTERED, "staged for " + place.prefix() + ": no record of the input"));
            }
        }

        @Override
        public void diverted(UnitHash unit, long bytes) {
            diverted.merge(unit, new Diverted(1, "what is staged"), Diverted::and);
        }
    }

    /// Records that went into error records on their way out are lacking in one place each; which one, nobody says.
    private void settleDiverted() {
        diverted.forEach((unit, found) -> {
            for (long i = 0; i < found.times; i++) {
                tallies.lacking(unit).ifPresentOrElse(place -> place.getValue().find(), () -> findings.add(
                        Kind.DOUBLED, found.where + ": has a record that is under its own prefix too"));
            }
        });
    }

    private void settleAliens() {
        for (Alien alien : aliens) {
            String where = alien.key + ", " + input.unitName() + " " + alien.number;
            tallies.lacking(alien.unit).ifPresentOrElse(home -> {
                home.getValue().find();
                findings.add(Kind.MISPLACED, where + ": belongs under " + home.getKey().prefix());
            }, () -> {
                if (tallies.anywhere(alien.unit)) {
                    findings.add(Kind.DOUBLED, where + ": is under its own prefix already");
                } else {
                    findings.add(Kind.ALTERED, where + ": is no record of the input that belongs there");
                }
            });
        }
    }

    private void settleDoubled() throws IOException {
        tallies.all().forEach(units -> units.values().forEach(tally -> findings.count(Kind.DOUBLED, tally.surplus())));
        if (findings.wants(Kind.DOUBLED)) {
            Map<Tally, String> first = new HashMap<>();
            objects.forEach(object -> object.place().filter(tallies::covers)
                    .ifPresent(place -> reading.read(object.file(), place.kind(),
                            new NamingDoubled(object, place, first))));
        }
    }

    private final class NamingDoubled implements ObjectReading.Sink {
        private final StoredObject object;
        private final Place place;
        private final Map<Tally, String> first;

        /// @param first where each unit that is there too often was first
        NamingDoubled(StoredObject object, Place place, Map<Tally, String> first) {
            this.object = object;
            this.place = place;
            this.first = first;
        }

        @Override
        public void unit(UnitHash unit, long bytes, long number) {
            Optional<Tally> doubled = tallies.of(place, unit).filter(tally -> tally.surplus() > 0);
            if (doubled.isEmpty() || !findings.wants(Kind.DOUBLED)) {
                return;
            }
            String here = object.key() + ", " + input.unitName() + " " + number;
            String before = first.putIfAbsent(doubled.get(), here);
            if (doubled.get().passesExpected()) {
                findings.name(Kind.DOUBLED, here + ": is there more often than in the input"
                        + (before == null ? "" : ", also as " + before));
            }
        }

        @Override
        public void diverted(UnitHash unit, long bytes) {}
    }

    private void settleLost() throws IOException {
        long lacking = 0;
        for (Map<UnitHash, Tally> units : tallies.all()) {
            for (Tally tally : units.values()) {
                lacking += tally.missing();
            }
        }
        if (staged.unfinished()) {
            notFed += lacking;
            return;
        }
        findings.count(Kind.LOST, lacking);
        if (findings.wants(Kind.LOST)) {
            input.forEach((place, unit, _, origin) -> tallies.of(place, unit).filter(tally -> tally.missing() > 0)
                    .ifPresent(tally -> {
                        tally.find();
                        findings.name(Kind.LOST, at(origin) + ": belongs under " + place.prefix());
                    }));
        }
    }

    private static String at(RecordOrigin origin) {
        return origin.name() + ", byte " + origin.offset();
    }
}
