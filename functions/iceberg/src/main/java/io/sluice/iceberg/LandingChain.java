package io.sluice.iceberg;

import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The landings of a buffer as a chain. Objects of error records are no data files.
record LandingChain(LandingLog log, TableFiles files) implements Chain {
    @Override
    public String name() {
        return log.buffer();
    }

    @Override
    public Optional<Instant> at(long version) {
        return log.at(version);
    }

    @Override
    public Stream<Step> after(long version) {
        return log.stepsOfSameLog(version).flatMap(step -> switch (step) {
            case LandingLog.Step.Came(Landing landing) -> Stream.of(landed(landing));
            // The landing behind it names the one before, too.
            case LandingLog.Step.Missing _ -> Stream.empty();
        });
    }

    /// Nothing goes by what lands.
    @Override
    public Set<ObjectKey> gone() {
        return Set.of();
    }

    private Step landed(Landing landing) {
        return new Step.Landed(landing.version(), landing.landed().previous(),
                landing.landed().objects().stream().filter(object -> object.kind() == Partition.Kind.DATA)
                        .flatMap(object -> files.find(object.key(), object.bytes()).stream()).toList());
    }
}
