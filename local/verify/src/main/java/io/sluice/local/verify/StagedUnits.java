package io.sluice.local.verify;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Optional;

/// The units of what a run that was cut short has staged and not delivered; none of a run that is finished. Not safe
/// for concurrent use.
final class StagedUnits {
    private final Optional<UndeliveredRecords> staged;
    private final StoredObjects objects;
    private final Places places;
    private final ObjectReading reading;
    private final boolean delimited;

    StagedUnits(Optional<UndeliveredRecords> staged, StoredObjects objects, Places places, ObjectReading reading,
            boolean delimited) {
        this.staged = staged;
        this.objects = objects;
        this.places = places;
        this.reading = reading;
        this.delimited = delimited;
    }

    /// Tests whether there is a run that was cut short.
    boolean unfinished() {
        return staged.isPresent();
    }

    /// Takes staged units.
    interface Sink {
        void unit(Place place, UnitHash unit, long bytes);

        /// A unit that goes into an error record on its way out.
        void diverted(UnitHash unit, long bytes);

        /// Bytes of records.
        default void content(Place place, byte[] data, int length) {}
    }

    void forEach(Sink sink) throws IOException {
        if (staged.isPresent()) {
            staged.get().forEach(objects::has, (home, content) -> chunk(home, content, sink));
        }
    }

    private void chunk(UndeliveredRecords.Home home, byte[] content, Sink sink) throws IOException {
        switch (home) {
            case UndeliveredRecords.Home.Of(boolean errors, String prefix) ->
                units(places.of(kind(errors), prefix), content, sink);
            case UndeliveredRecords.Home.Under(_, _, var wrapped) when wrapped -> {
                Units units = Units.of(delimited, sink::diverted);
                units.write(content, 0, content.length);
                units.end();
            }
            case UndeliveredRecords.Home.Under(String key, boolean errors, _) -> units(
                    objects.place(key, kind(errors)).orElseGet(() -> places.of(kind(errors), key)), content, sink);
        }
    }

    private static Place.Kind kind(boolean errors) {
        return errors ? Place.Kind.ERRORS : Place.Kind.DATA;
    }

    private void units(Place place, byte[] content, Sink sink) throws IOException {
        reading.read(new ByteArrayInputStream(content), place.kind(), new ObjectReading.Sink() {
            @Override
            public void unit(UnitHash unit, long bytes, long number) {
                sink.unit(place, unit, bytes);
            }

            @Override
            public void diverted(UnitHash unit, long bytes) {
                sink.diverted(unit, bytes);
            }

            @Override
            public void content(byte[] data, int length) {
                sink.content(place, data, length);
            }
        });
    }
}
